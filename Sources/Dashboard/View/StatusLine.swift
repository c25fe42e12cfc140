import CellGrid
import FoundationEssentials
import Widgets

extension Painter {
  /// Tabs on the left, news in the middle, the keys that work here on the right.
  mutating func drawStatus(_ state: DashboardState, now: Date) {
    guard state.rows > 1 else { return }
    let row = CellArea(column: 0, row: state.rows - 1, columns: state.columns, rows: 1)
    let margin = state.columns >= 40 ? 1 : 0
    if let palette = state.palette {
      // The last column is the cursor's.
      let text = Self.tail(of: ":\(palette.text)", in: row.columns - 2 * margin - 1)
      self.left(text, .plain, in: row, row: 0, from: margin)
      focus(row, column: margin + columnWidth(of: text))
      let room = row.columns - 2 * margin - columnWidth(of: text) - 3
      drawHints(state, in: row, room: room, end: row.columns - margin)
      return
    }
    let left = drawTabs(state, in: row, from: margin)
    let newsStart = left == margin ? left : left + 2
    let newsRoom = row.columns - margin - newsStart
    let news = state.news(at: now).map { news in
      (
        text: state.isFiltering ? Self.tail(of: news.text, in: newsRoom - 1) : news.text,
        role: news.role
      )
    }
    let cursorColumns = state.isFiltering ? 1 : 0
    let newsWidth = news.map { min(columnWidth(of: $0.text) + cursorColumns, newsRoom) } ?? 0
    if let news, newsRoom > 2 {
      self.left(news.text, news.role, in: row, row: 0, from: newsStart, columns: newsRoom)
      if state.isFiltering { focus(row, column: newsStart + columnWidth(of: news.text)) }
    }
    let taken = newsStart + (newsWidth > 0 ? newsWidth + 2 : 0)
    drawHints(state, in: row, room: row.columns - margin - taken, end: row.columns - margin)
  }

  private mutating func drawTabs(_ state: DashboardState, in row: CellArea, from margin: Int) -> Int
  {
    var at = margin
    for (tab, hasTitle) in Self.tabs(state, in: row.columns - 2 * margin) {
      let isFront = tab == state.tab
      let title = state.title(of: tab)
      let columns = Self.columns(of: title, hasTitle: hasTitle)
      if isFront { left("›", .accent, in: row, row: 0, from: at) }
      left("\(tab.rawValue + 1)", isFront ? .accent : .secondary, in: row, row: 0, from: at + 1)
      if hasTitle {
        left(title, isFront ? .accent : .secondary, in: row, row: 0, from: at + 3)
      }
      hit(CellArea(column: at, row: row.row, columns: columns - 2, rows: 1), .tab(tab))
      at += columns
    }
    return max(margin, at - 2)
  }

  /// Columns of a tab and the gap after it.
  private static func columns(of title: String, hasTitle: Bool) -> Int {
    hasTitle ? title.count + 5 : 4
  }

  /// The tabs there is room for, with their titles or by their numbers; those that keep a message
  /// from being read make room for it.
  private static func tabs(
    _ state: DashboardState, in room: Int
  ) -> [(tab: DashboardTab, hasTitle: Bool)] {
    func width(_ tabs: [(tab: DashboardTab, hasTitle: Bool)]) -> Int {
      tabs.reduce(0) { $0 + columns(of: state.title(of: $1.tab), hasTitle: $1.hasTitle) }
    }
    let all = state.tabs
    var choices: [[(tab: DashboardTab, hasTitle: Bool)]] =
      state.columns >= 16 && state.rows >= 4 ? [[(state.tab, true)], []] : [[]]
    // What waits is to be seen from every page.
    let choice = [
      all.map { ($0, true) }, all.map { ($0, $0 == state.tab || $0 == .inbox) },
      all.map { ($0, $0 == state.tab) },
    ].first { width($0) + 18 <= room }
    if let choice { choices.insert(choice, at: 0) }
    guard let message = state.message, !state.isFiltering, !state.opens(message) else {
      return choices[0]
    }
    return choices.first { width($0) + columnWidth(of: message.text) <= room } ?? []
  }

  /// The end of what is being typed, where the next character comes.
  private static func tail(of text: String, in room: Int) -> String {
    var tail = text[...]
    while tail.count > 1, columnWidth(of: String(tail)) > room { tail.removeFirst() }
    return String(tail)
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
  /// Whether a filter is being typed.
  var isFiltering: Bool { activeFilter?.isEditing == true }

  /// The news of the status line: what is typed, what happened, what goes on.
  func news(at now: Date) -> (text: String, role: Role)? {
    if let filter = activeFilter, isFiltering { return ("/\(filter.text)", .plain) }
    if isWaiting(at: now) { return ("Saving…", .secondary) }
    if message == nil, let runningJob { return (runningJob.activity, .secondary) }
    if let message, !opens(message) { return (message.text, message.isError ? .error : .plain) }
    if isRefreshing { return ("Refreshing…", .secondary) }
    if goneLedger != nil { return ("The ledger is gone", .error) }
    if let filter = activeFilter, !filter.text.isEmpty { return ("/\(filter.text)", .accent) }
    if let filling { return (filling.text, .secondary) }
    return nil
  }

  /// The keys that work here and now, as many as have room; help and quit are the last to go.
  func hints(fitting room: Int) -> [FooterHint] {
    let context = context
    // In a text the arrows move, as everywhere; that needs no word.
    let isInText = form?.focus.isChoice == false
    let all = keyMap.actions.filter { $0.contexts.contains(context) && isAvailable($0.id) }
      .filter { context != .form || $0.id != .right || !isInText }
      .compactMap { action -> FooterHint? in
        guard let word = action.hint, let key = action.keys.first else { return nil }
        return FooterHint(action: action.id, key: key.label, word: word)
      }
    var left = room
    func fits(_ hint: FooterHint) -> Bool {
      guard hint.columns <= left else { return false }
      left -= hint.columns + 2
      return true
    }
    let isLast: (FooterHint) -> Bool = { $0.action == .help || $0.action == .quit }
    let last = all.filter(isLast).reversed().filter(fits)
    let first = all.filter { !isLast($0) }.filter(fits)
    return first + last.reversed()
  }
}
