import CellGrid
import FoundationEssentials
import Portfolio
import Widgets

extension TransactionsPage {
  func courses(in state: DashboardState) -> [CourseSubject] {
    guard let area = state.transactionDetailArea, DetailParts(in: area).chart != nil, let selected
    else { return [] }
    return [.coin(selected.coinId)]
  }

  func details(in state: DashboardState) -> [String] {
    state.transactionDetailArea == nil ? [] : selected.map { [$0.coinId] } ?? []
  }
}

extension Painter {
  /// The selected transaction: its coin's chart with it marked, and all that is recorded of it.
  mutating func drawTransactionDetail(_ state: DashboardState, in area: CellArea, now: Date) {
    guard let transaction = state.transactions.selected else { return }
    drawDetail(
      of: transaction.coinId,
      marking: state.details[transaction.coinId]?.rows ?? [transaction], state,
      title: "\(transaction.kind.displayName) of \(days.minute(transaction.date))",
      state.facts(of: transaction), in: area, now: now)
  }

  /// A row of a list: its coin's chart, and what is recorded of it.
  mutating func drawDetail(
    of coinId: String, marking rows: [Transaction], _ state: DashboardState, title: String,
    _ facts: [(word: String, figure: FormattedFigure)], in area: CellArea, now: Date
  ) {
    let parts = DetailParts(in: area)
    if parts.hasFrame { _ = box(area) }
    if let chart = parts.chart {
      var panel = CoursePanel(
        .coin(coinId), title: state.transactions.book[coinId].title, state: state, now: now)
      panel.mark(rows, state, now)
      panel.age = state.presentCoin(coinId).flatMap { coin in
        state.data.map { AgeNote(of: [coin], $0.entry, at: now) }
      }
      draw(panel, state: state, in: chart)
    }
    let side = parts.facts
    left(title, .title, in: side, row: 0)
    let list = side.dropFirstRows(2)
    for (row, fact) in facts.prefix(list.rows).enumerated() {
      left(fact.word, .secondary, in: list, row: row)
      let text = fact.figure.marked(isPrivate: state.isPrivate)
      right(
        clipped(text, to: list.columns - fact.word.count - 1), fact.figure.role, in: list,
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
