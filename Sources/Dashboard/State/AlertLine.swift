import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// An alert condition without its value.
enum AlertCondition: String, CaseIterable, Sendable {
  case above, below, change

  /// Words shown after the coin.
  var words: String {
    switch self {
    case .above: "above a price"
    case .below: "below a price"
    case .change: "after a change in percent"
    }
  }

  /// Sample value.
  var example: String {
    switch self {
    case .above: "above 100000"
    case .below: "below 55000"
    case .change: "change 5% in 24h"
    }
  }
}

/// An alert being typed after `alert`.
enum AlertLine: Equatable {
  /// A partial coin name.
  case coin(String)
  /// A coin and a partial condition.
  case condition(coin: String, String)
  /// A complete line: coin, condition and value.
  case complete(String)

  /// The command's prefix.
  static let word = "alert "

  /// Parses a command line; `nil` if it is not an alert.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix(Self.word) else { return nil }
    let typed = text.dropFirst(Self.word.count)
    let words = typed.split(separator: " ").map(String.init)
    if words.count > 2 {
      self = .complete(words.joined(separator: " "))
    } else if words.count == 2 || words.count == 1 && typed.last == " " {
      self = .condition(coin: words[0], words.count == 2 ? words[1].lowercased() : "")
    } else {
      self = .coin(words.first ?? "")
    }
  }

  /// The coin being searched for.
  var query: String? { if case .coin(let query) = self { query } else { nil } }
}

extension DashboardState {
  /// The alert being typed in the command line.
  var alertLine: AlertLine? { palette.flatMap { AlertLine($0.text) } }

  /// Completions: first coins, then conditions, then the whole alert.
  func entries(of line: AlertLine) -> [PaletteEntry] {
    switch line {
    case .coin(let query): coinsForAlert(query)
    case .condition(let coin, let typed):
      AlertCondition.allCases.filter { $0.rawValue.hasPrefix(typed) }
        .map { .alertCondition($0, coin: coin) }
    case .complete(let words): [.job(.alert(words))]
    }
  }

  /// Coins held or watched, then those found by the search.
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

  /// Available jobs: the general ones, and one per alert to remove.
  var jobs: [DashboardJob] {
    DashboardJob.all
      + (data?.alerts ?? []).map { alert in
        .removeAlert(alert.id, "\(label(of: alert.coinId).name) \(alert.sentence)")
      }
  }

  /// Opens the command line for an alert on the selected coin.
  mutating func beginAlert() -> [DashboardEffect] {
    let id = coin?.coinID ?? page.selectedCoin
    palette = Palette(text: AlertLine.word + (id.map { "\($0) " } ?? ""))
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }

  /// Replaces the command line's text with a longer one.
  mutating func continueLine(_ text: String) -> [DashboardEffect] {
    palette = Palette(text: text)
    return coinQuery.map { [.searchCoins($0)] } ?? []
  }
}
