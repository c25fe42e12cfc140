import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension TransactionsPage {
  func courses(in state: DashboardState) -> [CourseSubject] {
    guard state.transactionDetailArea != nil, let selected else { return [] }
    return [.coin(selected.coinId)]
  }

  func details(in state: DashboardState) -> [String] {
    state.transactionDetailArea == nil ? [] : selected.map { [$0.coinId] } ?? []
  }
}

extension Painter {
  private static let factColumns = 44

  /// The selected transaction: its coin's chart with it marked on the left, all that is recorded of
  /// it on the right.
  mutating func drawTransactionDetail(_ state: DashboardState, in area: CellArea, now: Date) {
    guard let transaction = state.transactions.selected else { return }
    let label = state.transactions.book[transaction.coinId]
    var panel = CoursePanel(
      .coin(transaction.coinId), title: label.title, state: state, now: now)
    panel.mark(state.details[transaction.coinId]?.rows ?? [transaction], state, now)
    panel.age = state.presentCoin(transaction.coinId).flatMap { coin in
      state.data.map { AgeNote(of: [coin], $0.entry, at: now) }
    }
    let box = box(area)
    let chart = CellArea(
      column: box.column, row: box.row, columns: box.columns - Self.factColumns - 3,
      rows: box.rows)
    draw(panel, state: state, in: chart)
    let facts = CellArea(
      column: chart.endColumn + 3, row: box.row, columns: Self.factColumns, rows: box.rows)
    left(
      "\(transaction.kind.displayName) of \(days.minute(transaction.date))", .title, in: facts,
      row: 0)
    let rows = facts.dropFirstRows(2)
    for (row, fact) in state.facts(of: transaction).prefix(rows.rows).enumerated() {
      left(fact.word, .secondary, in: rows, row: row)
      let text = fact.figure.marked(isPrivate: state.isPrivate)
      right(
        clipped(text, to: rows.columns - fact.word.count - 1), fact.figure.role, in: rows,
        row: row)
    }
  }
}

extension DashboardState {
  /// What is recorded of a transaction, and what has become of it.
  fileprivate func facts(of transaction: Transaction) -> [(word: String, figure: FormattedFigure)] {
    let counted = transactions.window.counted
    let figures = counted.figures(of: transaction)
    let format = data?.format ?? .usDollar
    var facts: [(word: String, figure: FormattedFigure)] = [
      ("Amount", figures.amount), ("Price", figures.price), ("Total", figures.total),
    ]
    if let payment = transaction.payment {
      facts.append(("Paid", .recorded(payment.amount, in: payment.currency)))
    }
    if let fee = transaction.fee {
      facts.append(("Fee", .recorded(fee.amount, in: fee.currency ?? "")))
    }
    if let account = transaction.account { facts.append(("Account", .text(cleaned(account)))) }
    if let label = transaction.label { facts.append(("Label", .text(label.rawValue))) }
    if let price = present(.coin(transaction.coinId)), transaction.type.isAcquisition {
      let worth = transaction.amount * price
      facts.append(("Worth now", .usd(worth, in: format)))
      if transaction.pricePerCoin > 0 {
        let paid = counted[transaction].knownTotal
        facts.append(("Since then", .change(paid.map { worth - $0 }, in: format)))
      }
    }
    if let notes = transaction.notes, !notes.isEmpty { facts.append(("Notes", .note(notes))) }
    return facts
  }
}

extension FormattedFigure {
  /// An amount as it was recorded, in whatever it was paid in.
  fileprivate static func recorded(_ amount: Decimal, in unit: String) -> FormattedFigure {
    let unit = unit.isEmpty ? "" : " \(cleaned(unit))"
    return FormattedFigure(
      text: Figures.quantity(amount) + unit, masked: "•••••\(unit)", role: .plain)
  }
}
