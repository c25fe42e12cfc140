import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline

extension ShareCard {
  /// Letters from a place on.
  func words(
    _ text: String, at x: Int, _ y: Int, size: Int, _ hue: Hue, isBold: Bool = false
  ) -> String {
    letters(text, "x=\"\(x)\" y=\"\(y)\"", size, hue, isBold)
  }

  /// Letters up to a place.
  func words(_ text: String, before x: Int, _ y: Int, size: Int, _ hue: Hue) -> String {
    letters(text, "x=\"\(x)\" y=\"\(y)\" text-anchor=\"end\"", size, hue, false)
  }

  private func letters(
    _ text: String, _ place: String, _ size: Int, _ hue: Hue, _ isBold: Bool
  ) -> String {
    // Six tenths of the size is the width of a letter in nearly every font of one width.
    let length = columnWidth(of: text) * size * 6 / 10
    return text.isEmpty
      ? ""
      : "<text \(place) font-size=\"\(size)\" textLength=\"\(length)\" "
        + "\(isBold ? "font-weight=\"bold\" " : "")fill=\"\(css(hue))\">"
        + "\(markupEscaped(text))</text>"
  }

  func css(_ hue: Hue) -> String { scheme.color(of: hue, palette: theme.palette).css }

  /// A change: its sign as a shape, then its figure.
  func sign(_ trend: Trend?, _ text: String, at y: Int, size: Int, _ hue: Hue) -> [String] {
    let left = Self.margin
    guard let trend else { return [words(text, at: left, y, size: size, hue, isBold: true)] }
    let side = size * 5 / 10
    let (top, foot) = (y - size * 58 / 100, y - size * 58 / 100 + side)
    let (middle, right) = (left + side / 2, left + side)
    let path =
      switch trend {
      case .gain: "M\(middle) \(top)L\(right) \(foot)H\(left)Z"
      case .loss: "M\(middle) \(foot)L\(right) \(top)H\(left)Z"
      case .neutral: "M\(left) \(top)H\(right)V\(foot)H\(left)Z"
      }
    return [
      "<path d=\"\(path)\" fill=\"\(css(hue))\"/>",
      words(text, at: left + side + size * 4 / 10, y, size: size, hue, isBold: size > 40),
    ]
  }

  /// The portfolio's line and the area below it; a gap stays a gap.
  ///
  /// - Parameter noteEnd: Where the words above the line end, which its extremes must not meet.
  func line(noteEnd: Int) -> [String] {
    let known = points.compactMap(\.value)
    let (top, foot) = kind == .card ? (318, 452) : (262, 508)
    let (left, right) = (Self.margin, Self.width - Self.margin)
    let base = "<path d=\"M\(left) \(foot).5H\(right)\" stroke=\"\(css(.faint))\"/>"
    guard let low = known.min(), let high = known.max(), known.count > 1 else {
      return [
        base, words("No prices of that time are known", at: left, foot - 20, size: 22, .muted),
      ]
    }
    let span = high == low ? 1 : high - low
    func place(_ index: Int, _ value: Decimal) -> (x: Int, y: Int) {
      // Tenths of a pixel, and some room above the axis for the lowest point.
      let rise = high == low ? 500 : wholeNumber((value - low) / span * 1000)
      let x = left * 10 + index * (right - left) * 10 / max(1, points.count - 1)
      return (x, (foot - 14) * 10 - rise * (foot - 14 - top) / 100)
    }
    var runs: [[(x: Int, y: Int)]] = [[]]
    for (index, point) in points.enumerated() {
      if let value = point.value {
        runs[runs.count - 1].append(place(index, value))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    let drawn = runs.filter { !$0.isEmpty }
    return [base] + drawn.flatMap { stroke($0, to: foot) } + [drawn.last?.last.map(dot) ?? ""]
      + (hasAmounts ? extremes(high: high, low: low, top: top, foot: foot, noteEnd: noteEnd) : [])
  }

  private func stroke(_ run: [(x: Int, y: Int)], to foot: Int) -> [String] {
    guard let first = run.first, let last = run.last, run.count > 1 else {
      return run.map(dot)
    }
    let path = "M" + run.map { "\(tenths($0.x)) \(tenths($0.y))" }.joined(separator: "L")
    return [
      "<path d=\"\(path)V\(foot)H\(tenths(first.x))Z\" fill=\"\(css(.accent))\" "
        + "fill-opacity=\".14\"/>",
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(css(.accent))\" stroke-width=\"3\" "
        + "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
    ].filter { _ in first.x < last.x }
  }

  private func dot(_ point: (x: Int, y: Int)) -> String {
    "<circle cx=\"\(tenths(point.x))\" cy=\"\(tenths(point.y))\" r=\"7\" "
      + "fill=\"\(css(.accent))\" stroke=\"\(scheme.page.css)\" stroke-width=\"3\"/>"
  }

  private func extremes(
    high: Decimal, low: Decimal, top: Int, foot: Int, noteEnd: Int
  ) -> [String] {
    let format = NumberFormat(code: entry.data?.currency ?? usDollarCode)
    let text = "high \(format.money(high)) · low \(format.money(low))"
    let right = Self.width - Self.margin
    let isFree = noteEnd + 20 < right - columnWidth(of: text) * 12
    return [words(text, before: right, isFree ? top - 18 : foot + 22, size: 20, .muted)]
  }

  private func tenths(_ value: Int) -> String {
    value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
  }
}

/// The whole number nearest to a value between 0 and 1000.
func wholeNumber(_ value: Decimal) -> Int { Int(value.rounded(toPlaces: 0).canonicalText) ?? 0 }

/// Fonts in which every letter has one width.
let cardFont = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace"
