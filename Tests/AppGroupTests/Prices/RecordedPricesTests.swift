import BitpalTesting
import Exact
import Foundation
import Portfolio
import Testing
import WidgetTimeline

@testable import AppGroup

/// What refreshes leave in the store, and how it is read.
struct RecordedPricesTests {
  private let files: TestStore

  init() throws {
    files = try TestStore()
    try files.container.create()
  }

  /// A refresh at that time which fetched those prices.
  private func refresh(
    at time: String, _ prices: KeyValuePairs<String, String>, from source: String = ""
  ) throws {
    let now = utc(time)
    try AppGroupWidgetStore(files.container, clock: { now }).update { files in
      files.newPrices = prices.map {
        PriceRecord(
          coinId: $0.key, point: PricePoint(time: now, price: exact($0.value)), source: source)
      }
    }
  }

  private func recorded(_ id: String = "bitcoin") throws -> [String] {
    try files.store.prices(of: id)?.all.compactMap(\.point).map {
      "\($0.time.utcText) \($0.price)"
    } ?? []
  }

  private func samples(
    _ ids: Set<String>, from start: String, to end: String, count: Int
  ) -> [String: [String]] {
    files.store.samples(of: ids, from: utc(start), to: utc(end), count: count).mapValues { points in
      points.map { "\($0.time.utcText) \($0.price)" }
    }
  }

  @Test func `each refresh adds to its coins private file`() throws {
    try refresh(at: "2026-04-28T23:59:00Z", ["bitcoin": "55000", "-10": "6.21e-06"])
    let size = try files.bytes().count
    try refresh(at: "2026-04-28T23:59:30.250Z", ["bitcoin": "55001"])
    try refresh(at: "2026-04-29T00:00:00Z", ["bitcoin": "55002"])
    #expect(
      try recorded() == [
        "2026-04-28T23:59:00Z 55000", "2026-04-28T23:59:30Z 55001", "2026-04-29T00:00:00Z 55002",
      ])
    #expect(try recorded("-10") == ["2026-04-28T23:59:00Z 0.00000621"])
    #expect(try files.bytes().count == size + 48)
    #expect(try mode(of: files.store.path(of: "bitcoin")) == 0o600)
    #expect(try mode(of: files.container.pastPrices) == 0o700)
  }

  @Test func `an update without prices leaves the store alone`() throws {
    try refresh(at: "2026-04-28T23:59:00Z", [:])
    #expect(try names(in: files.container.pastPrices).isEmpty)
  }

  @Test func `a clock that was set back loses nothing`() throws {
    try refresh(at: "2026-04-28T12:00:00Z", ["bitcoin": "2"])
    try refresh(at: "2026-04-28T11:00:00Z", ["bitcoin": "1"])
    #expect(try recorded() == ["2026-04-28T11:00:00Z 1", "2026-04-28T12:00:00Z 2"])
  }

  @Test func `a record cut by a crash is kept aside and the others count`() throws {
    try refresh(at: "2026-04-28T12:00:00Z", ["bitcoin": "55000"])
    let whole = try files.bytes()
    try files.put(whole + whole.suffix(9))
    #expect(try recorded() == ["2026-04-28T12:00:00Z 55000"])
    try refresh(at: "2026-04-28T12:01:00Z", ["bitcoin": "55001"])
    #expect(try recorded() == ["2026-04-28T12:00:00Z 55000", "2026-04-28T12:01:00Z 55001"])
    #expect(try files.store.prices(of: "bitcoin")?.damage == nil)
    let kept = try names(in: files.container.pastPrices).filter { $0.contains(".corrupt-") }
    #expect(kept.count == 1)
  }

  @Test func `the day's price is the last recorded then the one fetched`() throws {
    try files.add([
      price("7", on: "2026-04-27"), price("8", on: "2026-04-28"), gap(on: "2026-04-29"),
    ])
    try refresh(at: "2026-04-28T00:00:00Z", ["bitcoin": "1"], from: "CoinGecko")
    try refresh(at: "2026-04-28T23:59:59.999Z", ["bitcoin": "2"], from: "DefiLlama")
    try refresh(at: "2026-04-29T00:00:00Z", ["bitcoin": "3"])
    let prices = StoredDailyPrices(files.store)
    func found(_ text: String) throws -> String? {
      prices.price(of: "bitcoin", on: try day(text)).map { "\($0.price) \($0.source)" }
    }
    #expect(try found("2026-04-27") == "7 CoinGecko")
    #expect(try found("2026-04-28") == "2 DefiLlama, recorded")
    #expect(try found("2026-04-29") == "3 recorded")
    #expect(try found("2026-04-26") == nil)
    #expect(try found("2026-04-30") == nil)
    #expect(prices.lookup(of: "bitcoin")(try day("2026-04-28")) == 2)
  }

  @Test func `a sample is the last price of its part of the span`() throws {
    for (time, price) in [
      ("2026-04-27T23:00:00Z", "1"), ("2026-04-28T01:00:00Z", "2"), ("2026-04-28T02:00:00Z", "3"),
      ("2026-04-28T02:00:01Z", "4"), ("2026-04-28T05:00:00Z", "5"),
    ] {
      try refresh(at: time, ["bitcoin": price])
    }
    try refresh(at: "2026-04-28T05:30:00Z", ["ethereum": "9", "solana": "8"])
    #expect(
      samples(
        ["bitcoin", "ethereum", "cardano"], from: "2026-04-28T00:00:00Z",
        to: "2026-04-28T06:00:00Z", count: 3) == [
          "bitcoin": [
            "2026-04-28T02:00:00Z 3", "2026-04-28T02:00:01Z 4", "2026-04-28T05:00:00Z 5",
          ],
          "ethereum": ["2026-04-28T05:30:00Z 9"],
        ])
  }

  @Test func `a line of the week is there on the first evening`() throws {
    try files.add([
      price("1", on: "2026-04-26"), price("2", on: "2026-04-27"), gap(on: "2026-04-28"),
    ])
    #expect(
      samples(
        ["bitcoin"], from: "2026-04-26T00:00:00Z", to: "2026-04-29T00:00:00Z", count: 3)
        == ["bitcoin": ["2026-04-26T23:59:59Z 1", "2026-04-27T23:59:59Z 2"]])
  }

  @Test func `a past price is the last one of the two hours before`() throws {
    try refresh(at: "2026-04-27T09:00:00Z", ["cardano": "1"])
    try refresh(at: "2026-04-27T10:30:00Z", ["bitcoin": "50000", "ethereum": "2000"])
    try refresh(at: "2026-04-27T12:00:00Z", ["bitcoin": "40000"])
    try refresh(at: "2026-04-27T12:00:01Z", ["bitcoin": "1", "solana": "1"])
    let store = AppGroupWidgetStore(files.container, clock: { utc("2026-04-28") })
    let prices = ["bitcoin", "ethereum", "solana", "cardano"].map {
      store.pastPrice(of: $0, at: utc("2026-04-27T12:00:00Z"))
    }
    #expect(prices == [40000, 2000, nil, nil])
  }

  @Test func `what is old is thinned and what was fetched stays`() throws {
    let times = ["00:10:00", "00:40:00", "00:59:59", "01:00:00", "23:10:00"]
    let days = ["2026-01-26", "2026-01-27", "2026-04-26", "2026-04-27", "2026-04-28"]
    let prices = days.flatMap { day in
      times.map {
        StoredPrice(
          PriceRecord(coinId: "", point: PricePoint(time: utc("\(day)T\($0)Z"), price: 1)))
      }
    }
    try files.store.add(
      prices + [price("2", on: "2026-01-26"), price("3", on: "2026-04-26")], of: "bitcoin",
      at: utc("2026-04-28T12:00:00Z"))
    let kept = Dictionary(grouping: try recorded(), by: { String($0.prefix(10)) })
      .mapValues(\.count)
    #expect(
      kept == [
        "2026-01-26": 2, "2026-01-27": 3, "2026-04-26": 4, "2026-04-27": 5, "2026-04-28": 5,
      ])
    #expect(try recorded().first == "2026-01-26T23:10:00Z 1")
  }

  /// Three days of a dashboard that refreshes every minute.
  @Test func `every minute of the last two hours is kept and fewer before`() throws {
    let start = utc("2026-01-01").millisecondsSince1970 / 1000
    let prices = (0..<(1440 * 3)).map { minute in
      StoredPrice(second: start + minute * 60, .price(1, .recorded(from: "CoinGecko")))
    }
    let now = utc("2026-01-04")
    let kept = PriceThinning.kept(of: prices, at: now)
    let ages = kept.map { now.millisecondsSince1970 / 1000 - $0.second }
    #expect(ages.count { $0 <= 7200 } == 120)
    #expect(ages.count { $0 > 7200 && $0 <= 86_400 } == 88)
    #expect(ages.count { $0 > 2 * 86_400 } == 24)
    #expect(kept.count == 120 + 88 + 24 + 24)
    #expect(PriceThinning.kept(of: kept, at: now) == kept)
  }

  /// A week of refreshes every 15 minutes leaves a bounded file.
  @Test func `many refreshes leave a bounded file`() throws {
    let start = utc("2026-01-01").millisecondsSince1970
    for step in 0..<(96 * 7) {
      let now = Date(millisecondsSince1970: start + step * 900_000)
      try AppGroupWidgetStore(files.container, clock: { now }).update { files in
        files.newPrices = [PriceRecord(coinId: "bitcoin", point: PricePoint(time: now, price: 1))]
      }
    }
    let count = try #require(try files.store.prices(of: "bitcoin")?.count)
    #expect(count >= 96 * 2 + 24 * 5)
    #expect(count < 96 * 3 + 24 * 5)
  }

  @Test func `where there is no file there is nothing`() throws {
    try FileManager.default.removeItem(atPath: files.container.pastPrices)
    #expect(samples(["bitcoin"], from: "2026-04-28", to: "2026-04-29", count: 3).isEmpty)
    let store = AppGroupWidgetStore(files.container, clock: { utc("2026-04-28") })
    #expect(store.pastPrice(of: "bitcoin", at: utc("2026-04-28")) == nil)
  }

  @Test func `a file that cannot be written is named and the others are written`() throws {
    let now = utc("2026-04-28T12:00:00Z")
    let store = AppGroupWidgetStore(files.container, clock: { now })
    let path = files.store.path(of: "bitcoin")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: ContainerError.refused(.write, path: path, code: EISDIR)) {
      try store.update { files in
        files.refreshStatus = RefreshStatus(lastSuccess: now)
        files.newPrices = ["bitcoin", "monero"].map {
          PriceRecord(coinId: $0, point: PricePoint(time: now, price: 1))
        }
      }
    }
    #expect(store.refreshStatus()?.lastSuccess == now)
    #expect(try recorded("monero").count == 1)
  }

  @Test func `a pipe in the place of a file holds no process up`() throws {
    let path = files.store.path(of: "bitcoin")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ContainerError.refused(.write, path: path, code: EINVAL)) {
      try refresh(at: "2026-04-28T12:00:00Z", ["bitcoin": "1"])
    }
    #expect(
      StoredDailyPrices(files.store).price(of: "bitcoin", on: try day("2026-04-28")) == nil)
  }

  @Test(arguments: ["prices.json", "watchlist.json", "alerts.json", "refresh_data.json"])
  func `a pipe in the place of a widget file holds no process up`(_ name: String) throws {
    let path = "\(files.container.widgetData)/\(name)"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: ContainerError.refused(.read, path: path, code: EINVAL)) {
      try refresh(at: "2026-04-28T12:00:00Z", ["bitcoin": "1"])
    }
    #expect(AppGroupWidgetStore(files.container, clock: { utc("2026-04-28") }).prices() == nil)
  }
}
