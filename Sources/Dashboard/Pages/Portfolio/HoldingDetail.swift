import CellGrid
import Charts
import FoundationEssentials
import Portfolio
import Widgets

extension PortfolioPage {
  /// The holding that is selected.
  var selectedHolding: HoldingLine? {
    if case .holding(let index) = selected { holdings[index] } else { nil }
  }

  func courses(in state: DashboardState) -> [CourseSubject] {
    guard state.holdingDetailArea != nil, let line = selectedHolding else { return [] }
    return [.coin(line.holding.id)]
  }
}

extension Painter {
  private static let factColumns = 44
  /// The colors of an allocation bar, without those that mean a gain or a loss.
  private static let partRoles: [Role] = [.accent, .badge, .skeleton, .plain, .secondary]

  /// The selected holding: its chart with buys and sales on the left, its figures and newest
  /// transactions on the right.
  mutating func drawDetail(_ state: DashboardState, in area: CellArea, now: Date) {
    guard let line = state.portfolio.selectedHolding, let data = state.data else { return }
    let subject = CourseSubject.coin(line.holding.id)
    let newest = data.newest(of: line.holding.id, count: area.rows)
    var panel = CoursePanel(
      subject, title: "\(line.label.symbol) \(line.label.name)", state: state, now: now)
    panel.mark(newest, state, now)
    let box = box(area)
    let chart = CellArea(
      column: box.column, row: box.row, columns: box.columns - Self.factColumns - 3,
      rows: box.rows)
    draw(panel, state: state, in: chart)
    let facts = CellArea(
      column: chart.endColumn + 3, row: box.row, columns: Self.factColumns, rows: box.rows)
    drawFacts(line, newest: newest, isPrivate: state.isPrivate, in: facts)
  }

  private mutating func drawFacts(
    _ line: HoldingLine, newest: [Transaction], isPrivate: Bool, in area: CellArea
  ) {
    let holding = line.holding
    let facts: [(String, Figure)] = [
      ("Held", .quantity(holding.totalAmount)), ("Cost", .usd(holding.totalCost)),
      ("Average", .paid(holding.avgCost)), ("Unrealized", .change(holding.profitLoss)),
      ("Realized", .change(holding.realizedPnL)),
    ]
    for (row, fact) in facts.enumerated() {
      left(fact.0, .secondary, in: area, row: row)
      let text = fact.1.marked(isPrivate: isPrivate)
      right(text, fact.1.role, in: area, row: row)
    }
    let rows = area.dropFirstRows(facts.count + 1)
    for (row, transaction) in newest.prefix(rows.rows).enumerated() {
      left(transaction.date.utcDayText, .secondary, in: rows, row: row)
      left(transaction.type.displayName, .plain, in: rows, row: row, from: 11)
      let figures = TransactionFigures(transaction)
      right(
        figures.amount.text(isPrivate: isPrivate), .plain, in: rows, row: row, before: 29)
      right(figures.price.text(isPrivate: isPrivate), figures.price.role, in: rows, row: row)
    }
  }

  /// The holdings' shares side by side, each in a color of its own.
  mutating func drawAllocationBar(_ data: DashboardData, state: DashboardState, row: Int) {
    let room = state.pageArea
    let parts = data.lines.byShare.enumerated().map { place, line in
      AllocationBar.Part(
        line.label.symbol, line.holding.currentValue ?? 0,
        role: Self.partRoles[place % Self.partRoles.count])
    }
    place(
      AllocationBar(parts).grid(columns: room.columns),
      in: CellArea(column: room.column, row: room.row + row, columns: room.columns, rows: 1))
  }
}

extension DashboardData {
  /// The newest transactions of a coin, newest first.
  func newest(of coin: String, count: Int) -> [Transaction] {
    index.history(of: coin).suffix(count).reversed().map { transactions[Int($0)] }
  }
}
