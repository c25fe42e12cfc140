import AppGroup
import BitpalTesting
import FoundationEssentials
import Glibc
import Portfolio
import Testing
import WidgetTimeline

struct RecordedDailyPricesTests {
  private let temporary: TemporaryContainer
  private let container: AppGroupContainer

  init() throws {
    temporary = try TemporaryContainer()
    container = temporary.container
  }

  private func record(_ id: String, _ price: String, at time: String) throws {
    let now = utc(time)
    try AppGroupWidgetStore(container, clock: { now }).update { files in
      files.newPrices = [
        PriceRecord(coinId: id, point: PricePoint(time: now, price: exact(price)))
      ]
    }
  }

  @Test func `a day's price is the last one recorded on that very day`() throws {
    try record("bitcoin", "1", at: "2026-04-28T00:00:00Z")
    try record("monero", "5", at: "2026-04-28T01:00:00Z")
    try record("bitcoin", "2", at: "2026-04-28T23:59:59.999Z")
    try record("bitcoin", "3", at: "2026-04-29T00:00:00Z")
    let prices = RecordedDailyPrices(container)
    let day = try #require(UTCDay(text: "2026-04-28"))
    #expect(
      prices.price(of: "bitcoin", on: day)
        == DailyPrice(price: 2, day: day, source: "recorded"))
    #expect(prices.price(of: "monero", on: day)?.price == 5)
    #expect(prices.price(of: "bitcoin", on: day.advanced(by: 1))?.price == 3)
    #expect(prices.price(of: "bitcoin", on: day.advanced(by: -1)) == nil)
    #expect(prices.price(of: "monero", on: day.advanced(by: 1)) == nil)
  }

  @Test func `a pipe in the place of a day's file holds nobody up`() throws {
    try container.create()
    let path = "\(container.priceHistory)/2026-04-28.csv"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ContainerError.refused(.write, path: path, code: EINVAL)) {
      try record("bitcoin", "1", at: "2026-04-28T12:00:00Z")
    }
    let day = try #require(UTCDay(text: "2026-04-28"))
    #expect(RecordedDailyPrices(container).price(of: "bitcoin", on: day) == nil)
  }

  @Test(arguments: ["prices.json", "watchlist.json", "alerts.json", "refresh_data.json"])
  func `a pipe in the place of a file of the container holds nobody up`(name: String) throws {
    try container.create()
    let path = "\(container.widgetData)/\(name)"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ContainerError.refused(.read, path: path, code: EINVAL)) {
      try record("bitcoin", "1", at: "2026-04-28T12:00:00Z")
    }
    #expect(AppGroupWidgetStore(container, clock: { utc("2026-04-28") }).prices() == nil)
  }
}
