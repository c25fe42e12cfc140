import CellGrid
import CoinCatalogue
import Portfolio

/// The command line: its text and the selected match.
struct Palette: Equatable, Sendable {
  var text = ""
  var selection = 0

  /// The view name being typed; `nil` for any other text.
  var viewName: String? {
    guard text.lowercased().hasPrefix(PaletteEntry.viewing) else { return nil }
    return String(text.dropFirst(PaletteEntry.viewing.count)).trimmingBlanks
  }
}

/// An entry in the command line's list.
enum PaletteEntry: Equatable, Sendable {
  case action(DashboardAction)
  /// Selects the row with a number, from 1.
  case row(Int)
  /// Opens a coin's page.
  case coin(String, CoinBook.Label)
  /// Adds a coin to the watchlist.
  case watch(Coin, rank: Int?)
  /// Sorts the page by a column.
  case sort(Int, String)
  /// Opens another page and sorts it.
  case sortPage(DashboardTab, Int, String)
  /// Shows or hides a column.
  case column(Int, String)
  /// Opens a saved view.
  case view(SavedView)
  /// Saves the active page as a view.
  case saveView(SavedView)
  /// Deletes a view.
  case forgetView(String)
  /// Selects a theme; `nil` for the terminal's own colors.
  case theme(String?)
  /// Selects the display currency.
  case currency(String)
  /// Selects the cost basis.
  case costBasis(CostBasis)
  /// Selects the coin of an alert.
  case alertCoin(Coin, rank: Int?)
  /// Selects the condition of an alert on a coin.
  case alertCondition(AlertCondition, coin: String)
  /// Compares charts with a coin or a file; an empty name is still to be typed.
  case benchmark(SeriesSubject, String)
  /// Runs a shell command.
  case job(DashboardJob)
  /// Answers an inbox question: the choice and its meaning.
  case answer(String, String)
  /// Answers that a name means a coin.
  case answerCoin(Coin, rank: Int?)

  var title: String {
    switch self {
    case .action(let action): action.title
    case .row(let number): "Go to row \(FormattedFigure.count(number))"
    case .coin(_, let label): "Open \(label.name)"
    case .watch(let coin, _): "Watch \(Self.name(of: coin))"
    case .alertCoin(let coin, _): "Alert on \(Self.name(of: coin))"
    case .alertCondition(let condition, let coin): "Alert on \(coin) \(condition.words)"
    case .sort(_, let title): "Sort by \(title)"
    case .sortPage(let tab, _, let title): "Sort \(tab.title) by \(title)"
    case .column(_, let title): "Column \(title)"
    case .view(let view): "View \(view.name)"
    case .saveView(let view): "Save as view \(view.name)"
    case .forgetView(let name): "Delete the view \(name)"
    case .theme(let name): "Theme \(name ?? Self.terminal)"
    case .currency(let code): "Currency \(code)"
    case .costBasis(let method): "Cost basis \(method.rawValue)"
    case .benchmark(_, ""): "Compare charts with a price file: type benchmark FILE"
    case .benchmark(_, let name): "Benchmark \(name)"
    case .job(let job): job.title
    case .answer(let choice, let meaning): "Answer \(choice): \(meaning)"
    case .answerCoin(let coin, _): "It is \(Self.name(of: coin))"
    }
  }

  /// A coin's name, with its id if that differs, because names are not unique.
  private static func name(of coin: Coin) -> String {
    let name = CoinBook.Label(coin).name
    return coin.isNamedAsItsID ? name : "\(name) (\(cleaned(coin.id)))"
  }

  /// Name of the terminal's own colors.
  static let terminal = "terminal"

  /// Text at the right end of the entry.
  func mark(in state: DashboardState) -> String {
    switch self {
    case .action(let action): action.keys.first?.label ?? ""
    case .coin(_, let label): label.symbol
    case .watch(let coin, let rank), .alertCoin(let coin, let rank),
      .answerCoin(let coin, let rank):
      CoinBook.Label(coin).symbol + (rank.map { "  #\($0)" } ?? "")
    case .theme(let name): name == state.theme ? "now" : ""
    case .currency(let code): code == state.currency ? "now" : ""
    case .costBasis(let method): method == state.costBasis ? "now" : ""
    case .alertCondition(let condition, _): condition.example
    case .column(let number, _): state.page.hiddenColumns.contains(number) ? "hidden" : "shown"
    case .view(let view), .saveView(let view):
      view.page.title + (view.filter.isEmpty ? "" : " /\(view.filter)")
    case .benchmark(let subject, _): subject == state.chartStyle.benchmark ? "now" : ""
    case .row, .sort, .sortPage, .forgetView, .job, .answer: ""
    }
  }

  /// Prefix of commands that sort.
  static let sorting = "sort by "
  /// Prefix of commands that show or hide a column.
  static let columns = "column "
  /// Prefix of commands that open a view.
  static let viewing = "view "
  /// Prefix of commands that compare charts.
  static let comparing = "benchmark "

  /// Whether it cycles through the columns instead of naming one.
  var isNextColumn: Bool {
    if case .action(let action) = self { action.id == .sort } else { false }
  }

  /// Mouse target of the entry at an index.
  func target(at index: Int) -> HitTarget {
    switch self {
    case .action(let action): .command(action.id)
    case .coin(let id, _): .coin(id)
    default: .choice(index)
    }
  }
}

extension DashboardState {
  /// Actions not offered: navigation needs keys, and parts of the list are listed themselves.
  private static let unlisted: Set<ActionID> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .palette, .sortBy, .theme,
    .currency, .columns, .views,
  ]

  /// The most common currencies; others are found by code.
  private static let usualCurrencies = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "INR", "BRL", "KRW", "SEK", "NOK",
    "DKK", "PLN", "CZK", "SGD", "HKD", "NZD", "MXN", "ZAR", "TRY",
  ]

  /// Commands and coins that match the typed text, best first.
  var commands: [PaletteEntry] {
    guard let palette else { return [] }
    let context = pageContext
    let actions = keyMap.actions.filter {
      $0.contexts.contains(context) && !Self.unlisted.contains($0.id) && isAvailable($0.id)
    }
    guard !palette.text.isEmpty else {
      return actions.map { .action($0) } + DashboardJob.all.map { .job($0) }
    }
    if coin == nil, let number = Int(palette.text), (1...max(1, page.rowCount)).contains(number),
      page.rowCount > 0
    {
      return [.row(number)]
    }
    if let job = DashboardJob(typed: palette.text) { return [.job(job)] }
    if let benchmarks { return benchmarks }
    if let alert = alertLine { return entries(of: alert) }
    if let answer = answerLine { return entries(of: answer) }
    if let query = watchQuery {
      return watchable.query == query
        ? watchable.coins.map { .watch($0, rank: watchable.ranks[$0.id]) } : []
    }
    let exact = ranked(actions) { rank(of: $0, for: palette.text) }
    let saved = pages.views.contains { $0.name == palette.viewName }
    let save = saved ? [] : viewToSave.map { [PaletteEntry.saveView($0)] } ?? []
    guard exact.isEmpty, save.isEmpty else { return exact + save }
    // With no exact match, allow misspellings.
    return ranked(actions) { rank(ofMistyped: palette.text, among: $0) }
  }

  /// Entries with a rank, best first.
  private func ranked(
    _ actions: [DashboardAction], rank: ([String]) -> Int?
  ) -> [PaletteEntry] {
    let owned = data?.ledger.coinIDs ?? []
    let known = Set(owned)
    let followed = (data?.watchlist ?? []).map(\.coin.id).filter { !known.contains($0) }
    let coins = (owned + followed).map { ($0, label(of: $0)) }
    let candidates =
      actions.map {
        (PaletteEntry.action($0), keyRank(of: $0) ?? rank([$0.id.rawValue, $0.title]))
      }
      + coins.map { id, label in
        (
          PaletteEntry.coin(id, label),
          symbolRank(of: label) ?? rank([label.symbol, label.name, id])
        )
      }
      + choices.map { ($0, rank([$0.title])) }
      + jobs.map { (.job($0), rank([$0.words, $0.title])) }
    return candidates.enumerated()
      .compactMap { order, candidate in
        candidate.1.map { rank in
          // After `s` and `c`, the user types a column name, so cycling goes last.
          let isLast = isNamingColumn && candidate.0.isNextColumn
          return (rank: isLast ? .max : rank, order: order, entry: candidate.0)
        }
      }
      .sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
      .map(\.entry)
  }

  /// The best rank if the text is the action's key.
  private func keyRank(of action: DashboardAction) -> Int? {
    action.keys.contains { $0.label == palette?.text } ? 0 : nil
  }

  /// The best rank if the text is the coin's whole symbol.
  private func symbolRank(of label: CoinBook.Label) -> Int? {
    label.ownSymbol.lowercased() == palette?.text.lowercased() ? 0 : nil
  }

  /// Whether the user is typing the name of a column.
  private var isNamingColumn: Bool {
    let text = palette?.text.lowercased() ?? ""
    return text.hasPrefix(PaletteEntry.sorting) || text.hasPrefix(PaletteEntry.columns)
  }

  /// What to type if nothing matches yet; `nil` if the text is about nothing known.
  var paletteHint: String? {
    if let line = answerLine {
      return line.offer.value == .price
        ? "Type a price in dollars, such as 0.35" : "Type a coin's name, symbol or id"
    }
    if case .condition = alertLine { return "Type above, below or change" }
    guard let name = palette?.viewName else { return nil }
    let isToSave = page.filter?.text.isEmpty == false || page.sorting != nil
    if isToSave, coin == nil, name.isEmpty { return "Type a name to save the list as a view" }
    return "Filter or sort a list first, then save it here under a name"
  }

  /// Sortable columns of the active page, or of all sortable pages if it has none.
  private var sorts: [PaletteEntry] {
    guard coin == nil else { return [] }
    let own = page.columnTitles.map { PaletteEntry.sort($0.number, $0.title) }
    guard own.isEmpty, !isNew else { return own }
    return DashboardTab.allCases.flatMap { tab in
      pages[tab].columnTitles.map { .sortPage(tab, $0.number, $0.title) }
    }
  }

  /// Columns that can be shown or hidden: all but the first, which identifies the row.
  private var columnChoices: [PaletteEntry] {
    guard coin == nil else { return [] }
    let first = page is TransactionsPage ? TransactionColumn.symbol.rawValue : 0
    return page.columnTitles.filter { $0.number != first }.map { .column($0.number, $0.title) }
  }

  /// Columns, views, themes, currencies and cost bases.
  private var choices: [PaletteEntry] {
    sorts + columnChoices
      + (isNew ? [] : [.benchmark(.file(""), "")])
      + pages.views.map { .view($0) } + pages.views.map { .forgetView($0.name) }
      + ([nil] + ColorScheme.all.map { $0.name } + ownThemes).map { .theme($0) }
      + Self.usualCurrencies.map { .currency($0) } + CostBasis.allCases.map { .costBasis($0) }
  }

  /// Matching benchmarks; `nil` if the text is not about one.
  private var benchmarks: [PaletteEntry]? {
    guard let text = palette?.text, text.lowercased().hasPrefix(PaletteEntry.comparing), !isNew
    else { return nil }
    let name = String(text.dropFirst(PaletteEntry.comparing.count)).trimmingBlanks
    if SeriesSubject.isFile(name) { return [.benchmark(.file(name), cleaned(name))] }
    let watched = (data?.watchlist ?? []).map(\.coin.id)
    let ids = (data?.ledger.coinIDs ?? []) + watched + ["bitcoin"]
    return ids.enumerated().filter { ids.firstIndex(of: $1) == $0 }.compactMap { index, id in
      let label = label(of: id)
      return (name.isEmpty ? 0 : rank(of: [label.symbol, label.name, id], for: name))
        .map { ($0, index, PaletteEntry.benchmark(.coin(id), label.title)) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The watchlist search; `nil` if the text is not about it.
  var watchQuery: String? {
    guard let text = palette?.text.lowercased(), text.hasPrefix("watch ") else { return nil }
    return String(text.dropFirst(6)).trimmingBlanks
  }

  /// The coin search, for the watchlist, an alert or an answer.
  var coinQuery: String? { watchQuery ?? alertLine?.query ?? answerLine?.query }

  /// Stores coins found for the watchlist, an alert or an answer.
  mutating func storeFoundCoins(_ query: String, _ coins: [Coin], _ ranks: [String: Int]) {
    guard query == coinQuery else { return }
    watchable = FoundCoins(query: query, coins: coins, ranks: ranks)
  }

  /// The theme to preview: that of the selected entry.
  public var shownTheme: String? {
    guard let palette, palette.text.lowercased().hasPrefix("theme") else { return theme }
    let commands = commands
    guard commands.indices.contains(palette.selection),
      case .theme(let name) = commands[palette.selection]
    else { return theme }
    return name ?? PaletteEntry.terminal
  }
}

/// How well a command matches the typed text, 0 being best; `nil` for no match.
///
/// An exact key, name or title word ranks first, then a prefix, then a substring. Every typed word
/// must match.
func rank(of names: [String], for text: String) -> Int? {
  let names = names.map { $0.lowercased() }
  let typed = text.lowercased()
  if names.contains(typed) { return 0 }
  let words = names.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
  var worst: Int?
  for part in typed.split(separator: " ") {
    let rank: Int
    if words.contains(part) {
      rank = 1
    } else if names.contains(where: { $0.hasPrefix(part) }) {
      rank = 2
    } else if words.contains(where: { $0.hasPrefix(part) }) {
      rank = 3
    } else if names.contains(where: { $0.contains(part) }) {
      rank = 4
    } else {
      return nil
    }
    worst = max(worst ?? 0, rank)
  }
  return worst
}

/// Edit distance of the typed text to a name or its words; `nil` if too great.
private func rank(ofMistyped text: String, among names: [String]) -> Int? {
  let words = names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }
  var sum = 0
  for part in text.lowercased().split(separator: " ") {
    guard !words.contains(part) else { continue }
    var meter = EditDistance(Array(part.utf8))
    let typos = words.compactMap { Array($0.utf8).withUnsafeBytes { meter.typos(in: $0) } }
    guard let least = typos.min() else { return nil }
    sum += least
  }
  return sum
}

/// Results of a coin search.
struct FoundCoins: Equatable, Sendable {
  var query: String?
  var coins: [Coin] = []
  var ranks: [String: Int] = [:]
}

extension String {
  var trimmingBlanks: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
