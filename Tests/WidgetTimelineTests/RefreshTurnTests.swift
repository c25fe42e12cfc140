import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// Portfolios with more coins than one refresh may request.
struct RefreshTurnTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")

  private func store(_ ids: [String], nextCoin: String? = nil) -> WidgetStoreTwin {
    let data = WidgetRefreshData(
      holdings: ids.map { held($0, "1", cost: "1", price: nil) }, realizedPnL: 0)
    return WidgetStoreTwin(
      WidgetFiles(refreshData: data, refreshStatus: RefreshStatus(nextCoin: nextCoin)))
  }

  /// The coins that consecutive refreshes request; those in `dead` have no price.
  private func asked(
    _ store: WidgetStoreTwin, refreshes: Int, callsPerRefresh: Int, dead: Set<String> = []
  ) -> [String] {
    let line: ScriptedPrices.Line = { ids in
      let coins = ids.filter { !dead.contains($0) }.map { coin($0, "2") }
      return PriceAnswer(
        coins: coins, failures: coins.isEmpty ? [.malformed("no price")] : [], calls: ids.count)
    }
    var asked: [String] = []
    for _ in 0..<refreshes {
      let source = ScriptedPrices(line)
      let refresher = PriceRefresher(
        store: store, source: source, policy: ScriptedPolicy(callsPerRefresh: callsPerRefresh))
      _ = refresher.refresh { clock.now }
      asked += source.asked.map { $0.joined() }
    }
    return asked
  }

  @Test func `turns go round, each coin in its turn`() {
    let store = store(["a", "b", "c", "d", "e"])
    #expect(asked(store, refreshes: 4, callsPerRefresh: 2) == ["ab", "cd", "ea", "bc"])
    #expect(store.refreshStatus()?.recentCalls.count == 8)
  }

  @Test func `what fits into one refresh is asked for whole, and no turn is noted`() {
    let store = store(["b", "a"])
    #expect(asked(store, refreshes: 2, callsPerRefresh: 2) == ["ab", "ab"])
    #expect(store.refreshStatus()?.nextCoin == nil)
  }

  @Test func `unpriced coins do not hold up others`() {
    let store = store(["a", "b", "c", "d", "e"])
    let asked = asked(store, refreshes: 3, callsPerRefresh: 2, dead: ["a", "b"])
    #expect(asked == ["ab", "cd", "ea"])
    #expect(store.refreshData()?.holdings.compactMap(\.coin.currentPrice) == [2, 2, 2])
  }

  @Test(arguments: [("c", "cd"), ("bb", "cd"), ("zz", "ab"), ("", "ab")])
  func `a coin sold meanwhile passes its turn on`(nextCoin: String, expected: String) {
    let store = store(["a", "b", "c", "d", "e"], nextCoin: nextCoin)
    #expect(asked(store, refreshes: 1, callsPerRefresh: 2) == [expected])
  }
}
