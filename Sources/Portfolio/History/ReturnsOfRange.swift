import Exact
import FoundationEssentials

/// Collects what the returns of a range need, day by day.
///
/// The time-weighted return chains the portfolio's growth between the days on which something was
/// paid in or out. On such a day what was held before grows to the day's prices, or to what it was
/// sold for; what was bought joins at its cost and grows to the day's prices from there.
struct ReturnsOfRange {
  private let days: ClosedRange<UTCDay>
  /// Paid in is negative, as an investor sees it.
  private var flows: [CashFlow] = []
  private var growth: Decimal? = 1
  private var valueBefore: Cost = 0
  private var wasInvested = false
  private var isKnown = true

  init(days: ClosedRange<UTCDay>) { self.days = days }

  mutating func begin(with value: HistoryValuation.Value) {
    isKnown = value.isWhole
    valueBefore = value.value
    wasInvested = value.value > .zero
    flows.append(CashFlow(day: days.lowerBound, amount: -value.value))
  }

  /// Adds a day's trades, each with the place of its coin, and the value after them.
  ///
  /// - Parameter closing: The value of some coins at the day's prices.
  mutating func add(
    _ trades: [(place: Int, trades: CoinTrades)], on day: UTCDay, value: HistoryValuation.Value,
    closing: (_ amount: Quantity, _ place: Int) -> Cost?
  ) {
    if !trades.isEmpty {
      isKnown = isKnown && trades.allSatisfy(\.trades.isKnown)
      let paid = trades.reduce(Cost.zero) { $0 + $1.trades.paid }
      let received = trades.reduce(Cost.zero) { $0 + $1.trades.received }
      flows.append(CashFlow(day: day, amount: received - paid))
      let isTraded = trades.contains { $0.trades.bought > .zero }
      wasInvested = wasInvested || isTraded
      grow(trades, paid: paid, received: received, value: value, closing: closing)
    } else if day == days.upperBound {
      grow(by: value.value, over: valueBefore)
    }
    if !value.isWhole, !trades.isEmpty || day == days.upperBound { growth = nil }
    valueBefore = trades.isEmpty && day != days.upperBound ? valueBefore : value.value
    if day == days.upperBound {
      isKnown = isKnown && value.isWhole
      flows.append(CashFlow(day: day.advanced(by: 1), amount: value.value))
    }
  }

  func finished() -> HistoryReturns {
    let growth = isKnown && wasInvested ? growth : nil
    let dayCount = days.upperBound.number - days.lowerBound.number + 1
    return HistoryReturns(
      timeWeighted: growth.map { (($0 - 1) * 100).rounded(toPlaces: 10) },
      timeWeightedPerYear: growth.flatMap {
        internalRateOfReturn([
          CashFlow(day: UTCDay(number: 0), amount: -1),
          CashFlow(day: UTCDay(number: dayCount), amount: Cost($0)),
        ])
      },
      moneyWeighted: isKnown ? internalRateOfReturn(flows) : nil)
  }

  private mutating func grow(
    _ trades: [(place: Int, trades: CoinTrades)], paid: Cost, received: Cost,
    value: HistoryValuation.Value, closing: (_ amount: Quantity, _ place: Int) -> Cost?
  ) {
    var closingOfBought: Cost = 0
    var soldBought = false
    for (place, trade) in trades where trade.bought > .zero {
      guard let worth = closing(trade.bought, place) else {
        growth = nil
        return
      }
      closingOfBought += worth
      soldBought = soldBought || trade.heldAfter < trade.bought
    }
    let kept = value.value - closingOfBought
    if soldBought || kept + paid < .zero {
      // Bought and sold again on one day: which coins left cannot be said, so the day is one step.
      grow(by: value.value + received, over: valueBefore + paid)
    } else {
      grow(by: kept + received, over: valueBefore)
      grow(by: value.value, over: kept + paid)
    }
  }

  private mutating func grow(by after: Cost, over before: Cost) {
    guard before > .zero else { return }
    growth = growth.map { (Cost($0) * after).quotient(by: before) }
  }
}
