import Exact
import FoundationEssentials
import Portfolio

extension FormatReader {
  /// bitpal's own CSV (SPEC §7): `coin_id,type,amount,price,date,notes`, in any order and case, and
  /// the other columns of an export, each of which may be missing or empty.
  static let bitpal = FormatReader(
    format: .bitpal, signatures: [["coin_id", "type", "amount", "price", "date"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let record = record.withoutApostrophes
      return switch record["type"].lowercased() {
      case "deposit": .record(try move(from: record, isDeposit: true))
      case "withdrawal": .record(try move(from: record, isDeposit: false))
      default: .entry(try entry(from: record))
      }
    }
  }

  private static func entry(from record: CSVRecord) throws(RefusalReason) -> ImportedEntry {
    let coinId = try record.filled("coin_id")
    let kind = try record.filled("type")
    guard let type = TransactionType(rawValue: kind.lowercased()) else { throw .unknownKind(kind) }
    let isFree = type == .gift && record["price"].isEmpty
    let notes = record.verbatim("notes")
    let id = try record.identity("id")
    let transaction = Transaction(
      id: id ?? UUID(), coinId: coinId, type: type, amount: try record.plainNumber("amount"),
      pricePerCoin: isFree ? 0 : try record.plainNumber("price"), date: try record.utcDate("date"),
      notes: notes.isEmpty ? nil : notes, account: record.text("account"),
      category: try record.word("category"), payment: try record.payment(),
      fee: try record.transactionFee(), valuation: try record.valuation(),
      reference: record.reference())
    return ImportedEntry(
      source: record.source, asset: id == nil ? .idOrSymbol(coinId) : .id(coinId),
      transaction: transaction, hasId: id != nil)
  }

  private static func move(
    from record: CSVRecord, isDeposit: Bool
  ) throws(RefusalReason) -> MoveRecord {
    let coinId = try record.filled("coin_id")
    let amount = try record.plainNumber("amount")
    guard amount > 0 else { throw .breaksRule(.invalidAmount) }
    let id = try record.identity("id")
    _ = try record.filled("account")
    let move = Move(
      id: id ?? UUID(), account: record.verbatim("account"), coinId: coinId,
      amount: isDeposit ? amount : -amount, fee: try record.plain("fee") ?? 0,
      date: try record.utcDate("date"), hash: record.text("hash"), reference: record.reference(),
      transfer: try record.identity("transfer"))
    return MoveRecord(source: record.source, move: move, hasId: id != nil)
  }
}

extension CSVRecord {
  /// The record as it was before it was written for a spreadsheet.
  fileprivate var withoutApostrophes: CSVRecord {
    guard header.place(of: safeColumn) != nil else { return self }
    let cells = row.cells.map(withoutSafetyApostrophe)
    return CSVRecord(under: shared, row: CSVRow(line: row.line, cells: cells, text: row.text))
  }

  /// A cell that may be empty.
  fileprivate func text(_ column: String) -> String? {
    let cell = verbatim(column)
    return cell.isEmpty ? nil : cell
  }

  fileprivate func plain(_ column: String) throws(RefusalReason) -> Decimal? {
    self[column].isEmpty ? nil : try plainNumber(column)
  }

  fileprivate func identity(_ column: String) throws(RefusalReason) -> UUID? {
    guard !self[column].isEmpty else { return nil }
    guard let id = UUID(uuidString: self[column]) else { throw .notAnIdentity(self[column]) }
    return id
  }

  fileprivate func utcDate(_ column: String) throws(RefusalReason) -> Date {
    let text = try filled(column)
    guard let date = Date(utcText: text) else { throw .notADate(column: column, text) }
    return date
  }

  fileprivate func word<Word: RawRepresentable>(
    _ column: String
  ) throws(RefusalReason) -> Word? where Word.RawValue == String {
    guard !self[column].isEmpty else { return nil }
    guard let word = Word(rawValue: self[column]) else { throw .unknownKind(self[column]) }
    return word
  }

  fileprivate func payment() throws(RefusalReason) -> MoneyAmount? {
    guard let amount = try plain("payment") else { return nil }
    return MoneyAmount(amount: amount, currency: try filled("payment_currency"))
  }

  fileprivate func transactionFee() throws(RefusalReason) -> TransactionFee? {
    guard let amount = try plain("fee") else { return nil }
    return TransactionFee(
      amount: amount, currency: text("fee_currency"), rate: try plain("fee_rate"))
  }

  fileprivate func valuation() throws(RefusalReason) -> Valuation? {
    guard let kind: Valuation.Kind = try word("valuation") else { return nil }
    var day: UTCDay?
    if !self["rate_day"].isEmpty {
      day = UTCDay(text: self["rate_day"])
      if day == nil { throw .notADate(column: "rate_day", self["rate_day"]) }
    }
    return Valuation(
      kind: kind, rate: try plain("rate"), source: text("rate_source"), day: day)
  }

  fileprivate func reference() -> Reference? {
    guard let source = text("reference_source"), let id = text("reference_id") else { return nil }
    return Reference(source: source, id: id)
  }
}
