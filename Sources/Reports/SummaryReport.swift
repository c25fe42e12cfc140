public import CellGrid
public import Exact
import FoundationEssentials
import Portfolio
public import WidgetTimeline
import Widgets

/// The portfolio's totals.
public struct SummaryReport: Sendable {
  private let snapshot: PortfolioSnapshot
  private let style: ReportStyle
  private let coinId: String?
  private let estimated: EstimatedTotals
  private let open: OpenItems

  /// Makes the report of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The portfolio, or one coin's share of it.
  ///   - coinId: The coin, or `nil` for the whole portfolio.
  ///   - open: What the totals leave out.
  public init(
    _ snapshot: PortfolioSnapshot, coinId: String? = nil, open: OpenItems = OpenItems(),
    _ style: ReportStyle
  ) {
    self.open = open
    self.snapshot = snapshot
    self.coinId = coinId
    self.style = style
    estimated = snapshot.estimated
  }

  /// The totals in full precision.
  public var json: JSONValue {
    let summary = snapshot.positions.summary
    let day = snapshot.dayChange
    let members: JSONObject = [
      "totalValue": .exact(summary.totalValue),
      "unrealizedPnL": .exact(summary.unrealizedPnL),
      "unrealizedPnLPercentage": .exact(summary.unrealizedPnLPercentage),
      "realizedPnL": .exact(summary.knownRealizedPnL),
      "realizedClosedPnL": .exact(summary.knownRealizedClosedPnL),
      "realizedPartialPnL": .exact(summary.knownRealizedPartialPnL),
      "totalPnL": .exact(summary.totalPnL),
      "totalPnLPercentage": .exact(summary.totalPnLPercentage),
      "totalOpenCost": .exact(summary.isCostKnown ? summary.totalOpenCost : nil),
      "totalClosedCost": .exact(
        summary.isClosedCostKnown ? summary.totalClosedCost : nil),
      "holdingCount": .number("\(summary.holdingCount)"),
      "pricedCount": .number("\(summary.pricedCount)"),
      "lastUpdated": .instant(snapshot.lastUpdated),
      "asOf": .instant(snapshot.entry.data?.asOf),
      "isStale": .bool(isStale),
      "dayChange": .exact(day?.amount),
      "dayChangePercentage": .exact(day?.percentage),
      "dayChangeCount": .number("\(day?.count ?? 0)"),
      "dayChangeAsOf": .instant(day?.asOf),
      "transactionCount": .number("\(snapshot.estimates.transactionCount)"),
      "estimatedCount": .number("\(snapshot.estimates.count)"),
    ]
    let subject = coinId.map { [JSONObject.Member(key: "coinId", value: .string($0))] } ?? []
    return .object(
      JSONObject(subject + members.members + unvalued + open.members + style.currencyMember))
  }

  /// The coins that costs and gains leave out; empty if none.
  private var unvalued: [JSONObject.Member] {
    let parts = snapshot.positions.unvalued.map { part -> JSONValue in
      .object([
        "coinId": .string(part.coin.id), "totalAmount": .exact(part.held.figure),
        "costOf": .exact((part.held - part.unvalued.held).figure),
        "sold": .exact(part.unvalued.sold.figure),
        "proceeds": .exact(part.unvalued.proceeds.figure),
      ])
    }
    return parts.isEmpty ? [] : [.init(key: "unknownWorth", value: .array(parts))]
  }

  /// Whether the totals include a price older than an hour.
  private var isStale: Bool {
    snapshot.positions.holdings.contains { snapshot.priceAge(of: $0.coin).isStale }
  }

  /// The totals as one row, with the keys of their JSON as columns.
  public var row: Report {
    let (summary, format) = (snapshot.positions.summary, style.format)
    return Report(
      figures: json,
      [
        "totalValue": .money(summary.totalValue, format),
        "unrealizedPnL": .change(summary.unrealizedPnL, format),
        "unrealizedPnLPercentage": .percentage(summary.unrealizedPnLPercentage),
        "realizedPnL": .change(summary.knownRealizedPnL, format),
        "realizedClosedPnL": .change(summary.knownRealizedClosedPnL, format),
        "realizedPartialPnL": .change(summary.knownRealizedPartialPnL, format),
        "totalPnL": .change(summary.totalPnL, format),
        "totalPnLPercentage": .percentage(summary.totalPnLPercentage),
        "totalOpenCost": .money(summary.isCostKnown ? summary.totalOpenCost : nil, format),
        "totalClosedCost": .money(
          summary.isClosedCostKnown ? summary.totalClosedCost : nil, format),
        "dayChange": .change(snapshot.dayChange?.amount, format),
        "dayChangePercentage": .percentage(snapshot.dayChange?.percentage),
      ], notes: [snapshot.freshnessLine] + snapshot.notes(style) + open.notes())
  }

  /// The totals as aligned rows of label, amount and percentage, with their age below.
  public var grid: Grid {
    let rows = lines
    let amounts = rows.map { $0.amount.text(isPrivate: style.isPrivate) }
    let percentages = rows.map { $0.percentage?.text ?? "" }
    let notes = ([snapshot.freshnessLine] + snapshot.notes(style) + open.notes()).flatMap { note in
      style.width.map { wrapped(note, to: $0) } ?? [note]
    }
    let figures =
      (amounts.map { columnWidth(of: $0) }.max() ?? 0) + 2 + (percentages.map(\.count).max() ?? 0)
    func labelWidth(_ labels: [String]) -> Int {
      2 + (labels.map { columnWidth(of: $0) }.max() ?? 0)
    }
    // Only labels can shrink on these lines.
    let longest = max(20, labelWidth(rows.map(\.label)))
    let isNarrow = style.width.map { longest + figures > $0 } ?? false
    let labels = rows.map { isNarrow ? $0.shortLabel : $0.label }
    let labelWidth = isNarrow ? labelWidth(labels) : longest
    let width = labelWidth + figures
    let amountEnd = width - 2 - (percentages.map(\.count).max() ?? 0)
    let noteWidth = notes.map { columnWidth(of: $0) }.max() ?? 0
    var grid = Grid(columns: max(width, noteWidth), rows: rows.count + notes.count)
    for (index, row) in rows.enumerated() {
      let start = amountEnd - columnWidth(of: amounts[index])
      let look = Style(row.role)
      grid.write(labels[index], column: 0, row: index, style: Style(.secondary))
      grid.write(amounts[index], column: start, row: index, style: look)
      grid.write(
        percentages[index], column: width - percentages[index].count, row: index, style: look)
    }
    for (index, note) in notes.enumerated() {
      grid.write(note, column: 0, row: rows.count + index, style: Style(.secondary))
    }
    return grid
  }

  private struct Line {
    let label: String
    /// The label for narrow terminals.
    let shortLabel: String
    let amount: FormattedValue
    var percentage: FormattedValue?
    var role: Role
  }

  private var lines: [Line] {
    let summary = snapshot.positions.summary
    func change(
      _ label: String, _ short: String, _ value: ExactDecimal?, _ percentage: ExactDecimal? = nil,
      isEstimated: Bool = false
    ) -> Line {
      Line(
        label: label, shortLabel: short,
        amount: .change(value, style.format).estimated(isEstimated),
        percentage: percentage.map { .percentage($0).estimated(isEstimated) },
        role: Trend.role(of: value, minorDigits: style.format.minorDigits))
    }
    let day = snapshot.dayChange
    let total = Line(
      label: "Total value", shortLabel: "Value", amount: .money(summary.totalValue, style.format),
      role: .prominent)
    let dayLines = day.map { day in
      let label = dayLabel(day, of: summary.holdingCount, at: snapshot.now)
      let short = dayLabel(endingAt: day.asOf, at: snapshot.now)
      return [change("  \(label)", "  \(short)", day.amount, day.percentage)]
    }
    return [total] + (dayLines ?? []) + [
      change(
        "Unrealized P&L", "Unrealized", summary.unrealizedPnL, summary.unrealizedPnLPercentage,
        isEstimated: estimated.unrealized),
      change(
        "Realized P&L", "Realized", summary.knownRealizedPnL,
        isEstimated: estimated.realized),
      change(
        "  closed positions", "  closed", summary.knownRealizedClosedPnL,
        isEstimated: estimated.closed),
      change(
        "  partial sales", "  partial", summary.knownRealizedPartialPnL,
        isEstimated: estimated.partial),
      change(
        "Total P&L", "Total P&L", summary.totalPnL, summary.totalPnLPercentage,
        isEstimated: estimated.overall),
    ]
  }
}
