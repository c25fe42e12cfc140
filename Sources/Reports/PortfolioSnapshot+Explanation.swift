import FoundationEssentials
import Portfolio
public import WidgetTimeline
import Widgets

extension PortfolioSnapshot {
  private var holdings: [Holding] { positions.holdings }
  private var closedPositions: [ClosedPosition] { positions.closedPositions }
  private var summary: PortfolioSummary { positions.summary }
  private var format: NumberFormat { NumberFormat(code: currency) }

  /// The calculation of the totals.
  public func explanation(_ style: ReportStyle) -> CalculationReport {
    var sheet = CalculationReport(isPrivate: style.isPrivate, width: style.width)
    sheet.heading("Total, cost basis \(costBasis.rawValue)")
    explainHoldings(in: &sheet)
    explainClosed(in: &sheet, style)
    explainSums(in: &sheet)
    for note in currencyNotes { sheet.note(note) }
    return sheet
  }

  private func explainHoldings(in sheet: inout CalculationReport) {
    let priced = holdings.filter { $0.currentValue != nil }
    if !priced.isEmpty {
      sheet.heading("Holdings")
      sheet.table(
        ["Coin", "Value", "Cost", "P&L", "Priced"], isNumber: [false, true, true, true, false],
        collapseOrder: ["Priced", "Cost", "P&L"],
        priced.map { holding in
          [holding.id] + [holding.currentValue, holding.totalCost, holding.profitLoss].map(brief)
            + [ageText(of: priceAge(of: holding.coin))]
        })
    }
    let unpriced = holdings.filter { $0.currentValue == nil }
    if !unpriced.isEmpty {
      sheet.heading(
        "Left out: no \(isRateMissing ? "rate of \(currency)" : "price of these") is known")
      sheet.table(
        ["Coin", "Amount", "Cost"], isNumber: [false, true, true], collapseOrder: ["Cost"],
        unpriced.map {
          [$0.id, brief($0.totalAmount), brief($0.isCostKnown ? $0.totalCost : nil)]
        })
    }
    let sold = holdings.filter { $0.soldCost != 0 || $0.realizedPnL != 0 }
    guard !sold.isEmpty else { return }
    sheet.heading("Sales of open cycles")
    sheet.table(
      ["Coin", "Cost", "Realized"], isNumber: [false, true, true], collapseOrder: ["Cost"],
      sold.map { [$0.id, brief($0.soldCost), brief($0.realizedPnL)] })
  }

  private func explainClosed(in sheet: inout CalculationReport, _ style: ReportStyle) {
    guard !closedPositions.isEmpty else { return }
    sheet.heading("Closed cycles")
    sheet.table(
      ["Coin", "Closed", "Cost", "Realized"], isNumber: [false, false, true, true],
      collapseOrder: ["Cost", "Closed"],
      closedPositions.map {
        [
          $0.coinId, style.calendar.dayText($0.closedDate), brief($0.totalCost),
          brief($0.realizedPnL),
        ]
      })
  }

  private func explainSums(in sheet: inout CalculationReport) {
    let paid = summary.totalOpenCost + summary.totalClosedCost
    sheet.heading("Sums")
    if let value = summary.totalValue, let gain = summary.unrealizedPnL {
      let values = holdings.compactMap(\.currentValue)
      sheet.line("value", sum(values), equals: value, shown: .money(value, format))
      let costs = holdings.filter { $0.currentValue != nil }.map(\.totalCost)
      sheet.line("cost, held", sum(costs), equals: summary.totalOpenCost)
      change(
        "unrealized", [exactText(value), "- \(exactText(summary.totalOpenCost))"], gain, &sheet)
      percent(summary.unrealizedPnLPercentage, of: gain, on: summary.totalOpenCost, &sheet)
    } else {
      sheet.line(
        "value",
        [
          isRateMissing
            ? "no rate of \(currency) is known" : "no price is known yet: bitpal refresh"
        ],
        shown: .text(Figures.unknown),
        isPublic: true)
    }
    change("closed", sum(closedPositions.map(\.realizedPnL)), summary.realizedClosedPnL, &sheet)
    let partial = holdings.map(\.realizedPnL).filter { $0 != 0 }
    change("partial", sum(partial), summary.realizedPartialPnL, &sheet)
    change(
      "realized", sum([summary.realizedClosedPnL, summary.realizedPartialPnL]), summary.realizedPnL,
      &sheet)
    let soldCosts = closedPositions.map(\.totalCost) + holdings.map(\.soldCost).filter { $0 != 0 }
    sheet.line("cost, sold", sum(soldCosts), equals: summary.totalClosedCost)
    guard let gain = summary.unrealizedPnL, let total = summary.totalPnL else { return }
    change("total P&L", sum([gain, summary.realizedPnL]), total, &sheet)
    sheet.line("on", sum([summary.totalOpenCost, summary.totalClosedCost]), equals: paid)
    percent(summary.totalPnLPercentage, of: total, on: paid, &sheet)
  }

  private func change(
    _ label: String, _ terms: [String], _ value: Decimal, _ sheet: inout CalculationReport
  ) {
    sheet.line(
      label, terms, equals: value, shown: .change(value, format))
  }

  private func percent(
    _ value: Decimal?, of gain: Decimal, on cost: Decimal, _ sheet: inout CalculationReport
  ) {
    guard let value else { return }
    let terms = [exactText(gain), "× 100", "÷ \(exactText(cost))"]
    sheet.line(
      "percent", cost > 0 ? terms : ["nothing was paid"], equals: value,
      shown: .percentage(value))
  }

  /// `a`, `+ b`, `- c`.
  private func sum(_ values: [Decimal]) -> [String] {
    values.enumerated().map { index, value in
      guard index > 0 else { return exactText(value) }
      return "\(value < 0 ? "-" : "+") \(exactText(value.magnitude))"
    }
  }

  private func brief(_ value: Decimal?) -> String {
    value.map { briefText($0, places: 8) } ?? Figures.unknown
  }
}
