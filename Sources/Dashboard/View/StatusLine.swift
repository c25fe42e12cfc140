import CellGrid

extension Painter {
  /// Tabs on the left, news in the middle, the keys that work here on the right.
  mutating func drawStatus(_ state: DashboardState) {
    guard state.rows > 1 else { return }
    let row = CellArea(column: 0, row: state.rows - 1, columns: state.columns, rows: 1)
    let margin = state.columns >= 40 ? 1 : 0
    if let palette = state.palette {
      let text = ":\(palette.text)▏"
      self.left(text, .plain, in: row, row: 0, from: margin)
      let room = row.columns - 2 * margin - columnWidth(of: text) - 2
      drawHints(state, in: row, room: room, end: row.columns - margin)
      return
    }
    let left = drawTabs(state, in: row, from: margin)
    let news = state.news
    let newsStart = left == margin ? left : left + 2
    let newsRoom = row.columns - margin - newsStart
    let newsWidth = news.map { min(columnWidth(of: $0.text), newsRoom) } ?? 0
    if let news, newsRoom > 2 {
      self.left(news.text, news.role, in: row, row: 0, from: newsStart, columns: newsRoom)
    }
    let taken = newsStart + (newsWidth > 0 ? newsWidth + 2 : 0)
    drawHints(state, in: row, room: row.columns - margin - taken, end: row.columns - margin)
  }

  private mutating func drawTabs(_ state: DashboardState, in row: CellArea, from margin: Int) -> Int
  {
    let tabs = DashboardTab.allCases
    let width = tabs.reduce(-2) { $0 + $1.title.count + 5 }
    let shown: [DashboardTab]
    if width + 22 <= row.columns {
      shown = tabs
    } else {
      shown = state.columns >= 16 && state.rows >= 4 ? [state.tab] : []
    }
    var at = margin
    for tab in shown {
      let isFront = tab == state.tab
      if isFront { left("›", .accent, in: row, row: 0, from: at) }
      left("\(tab.rawValue + 1)", isFront ? .accent : .secondary, in: row, row: 0, from: at + 1)
      left(tab.title, isFront ? .accent : .secondary, in: row, row: 0, from: at + 3)
      hit(
        CellArea(column: at, row: row.row, columns: tab.title.count + 3, rows: 1), .tab(tab))
      at += tab.title.count + 5
    }
    return max(margin, at - 2)
  }

  private mutating func drawHints(_ state: DashboardState, in row: CellArea, room: Int, end: Int) {
    var at = end
    for hint in state.hints(fitting: room).reversed() {
      at -= hint.columns
      draw(hint, in: row, at: at)
      at -= 2
    }
  }

  /// A key and its word, which can be pressed like the key.
  mutating func draw(_ hint: FooterHint, in area: CellArea, row: Int = 0, at column: Int) {
    left(hint.key, .accent, in: area, row: row, from: column)
    left(
      hint.word, .secondary, in: area, row: row, from: column + columnWidth(of: hint.key) + 1)
    hit(
      CellArea(
        column: area.column + column, row: area.row + row, columns: hint.columns, rows: 1),
      .action(hint.action))
  }
}

/// A key and what it does, in the footer.
struct FooterHint: Equatable {
  let action: ActionID
  let key: String
  let word: String

  var columns: Int { columnWidth(of: key) + 1 + columnWidth(of: word) }
}

extension DashboardState {
  /// The news of the status line: what is typed, what happened, what goes on.
  var news: (text: String, role: Role)? {
    if let filter = activeFilter, filter.isEditing { return ("/\(filter.text)▏", .plain) }
    if let message { return (message.text, message.isError ? .error : .plain) }
    if isRefreshing { return ("Refreshing…", .secondary) }
    if let filter = activeFilter, !filter.text.isEmpty { return ("/\(filter.text)", .accent) }
    return nil
  }

  /// The keys that work here and now, as many as have room; help and quit are the last to go.
  func hints(fitting room: Int) -> [FooterHint] {
    let context = context
    let all = keyMap.actions.filter { $0.contexts.contains(context) && isAvailable($0.id) }
      .compactMap { action -> FooterHint? in
        guard let word = action.hint, let key = action.keys.first else { return nil }
        return FooterHint(action: action.id, key: key.label, word: word)
      }
    var left = room
    func take(_ hint: FooterHint) -> Bool {
      guard hint.columns <= left else { return false }
      left -= hint.columns + 2
      return true
    }
    let isLast: (FooterHint) -> Bool = { $0.action == .help || $0.action == .quit }
    let last = all.filter(isLast).reversed().filter(take)
    let first = all.filter { !isLast($0) }.filter(take)
    return first + last.reversed()
  }
}
