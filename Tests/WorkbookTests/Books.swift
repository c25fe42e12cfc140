import Workbook

/// A workbook in Excel's format around one sheet.
struct OfficeBook {
  /// The elements in `sheetData`.
  var rows = ""
  var book = ""
  var strings = ""
  var styles = ""
  /// Parts that replace others or are added.
  var parts: [String: String] = [:]
  /// A part to omit.
  var missing = ""

  /// The text of its first sheet, or the error.
  var text: String { text(limit: 1 << 20) }

  func text(limit: Int) -> String {
    outcome(of: files, limit: limit) { $0.first.map { String(decoding: $0.text, as: UTF8.self) } }
  }

  var formulasWithoutResult: String {
    outcome(of: files, limit: 1 << 20) { $0.first.map { String($0.formulasWithoutResult) } }
  }

  /// The names and texts of all sheets.
  var sheets: String {
    outcome(of: files, limit: 1 << 20) { sheets in
      sheets.map { "\($0.name): \(String(decoding: $0.text, as: UTF8.self))" }.joined()
    }
  }

  private var files: [(name: String, bytes: [UInt8])] {
    var all = [
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels":
        "<r><Relationship Id='b' Type='x/officeDocument' Target='xl/workbook.xml'/></r>",
      "xl/workbook.xml": "<w xmlns:r='r'>\(book)<sheet name='One' r:id='one'/></w>",
      "xl/_rels/workbook.xml.rels": """
      <r><Relationship Id='one' Type='x/worksheet' Target='worksheets/one.xml'/>
      <Relationship Id='t' Type='x/sharedStrings' Target='strings.xml'/>
      <Relationship Id='f' Type='x/styles' Target='styles.xml'/></r>
      """,
      "xl/strings.xml": "<sst>\(strings)</sst>",
      "xl/styles.xml": "<styleSheet>\(styles)</styleSheet>",
      "xl/worksheets/one.xml": "<worksheet><sheetData>\(rows)</sheetData></worksheet>",
    ]
    all.merge(parts) { $1 }
    all[missing] = nil
    return all.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }
  }
}

/// The text of the first table of a document, or the error.
func openDocument(_ rows: String, limit: Int = 1 << 20) -> String {
  openDocument(tables: "<table:table table:name='One'>\(rows)</table:table>", limit: limit) {
    $0.first.map { String(decoding: $0.text, as: UTF8.self) }
  }
}

func openDocument(
  tables: String, limit: Int = 1 << 20, manifest: String = "",
  _ words: ([Workbook.Sheet]) -> String?
) -> String {
  let content = """
    <office:document-content xmlns:office='o' xmlns:table='t' xmlns:text='x' xmlns:calcext='c'
    xmlns:draw='d'><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body>
    </office:document-content>
    """
  let files = [
    ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content),
    ("META-INF/manifest.xml", "<manifest>\(manifest)</manifest>"),
  ]
  return outcome(of: files.map { ($0, Array($1.utf8)) }, limit: limit, words)
}

private func outcome(
  of files: [(name: String, bytes: [UInt8])], limit: Int, _ words: ([Workbook.Sheet]) -> String?
) -> String {
  guard let workbook = Workbook(files: files) else { return "no workbook" }
  do throws(WorkbookError) {
    return words(try workbook.sheets(limit: limit)) ?? "no sheet"
  } catch {
    switch error {
    case .noLibrary(let reason): return reason
    case .damaged(let reason): return "damaged: \(reason)"
    case .tooLarge: return "too large"
    case .encrypted: return "encrypted"
    case .binary: return "binary"
    }
  }
}
