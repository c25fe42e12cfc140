import FoundationEssentials
import ImportText
import Portfolio

/// Reads a file of any format bitpal knows.
///
/// - Parameters:
///   - bytes: The whole file: UTF-8, or UTF-16 with a byte order mark.
///   - formats: The formats it may have; the header decides among them.
///   - name: The file's name if several are imported together.
///   - map: The user's mapping of columns, or only the date order and zone.
///   - known: Maps of earlier files, recognized by their headers.
///   - zones: The zones of files with local times, if the map sets none.
/// - Returns: The results of the rows, with the rows of a trade combined.
/// - Throws: ``ImportError`` if the file as a whole cannot be read.
public func readImport(
  _ bytes: [UInt8], as formats: [ImportFormat] = ImportFormat.allCases, name: String = "",
  map: ColumnMap? = nil, known: [SavedColumnMap] = [], zones: LocalZones = LocalZones()
) throws(ImportError) -> ImportFile {
  let (found, first): (DetectedFormat, String)
  switch try FileReading(bytes, as: formats, name: name, map: map, known: known, zones: zones) {
  case .json(let file): return file
  case .table(let table, let line): (found, first) = (table, line)
  }
  let results: [RowResult]
  do throws(FileTextError) {
    results = try found.results()
  } catch {
    throw .unreadable(error)
  }
  if found.reader.mayBeOthers, results.isOfUnknownTypesOnly {
    throw .unknownFormat(firstLine: first)
  }
  if found.reader.format != .custom, let lacked = results.timesMissing(by: found.table.header) {
    guard formats.count == ImportFormat.allCases.count else {
      throw .lacksTimes(column: lacked, found.reader.format)
    }
    throw .unknownFormat(firstLine: first)
  }
  return found.file(of: results)
}

/// The kind of a file, and how it is read.
enum FileReading {
  /// bitpal's own JSON.
  case json(ImportFile)
  /// Rows under a header.
  case table(DetectedFormat, firstLine: String)

  /// Determines the form of a file.
  ///
  /// - Throws: ``ImportError`` if the file has none of the forms.
  init(
    _ bytes: [UInt8], as formats: [ImportFormat], name: String, map: ColumnMap?,
    known: [SavedColumnMap], zones: LocalZones
  ) throws(ImportError) {
    let (text, isWindows) = try readableText(of: bytes)
    if text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") {
      guard formats.contains(.bitpalJSON) else { throw .otherFormat(expected: formats) }
      if isWindows { _ = try readableText(of: bytes, elseWindows: false) }
      self = .json(try readPortfolioJSON(text, name: name))
      return
    }
    func reader(in text: [UInt8]) -> DetectedFormat? {
      DetectedFormat(in: text, as: formats, name: name, map: map, known: known, zones: zones)
    }
    let found =
      reader(in: text) ?? quotesWithoutBlanks(in: text).flatMap(reader)
      ?? unwrappedLines(of: text).flatMap(reader)
    guard let found else {
      if let glued = HeaderGluedToRow(in: text) {
        throw .headerGluedToRow(line: glued.line, cell: glued.cell)
      }
      if let own = map, !own.isHint { throw .missingColumns(own.columns) }
      // Only a known header confirms that the encoding was guessed correctly.
      if isWindows { _ = try readableText(of: bytes, elseWindows: false) }
      if formats.count < ImportFormat.allCases.count { throw .otherFormat(expected: formats) }
      if saysNothing(text) { throw .unreadable(.empty) }
      throw .unknownFormat(firstLine: firstLine(of: text))
    }
    self = .table(found, firstLine: firstLine(of: text))
  }
}

/// The most bytes a row may have.
public let longestRow = 1 << 20

extension [RowResult] {
  /// Whether there are rows, and all have types unknown to the form.
  fileprivate var isOfUnknownTypesOnly: Bool {
    !isEmpty
      && allSatisfy { result in
        guard case .refused(let row) = result else { return false }
        return switch row.reason {
        case .unknownKind, .unknownLabel: true
        default: false
        }
      }
  }
}

extension DetectedFormat {
  /// The table, with the date order and number format of its rows in the header.
  func tableWithMarks() throws(FileTextError) -> CSVTable {
    var table = table
    for column in try datedColumns where table.header.dateOrder == nil {
      try table.findDateOrder(in: column)
    }
    try table.findDecimalMark()
    return table
  }

  /// The results of the rows.
  ///
  /// A repeated header means that another export was appended.
  fileprivate func results() throws(FileTextError) -> [RowResult] {
    let table = try tableWithMarks()
    var reader = reader.read(table)
    var results = rowsAbove
    var ending = FileEnding()
    try table.eachRecord { record, _ in
      if record.row.text == table.line.text {
        reader.finish { results.append($0) }
        results.append(
          .leftOut(LeftOutRow(source: record.source, reason: .otherKind("heading"))))
        reader = self.reader.read(table)
      } else if record.row.text.utf8.count > longestRow {
        results.append(.refused(RefusedRow(source: record.beginning, reason: .tooLong)))
      } else if let line = record.row.brokenLine {
        let reason = RefusalReason.textAfterQuote(line: line)
        results.append(.refused(RefusedRow(source: record.source, reason: reason)))
      } else if ending.cuts(record) {
        results.append(.refused(RefusedRow(source: record.source, reason: .cutOff)))
      } else {
        reader.read(record) { results.append($0) }
      }
      return true
    }
    reader.finish { results.append($0) }
    return results
  }
}

/// The text of a file, and whether it is encoded in Windows-1252.
private func readableText(
  of bytes: [UInt8], elseWindows: Bool = true
) throws(ImportError) -> (text: [UInt8], isWindows: Bool) {
  do throws(FileTextError) {
    let text = try utf8Text(of: bytes)
    guard !text.allSatisfy(isSpace) else { throw .empty }
    return (text, false)
  } catch {
    if elseWindows, case .notText = error, let text = windows1252Text(of: bytes) {
      return (text, true)
    }
    throw .unreadable(error)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// Text that exchanges write below the header of an empty export.
let emptyFileMarkers: Set<String> = [
  "No data matches the criteria.", "条件に一致するデータがありません。",
]

/// Whether a short text ends with such a marker.
private func saysNothing(_ text: [UInt8]) -> Bool {
  guard text.count < 2000 else { return false }
  let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
  return lines.count < 4
    && emptyFileMarkers.contains { lines.last?.trimmed.trimmingPrefix("\"").hasPrefix($0) ?? false }
}

private func firstLine(of text: [UInt8]) -> String {
  let line = text.drop(while: isSpace).prefix { !(0x0A...0x0D).contains($0) }
  return String(decoding: line, as: UTF8.self)
}
