import FoundationEssentials
import Import
import ImportText
import Portfolio

/// The reader of a file, and where its rows start.
struct DetectedFormat: Sendable {
  let reader: FormatReader
  /// The header and the rows below it, with the user's date order and zone if set.
  var table: CSVTable
  /// Whether its times are local times of an unknown zone.
  let hasUnknownZone: Bool
  /// Whether the file name had that zone, as the exchange wrote it.
  let hasLostZone: Bool
  /// The zone that a map sets for a known form, as written in the map.
  private let namedZone: String?
  /// Whether the form always uses UTC, so a user's zone is ignored.
  private let isUTC: Bool
  /// Rows above the header, which cannot be read under it.
  let rowsAbove: [RowResult]

  /// Finds the header of a text among those of some formats and maps.
  ///
  /// - Returns: `nil` if no line is a header.
  init?(
    in text: [UInt8], as formats: [ImportFormat], name: String, map: ColumnMap?,
    known: [SavedColumnMap], zones: LocalZones = LocalZones()
  ) {
    let own = map.flatMap { $0.isHint ? nil : $0 }
    let ownReader = own?.reader()
    let saved = formats.contains(.custom) && own == nil ? known.filter { !$0.map.isHint } : []
    var order = map?.dateOrder
    var found: FormatReader?
    let table = CSVTable.find(in: text) { header in
      if let again = saved.first(where: { $0.recognizes(header) }) {
        found = again.map.reader()
        order = order ?? again.map.dateOrder
      } else {
        let readers = ownReader.map { [$0] } ?? FormatReader.candidates(for: header)
        func isWanted(_ reader: FormatReader) -> Bool {
          own != nil || formats.contains(reader.format)
        }
        found = readers.first { $0.recognizes(header) && isWanted($0) }
        // If the user asked for the format, its header may have additional columns.
        let isAskedFor = own == nil && formats.count < ImportFormat.allCases.count
        if found == nil, isAskedFor {
          found = readers.first { isWanted($0) && $0.hasColumns(header) }
        }
        // The first row is not a header, even if a map matches it.
        if own != nil, header.hasDates { found = nil }
      }
      return found != nil
    }
    guard var table, var found, !table.hasHeaderGluedToRow else { return nil }
    rowsAbove = Self.rowsAbove(table)
    if found.format != .bitpal { found = found.refusingDatesBeforeGenesis }
    let hint =
      own == nil
      ? map ?? known.first { $0.map.isHint && $0.recognizes(table.header) }?.map : nil
    if let hint { table.complete(with: hint, of: found) }
    let zone = (own ?? hint)?.namedZone
    let isRenamed = found.hasLostZone(table, name: name)
    let isLocal = zone == nil && (found.hasLocalTimes || isRenamed)
    let localZone = isLocal ? zones.zone(of: found.format) : nil
    isUTC = own == nil && found.format.writesUTC && !isRenamed
    namedZone = hint?.literal(.zone)
    table.name(
      file: name, dateOrder: order ?? hint?.dateOrder,
      zone: isUTC ? nil : zone ?? localZone?.zone)
    (reader, self.table) = (found, table)
    hasUnknownZone = isLocal && localZone == nil
    hasLostZone = isRenamed && hasUnknownZone
  }

  /// The user's zone, if no time of the file is read in it.
  var unusedZone: String? {
    guard let namedZone else { return nil }
    return isUTC || !readsTimes(inZone: table) ? namedZone : nil
  }

  /// Whether the first times depend on the user's zone.
  ///
  /// If none can be read, assume so.
  private func readsTimes(inZone table: CSVTable) -> Bool {
    let records: [CSVRecord]
    do throws(FileTextError) { records = try table.records(first: 20) } catch { return true }
    func dates(_ zone: Zone) -> [Date] {
      var table = table
      table.name(
        file: table.header.file, dateOrder: table.header.dateOrder ?? .dayFirst, zone: zone)
      var dates: [Date] = []
      let reader = reader.read(table)
      for record in records {
        reader.read(record.under(table.header)) { dates += [$0.date].compactMap(\.self) }
      }
      reader.finish { dates += [$0.date].compactMap(\.self) }
      return dates
    }
    let (inUTC, inOther) = (dates(.utc), dates(.fixed(minutes: 60)))
    return inUTC.isEmpty || inUTC != inOther
  }

  /// The name of the form: the format and its columns, without the one of refusal reasons.
  var form: FormName {
    let columns = namedColumns.filter { $0 != CSVHeader.reasons }
    let digest = CellsDigest(cells: columns).shortText
    return FormName(format: reader.format.rawValue, columns: digest)
  }

  /// The names of the columns, without the empty ones at the end that a spreadsheet may add.
  var namedColumns: [String] {
    let columns = table.line.columns
    return Array(columns[..<((columns.lastIndex { !$0.isEmpty } ?? -1) + 1)])
  }

  /// Columns whose dates show the file's order of day and month.
  var datedColumns: [String] {
    get throws(FileTextError) {
      if let column = reader.slashedDates, table.header.has([column]) { return [column] }
      return try table.slashedColumns
    }
  }

  /// The file with the results of its rows.
  func file(of results: [RowResult]) -> ImportFile {
    var file = ImportFile(format: reader.format, name: table.header.file, results: results)
    file.header = table.line
    return file
  }
}

extension CSVTable {
  /// Applies a map's settings to a known form.
  fileprivate mutating func complete(with map: ColumnMap, of reader: FormatReader) {
    setWords(map.ownKinds, hasSigns: reader.format.writesSigns)
    guard reader.lacksCurrency(header), let name = map.literal(.currency) else { return }
    setCurrency(Asset(symbol: name))
  }
}

/// Whether a file has a header of some forms, of a map, or of saved maps.
public func isRecognized(
  _ bytes: [UInt8], as formats: [ImportFormat], map: ColumnMap?, known: [SavedColumnMap]
) -> Bool {
  do throws(ImportError) {
    _ = try FileReading(
      bytes, as: formats, name: "", map: map, known: known, zones: LocalZones())
    return true
  } catch {
    return false
  }
}

extension DetectedFormat {
  /// The rows above the header: those of another table, or rows that a spreadsheet sorted to the
  /// top.
  ///
  /// Preambles, such as the time of the export, are not rows. A row has a date and a figure, and as
  /// many cells as the table or the heading line above it.
  static func rowsAbove(_ table: CSVTable) -> [RowResult] {
    var named: Set<Int> = [table.header.count]
    var rows: [RowResult] = []
    for row in linesAbove(table) {
      let cells = row.cells.map(\.trimmed)
      let (dates, figures) = (cells.filter(isDate), cells.filter(isFigure))
      let count = cells.count { !$0.isEmpty }
      if dates.isEmpty, figures.isEmpty, count > 2 { named.insert(cells.count) }
      let isRow = !dates.isEmpty && figures.contains { !dates.contains($0) } && count > 2
      guard isRow, named.contains(cells.count) else { continue }
      let source = CSVRecord(header: table.header, row: row).source
      rows.append(.refused(RefusedRow(source: source, reason: .aboveHeader)))
    }
    return rows
  }

  private static func linesAbove(_ table: CSVTable) -> [CSVRow] {
    var reader = CSVReader(Array(table.header.preamble.utf8), delimiter: table.firstRow.delimiter)
    var lines: [CSVRow] = []
    do throws(FileTextError) {
      while let row = try reader.next() { lines.append(row) }
    } catch {
      // Text that cannot be split into cells is prose.
    }
    return lines
  }
}
