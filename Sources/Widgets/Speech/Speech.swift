import CellGrid
import Exact
public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// A widget in plain sentences for a screen reader, one per line: signs are words, and everything
/// can be pronounced.
///
/// - Parameters:
///   - entry: The portfolio to describe.
///   - family: The widget whose content to include; `nil` for that of the single line.
///   - isPrivate: Whether amounts are omitted; percentages are included.
///   - isDated: Whether to give the time of the prices instead of their age, for text that is read
///     later.
///   - now: The time that ages are relative to.
/// - Returns: Sentences, each ending in a newline; amounts are never shortened.
public func speech(
  _ entry: PortfolioEntry, family: WidgetFamily?, isPrivate: Bool = false, isDated: Bool = false,
  now: Date
) -> String {
  let sentences = Sentences(
    entry, family: family, isPrivate: isPrivate, isDated: isDated, now: now)
  return sentences.all.map { "\($0)\n" }.joined()
}

private struct Sentences {
  let entry: PortfolioEntry
  let family: WidgetFamily?
  let isPrivate: Bool
  let isDated: Bool
  let now: Date
  private let money: SpokenMoney

  init(
    _ entry: PortfolioEntry, family: WidgetFamily?, isPrivate: Bool, isDated: Bool, now: Date
  ) {
    self.entry = entry
    self.family = family
    self.isPrivate = isPrivate
    self.isDated = isDated
    self.now = now
    money = SpokenMoney(code: entry.data?.currency ?? usDollarCode)
  }

  var all: [String] {
    guard let data = entry.data else { return ["Portfolio. Nothing is known yet."] }
    if data.isEmpty {
      return ["Portfolio. No holdings. To record a first purchase, run bitpal buy."]
    }
    var all = ["Portfolio, \(age(data))."]
    if let warning { all.append(warning) }
    all.append(data.isClosedOnly ? "No open holdings." : total(data))
    if data.isPartlyPriced, data.pricedCount > 0 {
      all.append("\(data.pricedCount) of \(data.holdingCount) holdings have a price.")
    }
    if let count = data.costedCount {
      all.append("The whole cost of \(count) of \(data.holdingCount) holdings is known.")
    }
    if let rate = rate(data) { all.append(rate) }
    all += results(data)
    if let change = data.dayChange { all.append(day(change, data)) }
    let shown = data.holdings.prefix(holdingLimit)
    all += shown.map(holding)
    if holdingLimit > 0, data.holdingCount > shown.count {
      let rest = data.holdingCount - shown.count
      all.append("And \(rest) more \(rest == 1 ? "holding" : "holdings").")
    }
    return all
  }

  private var holdingLimit: Int { family?.holdingLimit ?? 0 }

  private func age(_ data: WidgetPortfolioData) -> String {
    if data.isUnpriced { return "no prices yet" }
    guard let time = data.asOf else { return "never updated" }
    return isDated
      ? "prices of \(time.utcMinuteText)" : "updated \(spokenAge(of: time, at: now))"
  }

  private var warning: String? {
    switch entry.freshness(at: now) {
    case .fresh: nil
    case .stale: "The oldest price is more than an hour old."
    case .offline: "Offline: the last refresh reached nothing."
    case .unableToRefresh: "Unable to refresh: the last refresh was refused."
    }
  }

  private func rate(_ data: WidgetPortfolioData) -> String? {
    if data.isRateMissing, data.holdingCount > 0 {
      return "No rate of the \(money.name) is known, so present values are unknown."
    }
    return data.rateDay.map { "Amounts in \(money.plural), at the rate of \($0.text)." }
  }

  private func day(_ change: DayChange, _ data: WidgetPortfolioData) -> String {
    let part =
      change.count < data.holdingCount ? ", of \(change.count) of \(data.holdingCount)" : ""
    return "\(hours(change)): \(spoken(change.amount, change.percentage))\(part)."
  }

  /// The period of a 24-hour change, with its end date for old prices.
  private func hours(_ change: DayChange) -> String {
    guard let end = change.asOf, isOutdated(since: end, at: now) else { return "In 24 hours" }
    let day = MonthAndDay(end)
    return "In the 24 hours to \(day.month) \(day.day)"
  }

  private func total(_ data: WidgetPortfolioData) -> String {
    guard let value = data.totalValue else { return "The total value is unknown." }
    return isPrivate ? "The total value is hidden." : "Total value: \(money.text(value))."
  }

  private func results(_ data: WidgetPortfolioData) -> [String] {
    let estimated = data.estimated
    let overall = result(
      "Total", data.totalPnL, data.totalPnLPercentage, isEstimated: estimated.overall)
    guard family == .medium || family == .large else { return [overall] }
    let parts = [
      result(
        "Unrealized", data.unrealizedPnL, data.unrealizedPnLPercentage,
        isEstimated: estimated.unrealized),
      result("Realized", data.realizedPnL, nil, isEstimated: estimated.realized),
    ]
    return family == .large ? parts + [overall] : parts
  }

  private func holding(_ holding: WidgetHolding) -> String {
    let name = pronounceable(of: [holding.name, holding.symbol, holding.id])
    guard let value = holding.currentValue else {
      return "\(name): \(entry.data?.isRateMissing == true ? "value not known" : "no price")."
    }
    let worth = isPrivate ? "" : "\(money.text(value)), "
    let age = holding.isStale ? ", at an old price" : ""
    guard let change = holding.pnlAmount else { return "\(name): \(worth)cost unknown\(age)." }
    let result = spoken(change, holding.pnlPercentage, isEstimated: holding.isEstimated)
    return "\(name): \(worth)\(result)\(age)."
  }

  private func result(
    _ name: String, _ amount: ExactDecimal?, _ percentage: ExactDecimal?, isEstimated: Bool
  ) -> String {
    guard let amount else { return "\(name) result: unknown." }
    return "\(name) result: \(spoken(amount, percentage, isEstimated: isEstimated))."
  }

  private func spoken(
    _ amount: ExactDecimal, _ percentage: ExactDecimal?, isEstimated: Bool = false
  ) -> String {
    let rate = percentage.map { ", \(spokenPercent($0))" } ?? ""
    guard amount != 0 else { return (isEstimated ? "about no change" : "no change") + rate }
    let direction = (isEstimated ? "an estimated " : "a ") + (amount > 0 ? "gain" : "loss")
    return isPrivate ? "\(direction)\(rate)" : "\(direction) of \(money.text(amount))\(rate)"
  }
}
