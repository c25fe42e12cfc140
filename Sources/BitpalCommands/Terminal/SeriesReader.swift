import AppGroup
import Application
import Dashboard
import Exact
import FoundationEssentials
import LedgerStore
import MarketData
import Portfolio
import WidgetTimeline

/// Reads time series for the dashboard's charts.
struct SeriesReader {
  let context: AppContext
  /// The currency of the figures.
  let currency: String
  /// The cost basis of what is invested.
  let costBasis: CostBasis
  private static let week: TimeInterval = 7 * 86_400
  /// The number of hourly steps in the last week.
  private static let weekSteps = 168
  /// Seconds of the hour drawn, plus one hour before it for the starting values.
  private static let hours: TimeInterval = 7200
  private static let longest = 3660

  /// The series of a subject up to now.
  func series(of subject: SeriesSubject) throws -> PriceSeries {
    switch subject {
    case .portfolio: try portfolio()
    case .coin(let id): try coin(id)
    case .file(let path): try file(path)
    }
  }

  /// Reads the ledger row by row, so that it is in memory whole only if the method needs it.
  ///
  /// Coins without a price today are left out of the line, as they are of the total.
  private func portfolio() throws -> PriceSeries {
    let leftOut = try context.heldWithoutPrice()
    let shown = Set(try context.ledger.coinIds()).subtracting(leftOut)
    let week = week(of: shown)
    guard let days = try days(of: nil) else { return PriceSeries(days: [], week: []) }
    let rates = currency == usDollarCode ? nil : context.service.presentRates
    var counter = TransactionCounter(currency: currency, rates: context.service.presentRates)
    let prices = try context.service.pricesUpToNow()
    let carried = try context.service.carriedLots(in: currency, methods: [costBasis])
    var history = HistoryCollector(
      prices: prices, days: days, interval: .day, costBasis: costBasis,
      matchedCosts: try context.matchedCosts(in: currency, costBasis, carrying: carried),
      carrying: carried,
      estimatedCoins: try context.service.coinsWithEstimates(),
      starts: PriceSeries.rangeStarts(until: context.now).map(\.day),
      leavingOutOfPoints: leftOut,
      followsReturn: true,
      dollarRate: rates.map { rates in
        { rates.rate(from: usDollarCode, to: currency, on: $0) }
      })
    var recent = WeekOfValues(week)
    var last = WeekOfValues(hour(of: shown))
    var payments: [PriceSeries.Payment] = []
    var trades: Set<PriceSeries.Trade> = []
    let start = context.now.addingTimeInterval(-Self.hours)
    try context.ledger.forEachTransactionCounted(TransactionQuery()) { transaction in
      let counted = counter.counted(transaction)
      history.add(counted)
      if transaction.date >= start {
        payments.append(
          PriceSeries.Payment(counted) {
            PricesInCurrency(prices, in: currency, rates: context.service.presentRates)
              .lookup(of: counted.coinId)(UTCDay(counted.date))
          })
      }
      if let trade = PriceSeries.Trade(transaction) { trades.insert(trade) }
      guard shown.contains(transaction.coinId) else { return }
      recent.add(transaction)
      last.add(transaction)
    }
    return PriceSeries(
      history.finished(), until: context.now, week: recent.finished().map { converted($0) },
      hour: last.finished().map { converted($0) }, payments: payments, trades: trades,
      leavingOut: leftOut)
  }

  private func coin(_ id: String) throws -> PriceSeries {
    let prices = try context.service.dailyPrices()
    let today = UTCDay(context.now)
    let yearAgo = today.advanced(by: -366)
    let first = min(try days(of: id)?.lowerBound ?? yearAgo, yearAgo)
    let points = (first.number..<today.number).map { number in
      let day = UTCDay(number: number)
      let end = day.advanced(by: 1).start.addingTimeInterval(-1)
      return converted(PriceSeries.Point(end, prices.price(of: id, on: day)?.price))
    }
    let week = week(of: [id])[id] ?? []
    let hour = hour(of: [id])[id] ?? []
    return PriceSeries(
      days: points, week: week.map { converted(PriceSeries.Point($0.time, $0.price)) },
      hour: hour.map { converted(PriceSeries.Point($0.time, $0.price)) })
  }

  private func file(_ path: String) throws -> PriceSeries {
    let file = try BenchmarkFile(path.absolutePath, context)
    let today = UTCDay(context.now)
    let days = today.advanced(by: -Self.longest)...today.advanced(by: -1)
    let figures = file.figures(in: days, currency, context.service.presentRates)
    var series = PriceSeries(
      days: figures.drop { $0.figure == nil }.map { day, figure in
        PriceSeries.Point(day.advanced(by: 1).start.addingTimeInterval(-1), figure)
      }, week: [])
    series.name = file.name
    return series
  }

  /// Converts a point from US dollars at the rate of its day.
  private func converted(_ point: PriceSeries.Point) -> PriceSeries.Point {
    guard currency != usDollarCode, let value = point.value else { return point }
    let rate = context.service.presentRates.rate(
      from: usDollarCode, to: currency, on: UTCDay(point.date))
    return PriceSeries.Point(point.date, rate.map { $0.converted(Cost(value)).figure })
  }

  /// The days from the first transaction, optionally of a coin, to today.
  private func days(of coinId: String?) throws -> ClosedRange<UTCDay>? {
    let today = UTCDay(context.now)
    let oldest = try context.ledger.transactions(TransactionQuery(coinId: coinId, limit: 1)).first
    guard let first = oldest.map({ UTCDay($0.date) }), first <= today else { return nil }
    return max(first, today.advanced(by: -Self.longest))...today
  }

  /// The prices of the last hour, and of the hour before it for the starting values.
  private func hour(of ids: Set<String>) -> [String: [PricePoint]] {
    let now = context.now
    return PriceStore(context.container).samples(
      of: ids, from: now.addingTimeInterval(-Self.hours), to: now, count: 120)
  }

  private func week(of ids: Set<String>) -> [String: [PricePoint]] {
    let now = context.now
    return PriceStore(context.container).samples(
      of: ids, from: now.addingTimeInterval(-Self.week), to: now, count: Self.weekSteps)
  }
}

/// The portfolio's value at each instant with a recorded price, at the last prices before it.
///
/// An instant has no value if a held coin's price is unknown.
private struct WeekOfValues {
  private let prices: [String: [PricePoint]]
  private var instants: ArraySlice<Date>
  private var balances: [String: Quantity] = [:]
  private var points: [PriceSeries.Point] = []

  init(_ prices: [String: [PricePoint]]) {
    self.prices = prices
    instants = Set(prices.values.flatMap { $0.map(\.time) }).sorted()[...]
  }

  /// Adds the next transaction in ledger order.
  mutating func add(_ transaction: Transaction) {
    while let instant = instants.first, instant < transaction.date { endInstant(instant) }
    let old = balances[transaction.coinId] ?? 0
    let new =
      transaction.type.isAcquisition ? old + transaction.amount : old - transaction.amount
    balances[transaction.coinId] = new.magnitude < closingTolerance ? nil : new
  }

  /// Returns the values of all instants.
  mutating func finished() -> [PriceSeries.Point] {
    while let instant = instants.first { endInstant(instant) }
    return points
  }

  private mutating func endInstant(_ instant: Date) {
    instants.removeFirst()
    var value: ExactDecimal? = 0
    for (id, amount) in balances {
      let price = prices[id]?.last { $0.time <= instant }?.price
      value = value.flatMap { sum in price.map { sum + (amount * Price($0)).number } }
    }
    points.append(PriceSeries.Point(instant, value))
  }
}
