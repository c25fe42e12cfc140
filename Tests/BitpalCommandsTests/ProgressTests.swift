import AppGroup
import ArgumentParser
import BitpalTesting
import ConfigurationFile
import Foundation
import Glibc
import Synchronization
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// Rate and time left of long work, with a clock that the test controls.
struct ProgressTests {
  /// A clock that the test advances, and the lines of a terminal.
  private final class Terminal: Sendable {
    private let start = ContinuousClock.now
    private let state = Mutex((passed: Duration.zero, sent: [String]()))

    func advance(_ duration: Duration) { state.withLock { $0.passed += duration } }

    var now: ContinuousClock.Instant { state.withLock { start.advanced(by: $0.passed) } }

    func send(_ text: String) { state.withLock { $0.sent.append(text) } }

    /// The lines sent, without the spaces that cover the previous line.
    var lines: [String] {
      state.withLock { $0.sent }.map {
        $0.trimmingCharacters(in: .init(charactersIn: "\r "))
      }
    }

    func progress(isShown: Bool = true) -> BitpalCommands.Progress {
      BitpalCommands.Progress(isShown: isShown, now: { self.now }, send: send)
    }
  }

  @Test func `a rate and the time left come after two seconds, and a wait after the count`() {
    let terminal = Terminal()
    var progress = terminal.progress()
    progress.count(0, of: 1000, "Day")
    terminal.advance(.seconds(1))
    progress.count(100, of: 1000, "Day")
    terminal.advance(.seconds(9))
    progress.count(200, of: 1000, "Day")
    progress.count(201, of: 1000, "Day")
    progress.pause("next request in 57 s")
    progress.pause("next request in 57 s")
    terminal.advance(.seconds(990))
    progress.count(300, of: 1000, "Day")
    progress.count(1000, of: 1000, "Day")
    progress.clear()
    progress.clear()
    #expect(
      terminal.lines == [
        "Day 0 of 1000 (0%)", "Day 100 of 1000 (10%)",
        "Day 200 of 1000 (20%), 20 a second, 41 s left",
        "Day 200 of 1000 (20%), 20 a second, 41 s left; next request in 57 s …",
        "Day 300 of 1000 (30%), 18 a minute, 39 min left", "Day 1000 of 1000 (100%)", "", "",
      ])
  }

  /// A year of closes up to 2026-04-19.
  private static let answer: [UInt8] = {
    let points = (0...364).map { "[\((1_776_643_200 - $0 * 86_400) * 1000),\(1000 + $0).25]" }
    let body = #"{"prices":[\#(points.joined(separator: ","))]}"#
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    return Array((head + body).utf8)
  }()

  /// Fetches a year of four coins; each call takes three seconds of the terminal's clock.
  private func fetch(_ terminal: Terminal, isShown: Bool) throws {
    let server = try RawServer()
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-progress-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let now = utc("2026-04-20T18:00:00Z")
    let context = AppContext(
      container: container,
      environment: [
        "BITPAL_API_BASE_URL": "\(server.baseURL)/api/v3", "BITPAL_NOW": "2026-04-20T18:00:00Z",
      ],
      configuration: try Configuration(
        toml: """
          [prices]
          key = "CG-key"
          tier = "pro"
          calls-per-minute = 50
          sources = "coingecko"
          """), clock: { now })
    try context.store.update { files in
      files.watchlist = Watchlist(
        ["aave", "algorand", "kaspa", "monero"].map { Watchlist.Entry(coinId: $0, added: now) })
    }
    Thread.detachNewThread {
      while server.answerOnce(
        Self.answer, then: .close, heard: { terminal.advance(.seconds(3)) })
      {}
      server.close()
    }
    defer { server.stop() }
    try PricesFetch.parse([]).run(context, terminal.progress(isShown: isShown))
  }

  @Test func `a fetch says days, rate and time left on a terminal`() throws {
    let terminal = Terminal()
    try fetch(terminal, isShown: true)
    #expect(
      terminal.lines == [
        "Past prices: day 0 of 1460 (0%)",
        "Past prices: day 365 of 1460 (25%), 121 a second, 10 s left",
        "Past prices: day 730 of 1460 (50%), 121 a second, 7 s left",
        "Past prices: day 1095 of 1460 (75%), 121 a second, 4 s left",
        "Past prices: day 1460 of 1460 (100%)", "", "",
      ])
  }

  @Test func `elsewhere it says nothing of them`() throws {
    let terminal = Terminal()
    try fetch(terminal, isShown: false)
    #expect(terminal.lines.isEmpty)
  }
}
