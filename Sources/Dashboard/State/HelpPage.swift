import CellGrid

/// The help overlay: where it stands, and what it is narrowed to.
struct HelpPage: Equatable, Sendable {
  var top = 0
  var filter = Filter()
  /// Whether all keys are asked for, not only the first ones of the page.
  var wantsAll = false

  /// Whether all keys are shown; what is looked for is looked for in all of them.
  var showsAll: Bool { wantsAll || filter.isEditing || !filter.text.isEmpty }
}

/// A line of the help.
enum HelpLine: Equatable, Sendable {
  case heading(String)
  case action(DashboardAction, keys: [String], title: String)
  /// The rest of a title that one line has no room for.
  case rest(String)
  case gap
}

extension DashboardState {
  /// The lines of the help that the filter lets through.
  var helpLines: [HelpLine] {
    help?.showsAll == false ? firstHelpLines : helpLines(matching: help?.filter.key.text ?? "")
  }

  /// As many keys as one reads at a glance.
  private static let firstKeys = 12

  /// The keys that the page in front is mostly used by: those of its footer.
  private var firstHelpLines: [HelpLine] {
    let shown = keyMap.actions.filter {
      $0.contexts.contains(pageContext) && $0.hint != nil && !$0.keys.isEmpty && $0.id != .help
    }
    let lines = shown.prefix(Self.firstKeys).map {
      HelpLine.action($0, keys: $0.keys.map(\.label), title: $0.title)
    }
    let room = helpTitleRoom
    return [.heading(pageContext.title)] + lines.flatMap { Self.broken($0, to: room) }
  }

  /// The page's own keys, those that work everywhere, and then those of the other places.
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
    add(own.title, special.filter { $0.contexts.contains(own) })
    add("Everywhere", everywhere)
    // Pages are described in full, what lies over them only with what is new.
    var remaining = special
    for index in others {
      let isPage = DashboardContext.pages.contains(index)
      add(index.title, (isPage ? special : remaining).filter { $0.contexts.contains(index) })
      remaining.removeAll { $0.contexts.contains(index) || $0.contexts.contains(own) }
    }
    let room = helpTitleRoom
    return lines.flatMap { Self.broken($0, to: room) }
  }

  private var helpTitleRoom: Int { max(8, helpColumns - 4 - helpTitleStart) }

  /// A line whose title is broken to its room.
  private static func broken(_ line: HelpLine, to room: Int) -> [HelpLine] {
    guard case .action(let action, let keys, let title) = line, columnWidth(of: title) > room
    else { return [line] }
    let titles = wrapped(title, to: room)
    return [.action(action, keys: keys, title: titles.first ?? title)]
      + titles.dropFirst().map { .rest($0) }
  }

  /// An action's keys; one without is done from the command line.
  private func keys(of action: DashboardAction) -> [String] {
    action.keys.isEmpty
      ? keyMap.label(of: .palette).map { [$0] } ?? [] : action.keys.map(\.label)
  }

  /// Titles are in one column after the longest keys, at most about a third of the way across.
  var helpTitleStart: Int {
    let widest = keyMap.actions.reduce(0) { widest, action in
      max(widest, columnWidth(of: action.keys.map(\.label).joined(separator: " ")))
    }
    return min(widest + 2, max(8, (helpColumns - 4) / 3))
  }

  private var helpColumns: Int { min(bodyArea.columns, Self.mostHelpColumns) }

  private func matches(_ action: DashboardAction, _ filter: String) -> Bool {
    guard !filter.isEmpty else { return true }
    if action.keys.contains(where: { $0.label.lowercased() == filter }) { return true }
    let part = SearchText(filter)
    return SearchText(action.title).contains(part) || SearchText(action.id.rawValue).contains(part)
  }

  /// Where the help lies, whatever it is narrowed to.
  var helpArea: CellArea {
    let body = bodyArea
    let width = helpColumns
    let lines = help?.showsAll == false ? firstHelpLines : helpLines(matching: "")
    let height = min(body.rows, lines.count + 4)
    return CellArea(
      column: (columns - width) / 2, row: (body.rows - height) / 2, columns: width, rows: height)
  }

  private static let mostHelpColumns = 72

  /// Lines of help that are seen at once.
  var helpRows: Int { max(1, helpArea.rows - 4) }
}
