/// Everything a user can do, by name.
public enum ActionID: String, CaseIterable, Sendable {
  // Anywhere
  case quit, help, goHome, goPortfolio, goTransactions, nextTab, previousTab
  case refresh, togglePrivacy, back
  // Moving
  case up, down, left, right, pageUp, pageDown, first, last
  // Home
  case open, sizeSmall, sizeMedium, sizeLarge, larger, smaller
  // Lists
  case sort, reverse, toggleClosed, filter, copy
  // Ledger
  case add, edit, delete, undo, redo
  // While text is typed
  case keepFilter, clearFilter, erase
  // In the form
  case nextField, previousField, choose, save, leave, previousChoice, nextChoice
  // In a question
  case confirm, decline
}

/// Where keys go.
public enum DashboardContext: String, CaseIterable, Sendable {
  /// The Home tab.
  case home
  /// The Portfolio tab.
  case portfolio
  /// The Transactions tab.
  case transactions
  /// A coin's page.
  case coin
  /// The line a filter is typed in.
  case filter
  /// The form to add or edit.
  case form
  /// A question that is to be answered.
  case question
  /// The help overlay.
  case help

  /// Its name in the help overlay.
  public var title: String {
    switch self {
    case .home: "Home"
    case .portfolio: "Portfolio"
    case .transactions: "Transactions"
    case .coin: "Coin page"
    case .filter: "While filtering"
    case .form: "Form"
    case .question: "Questions"
    case .help: "Help"
    }
  }

  static let pages: Set<DashboardContext> = [.home, .portfolio, .transactions, .coin]
  static let lists: Set<DashboardContext> = [.portfolio, .transactions, .coin]
}

/// One thing a user can do: the single source of keys, footer hints, help and mouse targets.
public struct DashboardAction: Sendable {
  /// Its name.
  public let id: ActionID
  /// The keys that do it.
  public let keys: [DashboardKey]
  /// What it does, for the help overlay.
  public let title: String
  /// One word for the footer, `nil` when it is not shown there.
  public let hint: String?
  /// Where it works.
  public let contexts: Set<DashboardContext>

  init(
    _ id: ActionID, _ keys: [DashboardKey], _ title: String, hint: String? = nil,
    in contexts: Set<DashboardContext>
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.hint = hint
    self.contexts = contexts
  }

  /// The action a key stands for in a context.
  public static func action(
    for key: DashboardKey, in context: DashboardContext
  ) -> DashboardAction? {
    all.first { $0.contexts.contains(context) && $0.keys.contains(key) }
  }

  /// The action of a name.
  public static func named(_ id: ActionID) -> DashboardAction? { all.first { $0.id == id } }
}

extension DashboardKey {
  /// The key as it is written in footer and help.
  public var label: String {
    switch self {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .ctrl(let letter): "Ctrl-\(letter.uppercased())"
    case .character(" "): "Space"
    case .character(let character): String(character)
    }
  }
}
