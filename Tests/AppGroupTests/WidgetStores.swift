import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing
import WidgetTimeline
import AppGroup

/// Widget files are updated together, and other processes read what was written.
///
/// - Unchanged files are not rewritten, and a failed change writes nothing.
/// - Reading neither waits nor creates files.
struct WidgetStores {
  let temporary: TemporaryContainer
  let container: AppGroupContainer
  let store: AppGroupWidgetStore
  let files = WidgetFiles.example

  init() throws {
    temporary = try TemporaryContainer(created: false)
    container = temporary.container
    store = .atNoon(container)
  }

  private func write(_ files: WidgetFiles) throws { try store.update { $0 = files } }

  private func stored() -> WidgetFiles {
    WidgetFiles(
      portfolio: store.portfolio(), refreshData: store.refreshData(),
      refreshStatus: store.refreshStatus())
  }

  @Test func `without a container there is nothing, and reading makes none`() throws {
    #expect(stored() == WidgetFiles())
    #expect(try names(in: temporary.home).isEmpty)
  }

  @Test func `what is written is what other processes read`() throws {
    try write(files)
    #expect(stored() == files)
    let widgetData = try names(in: container.widgetData)
    #expect(widgetData == ["portfolio.json", "refresh_data.json", "refresh_status.json"])
    for name in widgetData { #expect(try mode(of: "\(container.widgetData)/\(name)") == 0o600) }
  }

  @Test func `the files are made for people too`() throws {
    try write(files)
    let lines = try #require(try text(at: container.refreshData)).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains("      \"quantity\": \"0.123456789012345678\","))
    #expect(lines.last == "")
  }

  @Test func `what did not change is not written`() throws {
    try write(files)
    let notices = try ChangeNotices(container)
    try store.update { $0.refreshStatus?.failuresInARow += 1 }
    #expect(notices.drain() == [.refreshStatus])
    #expect(store.refreshStatus()?.failuresInARow == 3)
  }

  @Test func `a change that fails writes nothing`() throws {
    struct Refusal: Error {}
    try write(files)
    #expect(throws: Refusal.self) {
      try store.update { files in
        files = WidgetFiles()
        throw Refusal()
      }
    }
    #expect(stored() == files)
  }

  @Test func `what becomes nothing is removed`() throws {
    try write(files)
    try store.update { $0.portfolio = nil }
    #expect(
      try names(in: container.widgetData)
        == ["prices.json", "refresh_data.json", "refresh_status.json"])
  }

  @Test func `reading does not wait for a writer`() throws {
    try write(files)
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; exec cat", container.lockFile)
    try #require(try child.awaitSign())
    #expect(stored() == files)
  }

  @Test func `an update keeps every other writer out until all is written`() throws {
    let lockFile = container.lockFile
    let entered = try store.update { files in
      files = .example
      return try ChildProcess("flock -s -n \"$1\" true", lockFile).exitCode() == 0
    }
    #expect(!entered)
    let child = try ChildProcess(
      "flock -n \"$1\" test -s \"$2\"", lockFile, container.refreshStatus)
    #expect(child.exitCode() == 0)
  }
}

/// A damaged widget file is not read, and its bytes are kept when it is replaced.
///
/// - A file that a power failure emptied is rewritten without a copy.
/// - A file that may not be read is not damaged, and stops the update.
/// - A removed container is created again.
struct DamagedWidgetFiles {
  let temporary: TemporaryContainer
  let container: AppGroupContainer
  let store: AppGroupWidgetStore

  init() throws {
    temporary = try TemporaryContainer()
    container = temporary.container
    store = .atNoon(container)
  }

  private var corrupt: String { "\(container.portfolio).corrupt-20260428T120000Z" }

  @Test(arguments: [
    "\n", "null", "[]", "{}", "{\"totalValue\": \"125000.50\",", "<html></html>",
    "{\"holdings\": [{}], \"realizedPnL\": \"1\", \"lastUpdated\": \"2026-04-28T12:00:00Z\"}",
    String(repeating: "[", count: 100_000),
  ])
  func `a damaged file reads as nothing, and its bytes outlive the next write`(damage: String)
    throws
  {
    try put(damage, at: container.portfolio)
    #expect(store.portfolio() == nil)
    #expect(try text(at: container.portfolio) == damage)
    try store.update { $0.portfolio = WidgetFiles.example.portfolio }
    #expect(store.portfolio() == WidgetFiles.example.portfolio)
    #expect(try text(at: corrupt) == damage)
  }

  @Test(arguments: ["", "\0\0\0\0"])
  func `a file that a power cut emptied is rewritten, and nothing of it is kept`(
    left: String
  ) throws {
    try put(left, at: container.portfolio)
    #expect(store.portfolio() == nil)
    try store.update { $0.portfolio = WidgetFiles.example.portfolio }
    #expect(store.portfolio() == WidgetFiles.example.portfolio)
    #expect(try names(in: container.widgetData) == ["portfolio.json"])
  }

  @Test func `a damaged file stays while others are written`() throws {
    try put("{damaged", at: container.portfolio)
    try store.update { $0.refreshStatus = RefreshStatus() }
    #expect(try text(at: container.portfolio) == "{damaged")
    #expect(
      try names(in: container.widgetData) == ["portfolio.json", "refresh_status.json"])
  }

  @Test func `a file too large is damaged`() throws {
    try put("{", at: container.portfolio)
    let size = AtomicFile.sizeLimit + 1
    try #require(truncate(container.portfolio, size) == 0)
    #expect(store.portfolio() == nil)
    try store.update { $0.portfolio = WidgetFiles.example.portfolio }
    #expect(store.portfolio() == WidgetFiles.example.portfolio)
    var found = stat()
    try #require(stat(corrupt, &found) == 0)
    #expect(found.st_size == size)
  }

  @Test func `what the system does not let us read is no damage and stops the update`() throws {
    try #require(mkdir(container.refreshStatus, 0o700) == 0)
    #expect(store.refreshStatus() == nil)
    let refusal = ContainerError.refused(.read, path: container.refreshStatus, code: EISDIR)
    #expect(throws: refusal) { try store.update { $0 = .example } }
    #expect(try names(in: container.widgetData) == ["refresh_status.json"])
  }

  @Test func `an update brings back a container that was removed`() throws {
    try #require(try ChildProcess("rm -r \"$1\"", container.folder).exitCode() == 0)
    try store.update { $0 = .example }
    #expect(store.portfolio() == WidgetFiles.example.portfolio)
    #expect(try mode(of: container.folder) == 0o700)
  }
}

extension AppGroupWidgetStore {
  /// A store whose clock is fixed at noon (UTC) of 28 April 2026.
  fileprivate static func atNoon(_ container: AppGroupContainer) -> AppGroupWidgetStore {
    AppGroupWidgetStore(container) { Date(timeIntervalSince1970: 1_777_377_600) }
  }
}

extension WidgetFiles {
  fileprivate static let example: WidgetFiles = {
    let noon = Date(timeIntervalSince1970: 1_777_377_600)
    let coin = Coin(
      id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000, priceChange24h: nil,
      lastUpdated: noon)
    let quantity = ExactDecimal(123_456_789_012_345_678) / ExactDecimal(1_000_000_000_000_000_000)
    let data = WidgetRefreshData(
      holdings: [RefreshableHolding(coin: coin, quantity: quantity, totalCost: 5000)],
      realizedPnL: 50, totalClosedCost: 100, lastUpdated: noon)
    return WidgetFiles(
      portfolio: data.portfolioData(now: noon), refreshData: data,
      refreshStatus: RefreshStatus(lastAttempt: noon, failure: .offline, failuresInARow: 2))
  }()
}
