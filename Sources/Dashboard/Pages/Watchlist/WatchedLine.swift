import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Columns of the watchlist, in order.
enum WatchedColumn: Int, CaseIterable, Sendable {
  case symbol, price, day, week, marketCap

  var title: String {
    switch self {
    case .symbol: "Coin"
    case .price: "Price"
    case .day: "24 h"
    case .week: "7 d"
    case .marketCap: "Market cap"
    }
  }

  /// Width of a name next to its symbol.
  static let nameColumns = 20

  /// Width including the gap before it.
  var columns: Int {
    switch self {
    case .symbol: 9
    case .price: 15
    case .day: 12
    case .week: 27
    case .marketCap: 22
    }
  }
}

/// A watched coin prepared for the table.
struct WatchedLine: Equatable, Sendable {
  let coin: Coin
  let label: CoinBook.Label
  let week: WeekLine
  private let figures: [WatchedColumn: FormattedFigure]
  private let priceTime: Date?

  init(_ watched: WatchedCoin, refreshed: Date?, in format: NumberFormat) {
    coin = watched.coin
    label = CoinBook.Label(watched.coin)
    week = WeekLine(watched.week)
    priceTime = coin.priceTime(refreshed: refreshed)
    let cap = watched.coin.marketCap.map { format.money($0, isSigned: false, fitting: 7) }
    figures = [
      .price: .price(coin.currentPrice, in: format),
      .day: .percent(coin.priceChange24h, hasArrow: true),
      .week: .percent(week.change),
      .marketCap: FormattedFigure(
        text: cap ?? Figures.unknown, masked: cap ?? Figures.unknown, role: .plain),
    ]
  }

  /// The line's figure at an instant; `nil` for the coin itself.
  func figure(in column: WatchedColumn, at now: Date) -> FormattedFigure? {
    column == .day ? figures[.day]?.day(pricedAt: priceTime, at: now) : figures[column]
  }

  func number(in column: WatchedColumn) -> ExactDecimal? {
    switch column {
    case .symbol: nil
    case .price: coin.currentPrice
    case .day: coin.priceChange24h
    case .week: week.change
    case .marketCap: coin.marketCap
    }
  }
}
