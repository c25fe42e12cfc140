import ImportText

extension [RowResult] {
  /// The column of times that the header has not, where rows are refused for want of it and none is
  /// taken: such a header is another form's.
  func timesMissing(by header: CSVHeader) -> String? {
    var lacked: String?
    for result in self {
      switch result {
      case .leftOut: continue
      case .refused(let row):
        // Others may be refused for what was read before their time.
        if let column = row.reason.columnOfTimes, !header.has([column]) { lacked = column }
      default: return nil
      }
    }
    return lacked
  }
}

extension RefusalReason {
  /// The column whose times the row lacks, where that is what is wrong.
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
  /// The column of times that the form needs and a table lacks, so that each of some rows is
  /// refused.
  func timesMissing(by table: CSVTable, _ records: [CSVRecord]) -> String? {
    var results: [RowResult] = []
    let reader = read(table)
    for record in records { reader.read(record) { results.append($0) } }
    reader.finish { results.append($0) }
    return results.timesMissing(by: table.header)
  }
}
