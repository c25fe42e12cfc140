/// The line of a CSV file that names its columns.
package struct HeaderLine: Equatable, Sendable {
  /// The line as written.
  package let text: String
  /// What stands between its cells.
  package let delimiter: Unicode.Scalar
  /// The names of the columns in lower case, as they stand.
  package let columns: [String]
}

/// Where a header was found, and what it says.
package struct DetectedHeader {
  package let header: CSVHeader
  package let line: HeaderLine
  /// What stands between cells.
  package let delimiter: UInt8
  /// Where the first record below it begins, and on which line.
  package let end: Int
  package let nextLine: Int
}
