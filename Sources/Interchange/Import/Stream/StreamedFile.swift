public import FoundationEssentials
import Portfolio

/// A long file of any form in which nearly every row stands for itself, of which the places of the
/// rows are in memory and little else.
///
/// ``StreamedFiles`` read the rows again in the order of their instants. Whatever they do is what
/// ``readImport(_:as:name:map:known:zones:progress:)`` and
/// ``planImport(_:into:policy:coins:now:newId:progress:)`` do with the whole file; where they
/// cannot know that, ``MustReadWhole`` is thrown and the file is read by them.
public struct StreamedFile {
  /// The file without its rows.
  public let file: ImportFile
  let bytes: RowBytes
  let found: FoundReader
  /// The rows in the order in which they are read.
  let entries: [Entry]
  /// The places of rows that make trades only together.
  let trades: RowsOfTrades
  /// How many of them stand beside the first of their trade.
  let partCount: Int
  /// What other rows say only together.
  let kept: [Reading]
  /// Rows that are left out or refused, in the order in which they are read.
  let undated: [Reading]
  /// What the dollars of all rows say together.
  let evidence: FileEvidence
  /// Whether some rows are deposits or withdrawals.
  let hasMoves: Bool
  /// Whether some of them are of no account that the file names.
  let hasMovesWithoutAccount: Bool
  /// The ids that several rows state, by their hashes.
  let repeated: Set<Int>
  /// What is compared with other files; `nil` for a file alone, and as soon as it was compared.
  var names: NamesOfFile?

  /// How many rows there are.
  public var rowCount: Int { entries.count }

  /// The instant of the oldest row; `nil` where none has one.
  public var firstDate: Date? { entries.first?.date }

  /// An instant, and where the file says what happened then.
  struct Entry {
    let date: Date
    private let span: RowSpan
    private let shortLine: UInt32
    /// Which of the readings of a trade it is; below zero for anything else.
    private let number: Int32

    /// A row that stands for itself.
    init(date: Date, span: RowSpan, line: Int) {
      (self.date, self.span, number) = (date, span, -1)
      shortLine = UInt32(truncatingIfNeeded: line)
    }

    /// A reading that is kept.
    init(date: Date, kept index: Int, line: Int) {
      self.init(date: date, span: RowSpan(offset: index, count: 0), line: line)
    }

    /// One of the readings of the trade that begins at a place of ``StreamedFile/trades``.
    init(date: Date, trade start: Int, number: Int, line: Int) {
      self.date = date
      span = RowSpan(offset: start, count: 0)
      shortLine = UInt32(truncatingIfNeeded: line)
      self.number = Int32(truncatingIfNeeded: number)
    }

    var line: Int { Int(shortLine) }

    /// Where the file says it.
    var place: EntryPlace {
      if span.count > 0 { return .row(span) }
      return number < 0 ? .kept(span.offset) : .trade(at: span.offset, number: Int(number))
    }

    /// Whether of one line it was handed on before another.
    func isHandedOn(before other: Entry) -> Bool {
      span.offset == other.span.offset
        ? number < other.number : span.offset < other.span.offset
    }
  }

  /// Where a file says what happened at an instant.
  enum EntryPlace {
    case row(RowSpan)
    case kept(Int)
    case trade(at: Int, number: Int)
  }

  /// The bytes at the beginning in which the header has to be, and the first rows.
  private static let beginning = 1 << 16
  /// The longest file; lines have 32 bits.
  private static let longestFile = 1 << 32
  /// Rows that are looked at for the form of their dates.
  private static let firstRows = 20
  /// Rows of which more than a place is kept, at most.
  static let mostKept = 50_000
  /// Rows of a trade that are read again for each of its readings, at most.
  static let mostOfTrade = 16

  /// Finds the rows of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - formats: The formats it may have.
  ///   - name: What the file is called.
  ///   - map: As for ``readImport(_:as:name:map:known:zones:progress:)``.
  ///   - known: Maps of files read before.
  ///   - zones: As for ``readImport(_:as:name:map:known:zones:progress:)``.
  ///   - isOneOfSeveral: Whether it is planned together with others.
  ///   - progress: Called with the bytes gone through.
  /// - Throws: ``MustReadWhole``, and what reading throws.
  public init(
    _ bytes: RowBytes, as formats: [ImportFormat] = ImportFormat.allCases, name: String = "",
    map: ColumnMap? = nil, known: [SavedColumnMap] = [], zones: LocalZones = LocalZones(),
    isOneOfSeveral: Bool = false, progress: (Int) -> Void = { _ in }
  ) throws {
    guard bytes.count < Self.longestFile else { throw MustReadWhole() }
    let (reader, mark) = try Self.reader(
      of: bytes, as: formats, name: name, map: map, known: known, zones: zones)
    var found = reader
    found.isOneOfSeveral = isOneOfSeveral
    let scan: FileScan
    do {
      scan = try bytes.scan(found, behind: mark, columns: try found.datedColumns, progress)
    } catch let shown as DateOrderShown {
      // The rows before were read as if nothing showed the order.
      found.table.setDateOrder(shown.order)
      scan = try bytes.scan(found, behind: mark, columns: [], progress)
    }
    self.bytes = bytes
    self.found = found
    (entries, kept, undated) = (scan.entries, scan.kept, scan.undated)
    (trades, partCount) = (scan.trades, scan.partCount)
    (evidence, hasMoves) = (scan.evidence, scan.hasMoves)
    hasMovesWithoutAccount = scan.hasMovesWithoutAccount
    (repeated, names) = (scan.repeated, scan.names)
    file = found.file(isNewestFirst: scan.isNewestFirst)
  }

  /// The reader, and how many bytes of a mark come before the text.
  private static func reader(
    of bytes: RowBytes, as formats: [ImportFormat], name: String, map: ColumnMap?,
    known: [SavedColumnMap], zones: LocalZones
  ) throws -> (FoundReader, Int) {
    var text = [UInt8](repeating: 0, count: min(beginning, bytes.count))
    let count = try text.withUnsafeMutableBytes { try bytes.fill($0, from: 0) }
    text.removeLast(text.count - count)
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    text.removeFirst(mark)
    guard text.first != UInt8(ascii: "{"), !text.contains(0),
      var found = FoundReader(
        in: text, as: formats, name: name, map: map, known: known, zones: zones),
      !found.reader.looksAhead, !found.reader.mayBeOthers, found.reader.format != .bitpal,
      // What stands above the rows may be text of Windows, too.
      String(validating: text[..<found.table.firstRow.offset], as: UTF8.self) != nil
    else { throw MustReadWhole() }
    do {
      let first = try found.table.records(first: firstRows + 1)
      guard first.count > firstRows || count == bytes.count else { throw MustReadWhole() }
      guard found.reader.timesLacked(by: found.table, first) == nil else { throw MustReadWhole() }
      try found.table.findDecimalMark(first: firstRows)
      return (found, mark)
    } catch {
      throw MustReadWhole()
    }
  }
}

/// Thrown where a row shows in which order a file writes day and month.
struct DateOrderShown: Error {
  let order: DateOrder
}
