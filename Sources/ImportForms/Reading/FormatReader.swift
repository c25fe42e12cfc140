import FoundationEssentials
import ImportText
import Portfolio

/// How one format of CSV is recognized and read.
struct FormatReader: Sendable {
  let format: ImportFormat
  /// Sets of columns, in lower case; a header of this format has all columns of at least one set.
  let signatures: [[String]]
  /// The column of dates like `03/04/2024` whose order depends on the whole file, or `nil`; see
  /// ``CSVRecord/dateByEvidence(_:_:zone:)``.
  var slashedDates: String? = nil
  /// Whether a header of this format has no other columns, because its names are too common.
  var isWhole = false
  /// Whether the order of columns is fixed: cells are found by position even if no names repeat.
  var isOrdered = false
  /// Whether repeated column names belong to their neighbors, while other columns may be in any
  /// order.
  var keepsUnits: (@Sendable (CSVHeader) -> Bool)?
  /// Columns that a header of this format never has.
  var absent: [String] = []
  /// Whether a type column, if present, can be ignored: every row is left out, or the type means
  /// something else.
  var hasIdleTypes = false
  /// Whether its times are the customer's local times, in a zone that the file does not name.
  var hasLocalTimes = false
  /// Whether a header of this format does not name the currency of its figures.
  var lacksCurrency: @Sendable (CSVHeader) -> Bool = { _ in false }
  /// Whether other programs write such headings, too: a file without any known type is then of
  /// another form.
  var mayBeOthers = false
  /// The fee column whose signs must be equal; otherwise all rows are needed to interpret the rarer
  /// one.
  var signedColumn: String?
  /// The signs of outgoing amounts, if all rows are needed to interpret the rarer one.
  var signsOfKinds: KindSigns?
  /// Properties of its rows that matching needs.
  var declares = FormDeclaration()
  /// Prepares to read the records below a header.
  var read: @Sendable (CSVTable) -> RecordReader
  /// Whether a heading of its times may name a zone other than UTC; see ``withZoneInHeading``.
  var hasZoneInHeading = false

  /// Whether a header has this format.
  func recognizes(_ header: CSVHeader) -> Bool {
    hasForm(header) || hasZoneInHeading && header.atUTC.contains(where: hasForm)
  }

  private func hasForm(_ header: CSVHeader) -> Bool {
    guard !absent.contains(where: { header.has([$0]) }) else { return false }
    return signatures.contains { names in
      header.has(names) && (!isWhole || header.hasNothing(but: names))
        && !ignoresKinds(of: header, with: names) && keepsOrder(header, of: names)
    }
  }

  /// Whether repeated column names are in the order of the form, which is the only way to
  /// distinguish them.
  private func keepsOrder(_ header: CSVHeader, of names: [String]) -> Bool {
    if let keepsUnits { return keepsUnits(header) }
    // A map refers to repeated column names by number.
    let repeats = format != .custom && names.contains { header.has(["\($0)#2"]) }
    guard isOrdered || repeats else { return true }
    let indices = names.compactMap { header.columns[$0] }
    return zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Whether a header has the columns of this format, even with others that ``isWhole`` forbids;
  /// enough if the user asks for this format.
  func hasColumns(_ header: CSVHeader) -> Bool {
    var wider = self
    wider.isWhole = false
    return wider.recognizes(header)
  }

  /// Whether a header has a column for the kind of row while this form has none.
  ///
  /// Such a form reads every row as the same kind, and would read purchases as deposits.
  private func ignoresKinds(of header: CSVHeader, with names: [String]) -> Bool {
    guard !hasIdleTypes,
      !names.contains(where: { name in Self.sideWords.contains { name.contains($0) } })
    else { return false }
    return Self.sideNames.contains { header.has([$0]) }
  }

  /// Full names of columns with the kind of row.
  private static let sideNames = [
    "type", "side", "action", "buy/sell", "direction", "kind", "operation", "trade type",
    "transaction type", "transaction kind", "order side",
  ]
  /// Substrings of such names.
  private static let sideWords = ["type", "side", "action", "buy", "direction", "kind", "operat"]
}

/// The result of reading a row.
///
/// Indirect because results are large and are moved when sorted.
indirect enum RowResult: Sendable {
  case trade(TradeFacts)
  case move(MoveFacts)
  case entry(ImportedEntry)
  case record(MoveRecord)
  case leftOut(LeftOutRow)
  case refused(RefusedRow)
}

/// The meaning of a single row.
enum RowMeaning {
  case trade(TradeFacts)
  case move(MoveFacts)
  case entry(ImportedEntry)
  case record(MoveRecord)
  /// The result of a borrowed position, with the file's word for it.
  case contract(TradeFacts, String)
  case leftOut(LeftOutReason)
}

/// Reads records one at a time, so memory use is bounded by the longest trade, not by the file.
struct RecordReader {
  /// Reads the next record and emits every result that it completes.
  let read: (CSVRecord, (RowResult) -> Void) -> Void
  /// Emits the results that were waiting for more records.
  let finish: ((RowResult) -> Void) -> Void
  /// Reads the next record and emits its own statement without waiting for the rest of its trade;
  /// `nil` if ``read`` does that for every record.
  var readAlone: ((CSVRecord, (RowStatement) -> Void) -> Void)?
}

/// The statement of a single row, without the rest of its trade.
enum RowStatement {
  case whole(RowResult)
  /// A side or the fee of a trade, with the key that its other rows share.
  case part(Leg)
  /// An unreadable row of a trade, so the other rows with its key are incomplete.
  case unread(RowResult, key: String)
}

extension RecordReader {
  /// Emits the record's own statement.
  func readAlone(_ record: CSVRecord, _ emit: (RowStatement) -> Void) {
    if let readAlone { return readAlone(record, emit) }
    read(record) { emit(.whole($0)) }
  }
}

extension RecordReader {
  /// The same reader with its results transformed.
  ///
  /// - Parameter part: Transforms a leg that is emitted alone.
  func mapping(
    _ other: @escaping (RowResult) -> RowResult, part: @escaping (Leg) -> Leg = { $0 }
  ) -> RecordReader {
    let (read, finish, alone) = (read, finish, readAlone)
    return RecordReader(
      read: { record, emit in read(record) { emit(other($0)) } },
      finish: { emit in finish { emit(other($0)) } },
      readAlone: alone.map { alone in
        { record, emit in
          alone(record) { result in
            switch result {
            case .whole(let result): emit(.whole(other(result)))
            case .part(let leg): emit(.part(part(leg)))
            case .unread(let result, let key): emit(.unread(other(result), key: key))
            }
          }
        }
      })
  }
}

extension CSVTable {
  /// The record without blank cells, if a copied page with tabs has more cells than columns.
  ///
  /// With commas, such a row may also have a number split into two cells.
  func withoutPadding(_ record: CSVRecord) -> CSVRecord {
    guard record.isTooLong, line.delimiter == "\t" else { return record }
    let cells = record.row.cells.filter { !$0.trimmed.isEmpty }
    guard cells.count == header.count else { return record }
    let row = CSVRow(line: record.row.line, cells: cells, text: record.row.text)
    return CSVRecord(under: record.shared, row: row)
  }

  /// Reads a format with one row per event.
  func readEach(
    _ meaning: @escaping (CSVRecord) throws(RefusalReason) -> RowMeaning
  ) -> RecordReader {
    RecordReader(
      read: { record, emit in
        let record = withoutPadding(record)
        do throws(RefusalReason) {
          guard !record.isTooLong else { throw .tooManyCells }
          switch try record.checkingSigns(\.isOut, meaning) {
          case .trade(let facts): emit(.trade(facts))
          case .move(let facts): emit(.move(facts))
          case .entry(let entry): emit(.entry(entry))
          case .record(let move): emit(.record(move))
          case .contract(let facts, let word): emit(.contract(facts, word))
          case .leftOut(let reason):
            emit(.leftOut(LeftOutRow(source: record.source, reason: reason)))
          }
        } catch {
          emit(record.unread(error))
        }
      }, finish: { _ in })
  }
}
