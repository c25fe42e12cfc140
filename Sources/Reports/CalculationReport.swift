public import CellGrid
public import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// A calculation, line by line, at most 80 columns wide or as wide as a narrower terminal.
///
/// While amounts are masked, it shows only percentages and market prices.
public struct CalculationReport: Sendable {
  private static let labelWidth = 12
  /// Minimum width at which the source of a row is still recognizable.
  private static let minSource = 24

  private let isPrivate: Bool
  /// The width of a line of text, in columns.
  private let width: Int
  /// The width of a table in columns; `nil` for unlimited.
  private let tableWidth: Int?
  private var rows: [[(text: String, role: Role)]] = []

  /// Makes an empty report.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether amounts are masked.
  ///   - width: The terminal's width in columns; `nil` for unlimited.
  public init(isPrivate: Bool, width: Int? = nil) {
    self.isPrivate = isPrivate
    self.width = min(80, max(Self.labelWidth * 2, width ?? 80))
    tableWidth = width
  }

  /// Appends a heading, separated from earlier lines by a blank one.
  mutating func heading(_ text: String) {
    if !rows.isEmpty { rows.append([]) }
    for line in CellGrid.wrapped(cleaned(text), to: width) { rows.append([(line, .title)]) }
  }

  /// Appends a paragraph.
  mutating func note(_ text: String) {
    for line in CellGrid.wrapped(cleaned(text), to: width - 2) {
      rows.append([("  " + line, .secondary)])
    }
  }

  /// Notes how many rows a table leaves out.
  mutating func leftOut(_ noun: String, _ shown: Int, of all: Int) {
    guard all > shown else { return }
    note("Not listed: \(countOf(all - shown, noun)) (--limit \(all) lists all)")
  }

  /// Appends a labeled calculation with its exact result and its displayed value.
  mutating func line(
    _ label: String, _ terms: [String], equals raw: (any ExactValue)? = nil,
    shown: FormattedValue? = nil, isPublic: Bool = false
  ) {
    var words = terms
    if let raw { words.append((terms.isEmpty ? "" : "= ") + "\(raw)") }
    if isPrivate, !isPublic { words = [FormattedValue.mask] }
    var lines = wrapped(words, to: width - Self.labelWidth - 2)
    let arrow = shown.map { "→ \($0.text(isPrivate: isPrivate))" }
    let available = width - Self.labelWidth - 2 - (arrow.map { $0.count + 2 } ?? 0)
    if let last = lines.last, last.count > available { lines.append("") }
    for (index, text) in lines.enumerated() {
      let isLast = index == lines.count - 1
      let name = index == 0 ? label : ""
      var row: [(text: String, role: Role)] = [
        ("  " + name + spaces(Self.labelWidth - name.count), .secondary), (text, .plain),
      ]
      if isLast, let arrow {
        let gap = width - Self.labelWidth - 2 - text.count - arrow.count
        row.append((spaces(gap) + arrow, shown?.role ?? .plain))
      }
      rows.append(row)
    }
  }

  /// Appends a table with numbers aligned at the decimal point.
  ///
  /// If it does not fit, columns are left out by `collapseOrder` and named in a note.
  ///
  /// - Parameter source: The source of each row, as a last column that takes no width from the
  ///   others: its texts are clipped in the middle or moved below their rows.
  mutating func table(
    _ titles: [String], isNumber: [Bool], collapseOrder: [String] = [], _ cells: [[String]],
    source: (title: String, texts: [String])? = nil
  ) {
    let columns = titles.indices.map { index in
      isNumber[index] ? aligned(cells.map { masked($0[index]) }) : cells.map { $0[index] }
    }
    let widths = titles.indices.map { index in
      columns[index].reduce(titles[index].count) { max($0, columnWidth(of: $1)) }
    }
    let hidden = hiddenColumns(titles, widths: widths, collapseOrder)
    func line(_ texts: [String]) -> String {
      "  "
        + titles.indices.filter { !hidden.contains(titles[$0]) }.map { index in
          let gap = spaces(widths[index] - columnWidth(of: texts[index]))
          return isNumber[index] ? gap + texts[index] : texts[index] + gap
        }.joined(separator: "  ")
    }
    let used = titles.indices.reduce(0) { hidden.contains(titles[$1]) ? $0 : $0 + 2 + widths[$1] }
    let available = tableWidth.map { $0 - used - 2 } ?? .max
    let texts = source?.texts ?? []
    let isBeside =
      available >= Self.minSource || texts.allSatisfy { columnWidth(of: $0) <= available }
    let title = source.map { isBeside ? "  \($0.title)" : "" } ?? ""
    rows.append([(line(titles) + title, .secondary)])
    for index in cells.indices {
      let figures = line(columns.map { $0[index] })
      let text = texts.isEmpty ? "" : texts[index]
      if isBeside, !text.isEmpty {
        rows.append([("\(figures)  \(clippedInMiddle(text, to: available))", .plain)])
      } else {
        rows.append([(figures, .plain)])
        if !text.isEmpty {
          rows.append([("    " + clippedInMiddle(text, to: width - 4), .secondary)])
        }
      }
    }
    let left = titles.filter { hidden.contains($0) }
    if !left.isEmpty { note("Not shown at this width: \(left.joined(separator: ", "))") }
  }

  /// The titles of the columns that do not fit.
  private func hiddenColumns(
    _ titles: [String], widths: [Int], _ collapseOrder: [String]
  ) -> ArraySlice<String> {
    guard let tableWidth else { return [] }
    for count in 0..<collapseOrder.count {
      let hidden = collapseOrder.prefix(count)
      let shown = titles.indices.filter { !hidden.contains(titles[$0]) }
      if shown.reduce(0, { $0 + 2 + widths[$1] }) <= tableWidth { return hidden }
    }
    return collapseOrder[...]
  }

  /// The number of lines.
  public var lineCount: Int { rows.count }

  /// Calls `write` with each line.
  public func write(_ write: (Grid) -> Void) {
    for row in rows {
      var grid = Grid(columns: max(1, row.reduce(0) { $0 + columnWidth(of: $1.text) }), rows: 1)
      var column = 0
      for part in row {
        grid.write(part.text, column: column, row: 0, style: Style(part.role))
        column += columnWidth(of: part.text)
      }
      write(grid)
    }
  }

  /// Percentages reveal no amounts.
  private func masked(_ text: String) -> String {
    isPrivate && !text.hasSuffix("%") ? FormattedValue.mask : text
  }

  private func wrapped(_ words: [String], to width: Int) -> [String] {
    var lines = [""]
    for word in words.flatMap({ CellGrid.wrapped($0, to: width) }) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private func aligned(_ texts: [String]) -> [String] {
    let tails = texts.map { text in text.firstIndex(of: ".").map { text[$0...].count } ?? 0 }
    let widest = tails.max() ?? 0
    return zip(texts, tails).map { $0 + spaces(widest - $1) }
  }
}

/// A figure rounded to some decimal places, or more if it would read as zero; `…` marks cut digits.
public func briefText(_ value: some ExactValue, places: Int) -> String {
  let text = value.description
  guard let point = text.firstIndex(of: ".") else { return text }
  let fraction = text[point...].dropFirst()
  let zeros = fraction.prefix { $0 == "0" }.count
  let isBelowOne = text[..<point].allSatisfy { "-0".contains($0) }
  let kept = isBelowOne ? max(places, zeros + 4) : places
  guard fraction.count > kept else { return text }
  return "\(text[...point])\(fraction.prefix(kept))…"
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
