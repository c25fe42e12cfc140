import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline

/// An amount for a panel, formatted late because the available width determines its form.
struct Amount {
  let value: ExactDecimal?
  var isSigned = false
  let isPrivate: Bool
  let format: NumberFormat
  /// Whether it is partly an estimate.
  var isEstimated = false

  /// The amount in at most some columns, marked as an estimate if there is room; masked in private
  /// mode, so that no encoder can leak it.
  func text(fitting width: Int, isWhole: Bool = false) -> String {
    guard let value else { return Figures.unknown }
    let text =
      isPrivate
      ? format.masked(value, isSigned: isSigned)
      : format.money(value, isSigned: isSigned, fitting: width, isWhole: isWhole)
    return isEstimated && columnWidth(of: text) < width ? "~\(text)" : text
  }

  var trend: Trend? { value.map { Trend($0, minorDigits: format.minorDigits) } }

  var role: Role {
    switch trend {
    case .gain: .gain
    case .loss: .loss
    case .neutral, nil: .neutral
    }
  }
}

/// A profit or loss: an amount and possibly a percentage.
struct Change {
  let amount: Amount
  var percentage: ExactDecimal?

  /// The percentage in at most some columns, marked as an estimate if there is room.
  func percentage(fitting width: Int) -> String? {
    percentage.map { value in
      let text = Figures.percent(value, fitting: width)
      return amount.isEstimated && columnWidth(of: text) < width ? "~\(text)" : text
    }
  }

  /// The percentage where it is drawn without the amount, marked if it is an estimate.
  var percentageAlone: String? {
    percentage.map { (amount.isEstimated ? "~" : "") + Figures.percent($0) }
  }
}

/// A holding with its text cleaned for the terminal.
struct HoldingRow {
  let symbol: String
  let name: String
  let value: Amount
  let change: Change
  let isStale: Bool

  /// The name, or empty if it equals the symbol above it, as for XRP.
  var secondName: String { name.lowercased() == symbol.lowercased() ? "" : name }
}

/// The last days as a sparkline.
struct RecentLine {
  let values: [ExactDecimal?]
  /// The number of days, and of holdings if some are excluded.
  let label: String
  let low: Amount
  let high: Amount
}

/// The content of a panel before layout.
struct PanelContent {
  let badge: (long: String, short: String)?
  let total: Amount
  /// A line below the total: what it excludes, or that nothing is held.
  let note: String?
  let unrealized: Change
  let realized: Change
  let overall: Change
  let holdings: [HoldingRow]
  /// The number of holdings, including those that a panel does not list.
  let holdingCount: Int
  let foot: String
  let isEmpty: Bool
  let isClosedOnly: Bool
  /// The exchange rate's day in words; `nil` for US dollars.
  let rateNote: String?
  /// The 24-hour change.
  let day: Change?
  /// The label of ``day``, with the number of holdings if some are excluded.
  let dayLabel: String
  /// The label without the number of holdings if ``note`` has it.
  let shortDayLabel: String
  /// Priced and total holdings, if some have no price: `5/7`.
  let pricedShare: String?
  /// The portfolio's value on the last days; `nil` to draw nothing.
  let line: RecentLine?

  init(_ data: WidgetPortfolioData, entry: PortfolioEntry, isPrivate: Bool, now: Date) {
    let format = NumberFormat(code: data.currency)
    func amount(_ value: ExactDecimal?, isSigned: Bool = true, isEstimated: Bool = false) -> Amount
    {
      Amount(
        value: value, isSigned: isSigned, isPrivate: isPrivate, format: format,
        isEstimated: isEstimated)
    }
    let estimated = data.estimated
    badge = entry.freshness(at: now).badge
    total = amount(data.totalValue, isSigned: false)
    unrealized = Change(
      amount: amount(data.unrealizedPnL, isEstimated: estimated.unrealized),
      percentage: data.unrealizedPnLPercentage)
    realized = Change(amount: amount(data.realizedPnL, isEstimated: estimated.realized))
    overall = Change(
      amount: amount(data.totalPnL, isEstimated: estimated.overall),
      percentage: data.totalPnLPercentage)
    holdings = data.holdings.map { holding in
      HoldingRow(
        symbol: Self.symbol(of: holding), name: cleaned(holding.name),
        value: amount(holding.currentValue, isSigned: false),
        change: Change(
          amount: amount(holding.pnlAmount, isEstimated: holding.isEstimated),
          percentage: holding.pnlPercentage),
        isStale: holding.isStale)
    }
    holdingCount = data.holdingCount
    isEmpty = data.isEmpty
    isClosedOnly = data.isClosedOnly
    foot = data.ageNote(at: now)
    rateNote = Widgets.rateNote(data.rateDay)
    day = data.dayChange.map { Change(amount: amount($0.amount), percentage: $0.percentage) }
    func label(_ change: DayChange?, of count: Int) -> String {
      change.map { Widgets.dayLabel($0, of: count, at: now) } ?? ""
    }
    let isDayOfPriced = data.dayChange?.count == data.pricedCount
    dayLabel = label(data.dayChange, of: data.holdingCount)
    shortDayLabel = isDayOfPriced ? label(data.dayChange, of: data.pricedCount) : dayLabel
    note = Self.note(data)
    pricedShare =
      data.isPartlyPriced && !data.isRateMissing ? "\(data.pricedCount)/\(data.holdingCount)" : nil
    line = entry.recentValues.map { recent in
      let known = recent.values.compactMap(\.self)
      let isOfAll = recent.count >= data.pricedCount
      return RecentLine(
        values: recent.values,
        label: isOfAll ? "30 d" : "30 d, \(recent.count) of \(data.holdingCount)",
        low: amount(known.min(), isSigned: false), high: amount(known.max(), isSigned: false))
    }
  }

  /// Whether a panel's changes omit minor digits: if one has to, all do.
  func isWhole(in family: WidgetFamily) -> Bool {
    let results =
      family == .small
      ? [overall]
      : [day, unrealized, realized, overall]
        .compactMap(\.self)
    let shown = results + holdings.prefix(family.holdingLimit).map(\.change)
    let amountColumns = family.changeColumns.amount.count
    return shown.contains { columnWidth(of: $0.amount.text(fitting: .max)) > amountColumns }
  }

  private static func note(_ data: WidgetPortfolioData) -> String? {
    if data.isClosedOnly { return "No open holdings" }
    if data.isRateMissing, data.holdingCount > 0 { return "No rate of \(data.currency)" }
    if data.isPartlyPriced { return "\(data.pricedCount) of \(data.holdingCount) priced" }
    return data.costedCount.map { "Cost of \($0) of \(data.holdingCount)" }
  }

  /// Some coins have no symbol or one that cannot be drawn; the id always can.
  private static func symbol(of holding: WidgetHolding) -> String {
    let symbol = cleaned(holding.symbol)
    return symbol.isEmpty ? cleaned(holding.id).uppercased() : symbol
  }
}
