/// A workbook for tests, in both supported formats.
public struct TestWorkbook: Sendable {
  /// A cell.
  public enum Cell: Sendable {
    case text(String)
    /// A number, with the digits that the file has.
    case number(String)
    /// An instant as `2024-03-01T10:00:37`, and as Excel's day number.
    case time(String, days: String)
    case empty
  }

  /// The names and rows of the sheets.
  public var sheets: [(name: String, rows: [[Cell]])]

  /// Makes a workbook.
  public init(_ sheets: [(name: String, rows: [[Cell]])]) { self.sheets = sheets }

  /// The workbook as Excel saves it, with the texts in a shared list.
  public var officeOpenXML: [UInt8] {
    var texts: [String] = []
    let parts = sheets.enumerated().map { number, sheet in
      let rows = sheet.rows.enumerated().map { row, cells in
        let cells = cells.enumerated().map { column, cell in
          let index = "\(Unicode.Scalar(UInt8(0x41 + column)))\(row + 1)"
          switch cell {
          case .text(let text):
            texts.append(text)
            return "<c r=\"\(index)\" t=\"s\"><v>\(texts.count - 1)</v></c>"
          case .number(let digits): return "<c r=\"\(index)\"><v>\(digits)</v></c>"
          case .time(_, let days): return "<c r=\"\(index)\" s=\"1\"><v>\(days)</v></c>"
          case .empty: return ""
          }
        }
        return "<row r=\"\(row + 1)\">\(cells.joined())</row>"
      }
      return ("xl/worksheets/sheet\(number + 1).xml", "sheetData", rows.joined())
    }
    let ids = sheets.indices.map { $0 + 1 }
    let names = zip(ids, sheets).map { id, sheet in
      "<sheet name=\"\(escaped(sheet.name))\" sheetId=\"\(id)\" r:id=\"s\(id)\"/>"
    }
    let own = ids.map { ("s\($0)", "worksheet", "worksheets/sheet\($0).xml") }
    let shared = [("t", "sharedStrings", "sharedStrings.xml"), ("f", "styles", "styles.xml")]
    let strings = texts.map { "<si><t>\(escaped($0))</t></si>" }.joined()
    let all =
      parts + [
        ("[Content_Types].xml", "Types", ""),
        ("_rels/.rels", "Relationships", relations([("b", "officeDocument", "xl/workbook.xml")])),
        ("xl/_rels/workbook.xml.rels", "Relationships", relations(own + shared)),
        ("xl/workbook.xml", "sheets", names.joined()),
        ("xl/sharedStrings.xml", "sst", strings),
        ("xl/styles.xml", "cellXfs", "<xf numFmtId=\"0\"/><xf numFmtId=\"22\"/>"),
      ]
    return storedZip(
      all.map { name, root, content in
        (name, Array("<\(root) xmlns:r=\"urn:r\">\(content)</\(root)>".utf8))
      })
  }

  private func relations(_ all: [(id: String, kind: String, target: String)]) -> String {
    all.map { "<Relationship Id=\"\($0.id)\" Type=\"x/\($0.kind)\" Target=\"\($0.target)\"/>" }
      .joined()
  }

  /// The workbook as LibreOffice saves it.
  public var openDocument: [UInt8] {
    let tables = sheets.map { sheet in
      let rows = sheet.rows.map { "<table:table-row>\($0.map(element).joined())</table:table-row>" }
      return "<table:table table:name=\"\(escaped(sheet.name))\">\(rows.joined())</table:table>"
    }
    let spaces = ["office", "table", "text"].map { "xmlns:\($0)=\"urn:\($0)\"" }
    let content =
      "<office:document-content \(spaces.joined(separator: " "))><office:body><office:spreadsheet>"
      + "\(tables.joined())</office:spreadsheet></office:body></office:document-content>"
    return storedZip([
      ("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8)),
      ("content.xml", Array(content.utf8)),
    ])
  }

  private func element(_ cell: Cell) -> String {
    let (attributes, shown): (String, String) =
      switch cell {
      case .text(let text): ("office:value-type=\"string\"", escaped(text))
      case .number(let digits): ("office:value-type=\"float\" office:value=\"\(digits)\"", digits)
      case .time(let time, _):
        ("office:value-type=\"date\" office:date-value=\"\(time)\"", "01.03.24 10:00")
      case .empty: ("", "")
      }
    return "<table:table-cell \(attributes)><text:p>\(shown)</text:p></table:table-cell>"
  }

  private func escaped(_ text: String) -> String {
    let signs: [Character: String] = ["&": "&amp;", "<": "&lt;", "\"": "&quot;"]
    return text.reduce(into: "") { $0 += signs[$1] ?? String($1) }
  }
}
