import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Buenbit's history, in Argentina time: a conversion has two lines, and the second has neither
  /// date nor id.
  static let buenbit = FormatReader(
    format: .buenbit,
    signatures: [["fecha", "id", "operacion", "estado", "moneda", "monto", "costo de red"]]
  ) { _ in
    let history = BuenbitHistory()
    return RecordReader(read: history.read, finish: history.flush)
  }

  fileprivate static let buenbitKinds = KindTable([
    .trade: ["conversion"], .deposit: ["deposito", "transferencia p2p recibida"],
    .withdrawal: ["retiro"], .reward: ["interes", "cashback"], .payment: ["consumo de tarjeta"],
  ])
}

/// Reads lines that may continue the one above them.
private final class BuenbitHistory {
  /// The last line with a date, and its result if it was left out.
  private var head: CSVRecord?
  private var unread: LeftOutReason?
  /// A conversion that is waiting for its second line.
  private var conversion: CSVRecord?
  /// Whether the lines are shares, which are listed below the coins.
  private var isBehindCoins = false

  func read(_ record: CSVRecord, _ emit: (RowResult) -> Void) {
    do throws(RefusalReason) {
      if record["fecha"].contains("---") { isBehindCoins = true }
      if isBehindCoins {
        flush(emit)
        emit(leftOut(record, .otherKind("not coins")))
      } else if record["fecha"].isEmpty {
        try goOn(with: record, emit)
      } else {
        flush(emit)
        try begin(record, emit)
      }
    } catch {
      emit(record.unread(error))
    }
  }

  func flush(_ emit: (RowResult) -> Void) {
    guard let record = conversion else { return }
    conversion = nil
    emit(record.unread(.halfATrade(record["moneda"])))
  }

  private func begin(_ record: CSVRecord, _ emit: (RowResult) -> Void) throws(RefusalReason) {
    (head, unread) = (record, nil)
    unread = try record.undone("estado", done: ["exitos", "acreditad", "completad"])
    if let unread {
      emit(leftOut(record, unread))
    } else if try kind(record) == .trade {
      conversion = record
    } else {
      emit(try alone(record, under: record))
    }
  }

  private func goOn(with record: CSVRecord, _ emit: (RowResult) -> Void) throws(RefusalReason) {
    guard let head else { throw .missingCell("fecha") }
    if let unread { return emit(leftOut(record, unread)) }
    guard let first = conversion else {
      guard try kind(head) == .reward else { throw .missingCell("fecha") }
      return emit(try alone(record, under: head))
    }
    conversion = nil
    var facts = TradeFacts(
      source: first.source.merged(with: [first.source, record.source]), date: try date(first))
    facts.reference = first.reference("buenbit", "id")
    for side in [first, record] {
      let quantity = try quantity(side)
      if quantity.amount > 0 { facts.received = quantity }
      if quantity.amount < 0 {
        facts.spent = AssetAmount(amount: -quantity.amount, asset: quantity.asset)
      }
    }
    guard facts.received != nil, facts.spent != nil else { throw .notATrade("CONVERSION") }
    emit(.trade(facts))
    emit(leftOut(record, .partOfTrade(line: first.row.line)))
  }

  /// A complete row, with the date and kind of the line above it.
  private func alone(_ record: CSVRecord, under head: CSVRecord) throws(RefusalReason) -> RowResult
  {
    let word = head["operacion"]
    let kind = try kind(head)
    let quantity = try quantity(record)
    var facts = TradeFacts(source: record.source, date: try date(head))
    let isOut = kind == .withdrawal || kind == .payment
    facts.addSide(isOut ? -abs(quantity.amount) : quantity.amount, quantity.asset)
    // The interest of a day has one id for all coins.
    if !head["id"].isEmpty { facts.reference = "buenbit \(head["id"]):\(quantity.asset.name)" }
    facts.hash = record["txid"]
    if kind == .withdrawal, let fee = try number(record, "costo de red") {
      facts.fees = [AssetAmount(amount: abs(fee), asset: quantity.asset)]
    }
    switch try facts.meaning(kind, word: word) {
    case .trade(let facts): return .trade(facts)
    case .move(let facts): return .move(facts)
    case .leftOut(let reason): return leftOut(record, reason)
    default: throw .unknownKind(word)
    }
  }

  private func kind(_ record: CSVRecord) throws(RefusalReason) -> RowKind {
    try record.kind("operacion", in: FormatReader.buenbitKinds)
  }

  private func date(_ record: CSVRecord) throws(RefusalReason) -> Date {
    try record.date("fecha", .dayFirst, .yearFirst, zone: .fixed(minutes: -180))
  }

  private func quantity(_ record: CSVRecord) throws(RefusalReason) -> AssetAmount {
    guard let amount = try number(record, "monto"), amount != 0 else { throw .missingCell("monto") }
    return AssetAmount(amount: amount, asset: try record.asset("moneda"))
  }

  /// A number with grouping commas.
  private func number(_ record: CSVRecord, _ column: String) throws(RefusalReason) -> ExactDecimal?
  {
    try record.fileNumber(record.ungrouped(record[column]), column: column)
  }

  private func leftOut(_ record: CSVRecord, _ reason: LeftOutReason) -> RowResult {
    .leftOut(LeftOutRow(source: record.source, reason: reason))
  }
}
