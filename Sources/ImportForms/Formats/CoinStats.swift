import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// CoinStats export and import template; times are read as UTC.
  ///
  /// `Price USD` is in dollars; otherwise the price is in the pair's second coin.
  static let coinStats = FormatReader(
    format: .coinStats,
    signatures: [["coin symbol", "exchange", "pair", "type", "amount", "price", "date"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static let kinds = KindTable([
    .buy: ["buy", "buy with fiat"], .sell: ["sell", "sell to fiat"],
    .reward: [
      "reward", "interest earn", "welcome bonus", "referral cashback", "referral reward",
      "dividend", "airdrop", "staking", "mining", "cashback", "interest",
    ],
    .gift: ["gift", "fork"], .deposit: ["deposit", "fill", "received", "receive"],
    .withdrawal: ["withdraw", "withdrawal", "sent", "send"], .fee: ["fee", "interest paid"],
    .inside: ["transfer", "roll in", "roll out"],
    .derivative: [
      "loan", "repay", "liquidation", "realised pnl", "realized pnl", "realised profit",
      "realised loss",
    ],
  ])

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let word = String(try record.filled("type").lowercased().map { $0 == "_" ? " " : $0 })
    let name = record["coin name"]
    let asset = Asset(symbol: try record.filled("coin symbol"), name: name.isEmpty ? nil : name)
    var facts = try record.facts("date", .monthFirst, .yearFirst)
    facts.words = record["notes"]
    facts.notes = record["notes"]
    facts.account = record["exchange"]
    let coins = AssetAmount(amount: try record.magnitude("amount"), asset: asset)
    let kind = try record.kind(record["type"], kinds[word])
    guard kind != .buy, kind != .sell else {
      try priced(&facts, coins, isBuy: kind == .buy, record)
      return .trade(facts)
    }
    let isOut = kind == .withdrawal || kind == .fee || kind == .payment
    facts.addSide(isOut ? -coins.amount : coins.amount, asset)
    if kind == .reward {
      let price = try record.number("price usd") ?? 0
      facts.worth(try exactProduct(price, coins.amount, column: "price usd"), .dollar)
    }
    return try facts.meaning(kind, word: record["type"])
  }

  private static func priced(
    _ facts: inout TradeFacts, _ coins: AssetAmount, isBuy: Bool, _ record: CSVRecord
  ) throws(RefusalReason) {
    let quote = try quote(of: record)
    let inDollars = try record.number("price usd")
    if let inDollars {
      facts.dollars = try exactProduct(inDollars, coins.amount, column: "price usd")
    }
    let other: AssetAmount
    if let quote, quote != .dollar {
      let price = try record.someNumber("price")
      other = AssetAmount(
        amount: try exactProduct(price, coins.amount, column: "price"), asset: quote)
    } else {
      guard quote == .dollar || inDollars != nil else { throw .missingCell("pair") }
      let price = if let inDollars { inDollars } else { try record.someNumber("price") }
      other = AssetAmount(
        amount: try exactProduct(price, coins.amount, column: "price"), asset: .dollar)
      facts.price = price
    }
    (facts.received, facts.spent) = isBuy ? (coins, other) : (other, coins)
    facts.fees = try fees(record, quote: quote)
  }

  /// The second side of `BTC/USDT`, or the cell itself if it names only that.
  private static func quote(of record: CSVRecord) throws(RefusalReason) -> Asset? {
    let pair = record["pair"]
    guard !pair.isEmpty else { return nil }
    let sides = pair.split { $0 == "/" || $0 == "-" }
    return sides.count == 2 ? Asset(symbol: String(sides[1])) : Asset(symbol: pair)
  }

  private static func fees(_ record: CSVRecord, quote: Asset?) throws(RefusalReason)
    -> [AssetAmount]
  {
    if record.header.has(["fee amount", "fee currency"]) {
      return try record.fee("fee amount", "fee currency")
    }
    guard let fee = try record.number("fee"), fee != 0 else { return [] }
    guard let quote else { throw .missingCell("pair") }
    return [AssetAmount(amount: fee, asset: quote)]
  }
}
