import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Widgets

extension DashboardState {
  /// The page of moves.
  var moves: MovesPage {
    get { pages[MovesPage.self] }
    set { pages[MovesPage.self] = newValue }
  }

  /// The move that `e` and `d` act on.
  var selectedMove: RecordedEvent? {
    coin == nil && pageContext == .moves ? moves.rows.selected : nil
  }

  /// Area of the rows of moves, below the heading.
  var moveRowsArea: CellArea { listArea(leaving: moveDetail) }

  /// Layout of the selected move's detail; `nil` without one.
  var moveDetail: DetailParts? {
    guard moves.rows.selected != nil else { return nil }
    let widths = moves.table.widths(isPrivate: isPrivate)
    return detail(
      ofRows: moves.rows.count, heading: 3,
      columns: widths.reduce(HoldingsLayout.markColumns) { $0 + $1 + 2 })
  }

  /// The footer hint that switches to the moves, with their number, or back to the transactions.
  var movesHint: FooterHint? {
    let isShown = pageContext == .moves
    let counts = data?.ledger
    guard let key = keyMap.action(.moves, in: pageContext)?.keys.first, let counts,
      isShown || counts.moveCount > 0
    else { return nil }
    let count = "\(counts.moveCount) \(counts.moveCount == 1 ? "move" : "moves")"
    let open = counts.openMoveCount > 0 && columns >= 60 ? ", \(counts.openMoveCount) open" : ""
    return FooterHint(
      action: .moves, key: key.label, word: isShown ? "transactions" : count + open)
  }

  /// Switches between transactions and moves.
  mutating func toggleMoves() {
    pages.showsMoves.toggle()
    chartCursor = nil
  }
}

extension Painter {
  mutating func draw(_ page: MovesPage, state: DashboardState, now: Date) {
    let whole = state.moveRowsArea
    guard page.total > 0 || page.rows.count > 0 else {
      let key = state.keyMap.label(of: .add).map { " Press \($0) to record one." } ?? ""
      return drawNotice(
        "No moves yet",
        "Transfers between your accounts, deposits and withdrawals are listed here.\(key)",
        in: state.bodyArea)
    }
    let list = page.rows.list
    if whole.row > 1 {
      var title = whole
      title.row -= 2
      drawListTitle(
        "Moves", list: list, count: page.rows.count, total: page.total,
        filter: page.filter?.text ?? "", hint: state.movesHint, isPrivate: state.isPrivate,
        in: title, row: 0)
    }
    let area = numbered(whole, list: list, count: page.rows.count, isShown: state.showsNumbers)
    if page.rows.count == 0 {
      let isRead = page.rows.isCurrent && page.rows.window.request != nil
      left(
        isRead ? "No move matches" : "Reading the ledger…", .secondary, in: area, row: 0, from: 2)
    }
    drawRows(of: page, state: state, in: area)
    drawScrollBar(list: list, count: page.rows.count, beside: whole)
    if let detail = state.moveDetail, let move = page.rows.selected {
      draw(detail, of: move, state, now: now)
    }
  }

  private mutating func drawRows(
    of page: MovesPage, state: DashboardState, in area: CellArea
  ) {
    let top = page.rows.list.top
    let shown = 0..<max(0, min(area.rows, page.rows.count - top))
    let lines = shown.map { offset in
      page.rows.window[top + offset]?.listID.flatMap { page.table.lines[$0] }
    }
    let table = FigureTable(
      columns: MoveTable.columns, rows: lines.compactMap(\.self),
      least: page.table.widths(isPrivate: state.isPrivate))
    let inside = CellArea(
      column: area.column + HoldingsLayout.markColumns, row: area.row,
      columns: area.columns - HoldingsLayout.markColumns, rows: area.rows)
    let ranges = table.columnRanges(in: inside.columns, isPrivate: state.isPrivate)
    var heading = inside
    heading.row -= 1
    drawHeading(of: table, at: ranges, in: heading, row: 0)
    for (offset, line) in zip(shown, lines) {
      if let line {
        draw(line, of: table, at: ranges, isPrivate: state.isPrivate, in: inside, row: offset)
      } else {
        left("…", .secondary, in: inside, row: offset)
      }
      if top + offset == page.rows.list.selection { select(in: area, row: offset) }
      hit(
        CellArea(column: area.column, row: area.row + offset, columns: area.columns, rows: 1),
        .row(top + offset))
    }
  }

  /// Draws the selected move: its coin's chart on the left, its recorded data on the right.
  private mutating func draw(
    _ parts: DetailParts, of event: RecordedEvent, _ state: DashboardState, now: Date
  ) {
    guard let move = event.moves.first else { return }
    draw(
      parts, of: move.coinId, marking: [], state,
      title: "\(move.kind.displayName) of \(days.minute(move.date))", state.facts(of: event),
      now: now)
  }
}

extension DashboardState {
  /// A move's recorded data, and what to do about an open one.
  fileprivate func facts(of event: RecordedEvent) -> [DetailFact] {
    guard let move = event.moves.first else { return [] }
    let book = transactions.book
    func coins(_ amount: Quantity, _ coin: String) -> FormattedFigure {
      let figure = FormattedFigure.quantity(amount)
      let unit = " \(book[coin].symbol)"
      return FormattedFigure(
        text: figure.text + unit, masked: figure.masked + unit, role: .plain)
    }
    var facts: [DetailFact] = [
      ("Amount", coins(move.amount.magnitude, move.coinId)),
      (move.amount < 0 ? "From" : "To", .text(cleaned(move.account))),
    ]
    if let other = event.moves.dropFirst().first {
      facts.append(("To", .text(cleaned(other.account))))
      if other.date != move.date { facts.append(("Arrived", .text(days.minute(other.date)))) }
    }
    if let fee = event.networkFee {
      facts.append(("Fee", coins(Quantity(fee.amount), fee.currency ?? move.coinId)))
    }
    if let hash = event.moves.lazy.compactMap(\.hash).first {
      facts.append(("Hash", .text(cleaned(hash), .secondary)))
    }
    if let notes = move.notes, !notes.isEmpty { facts.append(("Notes", .note(notes))) }
    if event.isOpen {
      let id = move.id.uuidString.prefix(8).lowercased()
      facts.append(("Open", .text("bitpal moves answer \(id)", .badge)))
    }
    return facts
  }
}
