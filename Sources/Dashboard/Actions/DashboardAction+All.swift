extension DashboardAction {
  /// Every action; the footer shows those that work here and now, in this order, as room allows.
  public static let all: [DashboardAction] =
    texts + pages + lists + ledger + moves + places + help

  private static let texts = [
    DashboardAction(.keepFilter, [.enter], "Keep the filter", hint: "keep", in: [.filter]),
    DashboardAction(.clearFilter, [.escape], "Show everything", hint: "clear", in: [.filter]),
    DashboardAction(.erase, [.backspace], "Erase to the left", in: [.filter, .form]),
  ]

  private static let pages = [
    DashboardAction(
      .open, [.enter], "Open what is selected", hint: "open",
      in: [.home, .portfolio, .transactions]),
    DashboardAction(
      .back, [.escape], "Back", hint: "back", in: [.portfolio, .transactions, .coin]),
    DashboardAction(
      .larger, [.character("+"), .character("=")], "Larger widget", hint: "larger", in: [.home]),
    DashboardAction(
      .smaller, [.character("-"), .character("_")], "Smaller widget", hint: "smaller",
      in: [.home]),
    DashboardAction(.sizeSmall, [.character("S")], "Small widget", in: [.home]),
    DashboardAction(.sizeMedium, [.character("M")], "Medium widget", in: [.home]),
    DashboardAction(.sizeLarge, [.character("L")], "Large widget", in: [.home]),
  ]

  private static let lists = [
    DashboardAction(
      .filter, [.character("/")], "Filter as you type", hint: "filter",
      in: [.portfolio, .transactions]),
    DashboardAction(
      .sort, [.character("o")], "Sort by the next column", hint: "sort", in: [.portfolio]),
    DashboardAction(.reverse, [.character("O")], "Turn the order round", in: [.portfolio]),
    DashboardAction(
      .toggleClosed, [.character("c")], "Unfold or fold closed positions", hint: "closed",
      in: [.portfolio]),
  ]

  private static let ledger = [
    DashboardAction(.undo, [.character("u")], "Undo", in: DashboardContext.pages),
    DashboardAction(.redo, [.ctrl("r")], "Redo", in: DashboardContext.pages),
  ]

  private static let moves = [
    DashboardAction(
      .up, [.up, .character("k")], "Up", in: DashboardContext.pages.union([.help])),
    DashboardAction(
      .down, [.down, .character("j")], "Down", in: DashboardContext.pages.union([.help])),
    DashboardAction(.left, [.left, .character("h")], "Left", in: [.home]),
    DashboardAction(.right, [.right, .character("l")], "Right", in: [.home]),
    DashboardAction(
      .pageUp, [.pageUp, .ctrl("b")], "Page up", in: DashboardContext.lists.union([.help])),
    DashboardAction(
      .pageDown, [.pageDown, .ctrl("f"), .character(" ")], "Page down",
      in: DashboardContext.lists.union([.help])),
    DashboardAction(
      .first, [.home, .character("g")], "First row", in: DashboardContext.lists.union([.help])),
    DashboardAction(
      .last, [.end, .character("G")], "Last row", in: DashboardContext.lists.union([.help])),
  ]

  private static let places = [
    DashboardAction(.goHome, [.character("1")], "Home", in: DashboardContext.pages),
    DashboardAction(.goPortfolio, [.character("2")], "Portfolio", in: DashboardContext.pages),
    DashboardAction(.goTransactions, [.character("3")], "Transactions", in: DashboardContext.pages),
    DashboardAction(
      .nextTab, [.tab, .character("]")], "Next tab", in: DashboardContext.pages),
    DashboardAction(
      .previousTab, [.backTab, .character("[")], "Tab before", in: DashboardContext.pages),
    DashboardAction(
      .refresh, [.character("r")], "Refresh prices now", hint: "refresh",
      in: DashboardContext.pages),
    DashboardAction(
      .togglePrivacy, [.character("p")], "Mask or show amounts", hint: "privacy",
      in: DashboardContext.pages),
  ]

  private static let help = [
    DashboardAction(.help, [.character("?")], "Help", hint: "help", in: DashboardContext.pages),
    DashboardAction(
      .back, [.escape, .enter, .character("?"), .character("q")], "Close the help", hint: "close",
      in: [.help]),
    DashboardAction(
      .quit, [.character("q"), .ctrl("c")], "Quit", hint: "quit", in: DashboardContext.pages),
    DashboardAction(.quit, [.ctrl("c")], "Quit", in: [.filter, .form, .question, .help]),
  ]
}
