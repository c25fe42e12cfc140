import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// A condition of an alert, before its figure is typed.
enum AlertCondition: String, CaseIterable, Sendable {
  case above, below, change

  /// How it goes on.
  var words: String {
    switch self {
    case .above: "above a price"
    case .below: "below a price"
    case .change: "after a change in percent"
    }
  }

  /// What is typed for it.
  var example: String {
    switch self {
    case .above: "above 100000"
    case .below: "below 55000"
    case .change: "change 5% in 24h"
    }
  }
}

/// An alert as it is typed after `alert`, word by word.
enum AlertLine: Equatable {
  /// The beginning of a coin's name.
  case coin(String)
  /// A coin and the beginning of a condition.
  case condition(coin: String, String)
  /// A coin, a condition and its figure.
  case whole(String)

  /// What is typed before it.
  static let word = "alert "

  /// Reads a command line; `nil` where it is about something else.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix(Self.word) else { return nil }
    let typed = text.dropFirst(Self.word.count)
    let words = typed.split(separator: " ").map(String.init)
    if words.count > 2 {
      self = .whole(words.joined(separator: " "))
    } else if words.count == 2 || words.count == 1 && typed.last == " " {
      self = .condition(coin: words[0], words.count == 2 ? words[1].lowercased() : "")
    } else {
      self = .coin(words.first ?? "")
    }
  }

  /// The coin that is looked for.
  var query: String? { if case .coin(let query) = self { query } else { nil } }
}

extension DashboardState {
  /// The alert that is typed in the command line.
  var alertLine: AlertLine? { palette.flatMap { AlertLine($0.text) } }

  /// Where the command line goes on with an alert: coins, then conditions, then the whole.
  func entries(of line: AlertLine) -> [PaletteEntry] {
    switch line {
    case .coin(let query): coinsForAlert(query)
    case .condition(let coin, let typed):
      AlertCondition.allCases.filter { $0.rawValue.hasPrefix(typed) }
        .map { .alertCondition($0, coin: coin) }
    case .whole(let words): [.job(.alert(words))]
    }
  }

  /// Coins that are held or watched first, then those that were found.
  private func coinsForAlert(_ query: String) -> [PaletteEntry] {
    let own = ownedCoins + (data?.watchlist.map(\.coin) ?? [])
    var ids: Set<String> = []
    let near = own.filter { coin in
      ids.insert(coin.id).inserted
        && (query.isEmpty || rank(of: [coin.id, coin.symbol, coin.name], for: query) != nil)
    }
    let found = watchable.query == query ? watchable.coins.filter { !ids.contains($0.id) } : []
    return (near + found).map { .alertCoin($0, rank: watchable.ranks[$0.id]) }
  }

  /// The jobs there are: those of every ledger, and removing each alert.
  var jobs: [DashboardJob] {
    DashboardJob.all
      + (data?.alerts ?? []).map { alert in
        .removeAlert(alert.id, "\(label(of: alert.coinId).name) \(alert.sentence)")
      }
  }

  /// Opens the command line for an alert, on the coin that is selected.
  mutating func beginAlert() -> [DashboardEffect] {
    let id = coin?.coinID ?? page.selectedCoin
    palette = Palette(text: AlertLine.word + (id.map { "\($0) " } ?? ""))
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }

  /// Goes on with what is typed in the command line.
  mutating func continueLine(_ text: String) -> [DashboardEffect] {
    palette = Palette(text: text)
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }
}
