public import Exact
import Export
public import ImportText

/// Why a file cannot be imported at all.
public enum ImportError: Error, Equatable, Sendable {
  /// The bytes are not rows of text.
  case unreadable(FileTextError)
  /// No line of the file is a header bitpal knows; the text is the first line.
  case unknownFormat(firstLine: String)
  /// The header line continues with a row; the text is one of its cells.
  case headerGluedToRow(line: Int, cell: String)
  /// No line of the file has all the columns that a map names.
  case missingColumns([String])
  /// The file lacks the time column of the requested format.
  case lacksTimes(column: String, ImportFormat)
  /// The file is of none of the requested formats.
  case otherFormat(expected: [ImportFormat])
  /// The file begins like JSON and does not go on like it.
  case badJSON(JSONError)
  /// A later version of bitpal's JSON.
  case unknownVersion(String)
}

extension ImportError {
  /// What is wrong with the file, and what to do.
  public var sentence: String {
    switch self {
    case .unreadable(.empty): "The file is empty."
    case .unreadable(.notText(let line)):
      "Line \(line) is not text; save the file as CSV in UTF-8."
    case .unreadable(.unbalancedQuote(let line)): "A quote opens on line \(line) and never closes."
    case .unreadable(.textAfterQuote(let line)): quoteSentence(line)
    case .unknownFormat(let line): "The file has no header that bitpal knows; it begins: \(line)"
    case .missingColumns(let columns):
      "No line of the file has all of these columns: \(columns.joined(separator: ", ")). Name them "
        + "as the header does."
    case .headerGluedToRow(let line, let cell):
      "Line \(line) names the columns and goes on with a row (\"\(cell)\"): the line break between "
        + "them is missing. Add it, so that no row is lost."
    case .lacksTimes(let column, let format):
      "The file has no column \(column), which every row of \(format.rawValue) needs. "
        + "Without --format you can name the columns yourself."
    case .otherFormat(let formats):
      "The file is not of the format asked for: "
        + formats.map(\.rawValue).joined(separator: ", ") + ". Try --format auto."
    case .badJSON(let error):
      "Line \(error.line) is not the JSON that bitpal writes: \(error.reason.words)."
    case .unknownVersion(let version):
      "The export has version \(version); this bitpal reads "
        + "\(portfolioJSONVersions.joined(separator: " and "))."
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
