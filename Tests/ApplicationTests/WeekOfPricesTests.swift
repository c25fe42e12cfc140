import AppGroup
import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Application

/// The sparkline's prices from recorded price files.
struct WeekOfPricesTests {
  private static let now = utc("2026-04-28T12:30:00Z")

  private func coins(_ prices: [String: ExactDecimal]) -> [Coin] {
    prices.sorted { $0.key < $1.key }
      .map { Coin(id: $0.key, symbol: $0.key, name: $0.key, currentPrice: $0.value) }
  }

  private func withContainer(_ body: (AppGroupContainer) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/bitpal-week-\(UUID())"
    let container = try AppGroupContainer(environment: ["BITPAL_HOME": folder], currentFolder: "/")
    try container.create()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try body(container)
  }

  /// Records a price of bitcoin at each time.
  private func record(_ rows: KeyValuePairs<String, ExactDecimal>, in container: AppGroupContainer)
    throws
  {
    let records = rows.map { time, price in
      PriceRecord(coinId: "bitcoin", point: PricePoint(time: utc(time), price: price))
    }
    try AppGroupWidgetStore(container, clock: { Self.now }).update { $0.newPrices = records }
  }

  @Test func `the last price of each half day and now`() throws {
    try withContainer { container in
      try record(["2026-04-22T01:00:00Z": 100, "2026-04-22T11:00:00Z": 110], in: container)
      try record(["2026-04-28T12:00:00Z": 150], in: container)
      var week = WeekOfPrices(PriceStore(container))
      let prices = week.prices(of: coins(["bitcoin": 160, "new": 1]), at: Self.now)
      #expect(prices["bitcoin"] == [nil, 110, 110] + Array(repeating: nil, count: 10) + [160])
      #expect(prices["new"] == nil, "one price is not a course")
    }
  }

  @Test func `the record is read once an hour`() throws {
    try withContainer { container in
      try record(["2026-04-27T20:00:00Z": 100], in: container)
      var week = WeekOfPrices(PriceStore(container))
      _ = week.prices(of: coins(["bitcoin": 150]), at: Self.now)
      try record(["2026-04-27T21:00:00Z": 99], in: container)
      let soon = week.prices(of: coins(["bitcoin": 151]), at: Self.now.addingTimeInterval(60))
      #expect(soon["bitcoin"]?.suffix(2) == [100, 151])
      let later = week.prices(of: coins(["bitcoin": 152]), at: Self.now.addingTimeInterval(3600))
      #expect(later["bitcoin"]?.suffix(2) == [99, 152])
    }
  }
}
