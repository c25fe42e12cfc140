import Exact
import FoundationEssentials

/// Computes a portfolio's history from its ledger and daily prices.
///
/// - Parameters:
///   - transactions: All transactions in insertion order, counted in the history's currency.
///   - prices: What coins were worth on days of the past, in US dollars.
///   - days: The range; points and returns include both ends.
///   - interval: How far apart the points are.
///   - costBasis: How the cost of sales is chosen.
///   - dollarRate: Units of the history's currency for one US dollar on a day; `nil` counts in US
///     dollars. A day without a rate has no value.
/// - Returns: The points and the returns.
public func computeHistory(
  transactions: [Transaction], prices: any DailyPrices, days: ClosedRange<UTCDay>,
  interval: HistoryInterval, costBasis: CostBasis = .average,
  dollarRate: ((UTCDay) -> ExchangeRate?)? = nil
) -> PortfolioHistory {
  var walk = HistoryWalk(costBasis: costBasis)
  let valuation = HistoryValuation(prices: prices, dollarRate: dollarRate)
  var returns = ReturnsOfRange(days: days)
  var rest = inLedgerOrder(transactions)[...]
  func applyTransactions(through day: UTCDay) {
    while let next = rest.first, UTCDay(next.date) <= day {
      walk.apply(next)
      rest.removeFirst()
    }
  }

  let dayBefore = days.lowerBound.advanced(by: -1)
  applyTransactions(through: dayBefore)
  _ = walk.endDay()
  returns.begin(with: valuation.value(of: walk, on: dayBefore))
  var points: [HistoryPoint] = []
  for number in days.lowerBound.number...days.upperBound.number {
    let day = UTCDay(number: number)
    applyTransactions(through: day)
    let trades = walk.endDay()
    let isPoint = interval.ends(on: day)
    guard isPoint || !trades.isEmpty || day == days.upperBound else { continue }
    let value = valuation.value(of: walk, on: day)
    if isPoint { points.append(walk.point(day, value)) }
    returns.add(trades, on: day, value: value) { valuation.value($0, of: $1, on: day) }
  }
  return PortfolioHistory(points: points, returns: returns.finished())
}

/// What holdings are worth at the end of a day.
struct HistoryValuation {
  let prices: any DailyPrices
  let dollarRate: ((UTCDay) -> ExchangeRate?)?

  struct Value {
    var value: Cost = 0
    var pricedCount = 0
    /// Places of the coins that are held and have no price.
    var unpriced: [Int] = []

    /// Whether everything held is priced.
    var isWhole: Bool { unpriced.isEmpty }
  }

  /// Sums holdings at their prices; one multiplication for each.
  func value(of walk: HistoryWalk, on day: UTCDay) -> Value {
    var sum = Value()
    let rate = dollarRate.map { $0(day) }
    let isRateMissing = rate.map { $0 == nil } ?? false
    for place in walk.coins.indices {
      guard let amount = walk.coins[place].amount else { continue }
      guard !isRateMissing, let price = prices.price(of: walk.coins[place].id, on: day)?.price
      else {
        sum.unpriced.append(place)
        continue
      }
      sum.value += amount * Price(price)
      sum.pricedCount += 1
    }
    if let rate = rate ?? nil { sum.value = rate.applied(to: sum.value) }
    return sum
  }

  /// The value of some coins, `nil` without a price or a rate.
  func value(_ amount: Quantity, of coinId: String, on day: UTCDay) -> Cost? {
    guard let price = prices.price(of: coinId, on: day)?.price else { return nil }
    guard let dollarRate else { return amount * Price(price) }
    return dollarRate(day)?.applied(to: amount * Price(price))
  }
}

extension ExchangeRate {
  fileprivate func applied(to dollars: Cost) -> Cost {
    (dollars * Cost(numerator)).divided(by: Cost(denominator), places: costPlaces)
  }
}
