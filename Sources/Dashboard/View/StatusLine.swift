import CellGrid
import FoundationEssentials
import Widgets

extension Painter {
  /// Draws tabs on the left, news in the middle and the current keys on the right.
  mutating func drawStatus(_ state: DashboardState, now: Date) {
    guard state.rows > 1 else { return }
    let row = CellArea(column: 0, row: state.rows - 1, columns: state.columns, rows: 1)
    let margin = state.columns >= 40 ? 1 : 0
    if let palette = state.palette {
      // Leave the last column to the cursor.
      let text = Self.tail(of: ":\(palette.text)", in: row.columns - 2 * margin - 1)
      self.left(text, .plain, in: row, row: 0, from: margin)
      focus(row, column: margin + columnWidth(of: text))
      let available = row.columns - 2 * margin - columnWidth(of: text) - 3
      drawHints(state, in: row, available: available, end: row.columns - margin)
      return
    }
    let left = drawTabs(state, in: row, from: margin)
    let newsStart = left == margin ? left : left + 2
    let newsColumns = row.columns - margin - newsStart
    let news = state.news(at: now).map { news in
      (
        text: state.isFiltering ? Self.tail(of: news.text, in: newsColumns - 1) : news.text,
        role: news.role
      )
    }
    let cursorColumns = state.isFiltering ? 1 : 0
    let newsWidth = news.map { min(columnWidth(of: $0.text) + cursorColumns, newsColumns) } ?? 0
    if let news, newsColumns > 2 {
      self.left(news.text, news.role, in: row, row: 0, from: newsStart, columns: newsColumns)
      if state.isFiltering { focus(row, column: newsStart + columnWidth(of: news.text)) }
    }
    let progress = news == nil ? state.progress(fitting: newsColumns) : nil
    self.left(progress ?? "", .secondary, in: row, row: 0, from: newsStart)
    let width = progress.map { columnWidth(of: $0) } ?? newsWidth
    let taken = newsStart + (width > 0 ? width + 2 : 0)
    drawHints(state, in: row, available: row.columns - margin - taken, end: row.columns - margin)
  }

  private mutating func drawTabs(_ state: DashboardState, in row: CellArea, from margin: Int) -> Int
  {
    let tabs = TabLabel.labels(state, in: row.columns - 2 * margin)
    var at = margin
    for label in tabs {
      let isFront = label.tab == state.tab
      let role: Role = isFront ? .accent : .secondary
      if isFront { left("›", .accent, in: row, row: 0, from: at) }
      left(label.number, isFront || label.isDense ? .accent : role, in: row, row: 0, from: at + 1)
      left(label.title, role, in: row, row: 0, from: at + (label.isDense ? 2 : 3))
      hit(
        CellArea(
          column: at, row: row.row, columns: label.columns - label.gap, rows: 1), .tab(label.tab))
      at += label.columns
    }
    return max(margin, at - (tabs.last?.gap ?? 0))
  }

  /// The end of the typed text, next to the caret.
  private static func tail(of text: String, in available: Int) -> String {
    var tail = text[...]
    while tail.count > 1, columnWidth(of: String(tail)) > available { tail.removeFirst() }
    return String(tail)
  }

  private mutating func drawHints(
    _ state: DashboardState, in row: CellArea, available: Int, end: Int
  ) {
    var at = end
    for hint in state.hints(fitting: available).reversed() {
      at -= hint.columns
      draw(hint, in: row, at: at)
      at -= 2
    }
  }

  /// Draws a key with its label; both respond to the mouse.
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

/// A tab in the footer: its number and, if there is room, its name.
private struct TabLabel {
  let tab: DashboardTab
  let title: String
  /// Whether the name directly follows the number and there is no gap to the next tab.
  var isDense = false

  var number: String { "\(tab.rawValue + 1)" }
  var gap: Int { isDense ? 0 : 2 }
  /// Width including the active tab's mark and the gap.
  var columns: Int { title.count + (isDense ? 2 : title.isEmpty ? 4 : 5) }

  /// Columns reserved for the essential keys, help and quit, and for some more.
  private static let (fewHints, hints) = (16, 18)

  /// Labels of the tabs that fit; they are shortened to make a message readable.
  static func labels(_ state: DashboardState, in available: Int) -> [TabLabel] {
    // The rest of the line starts two columns later.
    func columns(_ labels: [TabLabel]) -> Int {
      labels.reduce(0) { $0 + $1.columns } + 2 - (labels.last?.gap ?? 2)
    }
    func all(isNamed: (DashboardTab) -> Bool) -> [TabLabel] {
      state.tabs.map { TabLabel(tab: $0, title: isNamed($0) ? state.title(of: $0) : "") }
    }
    let dense = state.tabs.map { tab in
      TabLabel(tab: tab, title: state.title(of: tab, isShort: tab != state.tab), isDense: true)
    }
    let front = all { $0 == state.tab }
    var choices: [[TabLabel]] =
      state.columns >= 16 && state.rows >= 4 ? [front.filter { !$0.title.isEmpty }, []] : [[]]
    // Keep tabs with items waiting visible on every page.
    let choice =
      [
        (all { _ in true }, hints), (dense, fewHints),
        (all { $0 == state.tab || $0 == .inbox }, hints), (front, hints),
      ].first { columns($0.0) + $0.1 <= available }
    if let choice { choices.insert(choice.0, at: 0) }
    guard let message = state.message, !state.isFiltering, !state.isExpanded(message) else {
      return choices[0]
    }
    return choices.first { columns($0) + columnWidth(of: message.text) <= available } ?? []
  }
}

/// A key and its action in the footer.
struct FooterHint: Equatable {
  let action: ActionID
  let key: String
  let word: String

  var columns: Int { columnWidth(of: key) + 1 + columnWidth(of: word) }
}

extension DashboardState {
  /// Whether a filter is being typed.
  var isFiltering: Bool { activeFilter?.isEditing == true }

  /// News for the status line: typed text, messages or activity.
  func news(at now: Date) -> (text: String, role: Role)? {
    if let filter = activeFilter, isFiltering { return ("/\(filter.text)", .plain) }
    if isWaiting(at: now) { return ("Saving…", .secondary) }
    if message == nil, let runningJob { return (runningJob.activity, .secondary) }
    if let message, !isExpanded(message) {
      return (message.text, message.isError ? .error : .plain)
    }
    if isRefreshing { return ("Refreshing…", .secondary) }
    if goneLedger != nil { return ("The ledger is gone", .error) }
    if let filter = activeFilter, !filter.text.isEmpty { return ("/\(filter.text)", .accent) }
    return nil
  }

  /// Keys that progress lasting minutes leaves on the line, if there is room for them without it.
  private static let hintsBesideProgress = 5

  /// The progress of filling past prices in the longest wording that leaves room for keys.
  func progress(fitting available: Int) -> String? {
    let least = min(Self.hintsBesideProgress, hints(fitting: available).count)
    return filling?.texts.first { text in
      let rest = available - columnWidth(of: text) - 2
      return rest >= 0 && hints(fitting: rest).count >= least
    }
  }

  /// As many of the current keys as fit; help and quit are dropped last.
  func hints(fitting available: Int) -> [FooterHint] {
    let context = context
    // Arrows move in text as usual and need no hint.
    let isInText = form?.focus.isChoice == false
    let all = keyMap.actions.filter { $0.contexts.contains(context) && isAvailable($0.id) }
      .filter { context != .form || $0.id != .right || !isInText }
      .compactMap { action -> FooterHint? in
        guard let word = action.hint, let key = action.keys.first else { return nil }
        return FooterHint(action: action.id, key: key.label, word: word)
      }
    var left = available
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
