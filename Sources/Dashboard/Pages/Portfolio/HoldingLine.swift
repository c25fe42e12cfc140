import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// A holding prepared for the table.
struct HoldingLine: Equatable, Sendable {
  let holding: Holding
  let label: CoinBook.Label
  /// Rank by value, from 0.
  let rank: Int
  /// Percentage of the total value; `nil` without a price.
  let share: ExactDecimal?
  private let format: NumberFormat
  private let priceTime: Date?
  let figures: [HoldingColumn: FormattedFigure]
  let week: WeekLine

  init(
    _ holding: Holding, rank: Int, label: CoinBook.Label, total: ExactDecimal?,
    isEstimated: Bool, history: [ExactDecimal?] = [],
    refreshed: Date?, format: NumberFormat
  ) {
    self.format = format
    self.holding = holding
    priceTime = holding.coin.priceTime(refreshed: refreshed)
    self.rank = rank
    self.label = label
    share = holding.currentValue.map { percentage(gain: $0, cost: total ?? 0) }
    week = WeekLine(history)
    figures = [
      .quantity: .quantity(holding.totalAmount),
      .averageCost: .paid(holding.isCostKnown ? holding.avgCost : nil, in: format)
        .estimated(isEstimated),
      .price: .price(holding.coin.currentPrice, in: format),
      .day: .percent(holding.coin.priceChange24h, hasArrow: true),
      .value: .usd(holding.currentValue, in: format),
      .profitLoss: .change(holding.profitLoss, in: format).estimated(isEstimated),
      .profitLossPercentage: .percent(holding.profitLossPercentage).estimated(isEstimated),
      .allocation: .share(share),
    ]
  }
}

/// Columns of the holdings table, in order.
enum HoldingColumn: Int, CaseIterable, Sendable {
  case symbol, name, quantity, averageCost, price, day, week, value, profitLoss
  case profitLossPercentage, allocation

  var title: String {
    switch self {
    case .symbol: "Coin"
    case .name: "Name"
    case .quantity: "Quantity"
    case .averageCost: "Avg cost"
    case .price: "Price"
    case .day: "24 h"
    case .week: "7 d"
    case .value: "Value"
    case .profitLoss: "P&L"
    case .profitLossPercentage: "P&L %"
    case .allocation: "Allocation"
    }
  }

  /// Whether the column holds text, which is left-aligned and sorts from A; figures sort
  /// descending.
  var isText: Bool { self == .symbol || self == .name }

  /// Whether the column holds a picture, which is left-aligned like text.
  var isPicture: Bool { self == .week || self == .allocation }

  /// The order in which columns are dropped as the width shrinks; the coin stays.
  ///
  /// First the share, which the value implies, then rarely needed columns, last those that answer
  /// "how much" and "how did it go".
  static let collapseOrder: [HoldingColumn] = [
    .allocation, .week, .averageCost, .day, .name, .quantity, .price, .profitLoss,
    .profitLossPercentage, .value,
  ]
}

/// Sort order of the holdings.
struct HoldingOrder: Equatable, Sendable {
  var column = HoldingColumn.value
  var isAscending = false

  /// Sorts by a column in its natural direction, or reverses the order if it is already selected.
  mutating func choose(_ column: HoldingColumn) {
    isAscending = column == self.column ? !isAscending : column.isText
    self.column = column
  }

  /// Sorts the lines; unknown figures are last in both directions, ties are ordered by value.
  func sorted(_ lines: PortfolioLines) -> [HoldingLine] {
    guard let ranks = lines.ranks[column] else { return lines.holdings }
    return ranks.sorted(lines.holdings.indices.map { Int32($0) }, isAscending: isAscending)
      .map { lines.holdings[Int($0)] }
  }
}

extension Ranks {
  /// Ranks the lines by a column.
  init(_ lines: [HoldingLine], by column: HoldingColumn) {
    switch column {
    case .symbol: self.init(lines.map { $0.label.symbol.lowercased() })
    case .name: self.init(lines.map { $0.label.name.lowercased() })
    default: self.init(lines.map { $0.number(in: column) })
    }
  }
}

extension HoldingLine {
  fileprivate func number(in column: HoldingColumn) -> ExactDecimal? {
    switch column {
    case .symbol, .name: nil
    case .quantity: holding.totalAmount
    case .averageCost: holding.avgCost
    case .price: holding.coin.currentPrice
    case .day: holding.coin.priceChange24h
    case .week: week.change
    case .value, .allocation: holding.currentValue
    case .profitLoss: holding.profitLoss
    case .profitLossPercentage: holding.profitLossPercentage
    }
  }
}

extension HoldingLine {
  /// The line's figure at an instant; the 24-hour change depends on the age of its price.
  func figure(in column: HoldingColumn, at now: Date) -> FormattedFigure {
    let figure = figures[column] ?? .unknown
    return column == .day ? figure.day(pricedAt: priceTime, at: now) : figure
  }

  /// Whether the 24-hour change is known and its price is current.
  func hasDayChange(at now: Date) -> Bool {
    holding.coin.priceChange24h != nil && priceTime.map { isOutdated(since: $0, at: now) } != true
  }

  /// Shortens the value to a number of columns.
  var shortValue: ((Int) -> String?)? {
    holding.currentValue.map { value in { format.money(value, isSigned: false, fitting: $0) } }
  }
}
