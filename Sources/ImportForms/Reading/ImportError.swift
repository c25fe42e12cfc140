public import Exact
public import ImportText

/// Why a file cannot be imported at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The bytes are not rows of text.
  case unreadable(FileTextError)
  /// No line of the file is a header bitpal knows; the text is the first line.
  case unknownFormat(firstLine: String)
  /// The line that names the columns goes on with a row; the text is one of its cells.
  case headerGluedToRow(line: Int, cell: String)
  /// No line of the file has all the columns that a map names.
  case missingColumns([String])
  /// The file lacks the column of times of the format asked for.
  case lacksTimes(column: String, ImportFormat)
  /// The file is of none of the formats asked for.
  case otherFormat(expected: [ImportFormat])
  /// The file begins like JSON and does not go on like it.
  case badJSON(JSONError)
  /// A later version of bitpal's JSON.
  case unknownVersion(String)
}
