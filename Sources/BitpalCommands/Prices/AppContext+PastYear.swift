import AppGroup
import CoinGecko
import FoundationEssentials
import MarketData
import Portfolio
import WidgetTimeline

extension AppContext {
  /// Days of the last year that a coin must lack before a refresh asks for them: what refreshes
  /// record bridges a week.
  private static let leastMissing = 7

  /// Asks CoinGecko for the last year of one coin that is held or followed and lacks it, where the
  /// budget allows a call now; the coins take turns by the hour.
  ///
  /// CoinGecko knows these coins from the refresh. Reads no ledger, so that a timer's refresh stays
  /// small. What goes wrong is not said: the next refresh tries another coin.
  func fillPastYearOfOneCoin() {
    let held = store.refreshData()?.holdings.map(\.coinId) ?? []
    let ids = Set(held).union(store.watchlist()?.coinIds ?? []).sorted()
    guard let source = pastPriceSources.first, !ids.isEmpty else { return }
    let today = UTCDay(now)
    let days = today.advanced(by: -CoinGeckoDailyPrices.reach)...today.advanced(by: -2)
    let turn = now.millisecondsSince1970 / 3_600_000 % ids.count
    let wishes = (ids[turn...] + ids[..<turn]).map { PastPriceWish(coinId: $0, days: days) }
    do {
      var filling = try PastPriceFilling(
        wishes, leastMissing: Self.leastMissing, sources: [source], others: BuiltInPrices(), self)
      _ = try filling.step()
    } catch {
      return
    }
  }
}
