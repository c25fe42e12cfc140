import Exact
import ImportText
import Portfolio

extension FormatReader {
  /// Bitpanda's history: the amount paid excludes a spread that is part of the price.
  ///
  /// Shares, metals and indices have a separate class. Coins bought with BEST and transfers within
  /// the exchange are recognized by their direction.
  static let bitpanda = FormatReader(
    format: .bitpanda,
    signatures: [
      ["timestamp", "transaction type", "in/out", "amount fiat", "fiat", "amount asset", "asset"],
      [
        "id", "type", "in/out", "amount fiat", "fee", "fiat", "amount asset", "asset", "created at",
      ],
    ],
    declares: FormDeclaration(isComplete: true)
  ) { table in
    let isOld = table.header.has(["created at"])
    return table.readEach { record throws(RefusalReason) in
      try bitpandaMeaning(of: record, isOld: isOld)
    }
  }

  private static let kinds = KindTable([
    .buy: ["buy"], .sell: ["sell"], .deposit: ["deposit"], .withdrawal: ["withdrawal"],
    .reward: ["reward", "staking reward", "airdrop", "cashback"], .move: ["transfer"],
    .inside: [
      "transfer(stake)", "transfer(unstake)", "stake", "unstake", "staking", "unstaking",
    ],
  ])

  private static func bitpandaMeaning(
    of record: CSVRecord, isOld: Bool
  ) throws(RefusalReason) -> RowMeaning {
    if isOld, let reason = try record.undone("status", done: ["finished"]) {
      return .leftOut(reason)
    }
    let word = try record.filled(isOld ? "type" : "transaction type")
    // Older files contain several tables, each with its heading.
    if word.lowercased() == "type" || word.lowercased() == "transaction type" {
      return .leftOut(.otherKind("heading"))
    }
    let kind = try record.kind(isOld ? "type" : "transaction type", in: kinds)
    let coins = try record.magnitude("amount asset")
    guard isCoin(record["asset class"]) || coins == 0 else {
      return .leftOut(.notACoin(record["asset class"]))
    }
    if kind == .inside { return .leftOut(.transfer) }
    var facts = try record.facts(isOld ? "created at" : "timestamp", .yearFirst)
    facts.reference = record.reference("bitpanda", isOld ? "id" : "transaction id")
    let money = try record.roundedQuantity("amount fiat", "fiat")
    if kind == .buy || kind == .sell {
      guard let money else { throw .missingCell("amount fiat") }
      try facts.exchange(
        AssetAmount(amount: coins, asset: try record.asset("asset")), for: money, side: kind)
      // The price, which is the amount divided by the coins, includes the fee.
      let fees = isOld ? [] : try fee(record)
      if fees.allSatisfy({ $0.asset == money.asset }) {
        facts.feesIncluded = fees
      } else {
        facts.fees = fees
      }
      return .trade(facts)
    }
    guard coins != 0 else { return .leftOut(.fiatOnly(record["fiat"])) }
    let isIn = record["in/out"].lowercased() == "incoming"
    facts.addSide(isIn ? coins : -coins, try record.asset("asset"))
    if let money { facts.worth(money.amount, money.asset) }
    // The received amount excludes the fee.
    facts.fees = isIn ? [] : try fee(record)
    return try facts.meaning(kind, word: word)
  }

  private static func fee(_ record: CSVRecord) throws(RefusalReason) -> [AssetAmount] {
    let fee = try record.magnitude("fee")
    guard fee != 0 else { return [] }
    let unit = record["fee asset"]
    let isNamed = !unit.isEmpty && unit != "-"
    return [AssetAmount(amount: fee, asset: try record.asset(isNamed ? "fee asset" : "asset"))]
  }

  private static func isCoin(_ word: String) -> Bool {
    ["", "-", "cryptocurrency", "crypto", "fiat"].contains(word.lowercased())
  }

  /// Bitpanda Pro, now One Trading: trades; the total follows from the price, and the fee is
  /// additional.
  static let bitpandaPro = FormatReader(
    format: .bitpandaPro,
    signatures: [
      [
        "order id", "trade id", "type", "market", "amount", "amount currency", "price",
        "price currency", "fee", "fee currency", "time (utc)",
      ]
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let amount = try record.someNumber("amount")
      let total = try exactProduct(amount, try record.someNumber("price"), column: "price")
      var facts = try record.facts("time (utc)", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: try record.asset("amount currency")),
        for: AssetAmount(amount: total, asset: try record.asset("price currency")),
        side: try record.side("type"))
      facts.fees = try record.fee("fee", "fee currency")
      facts.reference = record.reference("bitpanda-pro", "trade id")
      return .trade(facts)
    }
  }
}
