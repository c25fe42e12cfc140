import CellGrid
import CoinCatalogue
import Portfolio

/// The line in which a command is typed, and which of those that match is selected.
struct Palette: Equatable, Sendable {
  var text = ""
  var selection = 0

  /// The name of a view that is typed, `nil` where the line is about something else.
  var viewName: String? {
    guard text.lowercased().hasPrefix(PaletteEntry.viewing) else { return nil }
    return String(text.dropFirst(PaletteEntry.viewing.count)).trimmingBlanks
  }
}

/// Something the command line offers.
enum PaletteEntry: Equatable, Sendable {
  case action(DashboardAction)
  /// Selecting the row of that number, from 1.
  case row(Int)
  /// Opening a coin's page.
  case coin(String, CoinBook.Label)
  /// Putting a coin on the watchlist.
  case watch(Coin, rank: Int?)
  /// Sorting the page by the column of that number.
  case sort(Int, String)
  /// Going to another page and sorting it so.
  case sortPage(DashboardTab, Int, String)
  /// Showing or hiding the column of that number.
  case column(Int, String)
  /// Showing a list as it was saved.
  case view(SavedView)
  /// Saving the page in front.
  case saveView(SavedView)
  /// Deleting a view.
  case forgetView(String)
  /// Wearing other colors, `nil` for the terminal's own.
  case theme(String?)
  /// Showing figures in another currency.
  case currency(String)
  /// Choosing the cost of sales by another method.
  case costBasis(CostBasis)
  /// Naming the coin of an alert.
  case alertCoin(Coin, rank: Int?)
  /// Naming the condition of an alert on a coin.
  case alertCondition(AlertCondition, coin: String)
  /// Comparing charts with a coin or a file, which is called so; without a name it is asked for.
  case benchmark(SeriesSubject, String)
  /// A command of the shell.
  case job(DashboardJob)
  /// Giving a question of the inbox an answer, which means this.
  case answer(String, String)
  /// Answering that a name means a coin.
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

  /// A coin's name, with the id where that is another: it distinguishes coins of one name.
  private static func name(of coin: Coin) -> String {
    let name = CoinBook.Label(coin).name
    return coin.isNamedAsItsID ? name : "\(name) (\(cleaned(coin.id)))"
  }

  /// What the terminal's own colors are called.
  static let terminal = "terminal"

  /// What stands at the end of the line.
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

  /// What is typed before a column's letters.
  static let sorting = "sort by "
  /// What is typed before a column that is shown or hidden.
  static let columns = "column "
  /// What is typed before the name of a view.
  static let viewing = "view "
  /// What is typed before a coin or a file that charts are compared with.
  static let comparing = "benchmark "

  /// Whether it goes through the columns instead of naming one.
  var isNextColumn: Bool {
    if case .action(let action) = self { action.id == .sort } else { false }
  }

  /// What answers to the mouse, by its index in the list.
  func target(at index: Int) -> HitTarget {
    switch self {
    case .action(let action): .command(action.id)
    case .coin(let id, _): .coin(id)
    default: .choice(index)
    }
  }
}

extension DashboardState {
  /// Moving about needs keys, not words; and what opens a part of the list is in it already.
  private static let unlisted: Set<ActionID> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .palette, .sortBy, .theme,
    .currency, .columns, .views,
  ]

  /// The currencies that most people want; the others are found by their codes.
  private static let usualCurrencies = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "INR", "BRL", "KRW", "SEK", "NOK",
    "DKK", "PLN", "CZK", "SGD", "HKD", "NZD", "MXN", "ZAR", "TRY",
  ]

  /// The commands that work on the page in front and the coins that match what is typed, the best
  /// match first.
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
    // What nothing is called may be a name with typing mistakes.
    return ranked(actions) { rank(ofMistyped: palette.text, among: $0) }
  }

  /// The commands and coins that have a rank, the best first.
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
          // After `s` the letters of a column are typed; the next one is none of them.
          let isLast = isSortingByColumn && candidate.0.isNextColumn
          return (rank: isLast ? .max : rank, order: order, entry: candidate.0)
        }
      }
      .sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
      .map(\.entry)
  }

  /// The best rank for an action whose key was typed.
  private func keyRank(of action: DashboardAction) -> Int? {
    action.keys.contains { $0.label == palette?.text } ? 0 : nil
  }

  /// The best rank for a coin whose symbol was typed in full.
  private func symbolRank(of label: CoinBook.Label) -> Int? {
    label.ownSymbol.lowercased() == palette?.text.lowercased() ? 0 : nil
  }

  /// Whether a column to sort by is being typed.
  private var isSortingByColumn: Bool {
    palette?.text.lowercased().hasPrefix(PaletteEntry.sorting) == true
  }

  /// The columns of the page in front, or where it has none those of the pages that can be sorted.
  private var sorts: [PaletteEntry] {
    guard coin == nil else { return [] }
    let own = page.columnTitles.map { PaletteEntry.sort($0.number, $0.title) }
    guard own.isEmpty, !isNew else { return own }
    return DashboardTab.allCases.flatMap { tab in
      pages[tab].columnTitles.map { .sortPage(tab, $0.number, $0.title) }
    }
  }

  /// The columns that can be shown or hidden: all but the first, which says what a row is of.
  private var columnChoices: [PaletteEntry] {
    guard coin == nil else { return [] }
    let first = page is TransactionsPage ? TransactionColumn.symbol.rawValue : 0
    return page.columnTitles.filter { $0.number != first }.map { .column($0.number, $0.title) }
  }

  /// Columns, views, colors, currencies and methods to choose from.
  private var choices: [PaletteEntry] {
    sorts + columnChoices
      + (isNew ? [] : [.benchmark(.file(""), "")])
      + pages.views.map { .view($0) } + pages.views.map { .forgetView($0.name) }
      + ([nil] + ColorScheme.all.map { $0.name } + ownThemes).map { .theme($0) }
      + Self.usualCurrencies.map { .currency($0) } + CostBasis.allCases.map { .costBasis($0) }
  }

  /// The benchmarks that match what is typed, `nil` where the line is about something else.
  private var benchmarks: [PaletteEntry]? {
    guard let text = palette?.text, text.lowercased().hasPrefix(PaletteEntry.comparing), !isNew
    else { return nil }
    let name = String(text.dropFirst(PaletteEntry.comparing.count)).trimmingBlanks
    if SeriesSubject.isFile(name) { return [.benchmark(.file(name), cleaned(name))] }
    let watched = (data?.watchlist ?? []).map(\.coin.id)
    let ids = (data?.ledger.coinIDs ?? []) + watched + ["bitcoin"]
    return ids.enumerated().filter { ids.firstIndex(of: $1) == $0 }.compactMap { place, id in
      let label = label(of: id)
      return (name.isEmpty ? 0 : rank(of: [label.symbol, label.name, id], for: name))
        .map { ($0, place, PaletteEntry.benchmark(.coin(id), label.title)) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// What is looked for to be put on the watchlist, `nil` where the line is about something else.
  var watchQuery: String? {
    guard let text = palette?.text.lowercased(), text.hasPrefix("watch ") else { return nil }
    return String(text.dropFirst(6)).trimmingBlanks
  }

  /// What is looked for of coins, be it for the watchlist, an alert or an answer.
  var coinQuery: String? { watchQuery ?? alertLine?.query ?? answerLine?.query }

  /// Keeps the coins that were found for the watchlist, an alert or an answer.
  mutating func foundToWatch(_ query: String, _ coins: [Coin], _ ranks: [String: Int]) {
    guard query == coinQuery else { return }
    watchable = FoundCoins(query: query, coins: coins, ranks: ranks)
  }

  /// The colors to show: those of the selected command, before they are chosen.
  public var shownTheme: String? {
    guard let palette, palette.text.lowercased().hasPrefix("theme") else { return theme }
    let commands = commands
    guard commands.indices.contains(palette.selection),
      case .theme(let name) = commands[palette.selection]
    else { return theme }
    return name ?? PaletteEntry.terminal
  }
}

/// How well a command matches what is typed, 0 being best; `nil` when it does not.
///
/// First its key, its name or a word of its title in full, then what begins so, then what contains
/// it. Every word that is typed has to be found.
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

/// The typing mistakes that make what is typed a name or words of one; `nil` for too many.
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

/// Coins that were looked up.
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
