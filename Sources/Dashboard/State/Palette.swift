import CellGrid
import Portfolio

/// The line in which a command is typed, and which of those that match is selected.
struct Palette: Equatable, Sendable {
  var text = ""
  var selection = 0
}

/// Something the command line offers.
enum PaletteEntry: Equatable, Sendable {
  case action(DashboardAction)
  /// Opening a coin's page.
  case coin(String, CoinBook.Label)
  /// Putting a coin on the watchlist.
  case watch(Coin, rank: Int?)
  /// Sorting the page by the column of that number.
  case sort(Int, String)
  /// Going to another page and sorting it so.
  case sortPage(DashboardTab, Int, String)
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
  /// A command of the shell.
  case job(DashboardJob)
  /// Giving a question of the inbox an answer, which means this.
  case answer(String, String)
  /// Answering that a name means a coin.
  case answerCoin(Coin, rank: Int?)

  var title: String {
    switch self {
    case .action(let action): action.title
    case .coin(_, let label): "Open \(label.name)"
    case .watch(let coin, _): "Watch \(Self.name(of: coin))"
    case .alertCoin(let coin, _): "Alert on \(Self.name(of: coin))"
    case .alertCondition(let condition, let coin): "Alert on \(coin) \(condition.words)"
    case .sort(_, let title): "Sort by \(title)"
    case .sortPage(let tab, _, let title): "Sort \(tab.title) by \(title)"
    case .theme(let name): "Theme \(name ?? Self.terminal)"
    case .currency(let code): "Currency \(code)"
    case .costBasis(let method): "Cost basis \(method.rawValue)"
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
    case .sort, .sortPage, .job, .answer: ""
    }
  }

  /// What is typed before a column's letters.
  static let sorting = "sort by "

  /// Whether it goes through the columns instead of naming one.
  var isNextColumn: Bool {
    if case .action(let action) = self { action.id == .sort } else { false }
  }

  /// What answers to the mouse at its place in the list.
  func target(at place: Int) -> HitTarget {
    switch self {
    case .action(let action): .command(action.id)
    case .coin(let id, _): .coin(id)
    default: .choice(place)
    }
  }
}

extension DashboardState {
  /// Moving about needs keys, not words; and what opens a part of the list is in it already.
  private static let unlisted: Set<ActionID> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .palette, .sortBy, .theme,
    .currency,
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
    if let job = DashboardJob(typed: palette.text) { return [.job(job)] }
    if let alert = alertLine { return entries(of: alert) }
    if let answer = answerLine { return entries(of: answer) }
    if let query = watchQuery {
      return watchable.query == query
        ? watchable.coins.map { .watch($0, rank: watchable.ranks[$0.id]) } : []
    }
    let owned = data?.ledger.coinIDs ?? []
    let known = Set(owned)
    let followed = (data?.watchlist ?? []).map(\.coin.id).filter { !known.contains($0) }
    let coins = (owned + followed).map { ($0, label(of: $0)) }
    let candidates =
      actions.map { (PaletteEntry.action($0), rank(of: $0, for: palette.text)) }
      + coins.map { (PaletteEntry.coin($0, $1), rank(of: $0, $1, for: palette.text)) }
      + choices.map { ($0, rank(of: [$0.title], for: palette.text)) }
      + jobs.map { (.job($0), rank(of: [$0.words, $0.title], for: palette.text)) }
    return candidates.enumerated()
      .compactMap { place, candidate in
        candidate.1.map { rank in
          // After `s` the letters of a column are typed; the next one is none of them.
          let isLast = isSortingByColumn && candidate.0.isNextColumn
          return (rank: isLast ? .max : rank, place: place, entry: candidate.0)
        }
      }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
      .map(\.entry)
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

  /// Columns, colors, currencies and methods to choose from.
  private var choices: [PaletteEntry] {
    sorts
      + ([nil] + ColorScheme.all.map { $0.name }).map { .theme($0) }
      + Self.usualCurrencies.map { .currency($0) } + CostBasis.allCases.map { .costBasis($0) }
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
private func rank(of action: DashboardAction, for text: String) -> Int? {
  if action.keys.contains(where: { $0.label == text }) { return 0 }
  return rank(of: [action.id.rawValue, action.title], for: text)
}

/// The same of a coin; its symbol in full is as good as a command's key.
private func rank(of id: String, _ label: CoinBook.Label, for text: String) -> Int? {
  if label.symbol.lowercased() == text.lowercased() { return 0 }
  return rank(of: [label.symbol, label.name, id], for: text)
}

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
