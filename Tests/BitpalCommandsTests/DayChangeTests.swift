import AppGroup
import Application
import BitpalTesting
import ConfigurationFile
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands

/// The change over 24 hours when the price source reports none.
struct DayChangeTests {
  private static let noon = utc("2026-04-28T12:00:00Z")

  /// Refreshes a portfolio of one bitcoin a day ago at 50,000 and now, and returns its change.
  private func change(now coin: Coin) throws -> ExactDecimal? {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-change-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    let context = AppContext(
      container: container, environment: [:], configuration: Configuration(),
      clock: { Self.noon })
    try context.service.apply(.add(ledger("buy 1 at 10")), note: writeNote) {}
    try context.store.update { files in
      let yesterday = PricePoint(time: Self.noon.addingTimeInterval(-86_400), price: 50_000)
      files.newPrices = [PriceRecord(coinId: "bitcoin", point: yesterday)]
      files.refreshData?.holdings[0].coin = coin
      files.refreshData?.lastUpdated = Self.noon
    }
    return context.service.pricesWithDayChanges()?.holdings.first?.coin.priceChange24h
  }

  private func coin(_ price: ExactDecimal?, change: ExactDecimal? = nil, at time: Date = noon)
    -> Coin
  {
    Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: price, priceChange24h: change,
      lastUpdated: price == nil ? nil : time)
  }

  @Test func `the record tells the change that the source did not`() throws {
    #expect(try change(now: coin(55_000)) == 10)
  }

  @Test func `the source is believed before the record`() throws {
    #expect(try change(now: coin(55_000, change: 3)) == 3)
  }

  @Test func `a price that is old itself has no change`() throws {
    #expect(try change(now: coin(55_000, at: Self.noon.addingTimeInterval(-3601))) == nil)
  }

  @Test func `without a price there is no change`() throws {
    #expect(try change(now: coin(nil)) == nil)
  }
}
