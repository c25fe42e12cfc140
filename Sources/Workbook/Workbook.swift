/// A workbook of a spreadsheet program, as Excel (`.xlsx`) or LibreOffice (`.ods`) saves it.
///
/// Both are archives of XML. Each sheet becomes CSV, so that what reads CSV reads workbooks; a row
/// of the sheet is on the line of its number.
public struct Workbook: Sendable {
  /// One sheet.
  public struct Sheet: Sendable {
    /// What the sheet is called.
    public let name: String
    /// Its rows as CSV in UTF-8, with commas; empty where the sheet is.
    public let text: [UInt8]
    /// Cells with a formula whose result is not in the file; they are empty in ``text``.
    public let formulasWithoutResult: Int
  }

  private let form: Form
  private let parts: WorkbookParts

  private enum Form {
    case officeOpenXML, openDocument
  }

  /// Recognizes a workbook by what is in it, hidden sheets included.
  ///
  /// - Parameter files: The files of an archive.
  /// - Returns: `nil` where they are not those of a workbook.
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

  /// Reads every sheet, in the order of the workbook.
  ///
  /// - Parameter limit: The most bytes that all texts may have together.
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
  /// The system has no library for XML; the text is the loader's.
  case noLibrary(String)
  /// A part of the workbook is damaged or missing; the text says which, and how.
  case damaged(String)
  /// The sheets are larger than allowed.
  case tooLarge
  /// A password locks the workbook.
  case encrypted
  /// The sheets are in Excel's binary form, `.xlsb`.
  case binary
}

/// The files of a workbook by name.
struct WorkbookParts: Sendable {
  // Names of parts differ by more than their case.
  private let parts: [String: [UInt8]]

  init(_ files: [(name: String, bytes: [UInt8])]) {
    parts = Dictionary(
      files.map { ($0.name.lowercased(), $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> [UInt8]? { parts[name.lowercased()] }

  /// Gives a part to a reader.
  ///
  /// - Throws: ``WorkbookError/damaged(_:)`` where the workbook lacks it.
  func read(_ name: String, with reader: XMLReader) throws(WorkbookError) {
    guard let bytes = self[name] else { throw .damaged("\(name) is missing") }
    try reader.read(bytes, of: name)
  }
}
