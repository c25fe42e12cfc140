/// Where a row is among several files.
struct RowPlace: Hashable {
  let file: String
  let line: Int
}

extension RowSource {
  var rowPlace: RowPlace { RowPlace(file: file, line: line) }
}

extension LeftOutRow {
  /// The first row of the trade of which this one is part.
  var firstOfTrade: RowPlace? {
    guard case .partOfTrade(let line) = reason else { return nil }
    return RowPlace(file: source.file, line: line)
  }
}
