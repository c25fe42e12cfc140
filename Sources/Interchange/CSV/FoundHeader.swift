/// The line of a CSV file that names its columns.
struct HeaderLine: Equatable, Sendable {
  /// The line as written.
  let text: String
  /// What stands between its cells.
  let delimiter: Unicode.Scalar
  /// The names of the columns in lower case, as they stand.
  let columns: [String]
}

/// Where a header was found, and what it says.
struct FoundHeader {
  let header: CSVHeader
  let line: HeaderLine
  /// What stands between cells.
  let delimiter: UInt8
  /// Where the first record below it begins, and on which line.
  let end: Int
  let nextLine: Int
}
