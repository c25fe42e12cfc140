import Exact
import Application
import AppGroup
import BitpalTesting
import FoundationEssentials
import LedgerStore
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

@testable import BitpalCommands
import ConfigurationFile

/// `bitpal verify` on real files.
struct VerifyTests {
  @Test func `sound files are proved`() throws {
    try withProgram { context in
      let lines = try context.verify().lines(isPrivate: false)
      #expect(lines.contains { $0.hasSuffix("portfolio.json equals a fresh computation") })
      #expect(lines.contains { $0.hasSuffix("refresh_data.json equals a fresh computation") })
    }
  }

  /// Rows are proved in chunks of a few thousand; one coin's rows end exactly at a chunk boundary.
  @Test func `coins with thousands of rows are proved`() throws {
    try withProgram { context in
      var rows: [Transaction] = []
      for (coin, count) in [("ethereum", 4_096), ("litecoin", 4_500)] {
        for number in 0..<count {
          rows.append(
            Transaction(
              coinId: coin, type: number % 3 == 2 ? .sell : .buy, amount: 1,
              pricePerCoin: Price(number % 97 + 1),
              date: utc("2024-01-01T00:00:00Z").addingTimeInterval(Double(number) * 3_600)))
        }
      }
      try context.service.apply(.add(rows), note: writeNote) {}
      let lines = try context.verify().lines(isPrivate: false)
      #expect(lines.contains { $0.contains("3 coins under 6 cost bases") })
    }
  }

  @Test func `a file from before it said how old its prices are is behind`() throws {
    try withProgram { context in
      let path = context.container.portfolio
      let text = String(decoding: try #require(try AtomicFile.read(path)), as: UTF8.self)
      let former = text.replacing(/,\s+"asOf": "[^"]*"/, with: "")
      try #require(former != text)
      try AtomicFile.write(Array(former.utf8), to: path)
      let lines = try context.verify().lines(isPrivate: false)
      #expect(
        lines.contains {
          $0.hasSuffix(
            "portfolio.json is behind the ledger; the next report or refresh rewrites it")
        })
    }
  }

  @Test(arguments: [
    (
      "portfolio.json", #""currentValue": "110000.00""#, #""currentValue": "110000.01""#,
      "portfolio.json: bitcoin currentValue is 110000.01 and should be 110000.00. "
        + "`bitpal refresh` rewrites it."
    ),
    (
      "portfolio.json", #""realizedPnL": "10000.00""#, #""realizedPnL": "9999.00""#,
      "portfolio.json: realizedPnL is 9999.00 and should be 10000.00. `bitpal refresh` rewrites it."
    ),
    (
      "refresh_data.json", #""quantity": "2""#, #""quantity": "3""#,
      "refresh_data.json: bitcoin quantity is 3 and should be 2. `bitpal refresh` rewrites it."
    ),
    (
      // The prices match the price book, so the file that lost one is at fault.
      "refresh_data.json", #""price": "55000.00""#, #""price": null"#,
      "refresh_data.json: bitcoin price is unknown and should be 55000.00. "
        + "`bitpal refresh` rewrites it."
    ),
    (
      "portfolio.json", "{", "", "portfolio.json cannot be read. `bitpal refresh` rewrites it."
    ),
  ])
  func `a wrong figure in a widget file is found and named`(
    file: String, right: String, wrong: String, sentence: String
  ) throws {
    try withProgram { context in
      let path = "\(context.container.widgetData)/\(file)"
      let text = String(decoding: try #require(try AtomicFile.read(path)), as: UTF8.self)
      try #require(text.contains(right))
      try AtomicFile.write(
        Array(text.replacing(right, with: wrong, maxReplacements: 1).utf8), to: path)
      let failure = #expect(throws: CommandFailure.self) { try context.verify() }
      #expect(failure?.sentence == sentence)
      #expect(failure?.code == .checkFailed)
    }
  }

  @Test(arguments: ["USD", "EUR"])
  func `purchases all the while are no damage`(currency: String) throws {
    try withProgram { context in
      let rival = Rival(context)
      let steps = try SQLiteSteps(on: context.ledger.path, every: 10) { rival.act() }
      defer { steps.end() }
      // Use a new context: connections that are already open are not watched.
      let verify = AppContext(
        container: context.container, environment: [:], configuration: Configuration(),
        clock: context.clock)
      let verified = try verify.verify(currency: currency)
      steps.end()
      let count = rival.purchases.load(ordering: .relaxed)
      #expect(count > 20)
      #expect(verified.storage.transactions < count)
      #expect(try context.verify(currency: currency).storage.transactions == 2 + count)
    }
  }

  @Test func `files that miss a change are behind and not wrong`() throws {
    try withProgram { context in
      let files = [context.container.refreshData, context.container.portfolio]
      let old = try files.map { try #require(try AtomicFile.read($0)) }
      try context.service.apply(.add(ledger("buy 1 at 50000")), note: writeNote) {}
      try AtomicFile.write(old[1], to: files[1])
      #expect(try states(context) == [.equal, .behind])
      try AtomicFile.write(old[0], to: files[0])
      #expect(try states(context) == [.behind, .behind])
      let text = try context.verify().lines(isPrivate: false).joined(separator: "\n")
      #expect(text.contains("portfolio.json is behind the ledger; the next report or refresh"))
    }
  }

  @Test func `files that are written meanwhile are not judged`() throws {
    try withProgram { context in
      let paths = [context.container.refreshData, context.container.portfolio]
      let old = try paths.map { try #require(try AtomicFile.read($0)) }
      try setPrice(56_000, context)
      for (path, bytes) in zip(paths, old) { try AtomicFile.write(bytes, to: path) }
      // Simulate a writer between its two writes: the prices are new, the figures old.
      let files = try PublishedFiles(context.container)
      let failure = #expect(throws: CommandFailure.self) { try context.verify(files) }
      #expect(failure?.sentence.hasPrefix("refresh_data.json: bitcoin price is 55000.00") == true)
      context.service.publish()
      #expect(try context.verify(files).map(\.state) == [.rewritten, .rewritten])
      #expect(try states(context) == [.equal, .equal])
    }
  }

  @Test func `a wrong clock is named`() throws {
    try withProgram { context in
      let early = AppContext(
        container: context.container, environment: [:], configuration: Configuration()
      ) { utc("1970-01-01T00:01:00Z") }
      let failure = #expect(throws: CommandFailure.self) { try early.verify() }
      let id = try #require(context.ledger.transactions().last?.id).uuidString.lowercased().prefix(
        8)
      #expect(
        failure?.sentence == "The clock is or was wrong: it says 1970-01-01T00:01:00Z, and "
          + "transaction \(id) is dated 2025-01-02T00:00:00Z. Set the clock; if it is right now, run "
          + "`bitpal edit \(id)`.")
    }
  }

  private func states(_ context: AppContext) throws -> [VerifiedFile.State] {
    try context.verify().widgetFiles.map(\.state)
  }

  private func withProgram(_ body: (AppContext) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-verify-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: [:], configuration: Configuration()
    ) { utc("2026-04-28T12:00:00Z") }
    try context.service.apply(.add(ledger("buy 3 at 40000", "sell 1 at 50000")), note: writeNote) {}
    try setPrice(55_000, context)
    try body(context)
  }

  private func setPrice(_ price: ExactDecimal, _ context: AppContext) throws {
    try context.store.update { files in
      let coin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: price)
      files.prices = PriceBook(
        [KnownPrice(coin: coin, source: "", fetched: nil)],
        lastUpdated: utc("2026-04-28T12:00:00Z"))
    }
    context.service.publish()
  }
}

/// Another bitpal that writes while the ledger is read.
private final class Rival: Sendable {
  let purchases = Atomic(0)
  private let moments = Atomic(0)
  private let service: PortfolioService

  init(_ context: AppContext) {
    service = PortfolioService(
      container: context.container, costBasis: .average, clock: context.clock)
  }

  /// Buys on the first call and on every eighth call after it.
  func act() {
    guard moments.add(1, ordering: .relaxed).oldValue % 8 == 0 else { return }
    purchases.add(1, ordering: .relaxed)
    #expect(throws: Never.self) {
      try service.apply(.add(ledger("buy 1 at 40000")), note: { _ in }) {}
    }
  }
}
