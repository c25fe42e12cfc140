import FoundationEssentials
import Portfolio

/// Which reader a file has, and where its rows begin.
struct FoundReader: Sendable {
  let reader: FormatReader
  /// The header and the rows below it, which know the order of dates and the zone where the user
  /// says them.
  var table: CSVTable
  /// Whether its times are those of a clock somewhere, and nobody says where.
  let hasUnknownZone: Bool
  /// The zone of its local times, where the user's settings name it.
  let localZone: LocalZone?
  /// The zone that the user names, where no time of the file is read in it.
  private(set) var ignoredZone: String?
  /// Whether others are given together with the file, and all of them are read row by row.
  var isOneOfSeveral = false
  /// Rows above the header, which cannot be read under it.
  let rowsAbove: [Reading]

  /// Finds the header of a text among those of some formats and maps.
  ///
  /// - Returns: `nil` where no line is a header.
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
        // A header of the format that was asked for may have more columns than it has elsewhere.
        let isAskedFor = own == nil && formats.count < ImportFormat.allCases.count
        if found == nil, isAskedFor {
          found = readers.first { isWanted($0) && $0.hasColumns(header) }
        }
        // The first row is not what names its columns, whatever a map says.
        if own != nil, header.hasDates { found = nil }
      }
      return found != nil
    }
    guard var table, var found, !table.hasRowInHeader else { return nil }
    rowsAbove = Self.rowsAbove(table)
    if found.format != .bitpal { found = found.sinceThereAreCoins.namingItsCoin }
    // They are handed on beside the others, which needs all rows.
    if !rowsAbove.isEmpty { found.looksAhead = true }
    let hint =
      own == nil
      ? map ?? known.first { $0.map.isHint && $0.recognizes(table.header) }?.map : nil
    if let hint { table.complete(with: hint, of: found) }
    let zone = (own ?? hint)?.namedZone
    let isLocal = found.hasLocalTimes && zone == nil
    localZone = isLocal ? zones.zone(of: found.format) : nil
    let isUTC = own == nil && found.format.writesUTC
    table.name(
      file: name, dateOrder: order ?? hint?.dateOrder,
      zone: isUTC ? nil : zone ?? localZone?.zone)
    (reader, self.table) = (found, table)
    hasUnknownZone = isLocal && localZone == nil
    if let named = hint?.literal(.zone), isUTC || !readsTimes(inZone: table) { ignoredZone = named }
  }

  /// Whether the first times depend on the zone that the user names.
  ///
  /// Where none can be read yet they may.
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
        reader.read(record.under(table.header)) { dates += [$0.date].compactMap { $0 } }
      }
      reader.finish { dates += [$0.date].compactMap { $0 } }
      return dates
    }
    let dates = (dates(.utc), dates(.fixed(minutes: 60)))
    return dates.0.isEmpty || dates.0 != dates.1
  }

  /// The columns whose dates show in which order the file writes day and month.
  var datedColumns: [String] {
    get throws(FileTextError) {
      if let column = reader.slashedDates, table.header.has([column]) { return [column] }
      return try table.slashedColumns
    }
  }

  /// The file with what was read of it.
  func file(of readings: [Reading]) -> ImportFile {
    named(ImportFile(format: reader.format, name: table.header.file, readings: readings))
  }

  /// The file without its rows.
  func file(isNewestFirst: Bool) -> ImportFile {
    named(
      ImportFile(
        format: reader.format, name: table.header.file, isNewestFirst: isNewestFirst))
  }

  private func named(_ file: ImportFile) -> ImportFile {
    var file = file
    file.header = table.line
    file.hasUnknownZone = hasUnknownZone
    file.localZone = localZone?.name
    file.ignoredZone = ignoredZone
    file.currency = table.header.currency?.name
    return file
  }
}

extension CSVTable {
  /// Takes what a map says of a known form.
  fileprivate mutating func complete(with map: ColumnMap, of reader: FormatReader) {
    setWords(map.ownKinds, hasSigns: reader.format.writesSigns)
    guard reader.lacksCurrency(header), let name = map.literal(.currency) else { return }
    setCurrency(Asset(symbol: name))
  }
}
