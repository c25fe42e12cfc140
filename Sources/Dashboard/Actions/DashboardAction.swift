public import CellGrid

/// Identifies each action a user can perform.
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
  // While typing text
  case keepFilter, clearFilter, erase, eraseAll
  // In the form
  case nextField, previousField, choose, save, leave
  // In the command palette
  case run, leavePalette
  // In a confirmation question
  case confirm, decline
}

/// The part of the dashboard that receives keys.
public enum DashboardContext: String, CaseIterable, Sendable {
  /// The Home tab.
  case home
  /// The Portfolio tab.
  case portfolio
  /// The Transactions tab.
  case transactions
  /// The list of moves, shown in place of the transactions.
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
  /// The filter line.
  case filter
  /// The form to add or edit.
  case form
  /// The command line.
  case palette
  /// A question waiting for an answer.
  case question
  /// The help overlay.
  case help
  /// The log of messages.
  case messages

  /// Name shown in the help and in key lists.
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
  /// Contexts with sortable columns.
  static let tables: Set<DashboardContext> = [.portfolio, .transactions, .watchlist, .gains]
  static let charting: Set<DashboardContext> = [
    .home, .portfolio, .transactions, .moves, .charts, .watchlist, .coin,
  ]
  /// Contexts where characters are text, not actions.
  static let typing: Set<DashboardContext> = [.filter, .form, .palette]
}

/// A user action: the single source of keys, footer hints, help, commands and mouse targets.
public struct DashboardAction: Equatable, Sendable {
  /// The action's identifier.
  public let id: ActionID
  /// Keys that trigger the action; the first is the one shown.
  public internal(set) var keys: [Key]
  /// Description for the help overlay.
  public let title: String
  /// One word for the footer; `nil` hides the action there.
  public let hint: String?
  /// Contexts in which the action works.
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

  /// Names of the contexts in which the action works.
  public var contextNames: String {
    if contexts.isSuperset(of: DashboardContext.pages) { return "Everywhere" }
    return DashboardContext.allCases.filter(contexts.contains).map(\.title)
      .joined(separator: ", ")
  }
}

extension DashboardAction {
  /// All actions with their default keys, in footer order.
  public static let all: [DashboardAction] =
    questions + texts + forms + commands + inbox + pages + ledger + lists + charts + moves
    + navigation
    + help

  private static let questions = [
    DashboardAction(
      .confirm, [.character("y"), .enter], "Yes; Enter does not delete, replace or discard",
      hint: "yes", in: [.question]),
    DashboardAction(.decline, [.character("n"), .escape], "No", hint: "no", in: [.question]),
  ]

  private static let texts = [
    DashboardAction(.keepFilter, [.enter], "Keep the filter", hint: "keep", in: [.filter]),
    DashboardAction(.clearFilter, [.escape], "Show everything", hint: "clear", in: [.filter]),
    DashboardAction(.erase, [.backspace], "Erase to the left", in: DashboardContext.typing),
    DashboardAction(.eraseAll, [.ctrl("u")], "Erase the line", in: DashboardContext.typing),
  ]

  private static let forms = [
    DashboardAction(.save, [.ctrl("s")], "Save", hint: "save", in: [.form]),
    DashboardAction(.leave, [.escape], "Leave the form", hint: "leave", in: [.form]),
    DashboardAction(
      .choose, [.enter], "Accept and go on; on the last field, save", hint: "next", in: [.form]),
    DashboardAction(.nextField, [.tab], "Next field", in: [.form]),
    DashboardAction(.previousField, [.backTab], "Previous field", in: [.form]),
    DashboardAction(.down, [.down], "Next suggestion, or next field", in: [.form]),
    DashboardAction(.up, [.up], "Previous suggestion, or previous field", in: [.form]),
    DashboardAction(
      .right, [.right], "Next kind or label, or right in the text", hint: "choose", in: [.form]),
    DashboardAction(.left, [.left], "Previous kind or label, or left in the text", in: [.form]),
    DashboardAction(.first, [.home], "To the beginning of the text", in: [.form]),
    DashboardAction(.last, [.end], "To the end of the text", in: [.form]),
    DashboardAction(.delete, [.delete], "Erase to the right", in: [.form]),
  ]

  private static let commands = [
    DashboardAction(.run, [.enter], "Do what is selected", hint: "run", in: [.palette]),
    DashboardAction(
      .leavePalette, [.escape], "Leave the command line", hint: "leave", in: [.palette]),
  ]

  private static let pages = [
    DashboardAction(
      .open, [.enter], "Open what is selected", hint: "open",
      in: [.home, .portfolio, .transactions, .moves, .charts, .watchlist, .gains]),
    DashboardAction(
      .back, [.escape], "Back", hint: "back",
      in: DashboardContext.lists.union([.home])),
    DashboardAction(
      .larger, [.character("+"), .character("=")], "Larger widget", hint: "larger", in: [.home]),
    DashboardAction(
      .smaller, [.character("-"), .character("_")], "Smaller widget", hint: "smaller",
      in: [.home]),
    DashboardAction(
      .zoom, [.character("z")], "The panel alone, or all of them", hint: "zoom", in: [.home]),
    DashboardAction(
      .nextView, [.character("v")], "All panels, the chart alone, or your own", hint: "view",
      in: [.home]),
    DashboardAction(
      .hidePanel, [.character("x")], "Hide the panel, in your own view", in: [.home]),
    DashboardAction(
      .showPanels, [.character("X")], "Show the hidden panels again", in: [.home]),
    DashboardAction(.sizeSmall, [.character("S")], "Small widget", in: [.home]),
    DashboardAction(.sizeMedium, [.character("M")], "Medium widget", in: [.home]),
    DashboardAction(.sizeLarge, [.character("L")], "Large widget", in: [.home]),
  ]

  private static let inbox = [
    DashboardAction(
      .open, [.enter], "Go to the answers, then give the selected one", hint: "answer",
      in: [.inbox]),
    DashboardAction(
      .likeThese, [.character("A")], "Answer all questions like it, or this one alone",
      hint: "all like it", in: [.inbox]),
    DashboardAction(
      .answers, [.character("t")], "Show the answers, or the questions", in: [.inbox]),
    DashboardAction(
      .revoke, [.character("d"), .delete], "Revoke the answer", hint: "revoke", in: [.inbox]),
    DashboardAction(.left, [.left, .character("h")], "To the questions", in: [.inbox]),
    DashboardAction(.right, [.right, .character("l")], "To the answers", in: [.inbox]),
  ]

  private static let ledger = [
    DashboardAction(
      .add, [.character("a")], "Add a transaction", hint: "add",
      in: DashboardContext.pages.subtracting([.watchlist])),
    // On the watchlist, the key adds a coin instead.
    DashboardAction(.add, [], "Add a transaction", in: [.watchlist]),
    DashboardAction(
      .edit, [.character("e")], "Edit the transaction", hint: "edit", in: [.transactions, .coin]),
    DashboardAction(.edit, [.character("e")], "Edit the move", hint: "edit", in: [.moves]),
    DashboardAction(
      .delete, [.character("d"), .delete], "Delete the transaction", hint: "delete",
      in: [.transactions, .coin]),
    DashboardAction(
      .delete, [.character("d"), .delete], "Delete the move", hint: "delete", in: [.moves]),
    DashboardAction(.undo, [.character("u")], "Undo", in: DashboardContext.pages),
    DashboardAction(.redo, [.ctrl("r")], "Redo", in: DashboardContext.pages),
  ]

  private static let lists = [
    DashboardAction(
      .filter, [.character("/")], "Filter as you type", hint: "filter",
      in: [.portfolio, .transactions, .moves, .gains, .help]),
    DashboardAction(
      .moves, [.character("t")], "Show transfers, deposits and withdrawals", in: [.transactions]),
    DashboardAction(
      .moves, [.character("t")], "Show the transactions", hint: "transactions", in: [.moves]),
    DashboardAction(
      .sort, [.character("o")], "Sort by the next column", hint: "sort",
      in: DashboardContext.tables),
    DashboardAction(
      .sortBy, [.character("s")], "Sort by a column: its first letters", in: DashboardContext.tables
    ),
    DashboardAction(
      .reverse, [.character("O")], "Reverse the order", in: DashboardContext.tables),
    DashboardAction(
      .columns, [.character("c")], "Choose the columns", hint: "columns",
      in: DashboardContext.tables),
    DashboardAction(
      .views, [.character("v")], "Open or save a view of a list",
      in: DashboardContext.tables.union([.moves])),
    DashboardAction(
      .numbers, [.character("N")], "Number the rows",
      in: DashboardContext.tables.union([.moves])),
    DashboardAction(
      .group, [.character("b")], "Sum by coin, or list each sale", hint: "by coin", in: [.gains]),
    DashboardAction(
      .toggleClosed, [.character("x")], "Show all closed positions, or five", hint: "closed",
      in: [.portfolio]),
    DashboardAction(.copy, [.character("y")], "Copy the row", in: DashboardContext.lists),
  ]

  private static let charts = [
    DashboardAction(
      .longerRange, [.character(">"), .character(".")], "Longer range of the chart",
      hint: "range", in: DashboardContext.charting),
    DashboardAction(
      .shorterRange, [.character("<"), .character(",")], "Shorter range of the chart",
      in: DashboardContext.charting),
    DashboardAction(
      .candles, [.character("K")], "Candles or a line, of a coin", hint: "candles",
      in: [.charts, .watchlist, .coin]),
    DashboardAction(
      .compare, [.character("v")], "Compare with the coin, or no longer", hint: "compare",
      in: [.charts]),
    DashboardAction(
      .benchmark, [.character("b")], "Compare with the benchmark, or no longer", in: [.charts]),
    DashboardAction(.percent, [.character("%")], "Percent or amounts", in: [.charts]),
    DashboardAction(
      .logScale, [.character("L")], "Logarithmic or even scale", in: [.charts, .coin]),
    DashboardAction(
      .rangeHour, [.character("H")], "Chart an hour", in: DashboardContext.charting),
    DashboardAction(
      .rangeDay, [.character("D")], "Chart a day", in: DashboardContext.charting),
    DashboardAction(
      .rangeWeek, [.character("W")], "Chart a week", in: DashboardContext.charting),
    DashboardAction(
      .rangeMonth, [.character("M")], "Chart a month",
      in: DashboardContext.charting.subtracting([.home])),
    // On Home, the letter selects the medium widget.
    DashboardAction(.rangeMonth, [], "Chart a month", in: [.home]),
    DashboardAction(
      .rangeYear, [.character("Y")], "Chart a year", in: DashboardContext.charting),
    DashboardAction(
      .rangeAll, [.character("A")], "Chart everything", in: DashboardContext.charting),
    DashboardAction(
      .watchMore, [.character("a")], "Add a coin to the watchlist", hint: "add coin",
      in: [.watchlist]),
    // Elsewhere the action is available by name only.
    DashboardAction(
      .watchMore, [], "Add a coin to the watchlist",
      in: DashboardContext.pages.subtracting([.watchlist])),
    DashboardAction(
      .addAlert, [.character("n")], "Add an alert", hint: "alert", in: [.watchlist]),
    DashboardAction(
      .addAlert, [], "Add an alert", in: DashboardContext.pages.subtracting([.watchlist])),
    DashboardAction(
      .follow, [.character("d"), .delete], "Remove the coin from the watchlist", in: [.watchlist]),
    DashboardAction(
      .follow, [.character("w")], "Add the coin to the watchlist, or remove it",
      hint: "watch", in: DashboardContext.lists),
  ]

  private static let moves = [
    DashboardAction(
      .up, [.up, .character("k")], "Up", in: DashboardContext.pages.union([.help, .messages])),
    DashboardAction(
      .down, [.down, .character("j")], "Down", in: DashboardContext.pages.union([.help, .messages])),
    DashboardAction(.up, [.up], "Up in the list", in: [.filter, .palette]),
    DashboardAction(.down, [.down], "Down in the list", in: [.filter, .palette]),
    DashboardAction(.left, [.left, .character("h")], "Left", in: [.home, .charts, .coin]),
    DashboardAction(.left, [.left, .character("h")], "Newer year", in: [.gains]),
    DashboardAction(.right, [.right, .character("l")], "Older year", in: [.gains]),
    DashboardAction(.right, [.right, .character("l")], "Right", in: [.home, .charts, .coin]),
    DashboardAction(
      .pageUp, [.pageUp, .ctrl("b")], "Page up",
      in: DashboardContext.lists.union([.help, .messages])),
    DashboardAction(
      .pageDown, [.pageDown, .ctrl("f"), .character(" ")], "Page down",
      in: DashboardContext.lists.union([.help, .messages])),
    DashboardAction(
      .first, [.home, .character("g")], "First row",
      in: DashboardContext.lists.union([.help, .messages])),
    DashboardAction(
      .last, [.end, .character("G")], "Last row",
      in: DashboardContext.lists.union([.help, .messages])),
  ]

  private static let navigation = [
    DashboardAction(.goHome, [.character("1")], "Go to Home", in: DashboardContext.pages),
    DashboardAction(.goPortfolio, [.character("2")], "Go to Portfolio", in: DashboardContext.pages),
    DashboardAction(
      .goTransactions, [.character("3")], "Go to Transactions", in: DashboardContext.pages),
    DashboardAction(.goCharts, [.character("4")], "Go to Charts", in: DashboardContext.pages),
    DashboardAction(
      .goWatchlist, [.character("5")], "Go to Watchlist", in: DashboardContext.pages),
    DashboardAction(.goGains, [.character("6")], "Go to Gains", in: DashboardContext.pages),
    DashboardAction(.goInbox, [.character("7")], "Go to Inbox", in: DashboardContext.pages),
    DashboardAction(
      .nextTab, [.tab, .character("]")], "Next page", in: DashboardContext.pages),
    DashboardAction(
      .previousTab, [.backTab, .character("[")], "Previous page", in: DashboardContext.pages),
    DashboardAction(
      .refresh, [.character("r")], "Refresh prices now", hint: "refresh",
      in: DashboardContext.pages),
    DashboardAction(
      .togglePrivacy, [.character("p")], "Mask or show amounts", hint: "privacy",
      in: DashboardContext.pages),
    DashboardAction(.theme, [.character("T")], "Choose the colors", in: DashboardContext.pages),
    DashboardAction(
      .currency, [.character("C")], "Choose the currency", in: DashboardContext.pages),
    DashboardAction(
      .toggleMouse, [.character("m")], "Mouse on or off; off, the terminal selects text",
      in: DashboardContext.pages),
  ]

  private static let help = [
    DashboardAction(
      .palette, [.character(":"), .ctrl("p")], "Command by name", hint: "command",
      in: DashboardContext.pages),
    DashboardAction(
      .messages, [.character("!")], "Show the messages", in: DashboardContext.pages),
    DashboardAction(
      .back, [.escape, .enter, .character("!"), .character("q")], "Close the messages",
      hint: "close", in: [.messages]),
    DashboardAction(.help, [.character("?")], "Help", hint: "help", in: DashboardContext.pages),
    DashboardAction(
      .back, [.escape, .enter, .character("q")], "Close the help", hint: "close", in: [.help]),
    DashboardAction(
      .help, [.character("?")], "All keys, or the first ones", hint: "all keys", in: [.help]),
    DashboardAction(
      .quit, [.character("q"), .ctrl("c")], "Quit", hint: "quit", in: DashboardContext.pages),
    DashboardAction(
      .quit, [.ctrl("c")], "Quit", in: DashboardContext.typing.union([.question, .help, .messages])),
  ]
}
