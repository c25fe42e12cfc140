/// A spreadsheet workbook, as saved by Excel (`.xlsx`) or LibreOffice (`.ods`).
///
/// Both are archives of XML. Each sheet becomes CSV, so that CSV readers can read workbooks; a row
/// of the sheet is on the line with its number.
public struct Workbook: Sendable {
  /// One sheet.
  public struct Sheet: Sendable {
    /// The sheet's name.
    public let name: String
    /// Its rows as comma-separated CSV in UTF-8; empty for an empty sheet.
    public let text: [UInt8]
    /// The number of formula cells without a stored result; they are empty in ``text``.
    public let formulasWithoutResult: Int
  }

  private let form: Form
  private let parts: WorkbookParts

  private enum Form {
    case officeOpenXML, openDocument
  }

  /// Recognizes a workbook by its files; hidden sheets are included.
  ///
  /// - Parameter files: The files of an archive.
  /// - Returns: `nil` if they are not those of a workbook.
  public init?(files: [(name: String, bytes: [UInt8])]) {
    parts = WorkbookParts(files)
    if parts["[Content_Types].xml"] != nil, files.contains(where: { $0.name.hasPrefix("xl/") }) {
      form = .officeOpenXML
    } else if parts["mimetype"]?.starts(with: Self.openDocumentType.utf8) ?? false {
      form = .openDocument
    } else {
      return nil
    }
  }

  private static let openDocumentType = "application/vnd.oasis.opendocument.spreadsheet"

  /// Reads every sheet, in order.
  ///
  /// - Parameter limit: The maximum total size of the texts in bytes.
  /// - Throws: ``WorkbookError``.
  public func sheets(limit: Int) throws(WorkbookError) -> [Sheet] {
    switch form {
    case .officeOpenXML: try officeOpenXMLSheets(of: parts, limit: limit)
    case .openDocument: try openDocumentSheets(of: parts, limit: limit)
    }
  }
}

/// Why a workbook could not be read.
public enum WorkbookError: Error, Equatable, Sendable {
  /// There is no XML library; the text is the loader's message.
  case noLibrary(String)
  /// A part of the workbook is damaged or missing; the text says which, and how.
  case damaged(String)
  /// The sheets are larger than allowed.
  case tooLarge
  /// The workbook is password-protected.
  case encrypted
  /// The workbook is in Excel's binary format, `.xlsb`.
  case binary
}

/// The files of a workbook by name.
struct WorkbookParts: Sendable {
  // Matched ignoring case: no two part names differ only in case.
  private let parts: [String: [UInt8]]

  init(_ files: [(name: String, bytes: [UInt8])]) {
    parts = Dictionary(
      files.map { ($0.name.lowercased(), $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> [UInt8]? { parts[name.lowercased()] }

  /// Parses a part with a reader.
  ///
  /// - Throws: ``WorkbookError/damaged(_:)`` if the workbook lacks it.
  func read(_ name: String, with reader: XMLReader) throws(WorkbookError) {
    guard let bytes = self[name] else { throw .damaged("\(name) is missing") }
    try reader.read(bytes, of: name)
  }
}
