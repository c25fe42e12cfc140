import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// A ledger with scripted contents.
private final class ScriptedLedger: PublishedLedger {
  struct Locked: Error, Equatable {}
  private let state: Mutex<(version: String?, holdings: [RefreshableHolding], isLocked: Bool)>

  init(_ version: String?, _ holdings: RefreshableHolding...) {
    state = Mutex((version, holdings, false))
  }

  func lock() { state.withLock { $0.isLocked = true } }

  func version() throws -> String? {
    try state.withLock { state in
      if state.isLocked { throw Locked() }
      return state.version
    }
  }

  func refreshData(at prices: PriceBook) throws -> WidgetRefreshData {
    try state.withLock { state in
      if state.isLocked { throw Locked() }
      return WidgetRefreshData(
        holdings: state.holdings, realizedPnL: 10_000, ledgerVersion: state.version)
    }
  }
}

/// How the widget files follow the ledger.
struct PublishedLedgerTests {
  private let before = refreshed(
    held("bitcoin", "2", cost: "80000", price: "55000", at: "2026-04-28T11:29:00Z"),
    at: "2026-04-28T11:30:00Z")

  @Test func `files that were never published after a change are healed by the next reader`() throws
  {
    let store = WidgetStoreTwin(before)
    let ledger = ScriptedLedger("7", held("bitcoin", "3", cost: "120000", price: nil))
    guard case .done = store.repairFiles(from: ledger, clock: { noon }) else {
      Issue.record("the files were not healed")
      return
    }
    #expect(store.refreshData()?.holdings.map(\.quantity) == [3])
    #expect(store.refreshData()?.ledgerVersion == "7")
    #expect(store.portfolio()?.ledgerVersion == "7")
    guard case .upToDate = store.repairFiles(from: ledger, clock: { noon }) else {
      Issue.record("healed twice")
      return
    }
    #expect(store.updates == 1)
  }

  @Test func `a refresh heals files that are behind, and prices what was bought`() throws {
    let store = WidgetStoreTwin(before)
    let ledger = ScriptedLedger(
      "7", held("bitcoin", "3", cost: "120000", price: nil),
      held("monero", "1", cost: "100", price: nil))
    let source = ScriptedPrices { ids in
      PriceAnswer(coins: ids.map { coin($0, "10", at: "2026-04-28T12:00:00Z") }, calls: 1)
    }
    let refresher = PriceRefresher(
      store: store, source: source, policy: ScriptedPolicy(), ledger: ledger)
    let data = try refresher.refresh { noon }.written()
    #expect(source.asked == [["bitcoin", "monero"]])
    #expect(data.totalValue == 40)
    #expect(data.ledgerVersion == "7")
  }

  @Test func `a file that does not say how old its prices are is written again`() throws {
    var files = before
    files.prices = PriceBook(try #require(before.refreshData))
    let store = WidgetStoreTwin(files)
    let ledger = ScriptedLedger("7", held("bitcoin", "1", cost: "1", price: nil))
    _ = store.publish(ledger, clock: { noon })
    guard case .upToDate = store.repairFiles(from: ledger, clock: { noon }) else {
      Issue.record("written again without need")
      return
    }
    try store.update { files in
      let members = files.portfolio?.json.object?.members ?? []
      files.portfolio = WidgetPortfolioData(
        json: .object(JSONObject(members.filter { $0.key != "asOf" })))
    }
    #expect(store.portfolio()?.asOf == utc("2026-04-28T11:30:00Z"))
    _ = store.repairFiles(from: ledger, clock: { noon })
    #expect(store.portfolio()?.asOf == utc("2026-04-28T11:29:00Z"))
  }

  @Test func `a ledger that cannot be read stops no refresh`() throws {
    let store = WidgetStoreTwin(before)
    let ledger = ScriptedLedger("7")
    ledger.lock()
    let refresher = PriceRefresher(
      store: store, source: ScriptedPrices { _ in PriceAnswer(coins: [coin("bitcoin", "1")]) },
      policy: ScriptedPolicy(), ledger: ledger)
    #expect(try refresher.refresh { noon }.written().totalValue == 2)
  }

  @Test func `files that cannot be written make a note and no error`() {
    let store = WidgetStoreTwin(before)
    store.makeWait { _ in throw DiskFull() }
    let publication = store.publish(ScriptedLedger("7"), clock: { noon })
    guard case .failed(let error) = publication else {
      Issue.record("published on a full disk")
      return
    }
    #expect(error as? DiskFull == DiskFull())
  }

  @Test func `what the ledger does loses no price and not the time of the last refresh`() throws {
    var files = before
    files.prices = PriceBook(try #require(before.refreshData))
    let store = WidgetStoreTwin(files)
    _ = store.publish(ScriptedLedger("8"), clock: { noon })
    #expect(store.refreshData()?.holdings.isEmpty == true)
    #expect(store.refreshData()?.lastUpdated == utc("2026-04-28T11:30:00Z"))
    let again = ScriptedLedger("9", held("bitcoin", "1", cost: "1", price: nil))
    _ = store.publish(again, clock: { noon })
    #expect(store.refreshData()?.coins["bitcoin"]?.currentPrice == 55_000)
    #expect(store.refreshData()?.coins["bitcoin"]?.lastUpdated == utc("2026-04-28T11:29:00Z"))
    #expect(store.portfolio()?.totalValue == 55_000)
    #expect(store.portfolio()?.lastUpdated == utc("2026-04-28T11:30:00Z"))
  }
}
