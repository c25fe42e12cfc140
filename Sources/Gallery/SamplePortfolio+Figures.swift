import Application
package import CoinGecko
package import Dashboard
package import Exact
package import FoundationEssentials
import MarketData
package import Portfolio
package import SamplePortfolio
package import WidgetTimeline

extension SamplePortfolio {
  /// The sample's recorded prices.
  package static func prices() throws -> RecordedPriceSource {
    try RecordedPriceSource(
      bytes: Array(marketsAnswer.utf8), pricedAt: recordedAt,
      name: CoinGeckoPriceSource.sourceName)
  }

  /// The content of the sample's widgets, computed without files.
  package static func widgetData(at refresh: Date = recordedAt) throws -> WidgetPortfolioData {
    positions(at: try prices()).widgetData(lastUpdated: refresh)
  }

  /// The sample at recorded prices; coins without a recorded price have none.
  package static func positions(at prices: RecordedPriceSource) -> Positions {
    Positions(
      transactions: transactions,
      currentPrices: prices.coins(namedAs: Positions.coins(of: transactions, prices: nil)))
  }

  /// The week's prices of some of the sample's holdings, for sparklines.
  package static func week(of holdings: [Holding], at now: Date) throws -> [String: [ExactDecimal?]]
  {
    let points = Dictionary(grouping: try records(), by: \.coinId).mapValues { $0.map(\.point) }
    return WeekOfPrices.completed(
      points.mapValues { WeekOfPrices.steps($0, until: now) }, in: holdings.map(\.coin))
  }

  /// The price series of the sample's charts: the portfolio's and its coins'.
  ///
  /// - Parameter leftOut: Held coins without a price at that time.
  package static func priceSeries(
    at now: Date, leavingOut leftOut: Set<String> = []
  ) -> [SeriesSubject: PriceSeries] {
    let prices = BuiltInPrices()
    guard let start = transactions.map(\.date).min() else { return [:] }
    let days = UTCDay(start)...UTCDay(now)
    var history = HistoryCollector(
      prices: prices, days: days, interval: .day,
      starts: PriceSeries.rangeStarts(until: now).map(\.day), leavingOutOfPoints: leftOut,
      followsReturn: true)
    for transaction in inLedgerOrder(transactions) { history.add(transaction) }
    func end(of day: UTCDay) -> Date { day.advanced(by: 1).start.addingTimeInterval(-1) }
    var priceSeries = [
      SeriesSubject.portfolio: PriceSeries(
        history.finished(), until: now,
        trades: Set(transactions.compactMap(PriceSeries.Trade.init)), leavingOut: leftOut)
    ]
    for id in Set(transactions.map(\.coinId)) {
      let points = (days.lowerBound.number..<days.upperBound.number).map { number in
        let day = UTCDay(number: number)
        return PriceSeries.Point(end(of: day), prices.price(of: id, on: day)?.price)
      }
      priceSeries[.coin(id)] = PriceSeries(days: points, week: [])
    }
    return priceSeries
  }

  /// Some of the sample's coins as watchlist entries.
  package static func watchlist(of holdings: [Holding], at now: Date) throws -> [WatchedCoin] {
    let week = try week(of: holdings, at: now)
    return holdings.prefix(4).map { WatchedCoin($0.coin, week: week[$0.id] ?? []) }
  }

  /// The prices of the previous week.
  package static func records() throws -> [PriceRecord] {
    try closes().map {
      PriceRecord(coinId: $0.coinId, point: PricePoint(time: $0.time, price: $0.price))
    }
  }
}
