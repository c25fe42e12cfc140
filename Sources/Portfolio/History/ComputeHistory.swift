import Exact
import FoundationEssentials

/// Computes a portfolio's history from its ledger and daily prices.
///
/// - Parameters:
///   - transactions: All transactions in insertion order, counted in the history's currency.
///   - prices: Past prices of coins in US dollars.
///   - days: The range; points and returns include both ends.
///   - interval: The distance between points.
///   - costBasis: How the cost of sales is chosen.
///   - dollarRate: Units of the history's currency for one US dollar on a day; `nil` counts in US
///     dollars. A day without a rate has no value.
///   - calendar: The time zone of the days that ``CostBasis/hmrc`` matches by.
/// - Returns: The points and the returns.
public func computeHistory(
  transactions: [Transaction], prices: any DailyPrices, days: ClosedRange<UTCDay>,
  interval: HistoryInterval, costBasis: CostBasis = .average,
  dollarRate: ((UTCDay) -> ExchangeRate?)? = nil, calendar: LocalCalendar = .utc
) -> PortfolioHistory {
  var history = HistoryCollector(
    prices: prices, days: days, interval: interval, costBasis: costBasis,
    matchedCosts: costBasis == .hmrc ? MatchedCosts(transactions, calendar: calendar) : nil,
    carrying: CarriedLots(transactions, methods: [costBasis], calendar: calendar),
    estimatedCoins: Set(
      transactions.filter { $0.isEstimated || $0.kind == .migrate }.map(\.coinId)),
    dollarRate: dollarRate)
  for transaction in inLedgerOrder(transactions) { history.add(transaction) }
  return history.finished()
}

/// Computes a history from transactions added one at a time, so that a long ledger is never in
/// memory as a whole.
public struct HistoryCollector {
  private let days: ClosedRange<UTCDay>
  private let interval: HistoryInterval
  private let carried: CarriedLots
  private var walk: HistoryWalk
  private var valuation: HistoryValuation
  /// The bases of the whole range and of the other ranges.
  private var bases: [RangeBasis]
  /// Amounts paid, as negative numbers, and received on each day.
  private var flows: [CashFlow] = []
  private let undrawn: Set<String>
  private let followsReturn: Bool
  private var points: [HistoryPoint] = []
  /// The day that has not ended yet.
  private var day: UTCDay

  /// Starts a history.
  ///
  /// The parameters are those of
  /// ``computeHistory(transactions:prices:days:interval:costBasis:dollarRate:calendar:)``, and:
  /// `matchedCosts`, the costs of sales, required under ``CostBasis/hmrc``; `carried`, the lots
  /// that migrations carry over; `estimatedCoins`, the coins that can have estimates; and
  /// `coinSeries`, the series of all coins over days that include the range, in which case no
  /// transaction is added.
  ///
  /// `starts` are the first days of other ranges that end with `days` and need figures. `undrawn`
  /// are coins that the values and returns of points leave out: without a price today they would
  /// look like a drop. With `followsReturn`, points have their ``HistoryPoint/returnSoFar``, for at
  /// most a year of points and those before the other ranges.
  public init(
    prices: any DailyPrices, days: ClosedRange<UTCDay>, interval: HistoryInterval,
    costBasis: CostBasis = .average, matchedCosts: MatchedCosts? = nil,
    carrying carried: CarriedLots = .none, estimatedCoins: Set<String> = [],
    coinSeries: [CoinSeries] = [], starts: [UTCDay] = [],
    leavingOutOfPoints undrawn: Set<String> = [],
    followsReturn: Bool = false, dollarRate: ((UTCDay) -> ExchangeRate?)? = nil
  ) {
    self.days = days
    self.interval = interval
    self.carried = carried
    self.undrawn = undrawn
    self.followsReturn = followsReturn
    walk = HistoryWalk(
      costBasis: costBasis, matchedCosts: matchedCosts, estimatedCoins: estimatedCoins)
    valuation = HistoryValuation(prices: prices, dollarRate: dollarRate)
    bases = ([days.lowerBound] + starts).map { RangeBasis(since: max($0, days.lowerBound)) }
    day = days.lowerBound.advanced(by: -1)
    walk.begin(with: coinSeries, on: days.lowerBound)
  }

  /// Adds the next transaction in ledger order; those after the range are ignored.
  public mutating func add(_ transaction: Transaction) {
    let traded = UTCDay(transaction.date)
    while day < traded, day <= days.upperBound { endDay() }
    if traded <= days.upperBound { walk.apply(transaction, carrying: carried) }
  }

  /// Ends the history.
  ///
  /// - Returns: The points, the figures and the returns.
  public mutating func finished() -> PortfolioHistory {
    while day <= days.upperBound { endDay() }
    let figures = bases[0].figures(value: drawnValue, closing: closing)
    return PortfolioHistory(
      points: points, returns: returns(figures), figures: figures, bases: bases)
  }

  /// Whether to compute the return so far for the day that ends.
  private var isSampled: Bool {
    let length = days.upperBound.number - days.lowerBound.number
    return (days.upperBound.number - day.number).isMultiple(of: length / 366 + 1)
  }

  private mutating func endDay() {
    defer { day = day.advanced(by: 1) }
    let found = walk.endDay(day)
    let isInRange = day >= days.lowerBound
    let isLast = day == days.upperBound
    let beginning = bases.indices.filter { bases[$0].since == day.advanced(by: 1) }
    let isPoint = isInRange && interval.ends(on: day)
    guard isPoint || isLast || isInRange && !found.isEmpty || !beginning.isEmpty else { return }
    let value = valuation.value(of: walk, on: day)
    if isPoint { points.append(walk.point(day, drawn(value))) }
    for index in bases.indices {
      bases[index].add(walk.coins.dropFirst(bases[index].coins.count).map(\.id))
    }
    if isInRange, !found.isEmpty { add(found, isLast: isLast) }
    if isPoint, followsReturn, isSampled || !beginning.isEmpty {
      let figures = bases[0].figures(value: drawnValue, closing: closing)
      points[points.count - 1].returnSoFar = figures.timeWeighted
      points[points.count - 1].hasReturn = true
      if figures.estimated.isGainEstimated {
        points[points.count - 1].estimated.insert(.returnSoFar)
      }
    }
    for coin in walk.coins.indices where walk.coins[coin].amount != nil {
      for index in beginning { bases[index].begin(with: drawnValue(coin), in: coin) }
    }
  }

  /// Adds a day's trades to the ranges that have started.
  private mutating func add(_ found: DayOfWalk, isLast: Bool) {
    var found = found
    found.valueGiven { valuation.value($1, ofCoin: $0) }
    let flow = found.trades.values.reduce(Cost.zero) { $0 + $1.received - $1.paid }
    flows.append(CashFlow(day: day, amount: flow))
    let (before, undrawn) = (day.advanced(by: -1), undrawn)
    func evening(_ index: Int) -> Cost? {
      let amount = found.heldBefore[index] ?? walk.coins[index].amount
      guard let amount else { return .zero }
      let isDrawn = !undrawn.contains(walk.coins[index].id)
      return isDrawn ? valuation.value(amount, ofCoin: index, on: before) : nil
    }
    for index in bases.indices where bases[index].since <= day {
      if isLast {
        bases[index].addLast(found.trades, evening: evening)
      } else {
        bases[index].add(found.trades, value: drawnValue, closing: closing, evening: evening)
      }
    }
  }

  /// A value without the coins that points leave out.
  private func drawn(_ value: HistoryValuation.Value) -> HistoryValuation.Value {
    guard !undrawn.isEmpty else { return value }
    var drawn = value
    drawn.unpriced.removeAll { undrawn.contains(walk.coins[$0].id) }
    for (index, coin) in walk.coins.enumerated() where undrawn.contains(coin.id) {
      drawn.undrawn.append(index)
      guard coin.amount != nil, let worth = self.value(index) else { continue }
      drawn.value -= worth
      drawn.unvalued -= valuation.value(coin.unvalued, ofCoin: index) ?? .zero
      drawn.pricedCount -= 1
    }
    return drawn
  }

  /// The value of a held coin on the day valued last.
  private func value(_ index: Int) -> Cost? {
    guard let amount = walk.coins[index].amount else { return .zero }
    return valuation.value(amount, ofCoin: index)
  }

  /// The same; unknown for coins that points leave out.
  private func drawnValue(_ index: Int) -> Cost? { isDrawn(index) ? value(index) : nil }

  private func closing(_ index: Int, _ amount: Quantity) -> Cost? {
    isDrawn(index) ? valuation.value(amount, ofCoin: index) : nil
  }

  private func isDrawn(_ index: Int) -> Bool {
    !undrawn.contains(walk.coins[index].id)
  }

  private func returns(_ figures: RangeFigures) -> HistoryReturns {
    let dayCount = days.upperBound.number - days.lowerBound.number + 1
    let all =
      [CashFlow(day: days.lowerBound, amount: -Cost(figures.valueThen))] + flows
      + [CashFlow(day: days.upperBound.advanced(by: 1), amount: Cost(figures.valueNow))]
    return HistoryReturns(
      timeWeighted: figures.timeWeighted,
      timeWeightedPerYear: figures.growth.flatMap {
        internalRateOfReturn([
          CashFlow(day: UTCDay(number: 0), amount: -1),
          CashFlow(day: UTCDay(number: dayCount), amount: Cost($0)),
        ])
      },
      moneyWeighted: figures.leftOut.isEmpty ? internalRateOfReturn(all) : nil)
  }
}

/// The value of holdings at the end of a day.
struct HistoryValuation {
  let prices: any DailyPrices
  let dollarRate: ((UTCDay) -> ExchangeRate?)?
  /// The price lookups of the walk's coins, in its order.
  private var lookups: [(UTCDay) -> ExactDecimal?] = []
  /// The coins' prices on the day valued last, as far as looked up.
  private var known: [Price??] = []
  private var day: UTCDay?
  private var rate: ExchangeRate?

  init(prices: any DailyPrices, dollarRate: ((UTCDay) -> ExchangeRate?)?) {
    self.prices = prices
    self.dollarRate = dollarRate
  }

  struct Value {
    var value: Cost = 0
    /// The value of coins whose cost is unknown.
    var unvalued: Cost = 0
    /// The value of the coins whose cost is known.
    var costed: Cost { value - unvalued }
    var pricedCount = 0
    /// Indexes of held coins without a price.
    var unpriced: [Int] = []
    /// Indexes of coins that the value leaves out, whatever their price.
    var undrawn: [Int] = []

    /// Whether everything held is priced.
    var isWhole: Bool { unpriced.isEmpty }
  }

  /// Sums up holdings at their prices, with one multiplication each.
  mutating func value(of walk: HistoryWalk, on day: UTCDay) -> Value {
    for coin in walk.coins.dropFirst(lookups.count) { lookups.append(prices.lookup(of: coin.id)) }
    known = Array(repeating: nil, count: lookups.count)
    self.day = day
    rate = dollarRate?(day)
    let isRateMissing = dollarRate != nil && rate == nil
    var sum = Value()
    for index in walk.coins.indices {
      guard let amount = walk.coins[index].amount else { continue }
      let price = isRateMissing ? nil : lookups[index](day).map { Price($0) }
      known[index] = price
      guard let price else {
        sum.unpriced.append(index)
        continue
      }
      sum.value += amount * price
      sum.unvalued += walk.coins[index].unvalued * price
      sum.pricedCount += 1
    }
    if let rate {
      (sum.value, sum.unvalued) = (rate.converted(sum.value), rate.converted(sum.unvalued))
    }
    return sum
  }

  /// The value of some coins on the day valued last, `nil` without a price or a rate.
  func value(_ amount: Quantity, ofCoin index: Int) -> Cost? {
    guard let day, let price = known[index] ?? lookups[index](day).map({ Price($0) }) else {
      return nil
    }
    guard dollarRate != nil else { return amount * price }
    return rate?.converted(amount * price)
  }

  /// The value of some coins on a given day.
  func value(_ amount: Quantity, ofCoin index: Int, on day: UTCDay) -> Cost? {
    guard let price = lookups[index](day) else { return nil }
    guard let dollarRate else { return amount * Price(price) }
    return dollarRate(day).map { $0.converted(amount * Price(price)) }
  }
}
