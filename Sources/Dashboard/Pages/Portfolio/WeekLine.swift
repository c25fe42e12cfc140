import CellGrid
import Charts
import Exact
import Portfolio

/// The prices of a week as a thin line in one row of cells.
struct WeekLine: Equatable, Sendable {
  /// Two cells a day, and one where that is too much.
  static let columns = 14
  static let narrowColumns = 7

  /// The change from the first known price to the last in percent, `nil` with fewer than two.
  let change: ExactDecimal?
  private let line: Sparkline

  /// Draws prices at even steps, oldest first, `nil` where none is known.
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

  /// The line in the columns it is drawn in.
  func grid(columns: Int, role: Role) -> Grid {
    line.grid(columns: columns < Self.columns ? Self.narrowColumns : Self.columns, role: role)
  }
}
