public import FoundationEssentials
import Portfolio

/// A long file of bitpal's own CSV, of which the places of the rows are in memory and nothing else.
///
/// ``plan(into:policy:coins:now:newId:for:progress:add:)`` hands on its transactions one after the
/// other. Whatever it does is what ``readImport(_:as:name:map:known:)`` and
/// ``planImport(_:into:policy:coins:now:newId:)`` do with the whole file; where it cannot know
/// that, it throws ``MustReadWhole`` and the file is read by them.
public struct RowStream: StreamedRows {
  /// A row's instant and place.
  struct Entry {
    let date: Date
    /// The offset in the file, then the length in 21 bits: no row is longer than a megabyte.
    private let place: UInt64

    init(date: Date, offset: Int, count: Int) {
      self.date = date
      place = UInt64(offset) << 21 | UInt64(count)
    }

    var offset: Int { Int(place >> 21) }
    var count: Int { Int(place & 0x1F_FFFF) }
  }

  let bytes: RowBytes
  let header: CSVHeader
  let line: HeaderLine
  let delimiter: UInt8
  let isNewestFirst: Bool
  /// The rows in the order in which they are read.
  let entries: [Entry]

  /// The file without its rows.
  public let files: [ImportFile]

  /// How many rows there are.
  public var rowCount: Int { entries.count }

  /// The instant of the oldest row; `nil` where none has one.
  public var firstDate: Date? { entries.first?.date }

  /// The bytes at the beginning in which the header has to be.
  private static let headerLimit = 1 << 16
  /// The longest file; offsets have 43 bits.
  private static let longestFile = 1 << 42

  /// Finds the rows of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What the file is called.
  ///   - known: Maps of files read before, which may claim the header for themselves.
  ///   - progress: Called with the bytes gone through.
  /// - Throws: ``OtherForm``, ``MustReadWhole``, and what reading throws.
  public init(
    _ bytes: RowBytes, name: String = "", known: [SavedColumnMap] = [],
    progress: (Int) -> Void = { _ in }
  ) throws {
    guard bytes.count < Self.longestFile else { throw MustReadWhole() }
    let (found, start) = try Self.header(of: bytes, known: known)
    (self.bytes, header, line, delimiter) = (bytes, found.header, found.line, found.delimiter)
    var scan = RowScan(found)
    var scanner = RecordScanner(bytes, delimiter: delimiter, from: start + found.end)
    var seen = 0
    try scanner.forEach { record, offset in
      try scan.add(record, at: offset)
      if offset - seen > 1 << 20 {
        seen = offset
        progress(offset)
      }
    }
    isNewestFirst = scan.steps < 0
    var file = ImportFile(format: .bitpal, name: name, isNewestFirst: isNewestFirst)
    file.header = line
    files = [file]
    entries = scan.sorted(isNewestFirst: isNewestFirst)
  }

  /// The header, and how many bytes of a mark come before its text.
  private static func header(
    of bytes: RowBytes, known: [SavedColumnMap]
  ) throws -> (FoundHeader, Int) {
    var text = [UInt8](repeating: 0, count: min(headerLimit, bytes.count))
    let count = try text.withUnsafeMutableBytes { try bytes.fill($0, from: 0) }
    text.removeLast(text.count - count)
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    text.removeFirst(mark)
    guard text.first != UInt8(ascii: "{"), !text.contains(0) else { throw MustReadWhole() }
    var reader: FormatReader?
    let found = CSVTable.findHeader(in: text) { header in
      guard !known.contains(where: { $0.recognizes(header) }) else { return true }
      reader = FormatReader.first(recognizing: header)
      return reader != nil
    }
    // A header at the very end of what was looked at may go on.
    guard let found, found.end < text.count || count == bytes.count,
      String(validating: text[..<min(found.end, text.count)], as: UTF8.self) != nil
    else { throw MustReadWhole() }
    guard reader?.format == .bitpal else { throw OtherForm() }
    return (found, mark)
  }
}

/// Goes through the rows once for their instants.
private struct RowScan {
  private(set) var steps = 0
  private var entries: [RowStream.Entry] = []
  private var isAscending = true
  private var last: Date?
  private var cells: RecordCells
  private let slow: RecordReading

  init(_ found: FoundHeader) {
    cells = RecordCells(found.header, delimiter: found.delimiter)
    slow = RecordReading(found)
  }

  mutating func add(_ record: UnsafeBufferPointer<UInt8>, at offset: Int) throws {
    guard let date = try date(of: record) else { return }
    if let last, date > last { steps += 1 }
    if let last, date < last {
      steps -= 1
      isAscending = false
    }
    last = date
    entries.append(RowStream.Entry(date: date, offset: offset, count: record.count))
  }

  private mutating func date(of record: UnsafeBufferPointer<UInt8>) throws -> Date? {
    guard record.count <= longestRow else { throw MustReadWhole() }
    if RecordCells.isPlain(record), let date = cells.instant(of: record) { return date }
    return try slow.reading(of: record)?.date
  }

  /// Oldest first; rows of one instant in the order of the file, or from its end.
  consuming func sorted(isNewestFirst: Bool) -> [RowStream.Entry] {
    guard !isAscending else { return entries }
    entries.sort { left, right in
      guard left.date == right.date else { return left.date < right.date }
      return (left.offset < right.offset) != isNewestFirst
    }
    return entries
  }
}

/// Reads single records as a file that is read whole has them read.
struct RecordReading {
  private let found: FoundHeader
  private let reader: RecordReader

  init(_ found: FoundHeader) {
    self.found = found
    reader = FormatReader.bitpal.read(
      CSVTable(header: found.header, line: found.line))
  }

  /// What a record says; `nil` for a blank one.
  ///
  /// - Throws: ``MustReadWhole`` for a row that is refused or left out.
  func reading(of record: UnsafeBufferPointer<UInt8>) throws -> Reading? {
    guard !record.isEmpty else { return nil }
    guard !record.contains(0), let text = String(validating: record, as: UTF8.self) else {
      throw MustReadWhole()
    }
    var csv = CSVReader(Array(text.utf8), delimiter: found.delimiter)
    guard case .success(let row?) = Result(catching: { try csv.next() }), row.brokenLine == nil,
      csv.position.offset == record.count
    else {
      throw MustReadWhole()
    }
    guard !row.isBlank else { return nil }
    var reading: Reading?
    reader.read(CSVRecord(header: found.header, row: row)) { reading = $0 }
    switch reading {
    case .entry, .record: return reading
    default: throw MustReadWhole()
    }
  }
}
