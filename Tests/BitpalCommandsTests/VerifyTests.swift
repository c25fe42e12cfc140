import Application
import AppGroup
import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands
import ConfigurationFile

/// `bitpal verify` on real files.
struct VerifyTests {
  @Test func soundFilesAreProved() throws {
    try withProgram { context in
      let lines = try context.verify().lines(isPrivate: false)
      #expect(lines.contains { $0.hasSuffix("portfolio.json equals a fresh computation") })
      #expect(lines.contains { $0.hasSuffix("refresh_data.json equals a fresh computation") })
    }
  }

  @Test(
    "a wrong figure in a widget file is found and named",
    arguments: [
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
        // The prices are those of the price book: the file that lost one is the one to blame.
        "refresh_data.json", #""price": "55000.00""#, #""price": null"#,
        "refresh_data.json: bitcoin price is unknown and should be 55000.00. "
          + "`bitpal refresh` rewrites it."
      ),
      (
        "portfolio.json", "{", "", "portfolio.json cannot be read. `bitpal refresh` rewrites it."
      ),
    ])
  func wrongFigure(file: String, right: String, wrong: String, sentence: String) throws {
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

  private func withProgram(_ body: (AppContext) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-verify-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: [:], configuration: Configuration()
    ) { utc("2026-04-28T12:00:00Z") }
    try context.service.apply(.add(ledger("buy 3 at 40000", "sell 1 at 50000")), note: writeNote)
    try context.store.update { files in
      let coin = Coin(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currentPrice: 55_000)
      files.prices = PriceBook(
        [KnownPrice(coin: coin, source: "", fetched: nil)],
        lastUpdated: utc("2026-04-28T12:00:00Z"))
    }
    context.service.publish()
    try body(context)
  }
}
