import Application
import AppGroup
import BitpalTesting
import ConfigurationFile
import FoundationEssentials
import Glibc
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// A background refresh retries soon after a failure, and the dashboard says why it failed.
///
/// - After a failure the next try follows in 30 seconds, even with a half-hour schedule.
/// - A clock that is set back does not delay the next refresh.
/// - During a pause, the message starts with the time until the next try.
/// - The dashboard names the cause of a failure; only the command line suggests a command.
struct BackgroundRefreshTests {
  @Test func `who refreshes seldom tries again soon after a failure`() throws {
    let noon = utc("2026-04-28T12:00:00Z")
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-background-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container,
      environment: [
        "BITPAL_API_BASE_URL": "http://127.0.0.1:1/api/v3",
        "BITPAL_DEFILLAMA_BASE_URL": "http://127.0.0.1:1",
        "BITPAL_KRAKEN_BASE_URL": "http://127.0.0.1:1",
      ],
      configuration: Configuration(), clock: { noon })
    try context.service.apply(.add(ledger("buy 1 at 10")), note: writeNote) {}
    let refreshes = try BackgroundRefresh(context.refresher, every: 1800) { noon }
    refreshes.startIfDue(at: noon)
    var ended = pollfd(fd: refreshes.descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ended, 1, 30_000) == 1)
    let outcome = try #require(refreshes.nextOutcome(now: noon)).outcome
    guard case .failed(let found) = outcome, case .unreachable = found.failure else {
      Issue.record("\(outcome)")
      return
    }
    #expect(refreshes.due == noon.addingTimeInterval(30))
    refreshes.startIfDue(at: noon.addingTimeInterval(10))
    #expect(refreshes.due != nil)
    // After the clock is set back by an hour, a refresh is due at once.
    refreshes.startIfDue(at: noon.addingTimeInterval(-3600))
    #expect(refreshes.due == nil)
    try #require(poll(&ended, 1, 30_000) == 1)
    _ = refreshes.nextOutcome(now: noon)
  }

  @Test func `who asks during a pause is told first how long it lasts`() {
    let noon = utc("2026-04-28T12:00:00Z")
    var status = RefreshStatus()
    status.failure = .offline
    status.reason = "CoinGecko cannot be reached: no connection"
    let outcome = RefreshOutcome.waiting(until: noon.addingTimeInterval(11.5))
    #expect(
      outcome.sentence(now: noon, status: status, hasPrices: true)
        == "Next try in 12 s: CoinGecko cannot be reached: no connection")
  }

  @Test func `the dashboard says why a refresh failed, and no command`() throws {
    let noon = utc("2026-04-28T12:00:00Z")
    var status = RefreshStatus()
    status.failure = .offline
    let outcome = RefreshOutcome.failed(
      SourceFailure("CoinGecko", .unreachable("no connection")))
    #expect(
      outcome.sentence(now: noon, status: status, hasPrices: true)
        == "CoinGecko cannot be reached: no connection. The last known prices are kept.")
    let failure = #expect(throws: CommandFailure.self) {
      try outcome.note(now: noon, status: status, hasPrices: true)
    }
    #expect(failure?.message.help == "Take prices from a file: bitpal refresh --prices FILE")
  }
}
