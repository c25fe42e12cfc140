import Exact
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline
import Widgets

extension CoinExplanation {
  /// Shows how the figures in the coin's row were calculated.
  ///
  /// - Parameters:
  ///   - age: The age of the coin's price.
  ///   - notes: The exchange rates used; empty for US dollars.
  ///   - lines: The source file and line of each transaction, such as `coinbase.csv 17`.
  ///   - taxCalendar: The time zone that determines the days of lots.
  ///   - style: The reader.
  /// - Returns: The lines.
  public func report(
    age: PriceAge, notes: [String] = [], lines: [UUID: String] = [:],
    by taxCalendar: LocalCalendar, _ style: ReportStyle
  ) -> CalculationReport {
    var sheet = CalculationReport(isPrivate: style.isPrivate, width: style.width)
    sheet.heading(
      "\(coin.name) (\(coin.symbol.uppercased())), \(coin.id), cost basis \(costBasis.rawValue)")
    if let holding, let cycle {
      explainCycle(lines, in: &sheet, style)
      explainLots(by: taxCalendar, in: &sheet, style)
      explain(holding, cycle, age, in: &sheet, style)
      explainSales(holding, cycle, in: &sheet, style)
    } else {
      sheet.note("Nothing is held: every cycle is closed.")
      explainLots(by: taxCalendar, in: &sheet, style)
    }
    explainClosed(in: &sheet, style)
    explainRounding(in: &sheet, style)
    for note in notes { sheet.note(note) }
    return sheet
  }

  /// Notes which figures are rounded quotients; all others are exact.
  private func explainRounding(in sheet: inout CalculationReport, _ style: ReportStyle) {
    var rounded: [String] = []
    if let holding, holding.isCostKnown,
      Price(holding.avgCost) * holding.exact.costed != holding.exact.cost
    {
      rounded.append("avg cost to 38 digits")
    }
    let parts = sales.count { !$0.exactCost.isExact(places: costPlaces - 1) }
    if parts > 0 { rounded.append("the cost of \(countOf(parts, "sale")) to 10^-48") }
    if holding?.rate != nil, coin.currentPrice != nil { rounded.append("the price to 38 digits") }
    if style.format.code != usDollarCode {
      rounded.append("amounts in \(style.format.code) at a day's rate, to 10^-48")
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
    sheet.leftOut("earlier transaction", steps.count, of: counts.steps)
    sheet.table(
      ["Date", "Kind", "Amount", "Price", "Total", "Balance", "Cost"],
      isNumber: [false, false, true, true, true, true, true],
      collapseOrder: ["Price", "Balance", "Total", "Cost"],
      steps.map { step in
        let transaction = step.transaction
        return [
          style.calendar.dayText(transaction.date), transaction.kind.rawValue,
          briefText(transaction.amount, places: 8),
          marked(
            briefText(transaction.knownPricePerCoin ?? .zero, places: 4), transaction.isEstimated,
            isKnown: transaction.isTotalKnown),
          marked(
            briefText(transaction.exactTotal, places: 4), transaction.isEstimated,
            isKnown: transaction.isTotalKnown),
          briefText(step.exactBalance, places: 8),
          marked(
            briefText(step.exactCost, places: 4), step.isCostEstimated, isKnown: step.isCostKnown),
        ]
      },
      source: hasLines ? ("From", steps.map { lines[$0.transaction.id] ?? "" }) : nil)
    if counts.estimatedSteps > 0 {
      sheet.note(
        "~ \(counts.estimatedSteps) of \(countOf(counts.steps, "transaction")) estimated")
    }
    for step in steps {
      guard let worth = step.transaction.exactGiftWorth else { continue }
      sheet.note(
        "gift of \(style.calendar.dayText(step.transaction.date)): worth "
          + "\(briefText(worth, places: 4)) then")
    }
    for step in steps {
      guard let cash = step.transaction.cash else { continue }
      sheet.note(
        "The swap of \(style.calendar.dayText(step.transaction.date)) has "
          + "\(briefText(cash.amount.magnitude, places: 4)) \(cash.currency) "
          + (cash.amount < 0 ? "paid" : "received") + " in cash, which its price includes")
    }
    for step in steps where !step.transaction.lots.isEmpty {
      let lots = FormattedValue.ids(step.transaction.lots).text
      sheet.note("The sale of \(style.calendar.dayText(step.transaction.date)) names lots: \(lots)")
    }
  }

  private func explainLots(
    by calendar: LocalCalendar, in sheet: inout CalculationReport, _ style: ReportStyle
  ) {
    let isPerAccount = lots.contains { $0.location != nil }
    guard costBasis.namesLots || isPerAccount, !lots.isEmpty else { return }
    sheet.heading(
      "Lots left, \(isPerAccount ? "by account, " : "")oldest first"
        + (calendar.name == style.calendar.name ? "" : ", days by \(calendar.name)"))
    sheet.table(
      (isPerAccount ? ["Account"] : []) + ["Acquired", "Amount", "Price", "Cost"],
      isNumber: (isPerAccount ? [false] : []) + [false, true, true, true],
      collapseOrder: ["Price", "Acquired"],
      lots.map { lot in
        (isPerAccount ? [lot.location?.title ?? ""] : []) + [
          lot.acquired.map(calendar.dayText) ?? "", briefText(lot.exactAmount, places: 8),
          marked(
            briefText(lot.pricePerCoin, places: 8), lot.isEstimated,
            isKnown: lot.isCostKnown),
          marked(
            briefText(lot.exactCost, places: 8), lot.isEstimated, isKnown: lot.isCostKnown),
        ]
      })
    sheet.leftOut("newer lot", lots.count, of: counts.lots)
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
    if holding.isCostKnown {
      sheet.line(
        "cost", costTerms(cycle) + partTerms(holding), equals: cost,
        shown: .money(holding.totalCost, style.format).estimated(isEstimated))
      sheet.line(
        "avg cost", ["\(cost)", "÷ \(holding.exact.costed)"], equals: holding.avgCost,
        shown: .paidPrice(holding.avgCost, style.format).estimated(isEstimated))
    } else {
      explainUnknownCost(amount, in: &sheet)
    }
    guard let price = coin.currentPrice, let value = holding.exact.value else {
      sheet.line(
        "price", ["not known yet: bitpal refresh"], shown: .text(Figures.unknown), isPublic: true)
      return
    }
    let origin = priceTerms(holding, price)
    sheet.line(
      "price", holding.rate == nil ? [] : origin, equals: price,
      shown: .marketPrice(price, style.format), isPublic: true)
    sheet.line("", [age.origin(at: style.now, style.calendar)], isPublic: true)
    sheet.line(
      "value", ["\(amount)", "× " + origin[0]] + origin.dropFirst(), equals: value,
      shown: .money(value.figure, style.format))
    guard holding.isCostKnown, let profit = holding.profitLoss,
      let percentage = holding.profitLossPercentage
    else {
      return sheet.line(
        "P&L", ["needs a cost that is unknown"], shown: .text(Figures.unknown), isPublic: true)
    }
    let costed = holding.costedValue ?? value
    if costed != value {
      sheet.line("known part", ["\(holding.exact.costed)", "of \(amount)"], equals: costed)
    }
    sheet.line(
      "P&L", ["\(costed)", "- \(cost)"], equals: costed - cost,
      shown: .change(profit, style.format).estimated(isEstimated))
    sheet.line(
      "P&L %",
      cost > .zero ? ["\(costed - cost)", "× 100", "÷ \(cost)"] : ["nothing was paid"],
      equals: percentage, shown: .percentage(percentage).estimated(isEstimated))
  }

  /// The amount that a cost covers, if it does not cover the whole holding.
  private func partTerms(_ holding: Holding) -> [String] {
    holding.costOf == nil ? [] : ["of \(holding.exact.costed) of \(holding.exact.amount)"]
  }

  /// Explains for how many coins the cost is known, and how far lots exceed the recorded amount.
  private func explainUnknownCost(_ amount: Quantity, in sheet: inout CalculationReport) {
    let all = lotSums.amount
    sheet.line(
      "cost", ["\(lotSums.cost)", "for \(lotSums.costedAmount) of \(all)"],
      shown: .text(Figures.unknown))
    guard all != amount else { return }
    sheet.line("unexplained", ["\(all) in lots", "- \(amount)"], equals: all - amount)
  }

  /// The factors of a price: US dollars and, in another currency, the exchange rate.
  private func priceTerms(_ holding: Holding, _ price: ExactDecimal) -> [String] {
    guard let rate = holding.rate, let dollars = holding.dollarPrice else {
      return ["\(price)"]
    }
    let factor = rate.numerator == 1 ? [] : ["× \(rate.numerator)"]
    let divisor = rate.denominator == 1 ? [] : ["÷ \(rate.denominator)"]
    return ["\(dollars) USD"] + factor + divisor
  }

  /// How the cost basis of the holding follows from its cycle.
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
    sheet.leftOut("earlier sale", sales.count, of: counts.sales)
    sheet.table(
      ["Date", "Amount", "Received", "Cost", "Realized"],
      isNumber: [false, true, true, true, true],
      collapseOrder: ["Cost", "Received", "Amount"],
      sales.map { sale in
        [
          style.calendar.dayText(sale.transaction.date),
          briefText(sale.transaction.amount, places: 8),
          marked(
            briefText(sale.transaction.exactTotal, places: 4), sale.estimated.contains(.proceeds),
            isKnown: sale.transaction.isTotalKnown),
          marked(
            briefText(sale.exactCost, places: 4), sale.estimated.contains(.cost),
            isKnown: sale.isCostKnown && sale.isOfSome),
          marked(
            briefText(sale.exactRealized, places: 4), sale.isEstimated,
            isKnown: sale.isGainKnown),
        ]
      })
    let left = holding.exact.unvalued
    guard holding.isRealizedKnown else {
      return sheet.line(
        "realized", ["needs a cost that is unknown"], shown: .text(Figures.unknown), isPublic: true)
    }
    sheet.line(
      "realized",
      ["\(cycle.exact.received)"]
        + (left.proceeds.isZero ? [] : ["- \(left.proceeds) for \(left.sold) of unknown worth"])
        + ["- \(holding.exact.soldCost)"],
      equals: holding.exact.realizedPnL,
      shown: .change(holding.realizedPnL, style.format).estimated(
        sales.contains(where: \.isEstimated)))
  }

  private func explainClosed(in sheet: inout CalculationReport, _ style: ReportStyle) {
    guard !closedPositions.isEmpty else { return }
    sheet.heading("Closed cycles: (avg sale - avg cost) × quantity")
    sheet.leftOut("earlier cycle", closedPositions.count, of: counts.closedPositions)
    sheet.table(
      ["Closed", "Quantity", "Avg cost", "Avg sale", "Realized", "%"],
      isNumber: [false, true, true, true, true, true],
      collapseOrder: ["Avg cost", "Avg sale", "Quantity", "%"],
      closedPositions.map { closed in
        let estimated = estimates.closed[closed.id] ?? []
        return [
          style.calendar.dayText(closed.closedDate),
          briefText(closed.totalQuantity, places: 8),
          marked(
            briefText(closed.avgCostPrice, places: 4), estimated.contains(.cost),
            isKnown: closed.isCostKnown),
          marked(
            briefText(closed.avgSellPrice, places: 4), estimated.contains(.proceeds),
            isKnown: closed.isSellPriceKnown),
          marked(
            briefText(closed.exactRealizedPnL, places: 4), estimated.isGainEstimated,
            isKnown: closed.isResultKnown),
          marked(
            Figures.percent(closed.realizedPnLPercentage), estimated.isGainEstimated,
            isKnown: closed.isResultKnown),
        ]
      })
  }
}

extension CoinExplanation {
  /// Whether the cost of the holding is estimated.
  var isEstimated: Bool { estimates.isHeld }
}

/// A table figure with its estimate mark; `—` if unknown.
func marked(_ text: String, _ isEstimated: Bool, isKnown: Bool = true) -> String {
  isKnown ? isEstimated ? "~\(text)" : text : Figures.unknown
}

extension PriceAge {
  /// The time and age of a price.
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

extension ExactValue {
  /// Whether the value has at most this many decimal places.
  fileprivate func isExact(places: Int) -> Bool { rounded(places: places) == self }
}
