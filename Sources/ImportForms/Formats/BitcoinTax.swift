import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// bitcoin.tax, trades and income: `Total` is the change of the currency's balance, including the
  /// fee.
  static let bitcoinTax = FormatReader(
    format: .bitcoinTax, signatures: [["date", "action", "symbol", "volume", "price", "currency"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static let kinds = KindTable([
    .trade: ["swap"], .buy: ["buy"], .sell: ["sell"],
    .reward: ["income", "mining", "reward", "staking"], .gift: ["giftin"],
    .payment: ["spend", "gift", "donation"], .fee: ["lost", "stolen", "fee"],
  ])

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let word = try record.filled("action")
    let kind = try record.kind("action", in: kinds)
    let coins = AssetAmount(
      amount: try record.someNumber("volume"), asset: try record.asset("symbol"))
    var facts = try record.facts("date", .yearFirst)
    facts.words = words(record["memo"], record["account"], record["exchangeid"])
    facts.notes = record["memo"]
    facts.account = record["account"]
    facts.hash = record["txhash"]
    switch kind {
    case .trade, .buy, .sell:
      let other = try money(record, facts: &facts)
      (facts.received, facts.spent) = kind == .sell ? (other, coins) : (coins, other)
      return .trade(facts)
    default:
      let isOut = kind == .payment || kind == .fee
      facts.addSide(isOut ? -coins.amount : coins.amount, coins.asset)
      let total = try record.magnitude("total")
      let worth = total == 0 ? try record.magnitude("cost/proceeds") : total
      if worth != 0 { facts.worth(worth, try record.asset("currency")) }
      facts.fees = try fees(of: record, total: worth)
      return try facts.meaning(kind, word: word.lowercased())
    }
  }

  /// Additional fees in a traded coin; fees included in the total have no effect.
  private static func fees(
    of record: CSVRecord, total: ExactDecimal
  ) throws(RefusalReason) -> [AssetAmount] {
    let fees = try record.fee("fee", "feecurrency")
    let isApart =
      try exactProduct(
        try record.magnitude("price"), try record.magnitude("volume"), column: "price") == total
    let currency = Asset(symbol: record["currency"])
    return isApart ? fees : fees.filter { $0.asset != currency }
  }

  /// The other side: the total if the file has one, else computed from the price plus the fee.
  private static func money(
    _ record: CSVRecord, facts: inout TradeFacts
  ) throws(RefusalReason) -> AssetAmount {
    let currency = try record.asset("currency")
    let fees = try record.fee("fee", "feecurrency")
    let total = try record.magnitude("total")
    if total != 0 {
      facts.feesIncluded = fees.filter { $0.asset == currency }
      facts.fees = fees.filter { $0.asset != currency }
      return AssetAmount(amount: total, asset: currency)
    }
    facts.fees = fees
    let amount = try exactProduct(
      try record.someNumber("price"), try record.someNumber("volume"), column: "price")
    return AssetAmount(amount: amount, asset: currency)
  }
}
