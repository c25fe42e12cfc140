import Exact

extension ImportPlan {
  /// The refused rows of one file with its header and their reasons, to be mended and imported.
  ///
  /// - Returns: `nil` when no row of the file is refused, or it has no header.
  public func refusedRows(of file: ImportFile) -> String? { refusedRows(of: [file]) }

  /// The refused rows of a file and of those that were written of it before, under one header.
  ///
  /// - Returns: `nil` when none of their rows is refused, they have no header, or not the same
  ///   columns.
  public func refusedRows(of files: [ImportFile]) -> String? {
    let given = files.compactMap { file in file.header.map { (file.name, RefusedText($0)) } }
    // The file as the exchange wrote it says how; what a spreadsheet saved may be written otherwise.
    guard let form = (given.first { !$0.1.hasReasons } ?? given.first)?.1,
      given.allSatisfy({ $0.1.names == form.names })
    else { return nil }
    var rows: [String] = []
    for (name, text) in given {
      for (row, reason) in refusedRows(ofFile: name) {
        rows.append(form.row(row, reason, writtenAs: text))
      }
    }
    return rows.isEmpty ? nil : form.header + rows.joined()
  }

  /// Refused rows in the order of the file, those among them that are needed to import others.
  private func refusedRows(ofFile name: String) -> [(RowSource, String)] {
    var reasons: [Int: String] = [:]
    var sources: [Int: RowSource] = [:]
    for row in refused where row.source.file == name {
      reasons[row.source.line] = row.reason.sentence
      sources[row.source.line] = row.source
    }
    for row in leftOut where row.source.file == name {
      if let line = row.firstOfTrade?.line, let reason = reasons[line] {
        sources[row.source.line] = row.source
        reasons[row.source.line] = reason
      }
    }
    return sources.sorted { $0.key < $1.key }.map { ($0.value, reasons[$0.key] ?? "") }
  }
}

extension ImportFile {
  /// Whether the file is one of refused rows, with their reasons.
  var hasReasons: Bool { header?.columns.contains(reasonColumn) ?? false }
}

/// How a file writes its rows, whether it has a column of reasons or not.
private struct RefusedText {
  private let line: HeaderLine
  /// The names of the columns but for reasons.
  let names: Set<String>

  init(_ line: HeaderLine) {
    self.line = line
    names = Set(line.columns.filter { !Self.isOfReasons($0) })
  }

  private static func isOfReasons(_ column: String) -> Bool {
    column.prefix { $0 != "#" } == reasonColumn
  }

  var hasReasons: Bool { line.columns.contains(where: Self.isOfReasons) }

  private var delimiter: String { String(line.delimiter) }

  /// The header with one column of reasons behind the others.
  var header: String {
    var text = line.text
    if hasReasons, let cells = cells(of: line.text) { text = joined(withoutReasons(cells)) }
    return text + delimiter + reasonColumn + "\n"
  }

  /// A row of a file with the same columns, its reason behind it.
  func row(_ source: RowSource, _ reason: String, writtenAs other: RefusedText) -> String {
    var text = source.text
    var digest = source.own ?? source.digest
    if other.hasReasons, let cells = other.cells(of: source.text) {
      let own = other.withoutReasons(cells)
      // Its columns may stand in another order.
      let places = other.ordered.enumerated().map { ($0.element, $0.offset) }
      let place = Dictionary(places) { first, _ in first }
      let known = ordered.map { name in
        place[name].flatMap { $0 < own.count ? own[$0] : nil } ?? ""
      }
      text = joined(known + own.dropFirst(other.ordered.count))
      // It is known by what it was before anybody touched it.
      for cell in cells { digest = RowDigest(behindReason: cell) ?? digest }
    }
    return text + delimiter + csvCell(digest.behind(reason), quoting: line.delimiter) + "\n"
  }

  /// The columns but for reasons, as they stand.
  private var ordered: [String] { line.columns.filter { !Self.isOfReasons($0) } }

  private func joined(_ cells: [String]) -> String {
    cells.map { csvCell($0, quoting: line.delimiter) }.joined(separator: delimiter)
  }

  /// The cells of a row but for its reasons, which stand behind the others where it has too many.
  private func withoutReasons(_ cells: [String]) -> [String] {
    let isLong = cells.count > line.columns.count
    return cells.enumerated().filter { place, cell in
      isLong
        ? RowDigest(behindReason: cell) == nil
        : place >= line.columns.count || !Self.isOfReasons(line.columns[place])
    }.map(\.element)
  }

  /// The cells of a line; `nil` where they cannot be told apart.
  private func cells(of text: String) -> [String]? {
    guard line.delimiter.isASCII else { return nil }
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(line.delimiter.value))
    do throws(FileTextError) { return try reader.next()?.cells } catch { return nil }
  }
}
