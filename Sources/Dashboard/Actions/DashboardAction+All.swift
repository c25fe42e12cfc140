extension DashboardAction {
  /// Every action; the footer shows those that work here and now, in this order, as room allows.
  public static let all: [DashboardAction] =
    questions + texts + forms + pages + lists + ledger + moves + places + help

  private static let questions = [
    DashboardAction(.confirm, [.character("y"), .enter], "Yes", hint: "yes", in: [.question]),
    DashboardAction(.decline, [.character("n"), .escape], "No", hint: "no", in: [.question]),
  ]

  private static let texts = [
    DashboardAction(.keepFilter, [.enter], "Keep the filter", hint: "keep", in: [.filter]),
    DashboardAction(.clearFilter, [.escape], "Show everything", hint: "clear", in: [.filter]),
    DashboardAction(.erase, [.backspace], "Erase to the left", in: [.filter, .form]),
  ]

  private static let forms = [
    DashboardAction(.save, [.ctrl("s")], "Save", hint: "save", in: [.form]),
    DashboardAction(.leave, [.escape], "Leave the form", hint: "leave", in: [.form]),
    DashboardAction(
      .choose, [.enter], "Take the suggestion and go on; on the last field, save", hint: "next",
      in: [.form]),
    DashboardAction(.nextField, [.tab, .down], "Next field", in: [.form]),
    DashboardAction(.previousField, [.backTab, .up], "Field before", in: [.form]),
    DashboardAction(.nextChoice, [.right], "Next suggestion or kind", in: [.form]),
    DashboardAction(.previousChoice, [.left], "Suggestion or kind before", in: [.form]),
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
    DashboardAction(
      .add, [.character("a")], "Add a transaction", hint: "add", in: DashboardContext.pages),
    DashboardAction(
      .edit, [.character("e")], "Edit the transaction", hint: "edit", in: [.transactions, .coin]),
    DashboardAction(
      .delete, [.character("d"), .delete], "Delete the transaction", hint: "delete",
      in: [.transactions, .coin]),
    DashboardAction(.undo, [.character("u")], "Undo", in: DashboardContext.pages),
    DashboardAction(.redo, [.ctrl("r")], "Redo", in: DashboardContext.pages),
    DashboardAction(.copy, [.character("y")], "Copy the row", in: DashboardContext.lists),
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
