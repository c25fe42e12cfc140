import Charts
import FoundationEssentials
import Portfolio

/// The prices of a week as a thin line in one row of cells, drawn once when the data arrives.
struct WeekLine: Equatable, Sendable {
  /// Two cells a day, and one where that is too much.
  static let columns = 14
  static let narrowColumns = 7

  /// The change from the first known price to the last in percent, `nil` with fewer than two.
  let change: Decimal?
  private let text: String
  private let narrow: String

  /// Draws prices at even steps, oldest first, `nil` where none is known.
  init(_ prices: [Decimal?]) {
    let known = prices.compactMap(\.self)
    guard known.count > 1, let first = known.first, let last = known.last else {
      (text, narrow, change) = ("", "", nil)
      return
    }
    let line = Sparkline(prices)
    text = line.text(columns: Self.columns)
    narrow = line.text(columns: Self.narrowColumns)
    change = percentage(gain: last - first, cost: first)
  }

  var isEmpty: Bool { text.isEmpty }

  func text(columns: Int) -> String { columns < Self.columns ? narrow : text }
}
