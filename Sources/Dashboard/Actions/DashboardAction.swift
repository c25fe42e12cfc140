public import CellGrid

/// Everything a user can do, by name.
public enum ActionID: String, CaseIterable, Sendable {
  // Anywhere
  case quit, help, messages, palette, goHome, goPortfolio, goTransactions, goCharts, goWatchlist,
    goGains, goInbox
  case nextTab, previousTab
  case refresh, togglePrivacy, toggleMouse, theme, currency, back
  // Moving
  case up, down, left, right, pageUp, pageDown, first, last
  // Home
  case open, sizeSmall, sizeMedium, sizeLarge, larger, smaller, zoom, nextView,
    hidePanel, showPanels
  // Lists
  case sort, sortBy, reverse, toggleClosed, filter, copy, numbers, group, moves, columns, views
  // Charts
  case longerRange, shorterRange, rangeHour, rangeDay, rangeWeek, rangeMonth, rangeYear,
    rangeAll, candles, compare, benchmark, percent, logScale
  // Watchlist
  case follow, watchMore, addAlert
  // Inbox
  case likeThese, answers, revoke
  // Ledger
  case add, edit, delete, undo, redo
  // While text is typed
  case keepFilter, clearFilter, erase, eraseAll
  // In the form
  case nextField, previousField, choose, save, leave
  // In the palette
  case run, leavePalette
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
  /// The moves, in the place of the transactions.
  case moves
  /// The Charts tab.
  case charts
  /// The Watchlist tab.
  case watchlist
  /// The Gains tab.
  case gains
  /// The Inbox tab.
  case inbox
  /// A coin's page.
  case coin
  /// The line a filter is typed in.
  case filter
  /// The form to add or edit.
  case form
  /// The line a command is typed in.
  case palette
  /// A question that is to be answered.
  case question
  /// The help overlay.
  case help
  /// The log of messages.
  case messages

  /// Its name in the help and in lists of keys.
  public var title: String {
    switch self {
    case .home: "Home"
    case .portfolio: "Portfolio"
    case .transactions: "Transactions"
    case .moves: "Moves"
    case .charts: "Charts"
    case .watchlist: "Watchlist"
    case .gains: "Gains"
    case .inbox: "Inbox"
    case .coin: "Coin page"
    case .filter: "While filtering"
    case .form: "In the form"
    case .palette: "In the command line"
    case .question: "In a question"
    case .help: "In the help"
    case .messages: "In the messages"
    }
  }

  static let pages: Set<DashboardContext> = [
    .home, .portfolio, .transactions, .moves, .charts, .watchlist, .gains, .inbox, .coin,
  ]
  static let lists: Set<DashboardContext> = [
    .portfolio, .transactions, .moves, .charts, .watchlist, .gains, .inbox, .coin,
  ]
  /// Lists with columns that can be sorted by.
  static let tables: Set<DashboardContext> = [.portfolio, .transactions, .watchlist, .gains]
  static let charting: Set<DashboardContext> = [
    .home, .portfolio, .transactions, .moves, .charts, .watchlist, .coin,
  ]
  /// Where characters are text, and so stand for no action.
  static let typing: Set<DashboardContext> = [.filter, .form, .palette]
}

/// One thing a user can do: the single source of keys, footer hints, help, commands and what
/// answers to the mouse.
public struct DashboardAction: Equatable, Sendable {
  /// Its name.
  public let id: ActionID
  /// The keys that do it, the one that is shown first.
  public internal(set) var keys: [Key]
  /// What it does, for the help overlay.
  public let title: String
  /// One word for the footer, `nil` when it is not shown there.
  public let hint: String?
  /// Where it works.
  public let contexts: Set<DashboardContext>

  init(
    _ id: ActionID, _ keys: [Key], _ title: String, hint: String? = nil,
    in contexts: Set<DashboardContext>
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.hint = hint
    self.contexts = contexts
  }

  /// Where it works, in words.
  public var places: String {
    if contexts.isSuperset(of: DashboardContext.pages) { return "Everywhere" }
    return DashboardContext.allCases.filter(contexts.contains).map(\.title)
      .joined(separator: ", ")
  }
}
