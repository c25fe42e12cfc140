import CellGrid
public import Exact
public import FoundationEssentials

/// What a figure did in the series of a day: where it began and ended, and how far it went.
public struct ChartCandle: Hashable, Sendable {
  /// The beginning of the day, in UTC.
  public var date: Date
  /// The first figure.
  public var open: ExactDecimal
  /// The highest.
  public var high: ExactDecimal
  /// The lowest.
  public var low: ExactDecimal
  /// The last.
  public var close: ExactDecimal

  /// Makes a candle.
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

/// The candles of a chart as far as it has columns for them: of a day each, or of several days
/// together.
///
/// A body between the first and the last figure is a heavy line where the figure rose and a block
/// where it fell, so that color is not the only carrier; a light line reaches to the highest and
/// the lowest.
struct CandleGroups {
  /// Candles of neighboring days as one.
  struct Group: Equatable {
    var candle: ChartCandle
    /// The beginning of the last day.
    var last: Date
    /// The column of the plot.
    let column: Int
  }

  private(set) var groups: [Group] = []
  /// Days of a group.
  let days: Int
  private let layout: ChartLayout

  init(_ candles: [ChartCandle], in layout: ChartLayout) {
    self.layout = layout
    let length = (layout.dates.last - layout.dates.first) / Self.secondsOfDay + 1
    // A blank column between two, so that neighbors do not melt into one.
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

  /// The group nearest to a column of the plot.
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

  /// The half of a row that a figure lies in, from the top of the plot.
  private func half(of value: ExactDecimal) -> Int {
    let half = (layout.scale.position(of: ChartFigure(value)) * 2).rounded(.down)
    return max(0, min(layout.plot.rows * 2 - 1, Int(half)))
  }

  /// What stands for the halves of a cell: nothing (0), the line (1) or the body (2).
  private static func glyph(_ upper: Int, _ lower: Int, isRise: Bool) -> String {
    switch (upper, lower) {
    case (2, 2): isRise ? "┃" : "█"
    // A cell cannot have a block and a line: half a row more of the block keeps them together.
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
