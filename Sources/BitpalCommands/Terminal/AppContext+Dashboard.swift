import AppGroup
import CoinCatalogue
import Dashboard
import CoinGecko
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// Coins for a picker, best first; those of the best ranks while nothing is typed.
  func coins(like query: String) -> [Coin] {
    let limit = 20
    let found =
      query.isEmpty
      ? catalogue.bestRanked(limit: limit) : catalogue.search(query, limit: limit)
    return found.map {
      Coin(id: $0.id, symbol: $0.symbol, name: $0.name)
    }
  }
}

extension AppContext {
  /// Puts a coin on the watchlist, or takes it off.
  func follow(_ coin: String, _ isOn: Bool) throws {
    let now = now
    _ = try store.update { files in
      var list = files.watchlist ?? Watchlist()
      defer { files.watchlist = list }
      return isOn ? list.add(coin, at: now) : list.remove(coin)
    }
  }
}

extension RefreshOutcome {
  /// One line for the dashboard, `nil` where the figures say it all.
  func sentence(now: Date, status: RefreshStatus?) -> String? {
    do {
      if case .refreshed(_, let failures, _) = self {
        return failures.first.map { failure in
          let reason = failure.reason(from: CoinGeckoPriceSource.sourceName)
          return "Some prices were not fetched: \(reason)"
        }
      }
      if case .waiting(let until) = self, let status, status.failure != nil {
        // The line may be short: what the user waits for comes first.
        let reason = status.reason ?? "the last one failed"
        return "Next try in \(waitText(until: until, at: now)): \(reason)"
      }
      return try note(now: now, status: status)
    } catch {
      return CommandFailure(error)?.sentence
    }
  }
}
