import ImportText

extension [RowResult] {
  /// The time column that the header lacks, if rows are refused for it and none is read; such a
  /// header has another form.
  func timesMissing(by header: CSVHeader) -> String? {
    var lacked: String?
    for result in self {
      switch result {
      case .leftOut: continue
      case .refused(let row):
        // Rows may be refused for another reason before their time is read.
        if let column = row.reason.columnOfTimes, !header.has([column]) { lacked = column }
      default: return nil
      }
    }
    return lacked
  }
}

extension RefusalReason {
  /// The column of the time that the row lacks, if that is the reason.
  fileprivate var columnOfTimes: String? {
    switch self {
    case .missingCell(""), .unknownZone(""): "time"
    case .missingCell(let column):
      HeaderNames.saysTime(column) ? column : nil
    default: nil
    }
  }
}

extension FormatReader {
  /// The time column that the form needs and a table lacks, so all of the given rows are refused.
  func timesMissing(by table: CSVTable, _ records: [CSVRecord]) -> String? {
    var results: [RowResult] = []
    let reader = read(table)
    for record in records { reader.read(record) { results.append($0) } }
    reader.finish { results.append($0) }
    return results.timesMissing(by: table.header)
  }
}
