import FoundationEssentials
import Portfolio

/// A course of prices in one row of cells.
struct Sparkline: Equatable, Sendable {
  /// Two cells a day, and where that is too much one.
  static let columns = 14
  static let narrowColumns = 7
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// The change from the first known price to the last in percent, `nil` with fewer than two.
  let change: Decimal?
  private let text: String
  private let narrow: String

  /// Draws prices at even steps, oldest first, `nil` where none is known.
  ///
  /// The lowest price is the lowest block and the highest the highest; where all are equal the line
  /// runs in the middle. Fewer prices than cells stand at the end; of more than cells the last
  /// known one of each step is drawn. A cell where nothing is known stays blank. A single price is
  /// no course, and nothing is drawn.
  init(_ prices: [Decimal?]) {
    let known = prices.compactMap(\.self)
    guard known.count > 1 else {
      (text, narrow, change) = ("", "", nil)
      return
    }
    text = Self.drawn(prices, columns: Self.columns)
    narrow = Self.drawn(prices, columns: Self.narrowColumns)
    if let first = known.first, let last = known.last {
      change = percentage(gain: last - first, cost: first)
    } else {
      change = nil
    }
  }

  var isEmpty: Bool { text.isEmpty }

  func text(columns: Int) -> String { columns < Self.columns ? narrow : text }

  private static func drawn(_ prices: [Decimal?], columns: Int) -> String {
    let points = thinned(prices, to: columns)
    let known = points.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return "" }
    return String(repeating: " ", count: columns - points.count)
      + String(points.map { $0.map { block($0, low: low, high: high) } ?? " " })
  }

  private static func thinned(_ prices: [Decimal?], to columns: Int) -> [Decimal?] {
    guard prices.count > columns else { return prices }
    return (0..<columns).map { cell in
      let step = cell * prices.count / columns..<(cell + 1) * prices.count / columns
      return prices[step].last { $0 != nil } ?? nil
    }
  }

  private static func block(_ price: Decimal, low: Decimal, high: Decimal) -> Character {
    guard high > low else { return blocks[blocks.count / 2 - 1] }
    let height = (price - low) * Decimal(blocks.count - 1) / (high - low)
    return blocks[Int(height.rounded(toPlaces: 0).canonicalText) ?? 0]
  }
}
