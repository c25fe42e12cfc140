import Application
import ArgumentParser
import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// `bitpal summary`.
struct Summary: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show the portfolio's totals.")

  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let summary = try context.service.positions(costBasis: costBasis.method(context)).summary
    let entry = PortfolioTimelineProvider(store: context.store).snapshot(at: context.now)
    if report.json {
      Console.write(summary.json(entry).text(pretty: true) + "\n")
    } else if report.csv {
      let members = summary.json(entry).object?.members ?? []
      Console.write(members.map(\.key).joined(separator: ",") + "\n")
      Console.write(members.map { $0.value.plainText }.joined(separator: ",") + "\n")
    } else {
      let look = OutputAppearance(context, report.appearance)
      Console.write(look.text(of: summary.grid(entry, now: context.now)))
    }
  }
}

extension PortfolioSummary {
  fileprivate func json(_ entry: PortfolioEntry) -> JSONValue {
    .object([
      "totalValue": .exact(totalValue),
      "unrealizedPnL": .exact(unrealizedPnL),
      "unrealizedPnLPercentage": .exact(unrealizedPnLPercentage),
      "realizedPnL": .exact(realizedPnL),
      "realizedClosedPnL": .exact(realizedClosedPnL),
      "realizedPartialPnL": .exact(realizedPartialPnL),
      "totalPnL": .exact(totalPnL),
      "totalPnLPercentage": .exact(totalPnLPercentage),
      "totalOpenCost": .exact(totalOpenCost),
      "totalClosedCost": .exact(totalClosedCost),
      "holdingCount": .number("\(holdingCount)"),
      "pricedCount": .number("\(pricedCount)"),
      "lastUpdated": pricedCount > 0
        ? entry.data.map { .string($0.lastUpdated.utcText) } ?? .null : .null,
    ])
  }

  /// The totals in rows that line up: label, amount, percentage.
  fileprivate func grid(_ entry: PortfolioEntry, now: Date) -> Grid {
    let rows: [(label: String, amount: Decimal?, percentage: Decimal?, isChange: Bool)] = [
      ("Total value", totalValue, nil, false),
      ("Unrealized P&L", unrealizedPnL, unrealizedPnLPercentage, true),
      ("Realized P&L", realizedPnL, nil, true),
      ("  closed positions", realizedClosedPnL, nil, true),
      ("  partial sales", realizedPartialPnL, nil, true),
      ("Total P&L", totalPnL, totalPnLPercentage, true),
    ]
    let amounts = rows.map { row in
      row.amount.map { row.isChange ? Figures.signedUSD($0) : Figures.usd($0) } ?? Figures.unknown
    }
    let foot = freshnessLine(entry, now: now)
    let amountEnd = 20 + (amounts.map(\.count).max() ?? 0)
    let percentages = rows.map { $0.percentage.map(Figures.percent) ?? "" }
    let width = max(amountEnd + 2 + (percentages.map(\.count).max() ?? 0), columnWidth(of: foot))
    var grid = Grid(columns: width, rows: rows.count + 1)
    for (index, row) in rows.enumerated() {
      let role = row.isChange ? Trend.role(of: row.amount) : .prominent
      grid.write(row.label, column: 0, row: index, style: Style(.secondary))
      grid.write(
        amounts[index], column: amountEnd - amounts[index].count, row: index, style: Style(role))
      grid.write(
        percentages[index], column: width - percentages[index].count, row: index,
        style: Style(role))
    }
    grid.write(foot, column: 0, row: rows.count, style: Style(.secondary))
    return grid
  }

  private func freshnessLine(_ entry: PortfolioEntry, now: Date) -> String {
    var parts: [String] = []
    if pricedCount < holdingCount { parts.append("\(pricedCount) of \(holdingCount) priced") }
    if holdingCount == 0 {
      parts.append("No open holdings")
    } else if pricedCount > 0, let data = entry.data {
      parts.append("Updated \(ageText(of: data.lastUpdated, at: now))")
    } else {
      parts.append("No prices yet: bitpal refresh")
    }
    switch entry.freshness(at: now) {
    case .fresh: break
    case .stale: parts.append("Stale")
    case .offline: parts.append("Offline")
    case .unableToRefresh: parts.append("Unable to refresh")
    }
    return parts.joined(separator: " · ")
  }
}

extension JSONValue {
  /// A single value without JSON's quotes.
  fileprivate var plainText: String {
    switch self {
    case .string(let text), .number(let text): text
    default: ""
    }
  }
}
