public import CellGrid
import Exact
public import FoundationEssentials
import Portfolio
import Widgets

/// A calculation line by line: quiet labels, exact figures, no line longer than 80 columns where
/// the figures allow it.
///
/// While amounts are masked only percentages and market prices are shown.
public struct CalculationReport: Sendable {
  private static let width = 80
  private static let labelWidth = 12

  private let isPrivate: Bool
  private var rows: [[(text: String, role: Role)]] = []

  /// Makes an empty report.
  public init(isPrivate: Bool) { self.isPrivate = isPrivate }

  /// A line of its own, a blank one before it.
  mutating func heading(_ text: String) {
    if !rows.isEmpty { rows.append([]) }
    rows.append([(cleaned(text), .title)])
  }

  /// A line of words.
  mutating func note(_ text: String) { rows.append([("  " + cleaned(text), .secondary)]) }

  /// A labeled calculation, its exact result and what is shown of it.
  mutating func line(
    _ label: String, _ terms: [String], equals raw: Decimal? = nil, shown: FormattedValue? = nil,
    isPublic: Bool = false
  ) {
    var words = terms
    if let raw { words.append((terms.isEmpty ? "" : "= ") + exactText(raw)) }
    if isPrivate, !isPublic { words = [FormattedValue.mask] }
    var lines = wrapped(words, to: Self.width - Self.labelWidth - 2)
    let arrow = shown.map { "→ \($0.text(isPrivate: isPrivate))" }
    let room = Self.width - Self.labelWidth - 2 - (arrow.map { $0.count + 2 } ?? 0)
    if let last = lines.last, last.count > room { lines.append("") }
    for (index, text) in lines.enumerated() {
      let isLast = index == lines.count - 1
      let name = index == 0 ? label : ""
      var row: [(text: String, role: Role)] = [
        ("  " + name + spaces(Self.labelWidth - name.count), .secondary), (text, .plain),
      ]
      if isLast, let arrow {
        let gap = Self.width - Self.labelWidth - 2 - text.count - arrow.count
        row.append((spaces(gap) + arrow, shown?.role ?? .plain))
      }
      rows.append(row)
    }
  }

  /// Columns that line up, numbers at their points, under quiet titles.
  mutating func table(_ titles: [String], isNumber: [Bool], _ cells: [[String]]) {
    let columns = titles.indices.map { index in
      isNumber[index] ? aligned(cells.map { masked($0[index]) }) : cells.map { $0[index] }
    }
    let widths = titles.indices.map { index in
      columns[index].reduce(titles[index].count) { max($0, columnWidth(of: $1)) }
    }
    func line(_ texts: [String]) -> String {
      "  "
        + zip(texts, zip(widths, isNumber)).map { text, column in
          let gap = spaces(column.0 - columnWidth(of: text))
          return column.1 ? gap + text : text + gap
        }.joined(separator: "  ")
    }
    rows.append([(line(titles), .secondary)])
    for index in cells.indices { rows.append([(line(columns.map { $0[index] }), .plain)]) }
  }

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

  /// A percentage says nothing of amounts.
  private func masked(_ text: String) -> String {
    isPrivate && !text.hasSuffix("%") ? FormattedValue.mask : text
  }

  private func wrapped(_ words: [String], to width: Int) -> [String] {
    var lines = [""]
    for word in words where !word.isEmpty {
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

/// Every digit of a figure.
public func exactText(_ value: Decimal) -> String { value.withinExactDigits.canonicalText }

/// A figure with so many places, or more where it would read as zero; `…` for what is left out.
public func briefText(_ value: Decimal, places: Int) -> String {
  let text = exactText(value)
  guard let point = text.firstIndex(of: ".") else { return text }
  let fraction = text[point...].dropFirst()
  let zeros = fraction.prefix { $0 == "0" }.count
  let isBelowOne = text[..<point].allSatisfy { "-0".contains($0) }
  let kept = isBelowOne ? max(places, zeros + 4) : places
  guard fraction.count > kept else { return text }
  return "\(text[...point])\(fraction.prefix(kept))…"
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
