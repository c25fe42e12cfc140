import AppGroup
import BitpalTesting
import Foundation
import Portfolio
import Testing
import WidgetTimeline

struct PriceHistoryFiles {
  private let temporary: TemporaryContainer
  private let container: AppGroupContainer
  private let history: PriceHistoryStore

  init() throws {
    temporary = try TemporaryContainer()
    container = temporary.container
    history = PriceHistoryStore(container)
  }

  private func path(_ day: String) -> String { "\(container.priceHistory)/\(day).csv" }

  /// A refresh at that time which brought those prices.
  private func refresh(at time: String, _ prices: KeyValuePairs<String, String>) throws {
    let now = utc(time)
    try AppGroupWidgetStore(container, clock: { now }).update { files in
      files.newPrices = prices.map {
        PriceRecord(coinId: $0.key, point: PricePoint(time: now, price: exact($0.value)))
      }
    }
  }

  private func samples(
    _ ids: Set<String>, from start: String, to end: String, count: Int
  ) -> [String: [String]] {
    history.samples(of: ids, from: utc(start), to: utc(end), count: count).mapValues { points in
      points.map { "\($0.time.utcText) \($0.price)" }
    }
  }

  @Test func `each refresh adds its rows to the day's private file`() throws {
    try refresh(at: "2026-04-28T23:59:00Z", ["bitcoin": "55000", "-10": "6.21e-06"])
    try refresh(at: "2026-04-28T23:59:30.250Z", ["bitcoin": "55001"])
    try refresh(at: "2026-04-29T00:00:00Z", ["bitcoin": "55002"])
    #expect(
      try text(at: path("2026-04-28")) == """
        2026-04-28T23:59:00.000Z,bitcoin,55000
        2026-04-28T23:59:00.000Z,-10,0.00000621
        2026-04-28T23:59:30.250Z,bitcoin,55001

        """)
    #expect(try text(at: path("2026-04-29")) == "2026-04-29T00:00:00.000Z,bitcoin,55002\n")
    #expect(try mode(of: path("2026-04-28")) == 0o600)
    #expect(try mode(of: container.priceHistory) == 0o700)
  }

  @Test func `an update without prices leaves the history alone`() throws {
    try refresh(at: "2026-04-28T23:59:00Z", [:])
    #expect(try names(in: container.priceHistory).isEmpty)
  }

  @Test func `a row cut by a crash is not read, and the next refresh takes its place`() throws {
    try refresh(at: "2026-04-28T12:00:00Z", ["bitcoin": "55000"])
    let whole = try #require(try text(at: path("2026-04-28")))
    try put(whole + "2026-04-28T12:00:30.000Z,bitcoin,55", at: path("2026-04-28"))
    let span = ("2026-04-28T00:00:00Z", "2026-04-29T00:00:00Z")
    #expect(
      samples(["bitcoin"], from: span.0, to: span.1, count: 1)
        == ["bitcoin": ["2026-04-28T12:00:00Z 55000"]])
    try refresh(at: "2026-04-28T12:01:00Z", ["bitcoin": "55001"])
    #expect(
      try text(at: path("2026-04-28")) == whole + "2026-04-28T12:01:00.000Z,bitcoin,55001\n")
  }

  @Test func `a sample is the last price of its part of the span`() throws {
    for (time, price) in [
      ("2026-04-27T23:00:00Z", "1"), ("2026-04-28T01:00:00Z", "2"), ("2026-04-28T02:00:00Z", "3"),
      ("2026-04-28T02:00:00.001Z", "4"), ("2026-04-28T05:00:00Z", "5"),
    ] {
      try refresh(at: time, ["bitcoin": price])
    }
    try refresh(at: "2026-04-28T05:30:00Z", ["ethereum": "9", "solana": "8"])
    #expect(
      samples(
        ["bitcoin", "ethereum", "cardano"], from: "2026-04-28T00:00:00Z",
        to: "2026-04-28T06:00:00Z", count: 3) == [
          "bitcoin": [
            "2026-04-28T02:00:00Z 3", "2026-04-28T02:00:00.001Z 4", "2026-04-28T05:00:00Z 5",
          ],
          "ethereum": ["2026-04-28T05:30:00Z 9"],
        ])
  }

  @Test func `a week of refreshes every half minute is sampled truly`() throws {
    let ids = (1...5).map { "coin-\($0)" }
    for day in 22...28 {
      var rows = ""
      let midnight = utc("2026-04-\(day)").millisecondsSince1970
      for step in 0..<2880 {
        let time = PriceRecord.timeText(
          Date(millisecondsSince1970: midnight + step * 30_000))
        for (place, id) in ids.enumerated() { rows += "\(time),\(id),\(day)\(step + 1).\(place)\n" }
      }
      try put(rows, at: path("2026-04-\(day)"))
    }
    let samples = samples(
      Set(ids), from: "2026-04-21T23:59:59Z", to: "2026-04-28T23:59:59Z", count: 14)
    #expect(samples.count == 5)
    let third = try #require(samples["coin-3"])
    #expect(third.count == 14)
    #expect(third.first == "2026-04-22T11:59:30Z 221440.2")
    #expect(third.last == "2026-04-28T23:59:30Z 282880.2")
  }

  @Test func `the change of a day is from the price of a day ago`() throws {
    try refresh(at: "2026-04-27T09:00:00Z", ["cardano": "1"])
    try refresh(at: "2026-04-27T10:30:00Z", ["bitcoin": "50000", "ethereum": "2000"])
    try refresh(at: "2026-04-27T12:00:00Z", ["bitcoin": "40000"])
    try refresh(at: "2026-04-27T12:00:01Z", ["bitcoin": "1", "solana": "1"])
    let changes = history.dayChanges(
      of: ["bitcoin": 50000, "ethereum": 1500, "solana": 2, "cardano": 2],
      at: utc("2026-04-28T12:00:00Z"))
    #expect(changes == ["bitcoin": 25, "ethereum": -25])
  }

  @Test func `the first refresh of a day thins what is old`() throws {
    let minutes = ["00:10", "00:40", "01:20"]
    for day in ["2026-01-10", "2026-04-10", "2026-04-27"] {
      for minute in minutes { try refresh(at: "\(day)T\(minute):00Z", ["bitcoin": "1"]) }
    }
    try refresh(at: "2026-04-28T00:00:00Z", ["bitcoin": "2"])
    #expect(
      try text(at: path("2026-01-10")) == "2026-01-10T01:20:00.000Z,bitcoin,1\n")
    #expect(
      try text(at: path("2026-04-10")) == """
        2026-04-10T00:40:00.000Z,bitcoin,1
        2026-04-10T01:20:00.000Z,bitcoin,1

        """)
    #expect(try text(at: path("2026-04-27"))?.split(separator: "\n").count == 3)
    #expect(try mode(of: path("2026-01-10")) == 0o600)
  }

  @Test func `what is not a day of the history is left alone`() throws {
    try put("mine", at: "\(container.priceHistory)/2026-99-99.csv")
    try put("mine", at: "\(container.priceHistory)/notes.csv")
    try put("\0\0\0\nnonsense\n", at: path("2026-01-01"))
    try refresh(at: "2026-04-28T00:00:00Z", ["bitcoin": "2"])
    #expect(
      samples(["bitcoin"], from: "2025-01-01", to: "2026-05-01", count: 1)
        == ["bitcoin": ["2026-04-28T00:00:00Z 2"]])
    #expect(try text(at: "\(container.priceHistory)/notes.csv") == "mine")
    #expect(try text(at: path("2026-01-01")) == "\0\0\0\nnonsense\n")
  }

  @Test func `where there is no history there is nothing`() throws {
    removeTree(container.priceHistory)
    #expect(samples(["bitcoin"], from: "2026-04-28", to: "2026-04-29", count: 3).isEmpty)
    #expect(history.dayChanges(of: ["bitcoin": 1], at: utc("2026-04-28")).isEmpty)
  }

  @Test func `a history that cannot be written is told, and the figures are written`() throws {
    let now = utc("2026-04-28T12:00:00Z")
    let store = AppGroupWidgetStore(container, clock: { now })
    try FileManager.default.createDirectory(
      atPath: path("2026-04-28"), withIntermediateDirectories: false)
    #expect(throws: ContainerError.refused(.write, path: path("2026-04-28"), code: EISDIR)) {
      try store.update { files in
        files.refreshStatus = RefreshStatus(lastSuccess: now)
        files.newPrices = [
          PriceRecord(coinId: "bitcoin", point: PricePoint(time: now, price: 1))
        ]
      }
    }
    #expect(store.refreshStatus()?.lastSuccess == now)
  }
}
