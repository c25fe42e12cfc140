import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// EveryTrade, a Czech tracker.
extension FormatReader {
  static let everyTrade = [everyTradeNew] + everyTradeOld + everyTradeTable

  private static let everyTradeKinds = KindTable([
    .reward: ["earn", "earning", "stake reward", "staking reward", "rebate", "incoming payment"],
    .payment: ["outgoing payment"], .inside: ["stake", "unstake"],
  ])

  /// EveryTrade's first forms, with the price or the total.
  private static let everyTradeOld = plain(
    .everyTrade,
    TableFormat(
      columns: ["uid", "date", "symbol", "action", "quanty", "volume", "fee"],
      forms: [.yearFirst, .dayFirst], side: ["action"], pair: "symbol",
      amount: .init("quanty", .base), money: .init("volume", .quote),
      fees: [.init("fee", .quote)], id: ("everytrade", "uid")),
    TableFormat(
      columns: ["uid", "date", "symbol", "action", "quanty", "price", "fee", "fee_currency"],
      forms: [.yearFirst, .dayFirst], side: ["action"], pair: "symbol",
      amount: .init("quanty", .base), money: .init("", .quote), price: "price",
      fees: [.init("fee", .column("fee_currency"))], id: ("everytrade", "uid")),
    TableFormat(
      columns: ["uid", "date", "symbol", "action", "quanty", "price", "fee"],
      forms: [.yearFirst, .dayFirst], side: ["action"], pair: "symbol",
      amount: .init("quanty", .base), money: .init("", .quote), price: "price",
      fees: [.init("fee", .quote)], id: ("everytrade", "uid")))

  /// EveryTrade's table as its pages save it.
  private static let everyTradeTable = plain(
    .everyTrade,
    TableFormat(
      columns: [
        "date", "type", "symbol", "quantity", "quantity_currency", "unit_price",
        "unit_price_currency", "total", "total_currency", "fee", "fee_currency",
      ], forms: [.yearFirst, .dayFirst], side: ["type"], kinds: everyTradeKinds,
      amount: .init("quantity", .column("quantity_currency")),
      money: .init("total", .column("total_currency")),
      fees: [.init("fee", .column("fee_currency"))], notes: "note", account: "source"))

  /// EveryTrade's forms with rebates: the total or else the price, with additional fees and
  /// rebates.
  private static let everyTradeNew = FormatReader(
    format: .everyTrade,
    signatures: [
      [
        "uid", "date", "symbol", "action", "quantity", "unit_price", "volume_quote", "fee",
        "fee_currency",
      ],
      [
        "uid", "date", "symbol", "action", "quanty", "price", "fee", "fee_currency", "rebate",
        "rebate_currency",
      ],
    ], slashedDates: "date"
  ) { table in
    let kinds = KindTable.common.merging(everyTradeKinds) { $1 }
    return table.readMany { record throws(RefusalReason) in
      let word = try record.filled("action")
      let kind = try record.kind("action", in: kinds)
      var facts = try record.facts("date", .yearFirst, .dayFirst)
      facts.reference = record.reference("everytrade", "uid")
      facts.notes = record["note"]
      switch kind {
      case .buy, .sell: try everyTrade(record, &facts, side: kind)
      case .inside: return [.leftOut(.transfer)]
      case .fee, .reward:
        let amount = kind == .fee ? "fee" : "rebate"
        let alone = try record.fee(amount, "\(amount)_currency").first
        var side: AssetAmount
        if let alone { side = alone } else { side = try everyTradeCoins(record) }
        if kind == .fee { side.amount = -side.amount }
        facts.addSide(side.amount, side.asset)
      default:
        let coins = try everyTradeCoins(record)
        let isOut = kind == .withdrawal || kind == .payment
        facts.addSide(isOut ? -coins.amount : coins.amount, coins.asset)
        facts.fees = try record.fee("fee", "fee_currency")
        if kind == .payment, let worth = try everyTradeMoney(record, coins.amount) {
          facts.worth(worth.amount, worth.asset)
        }
      }
      return try facts.meanings(kind, word: word)
    }
  }

  private static func everyTrade(
    _ record: CSVRecord, _ facts: inout TradeFacts, side: RowKind
  ) throws(RefusalReason) {
    let coins = try everyTradeCoins(record)
    guard let money = try everyTradeMoney(record, coins.amount) else {
      throw .missingCell("volume_quote")
    }
    try facts.exchange(coins, for: money, side: side)
    facts.fees = try record.fee("fee", "fee_currency")
    facts.fees += try record.fee("rebate", "rebate_currency").map {
      AssetAmount(amount: -$0.amount, asset: $0.asset)
    }
  }

  /// The coins of a row, whose symbol is a pair or a single coin.
  private static func everyTradeCoins(_ record: CSVRecord) throws(RefusalReason) -> AssetAmount {
    let symbol = try record.filled("symbol")
    let asset = symbol.contains("/") ? try Asset.pair(symbol).base : Asset(symbol: symbol)
    return AssetAmount(
      amount: try record.magnitude(record.firstColumn("quantity", "quanty")), asset: asset)
  }

  /// The value of coins in the second asset of the pair; `nil` if not stated.
  private static func everyTradeMoney(
    _ record: CSVRecord, _ amount: ExactDecimal
  ) throws(RefusalReason) -> AssetAmount? {
    guard record["symbol"].contains("/") else { return nil }
    let asset = try record.pair("symbol").quote
    let total = try record.magnitude("volume_quote")
    if total != 0 { return AssetAmount(amount: total, asset: asset) }
    let price = try record.magnitude(record.firstColumn("unit_price", "price"))
    guard price != 0 else { return nil }
    return AssetAmount(amount: try exactProduct(amount, price, column: "unit_price"), asset: asset)
  }
}
