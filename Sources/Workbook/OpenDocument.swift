/// The sheets of a workbook in LibreOffice's format (OpenDocument 1.3), in order.
func openDocumentSheets(
  of parts: WorkbookParts, limit: Int
) throws(WorkbookError) -> [Workbook.Sheet] {
  let manifest = parts["META-INF/manifest.xml"].map { String(decoding: $0, as: UTF8.self) }
  guard parts["encrypted-package"] == nil, manifest?.contains("encryption-data") != true else {
    throw .encrypted
  }
  let reader = TablesReader(limit: limit)
  try parts.read("content.xml", with: reader)
  return reader.sheets
}

/// Reads all tables of a document.
private final class TablesReader: XMLReader {
  private(set) var sheets: [Workbook.Sheet] = []
  private var left: Int
  private var text: SheetText
  private var sheetName = ""
  private var formulasWithoutResult = 0
  private var cell: Cell?
  private var column = 0
  private var rowCount = 1
  /// The nesting depth of tables, and of elements that do not belong to cells.
  private var (tables, others) = (0, 0)
  private var isInParagraph = false

  private struct Cell {
    var type = CellType.text
    var value: [UInt8]?
    var hasFormula = false
    var count = 1
    /// The displayed text.
    var shown: [UInt8] = []
    var paragraphs = 0
  }

  private enum CellType {
    case text, number, truth, date, time
  }

  private enum Element: Int {
    case table, row, cell, coveredCell, paragraph, space, tab, lineBreak
  }

  init(limit: Int) {
    left = limit
    text = SheetText(limit: limit)
  }

  /// The names after the line break contain text or tables that do not belong to cells.
  override var names: [StaticString] {
    [
      "table", "table-row", "table-cell", "covered-table-cell", "p", "s", "tab", "line-break",
      "annotation", "tracked-changes", "dde-links", "shapes", "frame", "custom-shape", "rect",
      "line", "ellipse", "circle", "polygon", "polyline", "path", "connector", "caption", "g",
      "control", "measure", "ruby-text",
    ]
  }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    guard let element = Element(rawValue: name) else { return others += 1 }
    guard others == 0 else { return }
    switch element {
    case .table:
      tables += 1
      guard tables == 1 else { return }
      sheetName = attributes.text("name")
      (text, formulasWithoutResult) = (SheetText(limit: left), 0)
    case .row where tables == 1:
      (column, rowCount) = (0, count(attributes.number("number-rows-repeated"), most: 1 << 24))
    case .cell where tables == 1, .coveredCell where tables == 1: begin(attributes)
    case .paragraph:
      isInParagraph = cell != nil
      cell?.paragraphs += 1
      if let cell, cell.paragraphs > 1 { show([UInt8(ascii: "\n")]) }
    case .space:
      let count = count(attributes.number("c"), most: 1000)
      show(Array(repeating: UInt8(ascii: " "), count: count))
    case .tab, .lineBreak: show([UInt8(ascii: " ")])
    default: break
    }
  }

  override func text(_ piece: UnsafeRawBufferPointer) {
    if isInParagraph, others == 0 { cell?.shown += piece }
  }

  private func show(_ bytes: [UInt8]) { if isInParagraph { cell?.shown += bytes } }

  override func end(_ name: Int) {
    guard let element = Element(rawValue: name) else { return others -= 1 }
    guard others == 0 else { return }
    do throws(WorkbookError) {
      switch element {
      case .table:
        tables -= 1
        if tables == 0 { endTable() }
      case .row where tables == 1: try text.endRow(times: rowCount)
      case .cell where tables == 1, .coveredCell where tables == 1: try endCell()
      case .paragraph: isInParagraph = false
      default: break
      }
    } catch {
      failure = error
    }
  }

  private func endTable() {
    // Copies of other workbooks' sheets, for formulas.
    guard !sheetName.hasPrefix("'file:") else { return }
    let bytes = text.finished()
    left -= bytes.count
    sheets.append(
      Workbook.Sheet(name: sheetName, text: bytes, formulasWithoutResult: formulasWithoutResult))
  }

  /// A repeat count, limited because files may contain any number.
  private func count(_ number: Int?, most: Int) -> Int { min(max(1, number ?? 1), most) }

  private func begin(_ attributes: XMLAttributes) {
    var cell = Cell()
    func value(_ name: StaticString) -> [UInt8]? {
      attributes[name].map { Array(String(cString: $0).utf8) }
    }
    // LibreOffice has an additional type attribute, without a value.
    let type: StaticString =
      attributes["office:value-type"] == nil ? "value-type" : "office:value-type"
    switch attributes.text(type) {
    case "float", "percentage", "currency": (cell.type, cell.value) = (.number, value("value"))
    case "boolean": (cell.type, cell.value) = (.truth, value("boolean-value"))
    case "date": (cell.type, cell.value) = (.date, value("date-value"))
    case "time": (cell.type, cell.value) = (.time, value("time-value"))
    default: cell.value = value("string-value")
    }
    cell.hasFormula = attributes["formula"] != nil
    let columns = attributes.number("number-columns-repeated")
    cell.count = count(columns, most: SheetText.maxColumns + 1)
    self.cell = cell
  }

  private func endCell() throws(WorkbookError) {
    guard let cell else { return }
    self.cell = nil
    let first = column
    column += cell.count
    // Errors have an empty value, and the cell shows the error's name.
    let value = cell.value.flatMap { $0.isEmpty ? nil : $0 } ?? cell.shown
    guard !value.isEmpty else {
      if cell.hasFormula { formulasWithoutResult += cell.count }
      return
    }
    let (content, hidesSeconds) = content(of: cell, value)
    for index in first..<column {
      try text.add(content, at: index, hidesSeconds: hidesSeconds)
    }
  }

  private func content(of cell: Cell, _ value: [UInt8]) -> ([UInt8], hidesSeconds: Bool?) {
    switch cell.type {
    case .text: return (value, nil)
    case .truth: return (Array((value.elementsEqual("true".utf8) ? "TRUE" : "FALSE").utf8), nil)
    case .number:
      let plain = CellNumber(value).map { $0.plainText ?? value }
      guard let plain else { return (value, nil) }
      let sign = currency(in: cell.shown)
      return (sign.isEmpty ? plain : withCurrency(sign, plain), nil)
    case .date, .time:
      let time = cell.type == .date ? CellTime(iso: value) : CellTime(duration: value)
      guard let time else { return (value, nil) }
      let colons = cell.shown.count { $0 == UInt8(ascii: ":") }
      return (Array(time.text.utf8), time.milliseconds == nil ? nil : colons == 1)
    }
  }

  /// The currency sign displayed with a number, including letters; or empty.
  private func currency(in shown: [UInt8]) -> String {
    let text = String(decoding: shown, as: UTF8.self)
    let beside = text.unicodeScalars.filter { scalar in
      !scalar.properties.isWhitespace && !("0"..."9").contains(scalar)
        && !"-+().,'’%".unicodeScalars.contains(scalar)
    }
    let letters = String(String.UnicodeScalarView(beside))
    return hasCurrencySign(letters) ? letters : ""
  }
}
