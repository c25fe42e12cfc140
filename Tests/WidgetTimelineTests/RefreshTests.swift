import BitpalTesting
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

private let now = utc("2026-04-28T12:00:00Z")

struct WidgetDataTests {
  @Test func theSeedsSampleFileIsRead() throws {
    let text = """
      {"totalValue": "125000.50", "unrealizedPnL": 15000.00, "realizedPnL": "5000.00",
       "totalPnL": "20000.00", "holdings": [{"id": "bitcoin", "symbol": "BTC", "name": "Bitcoin",
       "currentValue": "100000.00", "pnlAmount": "12000.00", "pnlPercentage": "13.64"}],
       "lastUpdated": "2025-11-26T10:30:00Z", "later": {"unknown": true}}
      """
    let data = try #require(WidgetPortfolioData(json: try JSONValue(parsing: Array(text.utf8))))
    #expect(data.totalValue == exact("125000.50"))
    #expect(data.unrealizedPnL == 15_000)
    #expect(data.holdings.map(\.pnlPercentage) == [exact("13.64")])
    #expect(data.holdingCount == 1 && data.pricedCount == 1)
    #expect(data.lastUpdated == utc("2025-11-26T10:30:00Z"))
  }

  @Test func whatIsWrittenIsReadBackAndMoneyHasCents() throws {
    let data = held(bitcoin: "55000.5").portfolioData(now: now)
    let text = data.json.text(pretty: true)
    #expect(text.contains("\"totalValue\": \"55000.50\""))
    #expect(WidgetPortfolioData(json: try JSONValue(parsing: Array(text.utf8))) == data)
    let refresh = held(bitcoin: "0.00000823")
    let again = WidgetRefreshData(
      json: try JSONValue(parsing: Array(refresh.json.text(pretty: true).utf8)))
    #expect(again == refresh)
  }

  @Test func widgetsShowTheAppsFiguresDigitForDigit() {
    let trades = ledger("buy 3 at 10", "sell 1 at 20", "buy 1 at 40.123456789")
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: exact("33.3"))
    let positions = Positions(transactions: trades, currentPrices: ["bitcoin": coin])
    let data = WidgetRefreshData(positions, lastUpdated: now).portfolioData(now: now)
    #expect(data.totalValue == positions.summary.totalValue)
    #expect(data.unrealizedPnL == positions.summary.unrealizedPnL)
    #expect(data.totalPnL == positions.summary.totalPnL)
    #expect(data.totalPnLPercentage == positions.summary.totalPnLPercentage)
  }

  @Test func aTimelineHasNowAndTheNextRefresh() {
    let timeline = Timeline(data: nil, failure: nil, now: now)
    let next = now.addingTimeInterval(30 * 60)
    #expect(timeline.entries.map(\.date) == [now, next])
    #expect(timeline.policy == .after(next))
  }
}

struct PriceRefresherTests {
  @Test func freshPricesAreWrittenWithTheirTime() {
    let store = MemoryStore(held(bitcoin: nil))
    let outcome = refresher(store, [.init(coins: [priced("55000", at: now)], calls: 1)])
      .refresh { now }
    guard case .refreshed(let data, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(data.totalValue == 55_000)
    #expect(store.portfolio()?.lastUpdated == now)
    #expect(store.refreshStatus()?.lastSuccess == now)
  }

  @Test(
    "a failure changes no figure and is told apart",
    arguments: [
      (PriceFailure.unreachable("no connection"), RefreshFailure.offline),
      (.refused(status: 500, ""), .unableToRefresh), (.malformed("html"), .unableToRefresh),
      (.rateLimited(retryAfter: 53), .unableToRefresh),
    ])
  func failures(_ failure: PriceFailure, kind: RefreshFailure) {
    let before = held(bitcoin: "50000")
    let store = MemoryStore(before)
    let outcome = refresher(store, [.init(failures: [failure], calls: 1)]).refresh { now }
    guard case .failed(failure) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(store.refreshData() == before)
    #expect(store.refreshStatus()?.failure == kind)
    #expect(store.refreshStatus()?.reason == failure.reason)
  }

  @Test func anOlderPriceNeverReplacesANewerOne() {
    var before = held(bitcoin: "50000")
    before.holdings[0].coin.lastUpdated = now
    let store = MemoryStore(before)
    let old = priced("1", at: now.addingTimeInterval(-60))
    _ = refresher(store, [.init(coins: [old], calls: 1)]).refresh { now }
    #expect(store.refreshData()?.holdings.first?.coin.currentPrice == 50_000)
  }

  @Test func aCoinThatDidNotComeKeepsItsLastPrice() {
    var before = held(bitcoin: "50000")
    before.holdings.append(
      RefreshableHolding(
        coin: Coin(id: "ethereum", symbol: "eth", name: "Ethereum", currentPrice: 2_000),
        quantity: 1, totalCost: 1))
    let store = MemoryStore(before)
    _ = refresher(store, [.init(coins: [priced("60000", at: now)], calls: 1)]).refresh { now }
    #expect(store.portfolio()?.totalValue == 62_000)
  }

  @Test func aTransactionMadeWhileTheFetchRanIsKept() {
    let store = MemoryStore(held(bitcoin: "50000"))
    let source = ScriptedSource([.init(coins: [priced("60000", at: now)], calls: 1)]) {
      store.files.withLock { $0.refreshData?.holdings[0].quantity = 2 }
    }
    _ = PriceRefresher(store: store, source: source, policy: FreePolicy()).refresh { now }
    #expect(store.portfolio()?.totalValue == 120_000)
  }

  @Test func nothingHeldNeedsNoCall() {
    let store = MemoryStore(WidgetRefreshData(holdings: [], realizedPnL: 5))
    guard case .nothingToRefresh = refresher(store, []).refresh(clock: { now }) else {
      Issue.record("a call was made")
      return
    }
  }

  @Test func aRecentAttemptOfAnyProcessIsWaitedFor() {
    let store = MemoryStore(held(bitcoin: "50000"))
    store.files.withLock { $0.refreshStatus = RefreshStatus(lastAttempt: now) }
    let soon = now.addingTimeInterval(10)
    guard case .waiting(let until) = refresher(store, []).refresh(minimumAge: 30, clock: { soon })
    else {
      Issue.record("a call was made")
      return
    }
    #expect(until == now.addingTimeInterval(30))
  }

  @Test func aClockThatWasSetBackDoesNotStopRefreshing() {
    let store = MemoryStore(held(bitcoin: "50000"))
    store.files.withLock {
      $0.refreshStatus = RefreshStatus(lastAttempt: now.addingTimeInterval(1_000_000))
    }
    let outcome = refresher(store, [.init(coins: [priced("60000", at: now)], calls: 1)])
      .refresh(minimumAge: 30) { now }
    guard case .refreshed = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  private func refresher(_ store: MemoryStore, _ answers: [PriceAnswer]) -> PriceRefresher {
    PriceRefresher(store: store, source: ScriptedSource(answers), policy: FreePolicy())
  }
}

private func held(bitcoin price: String?) -> WidgetRefreshData {
  WidgetRefreshData(
    holdings: [
      RefreshableHolding(
        coin: Coin(
          id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: price.map { exact($0) },
          lastUpdated: price.map { _ in utc("2026-04-28T11:00:00Z") }),
        quantity: 1, totalCost: 40_000)
    ], realizedPnL: 10_000, totalClosedCost: 40_000, lastUpdated: nil)
}

private func priced(_ price: String, at date: Date) -> Coin {
  Coin(
    id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: exact(price), lastUpdated: date)
}

/// The three files in memory.
private final class MemoryStore: WidgetDataStore {
  let files: Mutex<WidgetFiles>

  init(_ data: WidgetRefreshData) { files = Mutex(WidgetFiles(refreshData: data)) }

  func portfolio() -> WidgetPortfolioData? { files.withLock { $0.portfolio } }
  func refreshData() -> WidgetRefreshData? { files.withLock { $0.refreshData } }
  func refreshStatus() -> RefreshStatus? { files.withLock { $0.refreshStatus } }

  func update<Result>(_ change: (inout WidgetFiles) throws -> Result) throws -> Result {
    var copy = files.withLock { $0 }
    let result = try change(&copy)
    files.withLock { $0 = copy }
    return result
  }
}

/// Gives its answers in turn, and fails the test when it is asked once too often.
private final class ScriptedSource: PriceSource {
  private let answers: Mutex<[PriceAnswer]>
  private let meanwhile: @Sendable () -> Void

  init(_ answers: [PriceAnswer], meanwhile: @escaping @Sendable () -> Void = {}) {
    self.answers = Mutex(answers)
    self.meanwhile = meanwhile
  }

  func prices(of ids: [String]) -> PriceAnswer {
    meanwhile()
    return answers.withLock { answers in
      guard !answers.isEmpty else {
        Issue.record("prices were asked for, and no answer was set up")
        return PriceAnswer()
      }
      return answers.removeFirst()
    }
  }
}

/// Allows every call.
private struct FreePolicy: CallPolicy {
  func calls(for ids: [String]) -> Int { 1 }
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date { now }
  func begin(calls: Int, status: inout RefreshStatus, now: Date) {}
  func settle(_ answer: PriceAnswer, status: inout RefreshStatus, now: Date) {}
}
