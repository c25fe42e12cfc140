import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

/// A second source that records its calls.
private final class Witness: Sendable {
  private let log = Mutex<[[String]]>([])

  var asked: [[String]] { log.withLock { $0 } }

  func prices(of ids: [String], _ prices: [String: ExactDecimal]) -> [String: ExactDecimal] {
    log.withLock { $0.append(ids) }
    return prices
  }
}

/// Refreshes with a price far from the last one.
struct SuspectRefreshTests {
  private let clock = StandingClock("2026-04-28T12:00:00Z")
  private let store: WidgetStoreTwin
  private let witness = Witness()

  init() {
    let last = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 78_030,
      lastUpdated: utc("2026-04-28T11:59:00Z"))
    store = WidgetStoreTwin(
      WidgetFiles(
        refreshData: WidgetRefreshData(
          holdings: [held("bitcoin", "1", cost: "1", price: "78030")], realizedPnL: 0),
        prices: PriceBook([KnownPrice(coin: last, source: "CoinGecko", fetched: nil)]),
        alerts: PriceAlerts([
          PriceAlert(
            coinId: "bitcoin", condition: .below(50_000), created: utc("2026-04-28T10:00:00Z"))
        ])))
  }

  /// Refreshes at that minute past twelve; returns the alerts it fired.
  @discardableResult
  private func refresh(
    _ price: String, minute: Int, change: String? = nil, witness: String? = nil,
    isJudged: Bool = true
  ) -> Int {
    let time = utc("2026-04-28T12:0\(minute):00Z")
    clock.set("2026-04-28T12:0\(minute):00Z")
    let coin = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: exact(price),
      priceChange24h: change.map(exact), lastUpdated: time)
    let source = ScriptedPrices({ _ in PriceAnswer(coins: [coin], calls: 1) })
    let prices = witness.map { ["bitcoin": exact($0)] } ?? [:]
    let log = self.witness
    let ask: PriceRefresher.Witness = { ids, _, _ in log.prices(of: ids, prices) }
    let refresher = PriceRefresher(
      store: store, source: source, policy: ScriptedPolicy(), witness: isJudged ? ask : nil)
    let outcome = refresher.refresh { clock.now }
    guard case .refreshed(_, _, let alerts) = outcome else {
      Issue.record("\(outcome)")
      return 0
    }
    return alerts.count
  }

  private var counted: ExactDecimal? { store.refreshData()?.holdings.first?.coin.currentPrice }
  private var suspect: SuspectPrice? { store.prices()?.prices["bitcoin"]?.suspect }

  @Test func `a glitch does not count and fires nothing`() {
    #expect(refresh("95", minute: 1) == 0)
    #expect(counted == 78_030)
    #expect(suspect?.price == 95)
    #expect(store.prices()?.coins["bitcoin"]?.lastUpdated == utc("2026-04-28T11:59:00Z"))
    #expect(refresh("78100", minute: 2) == 0)
    #expect(counted == 78_100)
    #expect(suspect == nil)
    #expect(witness.asked == [["bitcoin"]])
  }

  @Test func `a witness confirms a fall at once`() {
    #expect(refresh("48000", minute: 1, witness: "48500") == 1)
    #expect(counted == 48_000)
    #expect(suspect == nil)
  }

  @Test func `the source's own change confirms a fall without a witness`() {
    #expect(refresh("48000", minute: 1, change: "-38.5") == 1)
    #expect(counted == 48_000)
    #expect(witness.asked == [])
  }

  @Test func `two more refreshes confirm a fall and then the alert fires`() {
    #expect(refresh("48000", minute: 1) == 0)
    #expect(refresh("47500", minute: 2) == 0)
    #expect(counted == 78_030)
    #expect(refresh("47900", minute: 3) == 1)
    #expect(counted == 47_900)
  }

  @Test func `a suspect price is not recorded`() {
    refresh("95", minute: 1)
    #expect(!store.history.contains { $0.point.price == 95 })
  }

  @Test func `a price of a file always counts`() {
    #expect(refresh("95", minute: 1, isJudged: false) == 1)
    #expect(counted == 95)
  }

  @Test func `a suspect price survives its file`() throws {
    refresh("95", minute: 1)
    let book = try #require(store.prices())
    #expect(PriceBook(json: book.json) == book)
  }
}
