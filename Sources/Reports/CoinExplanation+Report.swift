import Exact
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline
import Widgets

extension CoinExplanation {
  /// The calculation of the coin's row.
  ///
  /// - Parameters:
  ///   - age: How old the coin's price is.
  ///   - notes: By which rates figures count; none in US dollars.
  ///   - lines: The file and line that transactions come from, such as `coinbase.csv 17`.
  ///   - style: The reader.
  /// - Returns: The lines.
  public func report(
    age: PriceAge, notes: [String] = [], lines: [UUID: String] = [:], _ style: ReportStyle
  ) -> CalculationReport {
    var sheet = CalculationReport(isPrivate: style.isPrivate, width: style.width)
    sheet.heading(
      "\(coin.name) (\(coin.symbol.uppercased())), \(coin.id), cost basis \(costBasis.rawValue)")
    if let holding, let cycle {
      explainCycle(lines, in: &sheet, style)
      explain(holding, cycle, age, in: &sheet, style)
      explainSales(holding, cycle, in: &sheet, style)
    } else {
      sheet.note("Nothing is held: every cycle is closed.")
    }
    explainClosed(in: &sheet, style)
    explainRounding(in: &sheet, style)
    for note in notes { sheet.note(note) }
    return sheet
  }

  /// Says which figures are quotients that had to be rounded; all others are exact.
  private func explainRounding(in sheet: inout CalculationReport, _ style: ReportStyle) {
    var rounded: [String] = []
    if let holding, Price(holding.avgCost) * holding.exact.amount != holding.exact.cost {
      rounded.append("avg cost to 38 digits")
    }
    let parts = sales.count { !$0.exactCost.isExact(places: costPlaces - 1) }
    if parts > 0 { rounded.append("the cost of \(countOf(parts, "sale")) to 10^-48") }
    if holding?.rate != nil, coin.currentPrice != nil { rounded.append("the price to 38 digits") }
    if style.format.code != usDollarCode {
      rounded.append("what a day's rate made \(style.format.code) of, to 10^-48")
    }
    sheet.heading("Rounded, half away from zero")
    sheet.note(
      rounded.isEmpty
        ? "Nothing but percentages; every other figure is exact."
        : rounded.joined(separator: "; ") + "; percentages to 38 digits. All else is exact.")
  }

  private func explainCycle(
    _ lines: [UUID: String], in sheet: inout CalculationReport, _ style: ReportStyle
  ) {
    let hasLines = steps.contains { lines[$0.transaction.id] != nil }
    sheet.heading("Open cycle")
    sheet.table(
      ["Date", "Kind", "Amount", "Price", "Total", "Balance", "Cost"]
        + (hasLines ? ["From"] : []),
      isNumber: [false, false, true, true, true, true, true] + (hasLines ? [false] : []),
      collapseOrder: ["Price", "Balance", "Total", "Cost"],
      steps.map { step in
        let transaction = step.transaction
        return [
          style.calendar.dayText(transaction.date), transaction.kind.rawValue,
          briefText(transaction.exactAmount, places: 8),
          marked(
            briefText(ExactDecimal(transaction.knownPricePerCoin ?? 0), places: 4),
            transaction.isEstimated),
          marked(briefText(transaction.exactTotal, places: 4), transaction.isEstimated),
          briefText(step.exactBalance, places: 8),
          marked(briefText(step.exactCost, places: 4), step.isCostEstimated),
        ] + (hasLines ? [lines[transaction.id] ?? ""] : [])
      })
    let estimated = steps.count { $0.transaction.isEstimated }
    if estimated > 0 {
      sheet.note("~ \(estimated) of \(countOf(steps.count, "transaction")) estimated")
    }
    for step in steps {
      guard let worth = step.transaction.exactGiftWorth else { continue }
      sheet.note(
        "gift of \(style.calendar.dayText(step.transaction.date)): worth "
          + "\(briefText(worth, places: 4)) then")
    }
    explainLots(in: &sheet, style)
  }

  private func explainLots(in sheet: inout CalculationReport, _ style: ReportStyle) {
    let isPerAccount = lots.contains { $0.place != nil }
    guard costBasis.namesLots || isPerAccount else { return }
    sheet.heading(
      isPerAccount ? "Lots left, by account, oldest first" : "Lots left, oldest first")
    sheet.table(
      (isPerAccount ? ["Account"] : []) + ["Acquired", "Amount", "Price", "Cost"],
      isNumber: (isPerAccount ? [false] : []) + [false, true, true, true],
      collapseOrder: ["Price", "Acquired"],
      lots.map { lot in
        let place = lot.place == .onTheWay ? "(on the way)" : lot.place?.account ?? "(none)"
        return (isPerAccount ? [place] : []) + [
          lot.acquired.map(style.calendar.dayText) ?? "", briefText(lot.exactAmount, places: 8),
          marked(briefText(ExactDecimal(lot.pricePerCoin), places: 8), lot.isEstimated),
          marked(briefText(lot.exactCost, places: 8), lot.isEstimated),
        ]
      })
  }

  private func explain(
    _ holding: Holding, _ cycle: Cycle, _ age: PriceAge, in sheet: inout CalculationReport,
    _ style: ReportStyle
  ) {
    let (amount, cost) = (holding.exact.amount, holding.exact.cost)
    sheet.heading("Held")
    sheet.line(
      "quantity", ["\(cycle.exact.bought)", "- \(cycle.exact.sold)"],
      equals: amount, shown: .quantity(holding.totalAmount))
    sheet.line(
      "cost", costTerms(cycle), equals: cost,
      shown: .money(holding.totalCost, style.format).estimated(isEstimated))
    sheet.line(
      "avg cost", ["\(cost)", "÷ \(amount)"], equals: ExactDecimal(holding.avgCost),
      shown: .paidPrice(holding.avgCost, style.format).estimated(isEstimated))
    guard let price = coin.currentPrice, let value = holding.exact.value,
      let profit = holding.profitLoss, let percentage = holding.profitLossPercentage
    else {
      sheet.line(
        "price", ["not known yet: bitpal refresh"], shown: .text(Figures.unknown), isPublic: true)
      return
    }
    let origin = priceTerms(holding, price)
    sheet.line(
      "price", holding.rate == nil ? [] : origin, equals: ExactDecimal(price),
      shown: .marketPrice(price, style.format), isPublic: true)
    sheet.line("", [age.origin(at: style.now, style.calendar)], isPublic: true)
    sheet.line(
      "value", ["\(amount)", "× " + origin[0]] + origin.dropFirst(), equals: value,
      shown: .money(value.decimal, style.format))
    sheet.line(
      "P&L", ["\(value)", "- \(cost)"], equals: value - cost,
      shown: .change(profit, style.format).estimated(isEstimated))
    sheet.line(
      "P&L %",
      cost > .zero ? ["\(value - cost)", "× 100", "÷ \(cost)"] : ["nothing was paid"],
      equals: ExactDecimal(percentage), shown: .percentage(percentage).estimated(isEstimated))
  }

  /// What a price was made of: dollars, and in another currency the rate.
  private func priceTerms(_ holding: Holding, _ price: Decimal) -> [String] {
    guard let rate = holding.rate, let dollars = holding.dollarPrice else {
      return ["\(ExactDecimal(price))"]
    }
    let factor = rate.numerator == 1 ? [] : ["× \(ExactDecimal(rate.numerator))"]
    let divisor = rate.denominator == 1 ? [] : ["÷ \(ExactDecimal(rate.denominator))"]
    return ["\(ExactDecimal(dollars)) USD"] + factor + divisor
  }

  /// How the cost of what is held follows from the cycle.
  private func costTerms(_ cycle: Cycle) -> [String] {
    let sums = cycle.exact
    guard sums.sold > .zero else { return ["all paid"] }
    switch costBasis {
    case .average: return ["from above, each sale taking out its share"]
    case .buyAverage: return ["\(sums.paid)", "× \(sums.balance)", "÷ \(sums.bought)"]
    case .fifo, .lifo, .hifo: return ["lots left, summed"]
    case .hmrc: return ["what the matched sales left in the section 104 pool"]
    }
  }

  private func explainSales(
    _ holding: Holding, _ cycle: Cycle, in sheet: inout CalculationReport, _ style: ReportStyle
  ) {
    guard !sales.isEmpty else { return }
    sheet.heading("Realized by sales of the open cycle")
    sheet.table(
      ["Date", "Amount", "Received", "Cost", "Realized"],
      isNumber: [false, true, true, true, true],
      collapseOrder: ["Cost", "Received", "Amount"],
      sales.map { sale in
        [
          style.calendar.dayText(sale.transaction.date),
          briefText(sale.transaction.exactAmount, places: 8),
          marked(
            briefText(sale.transaction.exactTotal, places: 4), sale.estimated.contains(.proceeds)),
          marked(briefText(sale.exactCost, places: 4), sale.estimated.contains(.cost)),
          marked(briefText(sale.exactRealized, places: 4), sale.isEstimated),
        ]
      })
    sheet.line(
      "realized", ["\(cycle.exact.received)", "- \(holding.exact.soldCost)"],
      equals: holding.exact.realizedPnL,
      shown: .change(holding.realizedPnL, style.format).estimated(
        sales.contains(where: \.isEstimated)))
  }

  private func explainClosed(in sheet: inout CalculationReport, _ style: ReportStyle) {
    guard !closedPositions.isEmpty else { return }
    sheet.heading("Closed cycles: (avg sale - avg cost) × quantity")
    sheet.table(
      ["Closed", "Quantity", "Avg cost", "Avg sale", "Realized", "%"],
      isNumber: [false, true, true, true, true, true],
      collapseOrder: ["Avg cost", "Avg sale", "Quantity", "%"],
      closedPositions.map { closed in
        let estimated = estimates.closed[closed.id] ?? []
        return [
          style.calendar.dayText(closed.closedDate),
          briefText(ExactDecimal(closed.totalQuantity), places: 8),
          marked(
            briefText(ExactDecimal(closed.avgCostPrice), places: 4), estimated.contains(.cost)),
          marked(
            briefText(ExactDecimal(closed.avgSellPrice), places: 4), estimated.contains(.proceeds)),
          marked(briefText(closed.exactRealizedPnL, places: 4), estimated.isGainEstimated),
          marked(Figures.percent(closed.realizedPnLPercentage), estimated.isGainEstimated),
        ]
      })
  }
}

extension CoinExplanation {
  /// Whether the cost of what is held is estimated.
  var isEstimated: Bool { estimates.isHeld }
}

/// A figure of a table with its mark.
func marked(_ text: String, _ isEstimated: Bool) -> String { isEstimated ? "~\(text)" : text }

extension PriceAge {
  /// When a price was made, and how long ago that is.
  public func origin(at now: Date, _ calendar: LocalCalendar) -> String {
    switch self {
    case .unpriced: "no price is known"
    case .undated: "the last one known"
    case .fresh(let time), .stale(let time):
      "the last one known, of \(calendar.minuteText(time)) (\(ageText(of: time, at: now))"
        + (isStale ? ", stale)" : ")")
    }
  }
}

extension ExactDecimal {
  /// Whether so many decimal places hold all digits.
  fileprivate func isExact(places: Int) -> Bool { rounded(places: places) == self }
}
