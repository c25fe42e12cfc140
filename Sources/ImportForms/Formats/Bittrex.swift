import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Bittrex order histories.
  ///
  /// In the form of 2023, which has a preamble, the total includes the fee, and `Approx Value
  /// (USD)`, if filled, is the trade's value. Older forms charge the fee in addition, and
  /// `USDT-BTC` is BTC against USDT there. The last form, of closed orders, has no fees.
  static let bittrex = FormatReader(
    format: .bittrex,
    signatures: [
      ["txid", "transaction", "market", "base", "quote", "quantity (base)", "total (quote)"],
      ["orderuuid", "exchange", "type", "quantity", "limit", "commissionpaid", "price", "closed"],
      [
        "uuid", "exchange", "timestamp", "ordertype", "quantity", "quantityremaining", "commission",
      ],
      [
        "uuid", "quote", "market", "ordertype", "quantity", "filled", "proceeds", "comissionpaid",
        "closed",
      ],
      ["exchange", "closed (utc)", "opened (utc)", "type", "quantity", "remaining", "price"],
    ],
    declares: FormDeclaration(report: .orders, placed: PlacedColumn("opened"))
  ) { table in
    if table.header.has(["proceeds"]) {
      return table.readEach { record throws(RefusalReason) in try between(record) }
    }
    if table.header.has(["txid"]) {
      return table.readEach { record throws(RefusalReason) in try today(record) }
    }
    let header = table.header
    let isOldest = header.has(["orderuuid"])
    let rest = header.first("quantityremaining", "remaining")
    let closed = header.first("closed", "closed (utc)")
    return table.readEach { record throws(RefusalReason) in
      let sides = try record.filled("exchange").split(separator: "-")
      guard sides.count == 2 else { throw .unknownCoin(record["exchange"]) }
      let quote = Asset(symbol: String(sides[0]))
      let left = try record.magnitude(isOldest ? "" : rest)
      let amount = try exactSum(try record.someNumber("quantity"), -left, column: "quantity")
      guard amount != 0 else { return .leftOut(.notCarriedOut("open")) }
      var facts = try record.facts(closed, .monthFirst, .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: Asset(symbol: String(sides[1]))),
        for: AssetAmount(amount: try record.someNumber("price"), asset: quote),
        side: try record.side(header.first("ordertype", "type")))
      let fee = try record.magnitude(isOldest ? "commissionpaid" : "commission")
      facts.fees = [AssetAmount(amount: fee, asset: quote)]
      facts.reference = record.reference("bittrex", isOldest ? "orderuuid" : "uuid")
      return .trade(facts)
    }
  }

  /// Reads the form with a column for each side of the market.
  private static func between(_ record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    let amount = try record.someNumber("filled")
    guard amount != 0 else { return .leftOut(.notCarriedOut("open")) }
    var facts = try record.facts("closed", .monthFirst, .yearFirst)
    let quote = try record.asset("quote")
    try facts.exchange(
      AssetAmount(amount: amount, asset: try record.asset("market")),
      for: AssetAmount(amount: try record.someNumber("proceeds"), asset: quote),
      side: try record.side("ordertype"))
    facts.fees = [AssetAmount(amount: try record.magnitude("comissionpaid"), asset: quote)]
    facts.reference = record.reference("bittrex", "uuid")
    return .trade(facts)
  }

  private static func today(_ record: CSVRecord) throws(RefusalReason) -> RowMeaning {
    var facts = try record.facts("time (utc)", .yearFirst)
    try facts.exchange(
      AssetAmount(
        amount: try record.someNumber("quantity (base)"), asset: try record.asset("base")),
      for: AssetAmount(
        amount: try record.someNumber("total (quote)"), asset: try record.asset("quote")),
      side: try record.side("transaction"))
    facts.worth(try record.magnitude("approx value (usd)"), .dollar)
    facts.feesIncluded = try record.fee("fees (quote)", "quote")
    facts.words = record["notes"]
    facts.notes = record["notes"]
    facts.reference = "bittrex \(try record.filled("txid"))"
    return .trade(facts)
  }

  /// Bittrex' deposits and withdrawals.
  static let bittrexMoves = FormatReader(
    format: .bittrexMoves,
    signatures: [
      ["date", "currency", "type", "address", "memo/tag", "txid", "amount"],
      ["id", "amount", "currency", "confirmations", "txid", "cryptoaddress"],
      ["paymentuuid", "currency", "amount", "address", "authorized", "txid", "canceled"],
      ["uuid", "amount", "currency", "cryptoaddress", "txid", "lastupdated", "state"],
      ["uuid", "amount", "currency", "address", "txid", "opened", "txcost", "state"],
    ],
    declares: FormDeclaration(report: .moves)
  ) { table in
    let header = table.header
    let date = header.first("date", "lastupdateddate", "lastupdated", "openeddate", "opened")
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.bittrexUndone() { return .leftOut(reason) }
      var facts = try record.facts(date, .yearFirst, .monthFirst)
      let amount = try record.someNumber("amount")
      let isOut = header.has(["paymentuuid"]) || header.has(["txcost"]) || amount < 0
      facts.addSide(isOut ? -abs(amount) : amount, try record.asset("currency"))
      facts.fees = try record.fee(header.first("txfee", "txcost"), "currency")
      facts.hash = record["txid"]
      return try facts.meaning(.move, word: "amount")
    }
  }
}

extension CSVRecord {
  /// Why a deposit or withdrawal is ignored: it was canceled, or has such a state.
  fileprivate func bittrexUndone() throws(RefusalReason) -> LeftOutReason? {
    let canceled = self["canceled"].lowercased()
    if canceled == "true" { return .notCarriedOut("canceled") }
    if let reason = try unfilledReason(canceled, done: ["", "false"]) { return reason }
    return try undone("state", done: ["", "confirmed", "complete", "paid", "success"])
  }
}
