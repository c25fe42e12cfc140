import CellGrid
public import Exact
import FoundationEssentials
import Portfolio
public import WidgetTimeline
import Widgets

extension Report {
  /// Current holdings at the last prices, with the age of each outdated price.
  ///
  /// - Parameters:
  ///   - snapshot: The portfolio.
  ///   - coinIds: Only these coins; all if empty.
  ///   - moment: The past day that is shown; `nil` for now.
  ///   - open: What the figures leave out.
  public static func holdings(
    _ snapshot: PortfolioSnapshot, of coinIds: [String] = [], moment: String? = nil,
    open: OpenItems = OpenItems(), _ style: ReportStyle
  ) -> Report {
    let holdings = snapshot.positions.holdings.filter {
      coinIds.isEmpty || coinIds.contains($0.id)
    }
    let day = snapshot.dayChange
    let label = dayLabel(endingAt: day?.asOf, at: snapshot.now)
    let partly = day.flatMap { day in
      coinIds.isEmpty && day.count < holdings.count
        ? "\(label): \(day.count) of \(holdings.count)" : nil
    }
    let hasPart = holdings.contains { $0.costOf != nil }
    let areEstimated = coinIds.contains { snapshot.estimates.isHeldEstimated($0) }
    let shown =
      coinIds.isEmpty
      ? snapshot
      : snapshot.only(coinIds, estimates: areEstimated ? snapshot.estimates : Estimates())
    return Report(
      columns: holdingColumns(day: label, priced: moment == nil ? "Priced" : nil)
        + style.currencyColumn
        + (hasPart ? [Column("costOf", nil)] : []),
      rows: holdings.map {
        holdingRow($0, snapshot, style) + style.currencyValue
          + (hasPart ? [.quantity($0.costOf)] : [])
      },
      // The total covers the whole portfolio.
      total: holdings.count > 1 && coinIds.isEmpty
        ? holdingTotal(snapshot, style) + style.currencyValue + (hasPart ? [.text(nil)] : []) : nil,
      emptyNote: noHoldings(of: coinIds, open),
      notes: (holdings.isEmpty
        ? []
        : [moment.map(shown.line) ?? shown.freshnessLine] + [partly].compactMap(\.self)
          + shown.notes(style))
        + open.notes())
  }

  /// Why there are no holdings; open items come first, because they may be the missing ones.
  private static func noHoldings(of coinIds: [String], _ open: OpenItems) -> String {
    let waiting = open.notes()
    let names = coinIds.joined(separator: " or ")
    guard waiting.isEmpty else {
      return (coinIds.isEmpty ? "No holdings" : "You hold no \(names)")
        + ": \(waiting.joined(separator: "; "))"
    }
    return coinIds.isEmpty
      ? "No holdings. `bitpal transactions` lists what is recorded."
      : "You hold no \(names). `bitpal holdings` lists what you hold."
  }

  /// - Parameter priced: The title above the ages of prices; `nil` if all are of one past day.
  private static func holdingColumns(day: String, priced: String?) -> [Column] {
    [
      Column("id", "Id", collapseOrder: 1, minimumWidth: 12),
      Column("symbol", "Symbol"),
      Column("name", "Name", collapseOrder: 2, minimumWidth: 10),
      Column("totalAmount", "Quantity", isNumber: true, collapseOrder: 7),
      Column("avgCost", "Avg cost", isNumber: true, collapseOrder: 8),
      Column("currentPrice", "Price", isNumber: true, collapseOrder: 6),
      Column("currentValue", "Value", isNumber: true),
      Column("profitLoss", "P&L", isNumber: true, collapseOrder: 10),
      Column("profitLossPercentage", "P&L %", isNumber: true, collapseOrder: 9),
      Column("dayChangePercentage", day, isNumber: true, collapseOrder: 5),
      Column("share", "Share", isNumber: true, collapseOrder: 4),
      Column("priceLastUpdated", priced, collapseOrder: 3),
      Column("isStale", nil),
      Column("priceSource", nil),
      Column("isSuspect", nil),
      Column("estimated", nil), Column("coinId", nil),
    ]
  }

  private static func holdingTotal(
    _ snapshot: PortfolioSnapshot, _ style: ReportStyle
  ) -> [FormattedValue] {
    let (summary, blank) = (snapshot.positions.summary, FormattedValue.text(nil))
    let isEstimated = snapshot.estimated.unrealized
    return [
      blank, .text("Total", role: .prominent), blank, blank, blank, blank,
      .money(summary.totalValue, style.format),
      .change(summary.unrealizedPnL, style.format).estimated(isEstimated),
      .percentage(summary.unrealizedPnLPercentage).estimated(isEstimated),
      snapshot.dayChange.map { .percentage($0.percentage) } ?? blank, blank, blank, blank, blank,
      blank, blank, blank,
    ]
  }

  private static func holdingRow(
    _ holding: Holding, _ snapshot: PortfolioSnapshot, _ style: ReportStyle
  ) -> [FormattedValue] {
    let format = style.format
    let age = snapshot.priceAge(of: holding.coin)
    let isEstimated = snapshot.estimates.isHeldEstimated(holding.id)
    let day = DayChange([holding], refreshed: snapshot.lastUpdated)
    let share = holding.currentValue.map { value in
      percentage(gain: value, cost: snapshot.positions.summary.totalValue ?? 0)
    }
    return [
      .text(holding.id), .text(holding.coin.symbol.uppercased()), .text(holding.coin.name),
      .quantity(holding.totalAmount),
      .paidPrice(holding.isCostKnown ? holding.avgCost : nil, format).estimated(isEstimated),
      .marketPrice(holding.coin.currentPrice, format), .money(holding.currentValue, format),
      .change(holding.profitLoss, format).estimated(isEstimated),
      .percentage(holding.profitLossPercentage).estimated(isEstimated),
      .percentage(day?.percentage), .share(share),
      FormattedValue(
        data: .instant(age.time),
        text: snapshot.ageText(of: age) + (snapshot.suspects[holding.id] == nil ? "" : " ?"),
        role: age.isStale ? .badge : .secondary),
      .flag(age.isStale), .text(snapshot.priceSources[holding.id]),
      .flag(snapshot.suspects[holding.id] != nil), .flag(isEstimated), .text(holding.id),
    ]
  }
}

extension SuspectPrice {
  /// A note that the price is far from the last one and does not count yet.
  ///
  /// - Parameter last: The last price, in US dollars; `nil` where it is shown anyway.
  public func sentence(about coinId: String, last: ExactDecimal? = nil) -> String {
    let format = NumberFormat(code: usDollarCode)
    let known = last.map { ", \(format.unitPrice($0))," } ?? ""
    return "\(cleaned(coinId)): \(format.unitPrice(price)) is far from the last price\(known) and "
      + "does not count until it is confirmed."
  }
}

extension PortfolioSnapshot {
  /// Notes on estimates, exchange rates and missing data.
  func notes(_ style: ReportStyle) -> [String] {
    [estimates.note].compactMap(\.self) + currencyNotes + partialNote(style) + suspectNotes
  }

  /// How many coins costs and gains cover, if the worth of others is unknown.
  func partialNote(_ style: ReportStyle) -> [String] {
    func coins(_ amount: Quantity) -> String {
      FormattedValue.quantity(amount.figure).text(isPrivate: style.isPrivate)
    }
    let parts = positions.unvalued.map { part in
      let name = cleaned(part.coin.symbol.isEmpty ? part.coin.id : part.coin.symbol.uppercased())
      let (left, amount) = (part.unvalued, part.held)
      let money = FormattedValue.money(left.proceeds.figure, style.format)
      let cost =
        left.held.isZero ? nil : "cost of \(coins(amount - left.held)) of \(coins(amount)) \(name)"
      let sales =
        left.sold.isZero
        ? nil
        : "gains without \(coins(left.sold)) \(name) sold"
          + (left.proceeds.isZero ? "" : " for \(money.text(isPrivate: style.isPrivate))")
      return [cost, sales].compactMap(\.self).joined(separator: ", ")
    }
    guard !parts.isEmpty else { return [] }
    let rest = parts.count > 3 ? "; and \(countOf(parts.count - 3, "more coin"))" : ""
    return ["In part: " + parts.prefix(3).joined(separator: "; ") + rest]
  }

  /// Newer prices of holdings that do not count yet, one sentence each.
  private var suspectNotes: [String] {
    positions.holdings.compactMap { holding in
      suspects[holding.id].map { "? " + $0.sentence(about: holding.id) }
    }
  }

  /// The age of a price, such as `5 min ago`, or why the price is missing.
  public func ageText(of age: PriceAge) -> String {
    switch age {
    case .unpriced: isRateMissing ? "no rate" : "no price"
    case .undated: "unknown"
    case .fresh(let time), .stale(let time): Widgets.ageText(of: time, at: now)
    }
  }

  /// A status line for a past day: `2 of 3 priced · At the end of 2025-12-31`.
  fileprivate func line(of moment: String) -> String {
    let summary = positions.summary
    let isPartly = summary.pricedCount < summary.holdingCount && !isRateMissing
    return (isPartly ? "\(summary.pricedCount) of \(summary.holdingCount) priced · " : "") + moment
  }

  /// A status line on freshness: `Updated 2 h ago · Stale`.
  public var freshnessLine: String {
    let summary = positions.summary
    let entry = entry
    var parts: [String] = []
    if summary.pricedCount < summary.holdingCount, !isRateMissing {
      parts.append("\(summary.pricedCount) of \(summary.holdingCount) priced")
    }
    if summary.holdingCount == 0 {
      parts.append("No open holdings")
    } else if let data = entry.data {
      parts.append(data.ageNote(at: now) + (data.isUnpriced ? ": bitpal refresh" : ""))
    }
    switch entry.freshness(at: now) {
    case .fresh: break
    case .stale: parts.append("Stale")
    case .offline: parts.append("Offline")
    case .unableToRefresh: parts.append("Unable to refresh")
    }
    parts += oldPricesPart
    return parts.joined(separator: " · ")
  }

  /// Which prices are older than an hour despite a newer refresh.
  private var oldPricesPart: [String] {
    guard let lastUpdated, !isOutdated(since: lastUpdated, at: now) else { return [] }
    let old = positions.holdings.filter { priceAge(of: $0.coin).isStale }
    guard let first = old.first else { return [] }
    let age = ageText(of: priceAge(of: first.coin))
    let others = old.count > 1 ? " and \(old.count - 1) more" : ""
    return ["Old price: \(first.id) \(age)\(others)"]
  }
}
