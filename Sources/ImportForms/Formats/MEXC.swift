import Exact
import ImportText
import Portfolio

extension FormatReader {
  /// MEXC's trades: the fee is in the pair's second coin unless its unit follows it.
  static let mexcTrades = FormatReader(
    format: .mexcTrades,
    signatures: [
      ["pairs", "time", "side", "filled price", "executed amount", "total", "fee", "role"]
    ],
    declares: FormDeclaration(report: .trades, owner: ["uid"])
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let amount = try record.someNumber("executed amount")
      guard amount != 0 else { return .leftOut(.notCarriedOut("")) }
      let pair = try record.pair("pairs")
      var facts = try record.facts("time", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: pair.base),
        for: AssetAmount(amount: try record.someNumber("total"), asset: pair.quote),
        side: try record.side("side"))
      let isBare = record["fee"].allSatisfy { $0.isNumber || $0 == "." }
      if isBare, let fee = try record.number("fee"), fee != 0 {
        facts.fees = [AssetAmount(amount: fee, asset: pair.quote)]
      } else {
        facts.fees = try record.gluedFee("fee", known: [pair.base, pair.quote])
      }
      return .trade(facts)
    }
  }

  /// MEXC's orders, which have no fees; their time is that of the placement.
  static let mexcOrders = FormatReader(
    format: .mexcOrders,
    signatures: [["pairs", "time", "direction", "filled quantity", "order amount", "status"]],
    declares: FormDeclaration(
      report: .orders, owner: ["uid"], placed: PlacedColumn("time", isOnlyTime: true),
      ordered: [
        "pairs", "type", "direction", "order price", "order quantity", "order amount",
      ])
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let amount = try record.someNumber("filled quantity")
      guard amount != 0 else { return .leftOut(.notCarriedOut(record["status"])) }
      let pair = try record.pair("pairs")
      var facts = try record.facts("time", .yearFirst)
      try facts.exchange(
        AssetAmount(amount: amount, asset: pair.base),
        for: AssetAmount(amount: try paid(for: amount, record), asset: pair.quote),
        side: try record.side("direction"))
      return .trade(facts)
    }
  }

  /// The amount paid for an order.
  ///
  /// If it was partly filled, the adjacent amount is that of the whole order, so the average price
  /// counts.
  private static func paid(
    for coins: ExactDecimal, _ record: CSVRecord
  ) throws(RefusalReason) -> ExactDecimal {
    let amount = try record.someNumber("order amount")
    do throws(RefusalReason) {
      try record.check("average filled price", times: coins, is: amount)
      return amount
    } catch {
      guard case .contradiction(let price, let coins, _) = error else { throw error }
      return try exactProduct(price, coins, column: "average filled price")
    }
  }

  /// MEXC's deposits and withdrawals.
  static let mexcMoves = FormatReader(
    format: .mexcMoves,
    signatures: [
      ["status", "time", "crypto", "network", "deposit amount", "txid"],
      [
        "status", "time", "crypto", "network", "request amount", "trading fee", "settlement amount",
      ],
    ],
    declares: FormDeclaration(report: .moves, owner: ["uid"])
  ) { table in
    let isOut = table.header.has(["request amount"])
    return table.readEach { record throws(RefusalReason) in
      let status = record["status"]
      let done = ["credited successfully", "withdrawal successful"]
      if let reason = try record.undone("status", done: done) { return .leftOut(reason) }
      var facts = try record.facts("time", .yearFirst)
      let asset = Asset(
        symbol: try record.filled("crypto").split(separator: "-").first.map(String.init) ?? "")
      facts.addSide(try record.someNumber(isOut ? "settlement amount" : "deposit amount"), asset)
      if isOut {
        facts.fees = [AssetAmount(amount: try record.magnitude("trading fee"), asset: asset)]
      }
      facts.hash = record["txid"]
      return try facts.meaning(isOut ? .withdrawal : .deposit, word: status)
    }
  }
}
