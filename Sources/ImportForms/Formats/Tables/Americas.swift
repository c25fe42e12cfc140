import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Exchanges from Canada, Mexico, Brazil and Australia.
extension FormatReader {
  static let american = swyftx + bitso + newton + [mercadoBitcoin, ndax, wealthsimple]

  /// Swyftx's report: amounts include fees.
  private static let swyftx = plain(
    .swyftx,
    TableFormat(
      columns: [
        "date", "time", "event", "asset", "amount", "currency", "value", "rate", "aud value",
      ],
      date: ["date", "time"], forms: [.yearFirst, .dayFirst], side: ["event"],
      kinds: KindTable([
        .gift: ["adjustment"], .reward: ["affiliate"], .nothing: ["sub total", "open position"],
      ]),
      amount: .init("amount", .column("asset")),
      money: .init("value", .column("currency")),
      fees: [
        .init("fee amount", .column("fee asset")), .init("withdrawal fee", .column("asset")),
      ], includesFees: true, movesIncludeFees: false, worth: [.init("aud value", .of("AUD"))],
      id: ("swyftx", "uuid"),
      hash: "transaction id"))

  /// The trades of Bitso and QuadrigaCX: the fee is in the received asset and not yet deducted.
  private static let bitso = plain(
    .bitso,
    TableFormat(
      columns: ["type", "major", "minor", "amount", "rate", "value", "fee", "total", "timestamp"],
      date: ["timestamp"], side: ["type"], amount: .init("amount", .column("major")),
      money: .init("value", .column("minor")), fees: [.init("fee", .received)]))

  /// Mercado Bitcoin's statement, in Brasília time: spent amounts are gross, received ones net.
  private static let mercadoBitcoin = FormatReader(
    format: .mercadoBitcoin,
    signatures: [
      [
        "ativo", "operação tipo", "operação data/hora", "liquido brl", "bruto brl",
        "liquido cripto", "bruto cripto",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let word = try record.filled("operação tipo")
      let kind = try record.kind("operação tipo", in: mercadoKinds)
      let coin = try record.asset("ativo")
      let real = Asset(symbol: "BRL")
      guard coin != real else { return .leftOut(.fiatOnly("BRL")) }
      var facts = try record.facts(
        "operação data/hora", .yearFirst, .dayFirst, zone: .fixed(minutes: -180))
      switch kind {
      case .buy:
        facts.received = try record.brazilian("liquido cripto", coin)
        facts.spent = try record.brazilian("bruto brl", real)
      case .sell:
        facts.received = try record.brazilian("liquido brl", real)
        facts.spent = try record.brazilian("bruto cripto", coin)
      case .withdrawal: facts.spent = try record.brazilian("bruto cripto", coin)
      default: facts.received = try record.brazilian("liquido cripto", coin)
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let mercadoKinds = KindTable([
    .buy: ["trading-in"], .sell: ["trading-out"], .deposit: ["wallet-in", "cash-in"],
    .withdrawal: ["wallet-out", "cash-out"], .reward: ["reward-in", "staking-in"],
  ])

  /// Newton's report, in Toronto time: CoinTracker's template with a type column.
  private static let newton = plain(
    .newton,
    TableFormat(
      columns: [
        "date", "type", "received quantity", "received currency", "sent quantity",
        "sent currency", "fee amount", "fee currency", "tag",
      ], forms: [.yearFirst, .monthFirst], zone: Zone(minutes: -300, .american), side: ["type"],
      kinds: KindTable([
        .deposit: ["deposited"], .withdrawal: ["withdrawn"], .reward: ["referral program"],
      ]), received: .init("received quantity", .column("received currency")),
      spent: .init("sent quantity", .column("sent currency")),
      fees: [.init("fee amount", .column("fee currency"))]))

  /// NDAX's ledger: the rows of one number form one trade; a withdrawal's fee is a separate row.
  private static let ndax = FormatReader(
    format: .ndax,
    signatures: [["asset", "asset_class", "amount", "balance", "type", "tx_id", "date"]]
  ) { table in
    table.readGroups(by: { $0["tx_id"] }) { record throws(RefusalReason) in
      let word = try record.filled("type")
      let kind = try record.kind("type", in: ndaxKinds)
      var leg = Leg(
        record: record, date: try record.date("date", .yearFirst),
        asset: try record.asset("asset"), change: try record.someNumber("amount"))
      leg.reference = record.reference("ndax", "tx_id")
      leg.balance = try record.number("balance")
      if ["trade / fee", "dust / fee"].contains(word.lowercased()) {
        return .part(leg.asFee())
      }
      return try leg.meaning(kind, word: word)
    }
  }

  private static let ndaxKinds = KindTable([
    .trade: ["trade", "trade / fee", "dust / in", "dust / out", "dust / fee"],
    .move: ["deposit", "withdraw", "withdrawal"], .fee: ["withdraw / fee", "withdrawal / fee"],
    .reward: ["staking / reward", "reward", "referral"],
    .inside: ["staking / deposit", "staking / refund"],
  ])

  /// Wealthsimple's activities: only those of crypto accounts are read; the amount of money
  /// includes the commission.
  private static let wealthsimple = FormatReader(
    format: .wealthsimple,
    signatures: [
      [
        "account_type", "activity_type", "activity_sub_type", "symbol", "currency", "quantity",
        "unit_price", "commission", "net_cash_amount",
      ]
    ]
  ) { table in
    let date = table.header.first("effective_at", "transaction_date", "effective_date")
    return table.readEach { record throws(RefusalReason) in
      // The last line only has the date of the export.
      guard !record["account_type"].isEmpty else { return .leftOut(.otherKind(record[date])) }
      let coin = record["symbol"]
      guard !coin.isEmpty else { return .leftOut(.fiatOnly(record["currency"])) }
      guard record["account_type"].lowercased().contains("crypto") else {
        return .leftOut(.notACoin(coin))
      }
      let word = "\(record["activity_type"]) \(record["activity_sub_type"])"
        .trimmed
      let kind = try record.kind(word, wealthsimpleKinds[word.lowercased()])
      var facts = try record.facts(date, .yearFirst, zone: Zone(minutes: -300, .american))
      let coins = AssetAmount(amount: try record.magnitude("quantity"), asset: Asset(symbol: coin))
      let money = try record.quantity("net_cash_amount", "currency")
      let fee = try record.quantity("commission", "currency")
      switch kind {
      case .buy, .sell:
        guard money != nil else { throw .missingCell("net_cash_amount") }
        (facts.received, facts.spent) = kind == .buy ? (coins, money) : (money, coins)
        facts.feesIncluded = fee.map { [$0] } ?? []
      case .withdrawal, .payment, .fee: facts.spent = coins
      default:
        facts.received = coins
        if let money { facts.worth(money.amount, money.asset) }
      }
      return try facts.meaning(kind, word: word)
    }
  }

  private static let wealthsimpleKinds = KindTable([
    .buy: ["trade buy"], .sell: ["trade sell"],
    .reward: ["staking reward", "reward", "giveaway", "stakingreward"],
    .deposit: ["cryptotransfer in", "crypto transfer in", "transfer in", "deposit"],
    .withdrawal: ["cryptotransfer out", "crypto transfer out", "transfer out", "withdrawal"],
    .inside: ["staking stake", "staking unstake"],
  ])
}

extension CSVRecord {
  /// An unsigned number with a decimal comma and grouping points.
  fileprivate func brazilian(
    _ column: String, _ asset: Asset
  ) throws(RefusalReason) -> AssetAmount? {
    var text = self[column]
    if text.contains(",") {
      text = text.filter { $0 != "." }.replacing(",", with: ".")
    }
    guard let number = try fileNumber(text, column: column), number != 0 else { return nil }
    return AssetAmount(amount: abs(number), asset: asset)
  }
}
