public import Import
import ImportText
import Portfolio

/// What a file is read with besides its bytes.
public struct ReadingOptions: Sendable {
  /// The digest of the bytes, which every fact names as its file.
  public var digest: String
  /// The account that the user named for all rows; `nil` for those of the rows and the form.
  public var account: String?
  /// The name of the file, for forms that write their zone or coin there alone.
  public var name: String
  /// How the user names the columns, or how dates are written and in which zone.
  public var map: ColumnMap?
  /// Maps of files read before, by whose headers a file is known again.
  public var known: [SavedColumnMap]
  /// The zones of files with local times.
  public var zones: LocalZones

  /// Makes options.
  public init(
    digest: String, account: String? = nil, name: String = "", map: ColumnMap? = nil,
    known: [SavedColumnMap] = [], zones: LocalZones = LocalZones()
  ) {
    (self.digest, self.account, self.name) = (digest, account, name)
    (self.map, self.known, self.zones) = (map, known, zones)
  }
}

/// What a file says, one record a row.
public struct FileRecords: Sendable {
  /// The form of the file.
  public let form: ImportFormat
  /// The records in the order of the file; as many as it has rows.
  public let records: [Record]
  /// Whether the times are those of a clock at an unknown place.
  public let hasUnknownZone: Bool
  /// The zone that the user named, where no time of the file is read in it.
  public var unusedZone: String?
  /// The names that the file gives coins besides their tickers.
  public let coinNames: [String: String]
}

/// Reads the rows of a file of any form bitpal knows, each into one record.
///
/// A row that the form cannot read becomes a record with a question. Nothing of a row depends on
/// other rows of the file but where the form explains several together.
///
/// - Parameters:
///   - bytes: The whole file: UTF-8, or UTF-16 with a byte order mark.
///   - forms: The forms it may have; the header decides among them.
/// - Throws: ``ImportError`` when the file as a whole cannot be read.
public func records(
  of bytes: [UInt8], as forms: [ImportFormat] = ImportFormat.allCases, options: ReadingOptions
) throws(ImportError) -> FileRecords {
  switch try FileReading(
    bytes, as: forms, name: options.name, map: options.map, known: options.known,
    zones: options.zones)
  {
  case .json(let file):
    let builder = RecordBuilder(of: .bitpalJSON, options: options)
    for result in file.results.sorted(by: { $0.source.line < $1.source.line }) {
      builder.add(result)
    }
    return builder.result(hasUnknownZone: false)
  case .table(let found, let firstLine):
    let builder = RecordBuilder(of: found, options: options)
    do throws(FileTextError) {
      try found.addRecords(to: builder)
    } catch {
      throw .unreadable(error)
    }
    try builder.checkForm(of: found, as: forms, firstLine: firstLine)
    var records = builder.result(hasUnknownZone: found.hasUnknownZone)
    records.unusedZone = found.unusedZone
    return records
  }
}

extension DetectedFormat {
  /// Gives every row of the file to a builder.
  fileprivate func addRecords(to builder: RecordBuilder) throws(FileTextError) {
    let table = try tableWithMarks()
    for result in rowsAbove { builder.add(result) }
    var reader = reader.read(table)
    try table.eachRecord { record, _ in
      builder.begin(record)
      if record.row.text == table.line.text {
        // Another export was put below the first.
        reader.finish { builder.add($0) }
        reader = self.reader.read(table)
        builder.add(
          .leftOut(LeftOutRow(source: record.source, reason: .otherKind("heading"))))
      } else if record.row.text.utf8.count > longestRow {
        builder.add(.refused(RefusedRow(source: record.beginning, reason: .tooLong)))
      } else if let line = record.row.brokenLine {
        let reason = RefusalReason.textAfterQuote(line: line)
        builder.add(.refused(RefusedRow(source: record.source, reason: reason)))
      } else {
        reader.readAlone(record) { builder.add($0) }
      }
      return true
    }
    reader.finish { builder.add($0) }
  }
}
