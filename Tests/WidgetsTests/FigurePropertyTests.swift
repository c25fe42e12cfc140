import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// Invariants of the figures of any entry.
struct FigurePropertyTests {
  @Test(arguments: WidgetFamily.allCases)
  func `every figure of a panel reads back as the entry's`(_ family: WidgetFamily) throws {
    let seed: UInt64 = 2_026
    var generator = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let random = randomEntry(using: &generator, hasWildNames: false)
      var data = try #require(random.data)
      // The test reads figures in dollars.
      data.currency = usDollarCode
      let entry = PortfolioEntry(date: random.date, data: data, failure: random.failure)
      let text = PlainText.text(of: panel(entry, family: family, now: sampleNow))
      var figures = data.isEmpty ? [] : data.figures(of: family)
      let shown = ShownFigure.all(in: text)
      for figure in shown {
        let index = try #require(
          figures.firstIndex { figure.reads($0) },
          "seed \(seed), round \(round): \(figure) is none of \(figures)\n\(text)")
        figures.remove(at: index)
      }
      // A missing figure was too long for its cell, which then shows an ellipsis; truncated symbols
      // have one after a letter.
      let cut = zip(" " + text, text).count { $1 == "…" && !$0.isLetter }
      #expect(figures.count == cut, "seed \(seed), round \(round): no \(figures)\n\(text)")
    }
  }

  @Test(arguments: WidgetFamily.allCases)
  func `a gain and the same loss differ without color`(_ family: WidgetFamily) {
    let seed: UInt64 = 11
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<120 {
      let cents = ExactDecimal(Int.random(in: 1...999_999_999_999, using: &generator))
      let value = cents.scaled(byPowerOfTen: Int.random(in: -2...4, using: &generator))
      for isPrivate in [false, true] {
        for level in GlyphLevel.allCases {
          let texts = [value, -value].map { value in
            var data = seedSample
            data.totalPnL = value
            data.unrealizedPnL = value
            data.totalPnLPercentage = nil
            data.unrealizedPnLPercentage = nil
            return PlainText.text(
              of: panel(
                PortfolioEntry(date: sampleNow, data: data), family: family, isPrivate: isPrivate,
                now: sampleNow
              ).drawn(with: level))
          }
          #expect(texts[0] != texts[1], "seed \(seed): \(value) \(level)")
          #expect(texts[1].contains("-$"), "seed \(seed): \(value) \(level)")
        }
      }
    }
  }
}

/// A figure of an entry.
private struct EntryFigure {
  let value: ExactDecimal
  let isPercent: Bool
  let isSigned: Bool
}

extension WidgetPortfolioData {
  /// All figures of a panel with holdings or sales.
  fileprivate func figures(of family: WidgetFamily) -> [EntryFigure] {
    func figure(_ value: ExactDecimal?, isPercent: Bool = false, isSigned: Bool = true)
      -> [EntryFigure]
    {
      value.map { [EntryFigure(value: $0, isPercent: isPercent, isSigned: isSigned)] } ?? []
    }
    // An unknown change has no percentage.
    func change(_ amount: ExactDecimal?, _ percentage: ExactDecimal?) -> [EntryFigure] {
      figure(amount) + (amount == nil ? [] : figure(percentage, isPercent: true))
    }
    let total = change(totalPnL, totalPnLPercentage)
    let parts = change(unrealizedPnL, unrealizedPnLPercentage) + figure(realizedPnL)
    let shown: [EntryFigure] =
      switch family {
      case .small: total
      case .medium: parts
      case .large: parts + total
      }
    let rows = holdings.prefix(family.holdingLimit).flatMap { holding in
      figure(holding.currentValue, isSigned: false)
        + change(holding.pnlAmount, holding.pnlPercentage)
    }
    return figure(totalValue, isSigned: false) + shown + rows
  }
}

/// A figure as shown in a panel.
private struct ShownFigure: CustomStringConvertible {
  let description: String
  let sign: Substring
  let isBelow: Bool
  let isPercent: Bool
  let value: ExactDecimal
  /// The value of one unit of its last digit.
  let step: ExactDecimal

  static func all(in text: String) -> [ShownFigure] {
    let pattern = /([+-]?)(<?)(\$?)([0-9][0-9,]*)(?:\.([0-9]+))?([KMBT]?)(%?)/
    return text.matches(of: pattern).compactMap { match in
      let (whole, sign, below, dollar, digits, decimals, letter, percent) = match.output
      guard !dollar.isEmpty || !percent.isEmpty else { return nil }
      let power = ["": 0, "K": 3, "M": 6, "B": 9, "T": 12][String(letter)] ?? 0
      let fraction = decimals.map(String.init) ?? ""
      let number = digits.filter { $0 != "," } + fraction
      let step = ExactDecimal(1, exponent: power - fraction.count)
      return ShownFigure(
        description: String(whole), sign: sign, isBelow: !below.isEmpty,
        isPercent: !percent.isEmpty, value: exact(String(number)) * step, step: step)
    }
  }

  /// Whether it equals a figure, rounded to its last digit.
  func reads(_ figure: EntryFigure) -> Bool {
    let magnitude = figure.value.magnitude
    guard figure.isPercent == isPercent else { return false }
    if isBelow { return sign.isEmpty && magnitude > 0 && magnitude * 2 < value }
    if value == 0 { return sign.isEmpty && magnitude == 0 }
    let wanted = figure.value < 0 ? "-" : figure.isSigned ? "+" : ""
    return sign == wanted && (magnitude - value).magnitude * 2 <= step
  }
}
