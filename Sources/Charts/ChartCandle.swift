import CellGrid
public import Exact
public import FoundationEssentials

/// The opening, highest, lowest and closing figures of a day.
public struct ChartCandle: Hashable, Sendable {
  /// The start of the day, in UTC.
  public var date: Date
  /// The opening figure.
  public var open: ExactDecimal
  /// The highest figure.
  public var high: ExactDecimal
  /// The lowest figure.
  public var low: ExactDecimal
  /// The closing figure.
  public var close: ExactDecimal

  /// Creates a candle.
  public init(
    _ date: Date, open: ExactDecimal, high: ExactDecimal, low: ExactDecimal, close: ExactDecimal
  ) {
    self.date = date
    self.open = open
    self.high = high
    self.low = low
    self.close = close
  }
}

/// Groups candles into as many as a chart has columns for, of one or more days each.
///
/// A body is a heavy line if the figure rose and a block if it fell, so that color is not the only
/// cue; a light line extends to the high and the low.
struct CandleGroups {
  /// Candles of adjacent days, combined.
  struct Group: Equatable {
    var candle: ChartCandle
    /// The start of the last day.
    var last: Date
    /// The plot column.
    let column: Int
  }

  private(set) var groups: [Group] = []
  /// Days per group.
  let days: Int
  private let layout: ChartLayout

  init(_ candles: [ChartCandle], in layout: ChartLayout) {
    self.layout = layout
    let length = (layout.dates.last - layout.dates.first) / Self.secondsOfDay + 1
    // Leave a blank column between candles to keep them apart.
    days = max(1, (2 * length - 1) / max(1, layout.plot.columns - 1))
    var number: Int?
    for candle in candles {
      let day = (DateAxis.second(of: candle.date) - layout.dates.first) / Self.secondsOfDay
      if number == day / days, var group = groups.popLast() {
        group.candle.high = max(group.candle.high, candle.high)
        group.candle.low = min(group.candle.low, candle.low)
        group.candle.close = candle.close
        group.last = candle.date
        groups.append(group)
      } else {
        number = day / days
        groups.append(
          Group(
            candle: candle, last: candle.date, column: layout.dotColumn(of: candle.date) / 2))
      }
    }
  }

  private static let secondsOfDay = 86_400

  /// The group nearest to a plot column.
  func nearest(to column: Int) -> Group? {
    groups.min { abs($0.column - column) < abs($1.column - column) }
  }

  func draw(in grid: inout Grid, _ roles: ChartRoles) {
    for group in groups {
      let candle = group.candle
      let isRise = candle.close >= candle.open
      let wick = half(of: candle.high)...half(of: candle.low)
      let body = half(of: max(candle.open, candle.close))...half(of: min(candle.open, candle.close))
      for row in wick.lowerBound / 2...wick.upperBound / 2 {
        let parts = [2 * row, 2 * row + 1].map { half in
          body.contains(half) ? 2 : wick.contains(half) ? 1 : 0
        }
        let glyph = Self.glyph(parts[0], parts[1], isRise: isRise)
        grid.write(
          glyph, column: layout.plot.column + group.column, row: layout.plot.row + row,
          style: Style(isRise ? roles.buy : roles.sell))
      }
    }
  }

  /// The half row that contains a figure, from the top of the plot.
  private func half(of value: ExactDecimal) -> Int {
    let half = (layout.scale.position(of: ChartFigure(value)) * 2).rounded(.down)
    return max(0, min(layout.plot.rows * 2 - 1, Int(half)))
  }

  /// The glyph for the halves of a cell: nothing (0), line (1) or body (2).
  private static func glyph(_ upper: Int, _ lower: Int, isRise: Bool) -> String {
    switch (upper, lower) {
    case (2, 2): isRise ? "┃" : "█"
    // A cell cannot combine block and line, so the block is extended by half a row.
    case (2, 1): isRise ? "╿" : "█"
    case (2, _): isRise ? "╹" : "▀"
    case (1, 2): isRise ? "╽" : "█"
    case (_, 2): isRise ? "╻" : "▄"
    case (1, 1): "│"
    case (1, _): "╵"
    default: "╷"
    }
  }
}
