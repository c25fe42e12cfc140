import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Binance's trade history, of 2018 (`Market`, `Total`, `Fee Coin`) and current (`Pair`,
  /// `Executed`, units glued to the numbers), in any language.
  static let binanceTrades = FormatReader(
    format: .binanceTrades,
    signatures: [
      ["date", "market", "type", "price", "amount", "total", "fee", "fee coin"],
      ["date(utc)", "market", "type", "price", "amount", "total", "fee", "fee coin"],
      ["date(utc)", "pair", "type", "price", "amount", "total", "fee", "fee coin"],
      ["date(utc)", "pair", "side", "price", "executed", "amount", "fee"],
      ["date(utc)", "pair", "side", "price", "quantity", "amount", "fee"],
      BinanceHeadings.trade,
    ] + BinanceHeadings.trades,
    declares: FormDeclaration(report: .trades, owner: ["user_id", "user id"])
  ) { table in
    let english = table.header.inEnglish(BinanceHeadings.trades, BinanceHeadings.trade)
    let date = (english ?? table.header).first("date(utc)", "date", "time")
    let hasUnits = (english ?? table.header).has(["side"])
    let zone = Result { () throws(RefusalReason) in try table.header.zoneOfFile(date) }
    let pairs = Memo { text throws(RefusalReason) in try Asset.pair(text) }
    return table.readEach { record throws(RefusalReason) in
      let record = record.under(english)
      var facts = try record.facts(date, .yearFirst, .shortYearFirst, zone: try zone.get())
      if hasUnits {
        try trade(&facts, withUnits: record)
      } else {
        let pair = try pairs.value(of: try record.filled(record.firstColumn("market", "pair")))
        let amount = try record.someNumber("amount")
        let total = try record.someNumber("total")
        try record.check("price", times: amount, is: total)
        try facts.exchange(
          AssetAmount(amount: amount, asset: pair.base),
          for: AssetAmount(amount: total, asset: pair.quote),
          side: try record.side("type"), price: (record, "price"))
        facts.fees = try record.fee("fee", "fee coin")
      }
      return .trade(facts)
    }
  }

  /// Reads a trade whose numbers have their units attached, such as `0.03605ETH`.
  private static func trade(
    _ facts: inout TradeFacts, withUnits record: CSVRecord
  ) throws(RefusalReason) {
    let pair = try pairByUnit(of: record)
    let coins = try side(record.firstColumn("executed", "quantity"), of: pair.base, record)
    let money = try side("amount", of: pair.quote, record)
    try record.check("price", times: coins.amount, is: money.amount)
    try facts.exchange(
      coins, for: money, side: try record.side("side"), price: (record, "price"))
    facts.fees =
      record["fee coin"].isEmpty
      ? try record.gluedFee("fee", known: [pair.base, pair.quote])
      : try record.fee("fee", "fee coin")
  }

  /// The sides of the pair, split by the unit of the amount, which is the second side: `ARBUSD` may
  /// be AR against BUSD or ARB against USD.
  private static func pairByUnit(
    of record: CSVRecord
  ) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    let pair = try record.filled("pair").uppercased()
    let unit = String(record["amount"].uppercased().reversed().prefix { $0.isLetter }.reversed())
    guard unit.count > 2, pair.hasSuffix(unit), pair.allSatisfy({ $0.isLetter || $0.isNumber })
    else {
      return try record.pair("pair")
    }
    return (Asset(symbol: String(pair.dropLast(unit.count))), Asset(symbol: unit))
  }

  /// An amount with a unit of the pair.
  private static func side(
    _ column: String, of asset: Asset, _ record: CSVRecord
  ) throws(RefusalReason) -> AssetAmount {
    if !record[column].contains(where: \.isLetter) { return try record.amount(column, of: asset) }
    guard let quantity = try record.glued(column, known: [asset]) else {
      throw .missingCell(column)
    }
    guard quantity.asset == asset else {
      throw .notANumber(column: column, .notANumber(record[column]))
    }
    return quantity
  }

  /// Binance Convert's history: both sides with their units, without a fee.
  static let binanceConvert = FormatReader(
    format: .binanceConvert,
    signatures: [
      ["date", "pair", "type", "sell", "buy", "price", "inverse price", "status"],
      ["time", "wallet", "pair", "type", "sell", "buy", "price", "inverse price", "status"],
    ],
    declares: FormDeclaration(report: .converts)
  ) { table in
    let date = table.header.first("date", "time")
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["success"]) { return .leftOut(reason) }
      var facts = try record.facts(
        date, .yearFirst, .shortYearFirst, zone: try record.header.zoneOfFile(date))
      facts.received = try record.glued("buy")
      facts.spent = try record.glued("sell")
      return try facts.meaning(.trade, word: "convert")
    }
  }
}
