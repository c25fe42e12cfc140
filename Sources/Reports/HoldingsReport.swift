import CellGrid
import Portfolio
public import WidgetTimeline
import Widgets

extension Report {
  /// What is held, at the last prices, with the age of each price that is old.
  ///
  /// - Parameters:
  ///   - snapshot: The portfolio.
  ///   - coinId: Only this coin, `nil` for all.
  public static func holdings(
    _ snapshot: PortfolioSnapshot, coinId: String? = nil, _ style: ReportStyle
  ) -> Report {
    let holdings = snapshot.positions.holdings.filter { coinId == nil || $0.id == coinId }
    return Report(
      columns: holdingColumns + style.currencyColumn,
      rows: holdings.map { holdingRow($0, snapshot, style) + style.currencyValue },
      emptyNote: coinId.map { "You hold no \($0). `bitpal holdings` lists what you hold." }
        ?? "No holdings. Record a purchase: bitpal buy bitcoin 0.1 --price 60000",
      notes: holdings.isEmpty ? [] : [snapshot.freshnessLine] + snapshot.notes)
  }

  private static var holdingColumns: [Column] {
    [
      Column("id", "Id", collapseOrder: 3, minimumWidth: 12),
      Column("symbol", "Symbol"),
      Column("name", "Name", collapseOrder: 2, minimumWidth: 10),
      Column("totalAmount", "Quantity", isNumber: true, collapseOrder: 6),
      Column("avgCost", "Avg cost", isNumber: true, collapseOrder: 1),
      Column("currentPrice", "Price", isNumber: true, collapseOrder: 4),
      Column("currentValue", "Value", isNumber: true),
      Column("profitLoss", "P&L", isNumber: true, collapseOrder: 7),
      Column("profitLossPercentage", "P&L %", isNumber: true, collapseOrder: 8),
      Column("priceLastUpdated", "Priced", collapseOrder: 5),
      Column("isStale", nil),
      Column("estimated", nil),
    ]
  }

  private static func holdingRow(
    _ holding: Holding, _ snapshot: PortfolioSnapshot, _ style: ReportStyle
  ) -> [FormattedValue] {
    let format = style.format
    let age = snapshot.priceAge(of: holding.coin)
    let isEstimated = snapshot.estimates.isHeldEstimated(holding.id, snapshot.costBasis)
    return [
      .text(holding.id), .text(holding.coin.symbol.uppercased()), .text(holding.coin.name),
      .quantity(holding.totalAmount),
      .paidPrice(holding.isCostKnown ? holding.avgCost : nil, format).estimated(isEstimated),
      .marketPrice(holding.coin.currentPrice, format), .money(holding.currentValue, format),
      .change(holding.profitLoss, format).estimated(isEstimated),
      .percentage(holding.profitLossPercentage).estimated(isEstimated),
      FormattedValue(
        data: .instant(age.time), text: snapshot.ageText(of: age),
        role: age.isStale ? .badge : .secondary),
      .flag(age.isStale), .flag(isEstimated),
    ]
  }
}

extension PortfolioSnapshot {
  /// What else a reader must know: estimates, the rate of the currency and what lacks one.
  var notes: [String] { [estimates.note].compactMap(\.self) + currencyNotes }

  /// The age of a price in words: `5 min ago`, or why there is none.
  public func ageText(of age: PriceAge) -> String {
    switch age {
    case .unpriced: isRateMissing ? "no rate" : "no price"
    case .undated: "unknown"
    case .fresh(let time), .stale(let time): Widgets.ageText(of: time, at: now)
    }
  }

  /// One line on how current the figures are: `Updated 2 h ago · Stale`.
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

  /// Which prices are older than an hour although the last refresh is not.
  private var oldPricesPart: [String] {
    guard let lastUpdated, !isOutdated(since: lastUpdated, at: now) else { return [] }
    let old = positions.holdings.filter { priceAge(of: $0.coin).isStale }
    guard let first = old.first else { return [] }
    let age = ageText(of: priceAge(of: first.coin))
    let others = old.count > 1 ? " and \(old.count - 1) more" : ""
    return ["Old price: \(first.id) \(age)\(others)"]
  }
}
