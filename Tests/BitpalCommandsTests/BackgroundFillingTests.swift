import AppGroup
import BitpalTesting
import ConfigurationFile
import Foundation
import Glibc
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// Past prices that are fetched in the background while the dashboard is open.
struct BackgroundFillingTests {
  /// 2026-04-20T00:00:00Z.
  private static let midnight = 1_776_643_200
  private static let coins = ["aave", "algorand", "kaspa", "monero"]

  /// A year of closes up to 2026-04-19, regardless of the request.
  private static let answer: [UInt8] = {
    let points = (0...364).map { "[\((midnight - $0 * 86_400) * 1000),\(1000 + $0).25]" }
    let body = #"{"prices":[\#(points.joined(separator: ","))]}"#
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    return Array((head + body).utf8)
  }()

  /// Fills until the progress suffices.
  private func fill(
    _ filling: BackgroundFilling, until isEnough: (BackgroundFilling.Progress) throws -> Bool
  ) throws -> BackgroundFilling.Progress {
    filling.start()
    while true {
      var report = pollfd(fd: filling.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&report, 1, 60_000) == 1)
      if let progress = filling.nextProgress(), try isEnough(progress) { return progress }
    }
  }

  /// Past prices may use two of the three calls a month.
  @Test func `a month that is spent in the middle is gone on with in the next`() throws {
    let server = try RawServer()
    let calls = Mutex(0)
    let now = Mutex(utc("2026-04-20T18:00:00Z"))
    let clock: @Sendable () -> Date = { now.withLock { $0 } }
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-filling-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: ["BITPAL_API_BASE_URL": "\(server.baseURL)/api/v3"],
      configuration: try Configuration(
        toml: """
          [prices]
          key = "CG-key"
          tier = "pro"
          calls-per-minute = 50
          calls-per-month = 3
          sources = "coingecko"
          """), clock: clock)
    try context.store.update { files in
      files.watchlist = Watchlist(
        Self.coins.map { Watchlist.Entry(coinId: $0, added: clock()) })
    }
    Thread.detachNewThread {
      while server.answerOnce(Self.answer, then: .close, heard: { calls.withLock { $0 += 1 } }) {}
      server.close()
    }
    defer { server.stop() }
    let filling = try BackgroundFilling(context)
    defer { filling.close() }
    let spent = try fill(filling) { $0.done == 2 }
    #expect(spent.all == 4)
    #expect(try priced(container) == ["aave", "algorand"])
    now.withLock { $0 = utc("2026-05-01T00:10:00Z") }
    // Coins without a year of prices are filled before those that lack only the last days.
    _ = try fill(filling) { _ in try priced(container) == Self.coins }
    #expect(calls.withLock { $0 } == 4)
  }

  /// The coins with a year of prices stored.
  private func priced(_ container: AppGroupContainer) throws -> [String] {
    try Self.coins.filter { coin in
      try (PriceStore(container).prices(of: coin)?.all.compactMap(\.price).count ?? 0) >= 350
    }
  }
}
