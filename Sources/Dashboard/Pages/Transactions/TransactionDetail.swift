import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension TransactionsPage {
  func seriesSubjects(in state: DashboardState) -> [SeriesSubject] {
    guard state.transactionDetail?.chart != nil, let selected else { return [] }
    return [.coin(selected.coinId)]
  }

  func details(in state: DashboardState) -> [String] {
    state.transactionDetail == nil ? [] : selected.map { [$0.coinId] } ?? []
  }
}

extension Painter {
  /// Draws the selected transaction: marked in its coin's chart, and with its recorded data.
  mutating func drawTransaction(_ parts: DetailParts, _ state: DashboardState, now: Date) {
    guard let transaction = state.transactions.selected else { return }
    draw(
      parts, of: transaction.coinId,
      marking: state.details[transaction.coinId]?.rows ?? [transaction], state,
      title: "\(transaction.kind.displayName) of \(days.minute(transaction.date))",
      state.facts(of: transaction), now: now)
  }

  /// Draws a list row's detail: the coin's chart, the recorded data, and the holding if there is
  /// room.
  mutating func draw(
    _ parts: DetailParts, of coinId: String, marking rows: [Transaction], _ state: DashboardState,
    title: String, _ facts: [DetailFact], now: Date
  ) {
    for frame in parts.frames { _ = box(frame) }
    if let chart = parts.chart {
      var panel = SeriesPanel(
        .coin(coinId), title: state.transactions.book[coinId].title, state: state, now: now)
      panel.mark(rows, state, now)
      panel.age = state.presentCoin(coinId).flatMap { coin in
        state.data.map { AgeNote(of: [coin], $0.entry, at: now) }
      }
      draw(panel, state: state, in: chart)
    }
    let (side, second) = parts.factColumns
    if let second {
      left(state.label(of: coinId).title, .title, in: second, row: 0)
      drawPosition(in: coinId, state, now: now, in: second.dropFirstRows(2))
    }
    left(title, .title, in: side, row: 0)
    draw(facts, isPrivate: state.isPrivate, in: side.dropFirstRows(2))
  }

  /// Draws facts, one per line.
  mutating func draw(_ facts: [DetailFact], isPrivate: Bool, in area: CellArea) {
    for (row, fact) in facts.prefix(area.rows).enumerated() {
      left(fact.word, .secondary, in: area, row: row)
      let text = fact.figure.marked(isPrivate: isPrivate)
      right(
        clipped(text, to: area.columns - fact.word.count - 1), fact.figure.role, in: area,
        row: row)
    }
  }
}

/// A line of a detail: a label and a figure.
typealias DetailFact = (word: String, figure: FormattedFigure)

extension DashboardState {
  /// A transaction's recorded data and its result so far.
  fileprivate func facts(of transaction: Transaction) -> [DetailFact] {
    let counted = transactions.window.counted
    let figures = counted.figures(of: transaction)
    let format = data?.format ?? .usDollar
    var facts: [DetailFact] = [
      ("Amount", figures.amount), ("Price", figures.price), ("Total", figures.total),
    ]
    if let payment = transaction.payment {
      facts.append(("Paid", .recorded(payment.amount, in: payment.currency)))
    }
    if let worth = transaction.exactGiftWorth {
      facts.append(("Worth then", .usd(worth.figure, in: .usDollar)))
    }
    if let acquired = transaction.acquired {
      facts.append(("Giver bought", .text(days.day(acquired))))
    }
    if let cash = transaction.cash {
      facts.append(("Cash", .recorded(cash.amount, in: cash.currency)))
    }
    if let fee = transaction.fee {
      facts.append(("Fee", .recorded(fee.amount, in: fee.currency ?? "")))
    }
    if let account = transaction.account { facts.append(("Account", .text(cleaned(account)))) }
    if let label = transaction.label { facts.append(("Label", .text(label.rawValue))) }
    if let price = present(.coin(transaction.coinId)), transaction.type.isAcquisition {
      let worth = (transaction.amount * Price(price)).number
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
  /// An amount in the unit it was recorded in.
  fileprivate static func recorded(_ amount: ExactDecimal, in unit: String) -> FormattedFigure {
    let unit = unit.isEmpty ? "" : " \(cleaned(unit))"
    return FormattedFigure(
      text: Figures.quantity(amount) + unit, masked: "•••••\(unit)", role: .plain)
  }
}
