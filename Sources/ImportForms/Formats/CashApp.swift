import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Cash App's transactions: the net amount is the bank's amount and includes the fee; times have
  /// American zones.
  static let cashApp = FormatReader(
    format: .cashApp,
    signatures: [
      [
        "date", "transaction id", "transaction type", "currency", "amount", "fee", "net amount",
        "asset type", "asset amount", "status",
      ]
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    table.readEach { record throws(RefusalReason) in
      guard !record["asset type"].isEmpty || record["currency"].uppercased() == "BTC" else {
        return .leftOut(.fiatOnly(try record.filled("currency")))
      }
      if let reason = try record.undone("status", done: done) { return .leftOut(reason) }
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: kinds)
      var facts = try record.facts("date", .yearFirst)
      facts.notes = record["notes"]
      facts.reference = record.reference("cash-app", "transaction id")
      let isInCoins = record["asset amount"].isEmpty
      let coins = AssetAmount(
        amount: try record.magnitude(isInCoins ? "amount" : "asset amount"),
        asset: try record.asset(isInCoins ? "currency" : "asset type"))
      if kind == .buy || kind == .sell {
        let net = try record.magnitude("net amount")
        try facts.exchange(
          coins, for: AssetAmount(amount: net, asset: try record.asset("currency")),
          side: kind)
        facts.feesIncluded = try record.fee("fee", "currency").map {
          AssetAmount(amount: abs($0.amount), asset: $0.asset)
        }
        return .trade(facts)
      }
      let isOut = kind == .withdrawal || kind == .payment
      facts.addSide(isOut ? -coins.amount : coins.amount, coins.asset)
      if !isInCoins { facts.worth(try record.magnitude("amount"), try record.asset("currency")) }
      return try facts.meaning(kind, word: word)
    }
  }

  /// Prefixes of the states of completed transactions.
  private static let done = [
    "", "complete", "settled", "sent", "received", "deposited", "payment sent", "payment received",
    "payment deposited", "transfer sent", "transfer received",
  ]

  private static let kinds = KindTable([
    .buy: ["bitcoin buy", "bitcoin recurring buy", "bitcoin round up", "paid in bitcoin"],
    .sell: ["bitcoin sale", "bitcoin sell"],
    .reward: ["bitcoin boost", "bitcoin reward"],
    .deposit: ["bitcoin deposit", "bitcoin lightning deposit"],
    .withdrawal: ["bitcoin withdrawal", "bitcoin lightning withdrawal"],
    .payment: ["bitcoin lightning payment"],
    .nothing: ["account notifications"],
  ])
}
