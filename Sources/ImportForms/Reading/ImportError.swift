public import Exact
import Export
public import ImportText
public import Portfolio

/// Why a file cannot be imported at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The bytes are not rows of text.
  case unreadable(FileTextError)
  /// No line of the file is a known header; the text is the first line.
  case unknownFormat(firstLine: String)
  /// The header line continues with a row; the text is one of its cells.
  case headerGluedToRow(line: Int, cell: String)
  /// No line of the file has all the columns that a map names.
  case missingColumns([String])
  /// The file lacks the time column of the requested format.
  case lacksTimes(column: String, ImportFormat)
  /// The file has none of the requested formats.
  case otherFormat(expected: [ImportFormat])
  /// The file starts like JSON but is not valid.
  case badJSON(JSONError)
  /// bitpal's JSON of a later version.
  case unknownVersion(String)
}

extension ImportError {
  /// What is wrong with the file, and how to fix it.
  public var message: ErrorMessage {
    switch self {
    case .unreadable(.empty): .init("The file is empty.")
    case .unreadable(.notText(let line)):
      .init("Line \(line) is not text.", help: "Save the file as CSV in UTF-8.")
    case .unreadable(.unbalancedQuote(let line)):
      .init("A quote opens on line \(line) and never closes.")
    case .unreadable(.textAfterQuote(let line)): .init(quoteSentence(line))
    case .unknownFormat(let line):
      .init(
        "The file is not a table of transactions. It begins: \(line.prefix(60))",
        help: "Import the CSV, XLSX or ODS file that your exchange exports.")
    case .missingColumns(let columns):
      .init(
        "No line of the file has all of these columns: \(columns.joined(separator: ", ")).",
        help: "Name them as the header does.")
    case .headerGluedToRow(let line, let cell):
      .init(
        "Line \(line) names the columns and goes on with a row (\"\(cell)\"): the line break between "
          + "them is missing.", help: "Add it, so that no row is lost.")
    case .lacksTimes(let column, let format):
      .init(
        "The file has no column \(column), which every row of \(format.rawValue) needs.",
        help: "Leave --format out, and name the columns yourself.")
    case .otherFormat(let formats):
      .init(
        "The file is not of the format asked for: "
          + formats.map(\.rawValue).joined(separator: ", ") + ".", help: "Try --format auto.")
    case .badJSON(let error):
      .init("Line \(error.line) is not the JSON that bitpal writes: \(error.reason.words).")
    case .unknownVersion(let version):
      .init(
        "The export has version \(version); this bitpal reads "
          + "\(portfolioJSONVersions.joined(separator: " and ")).")
    }
  }
}

extension JSONError.Reason {
  /// What is wrong with a JSON text.
  fileprivate var words: String {
    switch self {
    case .tooLarge: "the text is too long"
    case .tooDeep: "it is nested too deeply"
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte: "a character is not expected there"
    case .invalidNumber: "a number is not valid JSON"
    case .invalidString: "a string is not valid JSON"
    case .duplicateKey(let key): "the key \(key) appears twice"
    case .trailingContent: "something follows the end"
    }
  }
}
