import CellGrid
import Charts
import Exact
import Portfolio

/// A week of prices as a sparkline in one row of cells.
struct WeekLine: Equatable, Sendable {
  /// Two cells per day, or one if space is tight.
  static let columns = 14
  static let narrowColumns = 7

  /// Percentage change from the first known price to the last; `nil` with fewer than two.
  let change: ExactDecimal?
  private let line: Sparkline

  /// Draws prices at even steps, oldest first; `nil` where unknown.
  init(_ prices: [ExactDecimal?]) {
    let known = prices.compactMap(\.self)
    guard known.count > 1, let first = known.first, let last = known.last else {
      (line, change) = (Sparkline([]), nil)
      return
    }
    line = Sparkline(prices)
    change = percentage(gain: last - first, cost: first)
  }

  var isEmpty: Bool { change == nil }

  /// The line at a width.
  func grid(columns: Int, role: Role) -> Grid {
    line.grid(columns: columns < Self.columns ? Self.narrowColumns : Self.columns, role: role)
  }
}
