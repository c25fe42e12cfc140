import AppGroup
import Application
import Dashboard
import FoundationEssentials
import MarketData
import Portfolio
import WidgetTimeline

/// Reads figures over time for the dashboard's charts.
struct CourseReader {
  let context: AppContext
  private static let week: TimeInterval = 7 * 86_400
  /// Steps of the last week: one an hour.
  private static let weekSteps = 168
  private static let longest = 3660

  /// The course of a subject up to now.
  func course(of subject: CourseSubject, transactions: [Transaction]) throws -> Course {
    switch subject {
    case .portfolio: try portfolio(transactions)
    case .coin(let id): try coin(id, transactions.filter { $0.coinId == id })
    }
  }

  private func portfolio(_ transactions: [Transaction]) throws -> Course {
    let ids = Set(transactions.map(\.coinId))
    let week = week(of: ids)
    guard let days = days(of: transactions) else { return Course(days: [], week: []) }
    let history = computeHistory(
      transactions: transactions, prices: try context.service.dailyPrices(), days: days,
      interval: .day)
    return Course(
      days: history.points.map { Course.Point($0.date.lastInstant, $0.completeValue) },
      week: values(of: transactions, at: week))
  }

  private func coin(_ id: String, _ transactions: [Transaction]) throws -> Course {
    let prices = try context.service.dailyPrices()
    let today = UTCDay(context.now)
    let yearAgo = today.advanced(by: -366)
    let first = min(days(of: transactions)?.lowerBound ?? yearAgo, yearAgo)
    let points = (first.number..<today.number).map { number in
      let day = UTCDay(number: number)
      return Course.Point(day.lastInstant, prices.price(of: id, on: day)?.price)
    }
    let week = week(of: [id])[id] ?? []
    return Course(days: points, week: week.map { Course.Point($0.time, $0.price) })
  }

  /// The days from the first transaction to yesterday.
  private func days(of transactions: [Transaction]) -> ClosedRange<UTCDay>? {
    let yesterday = UTCDay(context.now).advanced(by: -1)
    guard let first = transactions.lazy.map(\.date).min().map(UTCDay.init(_:)),
      first <= yesterday
    else { return nil }
    return max(first, yesterday.advanced(by: -Self.longest))...yesterday
  }

  private func week(of ids: Set<String>) -> [String: [PricePoint]] {
    let now = context.now
    return PriceHistoryStore(context.container).samples(
      of: ids, from: now.addingTimeInterval(-Self.week), to: now, count: Self.weekSteps)
  }

  /// What was held at each instant at which a price is on record, at the last prices before it.
  ///
  /// An instant at which the price of something held is not known has no value.
  private func values(
    of transactions: [Transaction], at prices: [String: [PricePoint]]
  ) -> [Course.Point] {
    let instants = Set(prices.values.flatMap { $0.map(\.time) }).sorted()
    guard let first = instants.first else { return [] }
    var balances: [String: Decimal] = [:]
    var rest = inLedgerOrder(transactions)[...]
    func apply(until instant: Date) {
      while let next = rest.first, next.date <= instant {
        let old = balances[next.coinId] ?? 0
        let new = next.type.isAcquisition ? old + next.amount : old - next.amount
        balances[next.coinId] = abs(new) < closingTolerance ? nil : new
        rest.removeFirst()
      }
    }
    apply(until: first)
    return instants.map { instant in
      apply(until: instant)
      var value: Decimal? = 0
      for (id, amount) in balances {
        let price = prices[id]?.last { $0.time <= instant }?.price
        value = value.flatMap { sum in price.map { sum + amount * $0 } }
      }
      return Course.Point(instant, value)
    }
  }
}

extension UTCDay {
  /// The last second of the day.
  fileprivate var lastInstant: Date { advanced(by: 1).start.addingTimeInterval(-1) }
}

extension HistoryPoint {
  /// The value of everything held, `nil` when a part of it has no price.
  fileprivate var completeValue: Decimal? { pricedCount == holdingCount ? value : nil }
}
