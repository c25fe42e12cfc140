import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Binance's deposit and withdrawal histories.
  ///
  /// Only withdrawals have a separate fee column; the older form has `TransactionFee` in both
  /// files.
  static let binanceMoves = FormatReader(
    format: .binanceMoves,
    signatures: [
      ["date(utc+0)", "coin", "network", "amount", "address", "txid", "status"],
      ["date(utc)", "coin", "network", "amount", "fee", "address", "txid", "status"],
      ["date(utc)", "coin", "network", "amount", "address", "txid", "status"],
      BinanceHeadings.move,
      ["coin", "amount", "transactionfee", "address", "txid", "sourceaddress", "status"],
      // Edited by hand: a comment replaces the state.
      ["date(utc)", "coin", "network", "amount", "transactionfee", "address", "txid", "comment"],
    ] + BinanceHeadings.moves,
    declares: FormDeclaration(report: .moves, owner: ["user_id", "user id"])
  ) { table in
    let english = table.header.inEnglish(BinanceHeadings.moves, BinanceHeadings.move)?
      .renamed { BinanceHeadings.fees[$0] ?? $0 }
    let header = english ?? table.header
    let date = header.first("date(utc+0)", "date(utc)", "time", "date")
    let fee = header.first("fee", "transactionfee")
    return table.readEach { record throws(RefusalReason) in
      let record = record.under(english)
      let isOut = try isWithdrawal(record, fee: fee)
      let done = ["completed", "success"]
      if header.has(["status"]), let reason = try record.undone("status", done: done) {
        return .leftOut(reason)
      }
      var facts = try record.facts(
        date, .yearFirst, .shortYearFirst, .dayFirst, zone: try record.header.zoneOfFile(date))
      facts.addSide(try record.magnitude("amount"), try record.asset("coin"))
      facts.fees = isOut ? try record.fee(fee, "coin") : []
      facts.hash = record["txid"]
      return try facts.meaning(isOut ? .withdrawal : .deposit, word: "amount")
    }
  }

  /// Data that programs save from Binance's API: states are numbers, times are UTC.
  static let binanceMovesByInterface = plain(
    .binanceMoves,
    TableFormat(
      columns: ["coin", "amount", "network", "txid", "status", "inserttime"],
      absent: ["transactionfee"], date: ["inserttime"], forms: [.yearFirst, .unix],
      status: ("status", ["1", "6", "completed", "success"]), kind: .deposit,
      amount: .init("amount", .column("coin")), hash: "txid"),
    TableFormat(
      columns: ["coin", "amount", "network", "txid", "transactionfee", "status", "applytime"],
      date: ["applytime"], forms: [.yearFirst, .unix],
      status: ("status", ["6", "completed", "success"]), kind: .withdrawal,
      amount: .init("amount", .column("coin")), fees: [.init("transactionfee", .column("coin"))],
      movesIncludeFees: false, hash: "txid"))

  /// Whether a row is a withdrawal: the older form shows it by the fee or the file name.
  private static func isWithdrawal(
    _ record: CSVRecord, fee: String
  ) throws(RefusalReason) -> Bool {
    guard fee == "transactionfee" else { return record.header.has([fee]) }
    if try record.magnitude(fee) != 0 { return true }
    let file = record.header.file.lowercased()
    if file.contains("withdraw") { return true }
    if file.contains("deposit") { return false }
    throw .notATrade("a deposit or a withdrawal; put either word into the file's name")
  }

  /// Binance's history of coins bought with a card or bank account: the amount paid, which is
  /// `Amount` or, since 2022, `Spend Amount`, includes the fee.
  static let binanceBuys = FormatReader(
    format: .binanceBuys,
    signatures: [
      ["method", "amount", "price", "fees", "final amount", "status", "transaction id"],
      [
        "method", "spend amount", "receive amount", "fee", "price", "status", "transaction id",
      ],
    ],
    declares: FormDeclaration(report: .trades)
  ) { table in
    let date = table.header.first("date(utc)", "date", "time")
    let isOld = table.header.has(["final amount"])
    return table.readEach { record throws(RefusalReason) in
      if let reason = try record.undone("status", done: ["completed", "successful"]) {
        return .leftOut(reason)
      }
      var facts = try record.facts(
        date, .yearFirst, .shortYearFirst, zone: try record.header.zoneOfFile(date))
      facts.received = try record.glued(isOld ? "final amount" : "receive amount")
      facts.spent = try record.glued(isOld ? "amount" : "spend amount")
      facts.feesIncluded = try record.gluedFee(isOld ? "fees" : "fee")
      facts.reference = record.reference("binance", "transaction id")
      return try facts.meaning(.trade, word: "buy crypto")
    }
  }

  /// Binance.US: every row states each side's value in dollars.
  static let binanceUS = FormatReader(
    format: .binanceUS,
    signatures: [
      ["time", "category", "operation", "primary asset", "base asset", "quote asset", "fee asset"],
      ["time", "category", "operation", "primary_asset", "base_asset", "quote_asset", "fee_asset"],
    ],
    declares: FormDeclaration(isComplete: true, owner: ["user_id", "user id"])
  ) { table in
    let columns = BinanceUSColumns(table.header)
    return table.readEach { record throws(RefusalReason) in
      try binanceUSMeaning(of: record, columns)
    }
  }

  private static let binanceUSKinds = KindTable([
    .deposit: ["deposit"], .withdrawal: ["withdrawal"], .reward: ["distribution"],
    .trade: ["buy", "sell", "quick buy", "quick sell", "convert", "spot trading"],
  ])

  private static func binanceUSMeaning(
    of record: CSVRecord, _ columns: BinanceUSColumns
  ) throws(RefusalReason) -> RowMeaning {
    let kind = try record.kind("category", in: binanceUSKinds)
    let word = record["operation"]
    var facts = try record.facts("time", .yearFirst)
    facts.fees = try record.fee(columns.amount("fee"), columns.asset("fee"))
    facts.feeWorth(try record.magnitude(columns.dollars("fee")), .dollar)
    let id = record.firstColumn("transaction id", "transaction_id")
    guard kind == .trade else {
      let side = kind == .withdrawal ? -1 : ExactDecimal(1)
      let amount = try record.someNumber(columns.amount("primary"))
      // A negative distribution is the charge for the staking service.
      let isCharge = kind == .reward && amount < 0
      facts.addSide(
        isCharge ? amount : abs(amount) * side, try record.asset(columns.asset("primary")))
      facts.worth(try record.magnitude(columns.dollars("primary")), .dollar)
      facts.reference = record.reference("binance-us", id)
      return try facts.meaning(isCharge ? .fee : kind, word: word)
    }
    let base = try record.quantity(columns.amount("base"), columns.asset("base"))
    let quote = try record.quantity(columns.amount("quote"), columns.asset("quote"))
    guard let base, let quote else { throw .notATrade(word) }
    if record["category"].lowercased() == "spot trading" {
      try facts.exchange(base, for: quote, side: try record.side(of: word))
    } else {
      // For card purchases and conversions, the base is the asset paid.
      (facts.received, facts.spent) = (quote, base)
    }
    facts.worth(try record.magnitude(columns.dollars("quote")), .dollar)
    facts.reference = record.reference("binance-us", id)
    return .trade(facts)
  }
}

/// The columns of Binance.US, which renamed them once.
private struct BinanceUSColumns {
  private let header: CSVHeader

  init(_ header: CSVHeader) { self.header = header }

  func asset(_ side: String) -> String { header.first("\(side) asset", "\(side)_asset") }

  func amount(_ side: String) -> String {
    header.first(
      "realized amount for \(side) asset", "realized_amount_for_\(side)_asset")
  }

  func dollars(_ side: String) -> String {
    header.first(
      "realized amount for \(side) asset in usd", "realized_amount_for_\(side)_asset_in_usd_value")
  }
}
