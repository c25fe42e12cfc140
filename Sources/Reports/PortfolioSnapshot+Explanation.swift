import Exact
import Portfolio
public import WidgetTimeline
import Widgets

extension PortfolioSnapshot {
  private var holdings: [Holding] { positions.holdings }
  private var closedPositions: ClosedPositionList { positions.closedPositions }
  private var summary: PortfolioSummary { positions.summary }
  private var format: NumberFormat { NumberFormat(code: currency) }

  /// The number of closed cycles; the explanation may list only the newest.
  private var closedCount: Int { positions.closedSums.values.reduce(0) { $0 + $1.count } }

  /// Explains how the totals were calculated.
  ///
  /// - Parameters:
  ///   - open: What the totals leave out.
  ///   - style: The reader.
  public func explanation(_ open: OpenItems, _ style: ReportStyle) -> CalculationReport {
    var sheet = CalculationReport(isPrivate: style.isPrivate, width: style.width)
    sheet.heading("Total, cost basis \(costBasis.rawValue)")
    explainHoldings(in: &sheet)
    explainClosed(in: &sheet, style)
    explainSums(estimated, in: &sheet)
    for note in currencyNotes + partialNote(style) + open.notes() { sheet.note(note) }
    return sheet
  }

  private func explainHoldings(in sheet: inout CalculationReport) {
    let priced = holdings.filter { $0.exact.value != nil }
    if !priced.isEmpty {
      sheet.heading("Holdings")
      sheet.table(
        ["Coin", "Value", "Cost", "P&L", "Priced"], isNumber: [false, true, true, true, false],
        collapseOrder: ["Priced", "Cost", "P&L"],
        priced.map { holding in
          let figures = holding.exact
          let profit = holding.costedValue.map { $0 - figures.cost }
          let isEstimated = estimates.isHeldEstimated(holding.id)
          return [
            holding.id, brief(figures.value),
            marked(brief(figures.cost), isEstimated, isKnown: holding.isCostKnown),
            marked(brief(profit), isEstimated, isKnown: holding.isCostKnown),
          ] + [ageText(of: priceAge(of: holding.coin))]
        })
    }
    let unpriced = holdings.filter { $0.exact.value == nil }
    if !unpriced.isEmpty {
      sheet.heading(
        "Left out: no \(isRateMissing ? "rate of \(currency)" : "price of these") is known")
      sheet.table(
        ["Coin", "Amount", "Cost"], isNumber: [false, true, true], collapseOrder: ["Cost"],
        unpriced.map {
          [
            $0.id, brief($0.exact.amount),
            marked(
              brief($0.exact.cost), estimates.isHeldEstimated($0.id), isKnown: $0.isCostKnown),
          ]
        })
    }
    let sold = holdings.filter {
      $0.exact.soldCost != .zero || $0.exact.realizedPnL != .zero || !$0.isRealizedKnown
    }
    guard !sold.isEmpty else { return }
    sheet.heading("Sales of open cycles")
    sheet.table(
      ["Coin", "Cost", "Realized"], isNumber: [false, true, true], collapseOrder: ["Cost"],
      sold.map {
        let estimated = estimates.figures(ofOpen: $0.id)
        return [
          $0.id,
          marked(
            brief($0.exact.soldCost), estimated.contains(.cost), isKnown: $0.isSoldCostKnown),
          marked(
            brief($0.exact.realizedPnL), estimated.isGainEstimated, isKnown: $0.isRealizedKnown),
        ]
      })
  }

  private func explainClosed(in sheet: inout CalculationReport, _ style: ReportStyle) {
    guard !closedPositions.isEmpty else { return }
    sheet.heading("Closed cycles")
    sheet.leftOut("earlier cycle", closedPositions.count, of: closedCount)
    sheet.table(
      ["Coin", "Closed", "Cost", "Realized"], isNumber: [false, false, true, true],
      collapseOrder: ["Cost", "Closed"],
      closedPositions.map {
        let estimated = estimates.figures(of: $0)
        return [
          $0.coinId, style.calendar.dayText($0.closedDate),
          marked(brief($0.exactTotalCost), estimated.contains(.cost), isKnown: $0.isCostKnown),
          marked(
            brief($0.exactRealizedPnL), estimated.isGainEstimated, isKnown: $0.isResultKnown),
        ]
      })
  }

  private func explainSums(_ estimated: EstimatedTotals, in sheet: inout CalculationReport) {
    let figures = summary.exact
    sheet.heading("Sums")
    if summary.totalValue != nil {
      let priced = holdings.filter { $0.exact.value != nil }
      sheet.line(
        "value", sum(priced.map(\.exact.value)), equals: figures.value,
        shown: .money(figures.value.figure, format))
      let isKnown = summary.isCostKnown
      known(isKnown, "cost, held", in: &sheet) {
        $0.line("cost, held", sum(priced.map(\.exact.cost)), equals: figures.openCost)
      }
      let gain = figures.costedValue - figures.openCost
      if figures.costedValue != figures.value {
        sheet.line(
          "known part", sum(priced.map(\.costedValue)), equals: figures.costedValue)
      }
      let isEstimated = estimated.unrealized
      change(
        "unrealized", sum([figures.costedValue, -figures.openCost]), gain, isEstimated, isKnown,
        &sheet)
      percent(
        summary.unrealizedPnLPercentage, of: gain, on: figures.openCost, isEstimated, &sheet)
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
    explainRealized(estimated, in: &sheet)
    guard summary.totalPnL != nil else { return }
    let realized = figures.realizedClosedPnL + figures.realizedPartialPnL
    let unrealized = figures.costedValue - figures.openCost
    let isEstimated = estimated.overall
    change("total P&L", sum([unrealized, realized]), figures.totalPnL, isEstimated, true, &sheet)
    let paid = figures.openCost + figures.closedCost
    guard summary.totalPnLPercentage != nil else { return }
    sheet.line("on", sum([figures.openCost, figures.closedCost]), equals: paid)
    percent(summary.totalPnLPercentage, of: figures.totalPnL, on: paid, isEstimated, &sheet)
  }

  private func explainRealized(
    _ estimated: EstimatedTotals, in sheet: inout CalculationReport
  ) {
    let figures = summary.exact
    let isWhole = closedCount == closedPositions.count
    let results = closedPositions.map(\.exactRealizedPnL)
    change(
      "closed", sum((isWhole ? [] : [figures.realizedClosedPnL - results.sum]) + results),
      figures.realizedClosedPnL, estimated.closed, summary.isRealizedClosedKnown, &sheet)
    let partial = holdings.map(\.exact.realizedPnL).filter { $0 != .zero }
    change(
      "partial", sum(partial), figures.realizedPartialPnL, estimated.partial,
      summary.isRealizedPartialKnown, &sheet)
    change(
      "realized", sum([figures.realizedClosedPnL, figures.realizedPartialPnL]),
      figures.realizedClosedPnL + figures.realizedPartialPnL,
      estimated.realized, summary.isRealizedKnown, &sheet)
    var costs = closedPositions.map(\.exactTotalCost) + holdings.map(\.exact.soldCost)
    if !isWhole { costs.insert(figures.closedCost - costs.sum, at: 0) }
    known(summary.isClosedCostKnown, "cost, sold", in: &sheet) {
      $0.line("cost, sold", sum(costs.filter { $0 != .zero }), equals: figures.closedCost)
    }
  }

  /// Appends a line, or a note that it depends on an unknown cost.
  private func known(
    _ isKnown: Bool, _ label: String, in sheet: inout CalculationReport,
    _ line: (inout CalculationReport) -> Void
  ) {
    guard !isKnown else { return line(&sheet) }
    sheet.line(
      label, ["needs a cost that is unknown"], shown: .text(Figures.unknown), isPublic: true)
  }

  private func change(
    _ label: String, _ terms: [String], _ value: Cost, _ isEstimated: Bool, _ isKnown: Bool,
    _ sheet: inout CalculationReport
  ) {
    known(isKnown, label, in: &sheet) {
      $0.line(
        label, terms, equals: value,
        shown: .change(value.figure, format).estimated(isEstimated))
    }
  }

  private func percent(
    _ value: ExactDecimal?, of gain: Cost, on cost: Cost, _ isEstimated: Bool,
    _ sheet: inout CalculationReport
  ) {
    guard let value else { return }
    let terms = ["\(gain)", "× 100", "÷ \(cost)"]
    sheet.line(
      "percent", cost > .zero ? terms : ["nothing was paid"], equals: value,
      shown: .percentage(value).estimated(isEstimated))
  }

  /// `a`, `+ b`, `- c`.
  private func sum(_ values: [Cost?]) -> [String] {
    values.compactMap(\.self).enumerated().map { index, value in
      guard index > 0 else { return "\(value)" }
      return value < .zero ? "- \(-value)" : "+ \(value)"
    }
  }

  private func brief(_ value: (some ExactValue)?) -> String {
    value.map { briefText($0, places: 8) } ?? Figures.unknown
  }
}

extension [Cost] {
  fileprivate var sum: Cost { reduce(.zero, +) }
}
