import AppGroup
import CoinGecko
import FoundationEssentials
import MarketData
import Portfolio
import WidgetTimeline

extension AppContext {
  /// Days that a coin must lack before they are asked for without being wished for: what refreshes
  /// record bridges a week.
  static let leastMissing = 7
  /// The most calls of one refresh for past prices, and the seconds after which none is begun.
  private static let (mostCalls, longestTime) = (4, 10)

  /// Fills the past year of coins held or followed after a refresh, as far as the budgets allow
  /// calls now; the coins take turns by the half hour, so that one that no source knows holds up no
  /// others.
  ///
  /// Reads no ledger, so that a timer's refresh stays small: coins that were sold, and days before
  /// the last year, are left to the dashboard and to `bitpal prices fetch`.
  /// What goes wrong is not said: the next refresh tries again, and `bitpal prices fetch` says it.
  func fillPastPrices() {
    do {
      let held = store.refreshData()?.holdings.map(\.coinId) ?? []
      let ids = Set(held).union(store.watchlist()?.coinIds ?? []).sorted()
      guard !ids.isEmpty else { return }
      let today = UTCDay(now)
      let days = today.advanced(by: -CoinGeckoDailyPrices.reach)...today.advanced(by: -2)
      let turn = now.millisecondsSince1970 / 1_800_000 % ids.count
      var filling = try PastPriceFilling(
        (ids[turn...] + ids[..<turn]).map { PastPriceWish(coinId: $0, days: days) },
        leastMissing: Self.leastMissing, others: BuiltInPrices(), self)
      let start = ContinuousClock.now
      for _ in 0..<Self.mostCalls where ContinuousClock.now - start < .seconds(Self.longestTime) {
        switch try filling.step() {
        case .fetched, .failed: continue
        case .waiting, .done: return
        }
      }
    } catch {
      return
    }
  }
}
