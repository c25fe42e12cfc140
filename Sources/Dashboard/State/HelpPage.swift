import CellGrid

/// State of the help overlay: scroll position and filter.
struct HelpPage: Equatable, Sendable {
  var top = 0
  var filter = Filter()
  /// Whether the user asked for all keys instead of only the page's main ones.
  var wantsAll = false

  /// Whether all keys are shown; a search covers all of them.
  var showsAll: Bool { wantsAll || filter.isEditing || !filter.text.isEmpty }
}

/// A line of the help.
enum HelpLine: Equatable, Sendable {
  case heading(String)
  case action(DashboardAction, keys: [String], title: String)
  /// Continuation of a title that does not fit on one line.
  case rest(String)
  case gap
}

extension DashboardState {
  /// The help lines that match the filter.
  var helpLines: [HelpLine] {
    help?.showsAll == false ? firstHelpLines : helpLines(matching: help?.filter.key.text ?? "")
  }

  /// As many keys as can be taken in at a glance.
  private static let firstKeys = 12

  /// The main keys of the active page: those of its footer.
  private var firstHelpLines: [HelpLine] {
    let shown = keyMap.actions.filter {
      $0.contexts.contains(pageContext) && $0.hint != nil && !$0.keys.isEmpty && $0.id != .help
        && isAvailable($0.id)
    }
    let lines = shown.prefix(Self.firstKeys).map {
      HelpLine.action($0, keys: $0.keys.map(\.label), title: $0.title)
    }
    let columns = helpTitleColumns
    return [.heading(pageContext.title)] + lines.flatMap { Self.broken($0, to: columns) }
  }

  /// The page's own keys that would do something, then the global ones, then those of other
  /// contexts.
  func helpLines(matching filter: String) -> [HelpLine] {
    let own = pageContext
    let others = DashboardContext.allCases.filter { $0 != own }
    var lines: [HelpLine] = []
    func add(_ heading: String, _ actions: [DashboardAction]) {
      let found = actions.filter { matches($0, filter) }
      guard !found.isEmpty else { return }
      if !lines.isEmpty { lines.append(.gap) }
      lines.append(.heading(heading))
      lines += found.map {
        .action($0, keys: keys(of: $0), title: $0.title)
      }
    }
    let everywhere = keyMap.actions.filter { $0.contexts.isSuperset(of: DashboardContext.pages) }
    let special = keyMap.actions.filter { !$0.contexts.isSuperset(of: DashboardContext.pages) }
    add(own.title, special.filter { $0.contexts.contains(own) && isAvailable($0.id) })
    add("Everywhere", everywhere)
    // Pages list all their keys; overlays only those not listed yet.
    var remaining = special
    for index in others {
      let isPage = DashboardContext.pages.contains(index)
      add(index.title, (isPage ? special : remaining).filter { $0.contexts.contains(index) })
      remaining.removeAll { $0.contexts.contains(index) || $0.contexts.contains(own) }
    }
    let columns = helpTitleColumns
    return lines.flatMap { Self.broken($0, to: columns) }
  }

  private var helpTitleColumns: Int { max(8, helpColumns - 4 - helpTitleStart) }

  /// Wraps a line's title to a width.
  private static func broken(_ line: HelpLine, to columns: Int) -> [HelpLine] {
    guard case .action(let action, let keys, let title) = line, columnWidth(of: title) > columns
    else { return [line] }
    let titles = wrapped(title, to: columns)
    return [.action(action, keys: keys, title: titles.first ?? title)]
      + titles.dropFirst().map { .rest($0) }
  }

  /// The action's keys; an action without one is run from the command line.
  private func keys(of action: DashboardAction) -> [String] {
    action.keys.isEmpty
      ? keyMap.label(of: .palette).map { [$0] } ?? [] : action.keys.map(\.label)
  }

  /// Column where titles start: after the longest keys, at most about a third of the width.
  var helpTitleStart: Int {
    let widest = keyMap.actions.reduce(0) { widest, action in
      max(widest, columnWidth(of: action.keys.map(\.label).joined(separator: " ")))
    }
    return min(widest + 2, max(8, (helpColumns - 4) / 3))
  }

  private var helpColumns: Int { min(bodyArea.columns, Self.maxHelpColumns) }

  private func matches(_ action: DashboardAction, _ filter: String) -> Bool {
    guard !filter.isEmpty else { return true }
    if action.keys.contains(where: { $0.label.lowercased() == filter }) { return true }
    let part = SearchText(filter)
    return SearchText(action.title).contains(part) || SearchText(action.id.rawValue).contains(part)
  }

  /// Area of the help overlay, independent of its filter.
  var helpArea: CellArea {
    let body = bodyArea
    let width = helpColumns
    let lines = help?.showsAll == false ? firstHelpLines : helpLines(matching: "")
    let height = min(body.rows, lines.count + 4)
    return CellArea(
      column: (columns - width) / 2, row: (body.rows - height) / 2, columns: width, rows: height)
  }

  private static let maxHelpColumns = 72

  /// Number of help lines visible at once.
  var helpRows: Int { max(1, helpArea.rows - 4) }
}
