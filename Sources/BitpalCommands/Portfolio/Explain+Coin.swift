import FoundationEssentials
import Portfolio
import Widgets

extension CoinExplanation {
  /// The calculation of the coin's row on paper.
  func sheet(now: Date) -> PaperSheet {
    var sheet = PaperSheet()
    sheet.heading(
      "\(coin.name) (\(coin.symbol.uppercased())), \(coin.id), cost basis \(costBasis.rawValue)")
    if let holding, let cycle {
      explainCycle(in: &sheet)
      explain(holding, cycle, now: now, in: &sheet)
      explainSales(holding, cycle, in: &sheet)
    } else {
      sheet.note("Nothing is held: every cycle is closed.")
    }
    explainClosed(in: &sheet)
    return sheet
  }

  private func explainCycle(in sheet: inout PaperSheet) {
    sheet.heading("Open cycle")
    sheet.table(
      ["Date", "Type", "Amount", "Price", "Total", "Balance", "Cost"],
      isNumber: [false, false, true, true, true, true, true],
      steps.map { step in
        let transaction = step.transaction
        return [
          transaction.date.utcDayText, transaction.type.rawValue,
          briefText(transaction.amount, places: 8), briefText(transaction.pricePerCoin, places: 4),
          briefText(transaction.total, places: 4), briefText(step.balance, places: 8),
          briefText(step.cost, places: 4),
        ]
      })
    guard costBasis == .fifo || costBasis == .lifo || costBasis == .hifo else { return }
    sheet.heading("Lots left, oldest first")
    sheet.table(
      ["Amount", "Price", "Cost"], isNumber: [true, true, true],
      lots.map { lot in
        [
          briefText(lot.amount, places: 8), briefText(lot.pricePerCoin, places: 8),
          briefText(lot.amount * lot.pricePerCoin, places: 8),
        ]
      })
  }

  private func explain(
    _ holding: Holding, _ cycle: Cycle, now: Date, in sheet: inout PaperSheet
  ) {
    let (amount, cost) = (exactText(holding.totalAmount), exactText(holding.totalCost))
    sheet.heading("Held")
    sheet.line(
      "quantity", [exactText(cycle.bought), "- \(exactText(cycle.sold))"],
      equals: holding.totalAmount, shown: Figures.quantity(holding.totalAmount))
    sheet.line(
      "cost", costTerms(cycle), equals: holding.totalCost, shown: Figures.usd(holding.totalCost))
    sheet.line(
      "avg cost", [cost, "÷ \(amount)"], equals: holding.avgCost,
      shown: Figures.unitPrice(holding.avgCost))
    guard let price = coin.currentPrice, let value = holding.currentValue,
      let profit = holding.profitLoss, let percentage = holding.profitLossPercentage
    else {
      sheet.line("price", ["not known yet: bitpal refresh"], shown: Figures.unknown)
      return
    }
    let role = Trend.role(of: profit)
    sheet.line("price", [], equals: price, shown: Figures.unitPrice(price))
    sheet.line("", [coin.priceOrigin(at: now)])
    sheet.line(
      "value", [amount, "× \(exactText(price))"], equals: value, shown: Figures.usd(value))
    sheet.line(
      "P&L", [exactText(value), "- \(cost)"], equals: profit, shown: Figures.signedUSD(profit),
      role: role)
    sheet.line(
      "P&L %",
      holding.totalCost > 0 ? [exactText(profit), "× 100", "÷ \(cost)"] : ["nothing was paid"],
      equals: percentage, shown: Figures.percent(percentage), role: role)
  }

  /// How the cost of what is held follows from the cycle.
  private func costTerms(_ cycle: Cycle) -> [String] {
    let (paid, bought) = (exactText(cycle.paid), exactText(cycle.bought))
    guard cycle.sold > 0 else { return ["all paid"] }
    switch costBasis {
    case .average: return ["from above, each sale taking out its share"]
    case .buyAverage: return [paid, "× \(exactText(cycle.balance))", "÷ \(bought)"]
    case .fifo, .lifo, .hifo: return ["lots left, summed"]
    }
  }

  private func explainSales(_ holding: Holding, _ cycle: Cycle, in sheet: inout PaperSheet) {
    guard !sales.isEmpty else { return }
    sheet.heading("Realized by sales of the open cycle")
    sheet.table(
      ["Date", "Amount", "Received", "Cost", "Realized"],
      isNumber: [false, true, true, true, true],
      sales.map { sale in
        [
          sale.transaction.date.utcDayText, briefText(sale.transaction.amount, places: 8),
          briefText(sale.transaction.total, places: 4), briefText(sale.cost, places: 4),
          briefText(sale.realized, places: 4),
        ]
      })
    sheet.line(
      "realized", [exactText(cycle.received), "- \(exactText(holding.soldCost))"],
      equals: holding.realizedPnL, shown: Figures.signedUSD(holding.realizedPnL),
      role: Trend.role(of: holding.realizedPnL))
  }

  private func explainClosed(in sheet: inout PaperSheet) {
    guard !closedPositions.isEmpty else { return }
    sheet.heading("Closed cycles: (avg sale - avg cost) × quantity")
    sheet.table(
      ["Closed", "Quantity", "Avg cost", "Avg sale", "Realized", "%"],
      isNumber: [false, true, true, true, true, true],
      closedPositions.map { closed in
        [
          closed.closedDate.utcDayText, briefText(closed.totalQuantity, places: 8),
          briefText(closed.avgCostPrice, places: 4), briefText(closed.avgSellPrice, places: 4),
          briefText(closed.realizedPnL, places: 4),
          Figures.percent(closed.realizedPnLPercentage),
        ]
      })
  }
}
