import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// A holding prepared for the table.
struct HoldingLine: Equatable, Sendable {
  let holding: Holding
  let label: CoinBook.Label
  /// Its rank by value, from 0.
  let rank: Int
  /// Share of the total value in percent, `nil` without a price.
  let share: ExactDecimal?
  private let format: NumberFormat
  private let priceTime: Date?
  let figures: [HoldingColumn: FormattedFigure]
  let week: WeekLine

  init(
    _ holding: Holding, rank: Int, label: CoinBook.Label, total: ExactDecimal?,
    history: [ExactDecimal?] = [],
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
      .averageCost: .paid(holding.isCostKnown ? holding.avgCost : nil, in: format),
      .price: .price(holding.coin.currentPrice, in: format),
      .day: .percent(holding.coin.priceChange24h, hasArrow: true),
      .value: .usd(holding.currentValue, in: format),
      .profitLoss: .change(holding.profitLoss, in: format),
      .profitLossPercentage: .percent(holding.profitLossPercentage),
      .allocation: .share(share),
    ]
  }
}

/// A column of the holdings table, in the order they stand.
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

  /// Text columns begin at their first letter and sort from A; figures sort from the greatest.
  var isText: Bool { self == .symbol || self == .name }

  /// Columns of pictures begin at their left edge, as text does.
  var isPicture: Bool { self == .week || self == .allocation }

  /// The order in which columns give way as room shrinks; the coin stays to the end.
  ///
  /// First what the value already shows (its share), then what one looks up seldom, and last the
  /// answers to "how much" and "how did it go".
  static let collapseOrder: [HoldingColumn] = [
    .allocation, .week, .averageCost, .day, .name, .quantity, .price, .profitLoss,
    .profitLossPercentage, .value,
  ]
}

/// How the holdings are ordered.
struct HoldingOrder: Equatable, Sendable {
  var column = HoldingColumn.value
  var isAscending = false

  /// Goes to a column in its natural direction, or turns the order round when it is there already.
  mutating func choose(_ column: HoldingColumn) {
    isAscending = column == self.column ? !isAscending : column.isText
    self.column = column
  }

  /// The lines in this order; unknown figures last whichever way, ties by value as they came.
  func sorted(_ lines: PortfolioLines) -> [HoldingLine] {
    guard let ranks = lines.ranks[column] else { return lines.holdings }
    return ranks.sorted(lines.holdings.indices.map { Int32($0) }, isAscending: isAscending)
      .map { lines.holdings[Int($0)] }
  }
}

extension Ranks {
  /// The order of holdings by one of their columns.
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
  /// A figure of the line at an instant: the change of 24 hours ends with its price's hour.
  func figure(in column: HoldingColumn, at now: Date) -> FormattedFigure {
    let figure = figures[column] ?? .unknown
    return column == .day ? figure.day(pricedAt: priceTime, at: now) : figure
  }

  /// Whether the change of 24 hours is known and of a price that is not old.
  func hasDayChange(at now: Date) -> Bool {
    holding.coin.priceChange24h != nil && priceTime.map { isOutdated(since: $0, at: now) } != true
  }

  /// The value, shortened to so many columns.
  var shortValue: ((Int) -> String?)? {
    holding.currentValue.map { value in { format.money(value, isSigned: false, fitting: $0) } }
  }
}
