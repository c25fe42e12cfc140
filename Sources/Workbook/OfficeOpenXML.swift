/// The sheets of a workbook in Excel's format (ECMA-376), in order.
func officeOpenXMLSheets(
  of parts: WorkbookParts, limit: Int
) throws(WorkbookError) -> [Workbook.Sheet] {
  let root = try Relationships(of: "", in: parts)
  let book = root.target(ofKind: "officeDocument") ?? "xl/workbook.xml"
  guard !book.lowercased().hasSuffix(".bin") else { throw .binary }
  let related = try Relationships(of: book, in: parts)
  let contents = BookReader()
  try parts.read(book, with: contents)
  let strings = SharedStringsReader()
  if let part = related.target(ofKind: "sharedStrings") { try parts.read(part, with: strings) }
  let styles = StylesReader()
  if let part = related.target(ofKind: "styles") { try parts.read(part, with: styles) }
  var (sheets, left): ([Workbook.Sheet], Int) = ([], limit)
  for (name, id) in contents.sheets {
    // Others are chart and dialog sheets, which have no cells.
    guard let part = related.target(of: id, kind: "worksheet") else { continue }
    let reader = SheetReader(
      of: contents, strings: strings, formats: styles.formats, limit: left)
    try parts.read(part, with: reader)
    let text = reader.text.finished()
    left -= text.count
    sheets.append(
      Workbook.Sheet(name: name, text: text, formulasWithoutResult: reader.formulasWithoutResult))
  }
  return sheets
}

/// The parts that a part refers to, with their types.
private struct Relationships {
  private let reader = RelationshipReader()
  private let folder: Substring

  /// - Parameter part: The referring part; empty for the workbook as a whole.
  init(of part: String, in parts: WorkbookParts) throws(WorkbookError) {
    let slash = part.lastIndex(of: "/").map(part.index(after:)) ?? part.startIndex
    folder = part[..<slash]
    let list = "\(folder)_rels/\(part[slash...]).rels"
    if parts[list] != nil { try parts.read(list, with: reader) }
  }

  /// The first part of a kind, by the last component of its type, because there are two sets of
  /// types.
  func target(ofKind kind: String) -> String? {
    reader.all.first { $0.type.hasSuffix("/\(kind)") }.map { path($0.target) }
  }

  func target(of id: String, kind: String) -> String? {
    reader.all.first { $0.id == id && $0.type.hasSuffix("/\(kind)") }.map { path($0.target) }
  }

  private func path(_ target: String) -> String {
    if target.hasPrefix("/") { return String(target.dropFirst()) }
    var names = folder.split(separator: "/")
    for name in target.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names.joined(separator: "/")
  }
}

private final class RelationshipReader: XMLReader {
  private(set) var all: [(id: String, type: String, target: String)] = []

  override var names: [StaticString] { ["Relationship"] }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    all.append((attributes.text("Id"), attributes.text("Type"), attributes.text("Target")))
  }
}

/// Reads the list of sheets.
private final class BookReader: XMLReader {
  private(set) var sheets: [(name: String, id: String)] = []
  /// Whether days are counted from 1904-01-01 instead of 1900.
  private(set) var countsFrom1904 = false
  /// Whether formulas must be calculated when the workbook is opened: programs that cannot
  /// calculate request it, and write 0 for every result.
  private(set) var lacksResults = false

  private enum Element: Int {
    case properties, sheet, calculation
  }

  override var names: [StaticString] { ["workbookPr", "sheet", "calcPr"] }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    func isTrue(_ name: StaticString) -> Bool { ["1", "true"].contains(attributes.text(name)) }
    switch Element(rawValue: name) {
    case .properties: countsFrom1904 = isTrue("date1904")
    case .sheet: sheets.append((attributes.text("name"), attributes.text("id")))
    case .calculation: lacksResults = isTrue("fullCalcOnLoad")
    case nil: break
    }
  }
}

/// Reads the cell formats by number.
private final class StylesReader: XMLReader {
  private(set) var formats: [NumberFormat] = []
  private var codes: [Int: NumberFormat] = [:]
  private var isInCells = false

  private enum Element: Int {
    case numberFormat, cellFormats, cellFormat
  }

  override var names: [StaticString] { ["numFmt", "cellXfs", "xf"] }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    switch Element(rawValue: name) {
    case .numberFormat:
      // The first is the cell format; conditional formats follow.
      guard let id = attributes.number("numFmtId"), codes[id] == nil else { return }
      codes[id] = NumberFormat(code: attributes.text("formatCode"))
    case .cellFormats: isInCells = true
    case .cellFormat where isInCells:
      let id = attributes.number("numFmtId") ?? 0
      formats.append(codes[id] ?? NumberFormat(builtIn: id))
    default: break
    }
  }

  override func end(_ name: Int) {
    if name == Element.cellFormats.rawValue { isInCells = false }
  }
}

/// Reads the shared strings.
private final class SharedStringsReader: XMLReader {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var (isInText, isInReading) = (false, false)

  private enum Element: Int {
    case item, text, reading
  }

  override var names: [StaticString] { ["si", "t", "rPh"] }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    switch Element(rawValue: name) {
    case .text: isInText = !isInReading
    case .reading: isInReading = true
    default: break
    }
  }

  override func end(_ name: Int) {
    switch Element(rawValue: name) {
    case .item:
      unescape(&bytes, from: ends.last ?? 0)
      ends.append(bytes.count)
    case .text: isInText = false
    case .reading: isInReading = false
    case nil: break
    }
  }

  override func text(_ piece: UnsafeRawBufferPointer) { if isInText { bytes += piece } }

  subscript(index: Int) -> ArraySlice<UInt8>? {
    guard ends.indices.contains(index) else { return nil }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }
}

/// Replaces escapes such as `_x000D_` with their characters.
private func unescape(_ bytes: inout [UInt8], from start: Int) {
  guard bytes[start...].contains(UInt8(ascii: "_")), bytes.count - start >= 7 else { return }
  var at = start
  var result: [UInt8] = []
  while at < bytes.count {
    if at + 7 <= bytes.count, bytes[at] == UInt8(ascii: "_"), bytes[at + 1] == UInt8(ascii: "x"),
      bytes[at + 6] == UInt8(ascii: "_"),
      let code = UInt32(String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self), radix: 16),
      code >= 0x20 || [0x09, 0x0A, 0x0D].contains(code), let scalar = Unicode.Scalar(code)
    {
      result += Array(String(scalar).utf8)
      at += 7
    } else {
      result.append(bytes[at])
      at += 1
    }
  }
  bytes.replaceSubrange(start..., with: result)
}

/// Reads the cells of a sheet.
private final class SheetReader: XMLReader {
  private(set) var text: SheetText
  private(set) var formulasWithoutResult = 0
  private let strings: SharedStringsReader
  private let formats: [NumberFormat]
  private let book: BookReader
  private var cell = Cell()
  private var column = 0
  private var (isInData, isInCell, isInValue, isInReading) = (false, false, false, false)
  private var value: [UInt8] = []

  private struct Cell {
    var kind = Kind.number
    var format = 0
    var hasFormula = false
  }

  private enum Kind {
    case number, shared, text, truth, date
  }

  private enum Element: Int {
    case data, row, cell, formula, value, text, reading
  }

  init(of book: BookReader, strings: SharedStringsReader, formats: [NumberFormat], limit: Int) {
    (self.book, self.strings, self.formats) = (book, strings, formats)
    text = SheetText(limit: limit)
  }

  override var names: [StaticString] { ["sheetData", "row", "c", "f", "v", "t", "rPh"] }

  override func start(_ name: Int, _ attributes: XMLAttributes) {
    switch Element(rawValue: name) {
    case .data: isInData = true
    case .row where isInData:
      column = 0
      guard let row = attributes.number("r"), row > 0 else { return }
      attempt { () throws(WorkbookError) in try text.skip(to: row - 1) }
    case .cell where isInData:
      (isInCell, cell) = (true, Cell())
      if let reference = attributes["r"] { column = Self.column(reference) ?? column }
      cell.format = attributes.number("s") ?? 0
      cell.kind = Self.kind(attributes["t"])
    case .formula where isInCell: cell.hasFormula = true
    case .value where isInCell, .text where isInCell && !isInReading: isInValue = true
    case .reading: isInReading = true
    default: break
    }
  }

  override func text(_ piece: UnsafeRawBufferPointer) { if isInValue { value += piece } }

  override func end(_ name: Int) {
    switch Element(rawValue: name) {
    case .data: isInData = false
    case .row where isInData: attempt { () throws(WorkbookError) in try text.endRow() }
    case .cell where isInCell:
      attempt { () throws(WorkbookError) in try add() }
      column += 1
      isInCell = false
      value.removeAll(keepingCapacity: true)
    case .value, .text: isInValue = false
    case .reading: isInReading = false
    default: break
    }
  }

  private func attempt(_ step: () throws(WorkbookError) -> Void) {
    do throws(WorkbookError) { try step() } catch { failure = error }
  }

  /// The column of a cell reference: 27 for `AB12`.
  private static func column(_ reference: UnsafePointer<CChar>) -> Int? {
    var (column, at) = (0, 0)
    while reference[at] >= 0x41, reference[at] <= 0x5A, at < 5 {
      column = column * 26 + Int(reference[at]) - 0x40
      at += 1
    }
    return column > 0 ? column - 1 : nil
  }

  private static func kind(_ type: UnsafePointer<CChar>?) -> Kind {
    guard let type else { return .number }
    switch UInt8(bitPattern: type[0]) {
    case UInt8(ascii: "s"): return type[1] == 0 ? .shared : .text
    case UInt8(ascii: "b"): return .truth
    case UInt8(ascii: "d"): return .date
    case UInt8(ascii: "n"): return .number
    // `inlineStr`, and `e` for an error such as `#N/A`.
    default: return .text
    }
  }

  private func add() throws(WorkbookError) {
    // The result of a formula may be an empty text.
    if cell.hasFormula, cell.kind == .number, value.isEmpty || book.lacksResults && value == [0x30]
    {
      formulasWithoutResult += 1
      return
    }
    guard !value.isEmpty else { return }
    switch cell.kind {
    case .number: try addNumber()
    case .shared:
      guard let index = CellNumber(value)?.reference, let shared = strings[index] else {
        throw .damaged("a cell has a text that is not there")
      }
      try text.add(shared, at: column)
    case .text:
      unescape(&value, from: 0)
      try text.add(value, at: column)
    case .truth: try text.add((value == [0x31] ? "TRUE" : "FALSE").utf8, at: column)
    case .date:
      guard let time = CellTime(iso: value) else { return try text.add(value, at: column) }
      try text.add(time.text.utf8, at: column)
    }
  }

  private func addNumber() throws(WorkbookError) {
    let format = formats.indices.contains(cell.format) ? formats[cell.format] : NumberFormat()
    guard let number = CellNumber(value) else { return try text.add(value, at: column) }
    if format.isTime, let time = CellTime(serial: number, as: format, from1904: book.countsFrom1904)
    {
      return try text.add(
        time.text.utf8, at: column,
        hidesSeconds: time.milliseconds == nil ? nil : !format.showsSeconds)
    }
    let plain = number.plainText ?? value
    guard !format.currency.isEmpty else { return try text.add(plain, at: column) }
    try text.add(withCurrency(format.currency, plain), at: column)
  }
}

extension CellNumber {
  /// The number as an index.
  fileprivate var reference: Int? {
    guard !isNegative, exponent == 0, digits.count < 10 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) }
  }
}

/// A number with its currency sign: `-$12.5`.
func withCurrency(_ sign: String, _ number: [UInt8]) -> [UInt8] {
  let isNegative = number.first == UInt8(ascii: "-")
  return (isNegative ? [UInt8(ascii: "-")] : []) + Array(sign.utf8) + number.drop { $0 == 0x2D }
}
