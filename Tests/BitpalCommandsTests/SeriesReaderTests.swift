import Exact
import Application
import AppGroup
import BitpalTesting
import Charts
import ConfigurationFile
@testable import Dashboard
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// The prices and values that the dashboard's portfolio chart is read from.
struct SeriesReaderTests {
  private static let now = utc("2025-03-03T12:00:00Z")

  private func series(prices: [String: ExactDecimal]) throws -> PriceSeries {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-course-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: [:], configuration: Configuration(),
      clock: { Self.now })
    for trades in [ledger("buy 2 at 10"), ledger("buy 5 at 1", coin: "coin-of-mine")] {
      try context.service.apply(.add(trades), note: writeNote) {}
    }
    try context.store.update { files in
      files.prices = PriceBook(
        prices.map { id, price in
          let coin = Coin(
            id: id, symbol: id, name: id, currentPrice: price, lastUpdated: Self.now)
          return KnownPrice(coin: coin, source: "test", fetched: Self.now)
        }, lastUpdated: Self.now)
    }
    return try SeriesReader(
      context: context, currency: usDollarCode, costBasis: context.service.costBasis
    ).series(of: .portfolio)
  }

  @Test(arguments: [(CostBasis.average, ExactDecimal(200)), (.fifo, 300)])
  func `what was invested follows the cost basis`(
    costBasis: CostBasis, cost: ExactDecimal
  ) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-cost-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: [:], configuration: Configuration(),
      clock: { Self.now })
    let trades = ledger("buy 1 at 100", "buy 1 at 300", "sell 1 at 400")
    try context.service.apply(.add(trades), note: writeNote) {}
    let series = try SeriesReader(context: context, currency: usDollarCode, costBasis: costBasis)
      .series(of: .portfolio)
    #expect(series.days.last?.cost?.exact == cost)
  }

  @Test func `a coin without a price empties no day, and is said to lack`() throws {
    for (prices, leftOut) in [(["bitcoin": ExactDecimal(90_000)], ["coin-of-mine"]), ([:], [])] {
      let series = try series(prices: prices)
      // Two bitcoin at the built-in close of that day.
      let day = series.days.first { $0.date.utcDayText == "2025-01-31" }
      #expect(day?.value.map { $0 > 200_000 && $0 < 210_000 } == true)
      #expect(day?.isPartial == true && series.leftOut == Set(leftOut))
    }
  }
}
