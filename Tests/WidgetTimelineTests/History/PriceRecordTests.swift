import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

struct PriceRecordTests {
  private func record(_ id: String, _ price: String, at time: String) -> PriceRecord {
    PriceRecord(coinId: id, point: PricePoint(time: utc(time), price: exact(price)))
  }

  @Test(arguments: [
    ("bitcoin", "55000", "2026-04-28T12:00:00Z", "2026-04-28T12:00:00.000Z,bitcoin,55000\n"),
    (
      "-10", "0.000000000056366", "2026-04-28T12:00:00.5Z",
      "2026-04-28T12:00:00.500Z,-10,0.000000000056366\n"
    ),
    ("1move token", "1e21", "2026-04-28", midnight + ",1move token,1000000000000000000000\n"),
    ("boringdao-[old]", "1", "2026-04-28", midnight + ",boringdao-[old],1\n"),
    ("a,b", "1", "2026-04-28", midnight + ",\"a,b\",1\n"),
    ("say \"a\"", "1", "2026-04-28", midnight + ",\"say \"\"a\"\"\",1\n"),
  ])
  func `a row is what was written`(id: String, price: String, time: String, line: String) {
    let record = record(id, price, at: time)
    #expect(record.line == line)
    #expect(PriceRecord(line: Array(line.utf8.dropLast())) == record)
  }

  @Test(arguments: ["", "two\nlines", "escape\u{1B}"])
  func `an id that no line can hold has no row`(id: String) {
    #expect(record(id, "1", at: "2026-04-28").line == nil)
  }

  @Test(arguments: [
    "", "time,coin_id,price", midnight, midnight + ",bitcoin", midnight + ",bitcoin,",
    midnight + ",,1",
    midnight + ",bitcoin,0", midnight + ",bitcoin,-1", midnight + ",bitcoin,1x",
    midnight + ",bitcoin,nan",
    "2026-13-28T00:00:00.000Z,bitcoin,1", "2026-04-28T00:00:00Z,bitcoin,1",
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0,bitcoin,1",
  ])
  func `what is no row is not read`(line: String) {
    #expect(PriceRecord(line: Array(line.utf8)) == nil)
  }
}

private let midnight = "2026-04-28T00:00:00.000Z"

struct PriceThinningTests {
  private let now = utc("2026-04-28T12:00:00Z")

  private func thinned(_ day: String, _ times: [String]) throws -> [String] {
    var thinning = try #require(PriceThinning(ofDay: utc(day), now: now))
    for (index, time) in times.enumerated() {
      let point = PricePoint(time: utc("\(day)T\(time)Z"), price: Decimal(index + 1))
      thinning.add(PriceRecord(coinId: "bitcoin", point: point))
    }
    return thinning.records.map { "\($0.point.time.utcText.dropFirst(11)) \($0.point.price)" }
  }

  private let times = ["00:00:00", "00:30:00", "00:59:59.999", "01:00:00", "23:10:00", "23:40:00"]

  @Test(arguments: ["2026-04-28", "2026-04-27", "2027-01-01"])
  func `of two days every row stays`(day: String) {
    #expect(PriceThinning(ofDay: utc(day), now: now) == nil)
  }

  @Test(arguments: ["2026-04-26", "2026-04-20", "2026-01-27"])
  func `after two days the last of each hour stays`(day: String) throws {
    #expect(
      try thinned(day, times) == ["00:59:59.999Z 3", "01:00:00Z 4", "23:40:00Z 6"])
  }

  @Test(arguments: ["2026-01-26", "2020-02-29"])
  func `after a quarter the last of the day stays`(day: String) throws {
    #expect(try thinned(day, times) == ["23:40:00Z 6"])
  }

  @Test func `rows out of order lose nothing but their place`() throws {
    #expect(
      try thinned("2026-04-01", ["05:00:00", "05:59:00", "05:30:00", "04:00:00"])
        == ["04:00:00Z 4", "05:59:00Z 2"])
  }

  @Test func `each coin keeps its own`() throws {
    var thinning = try #require(PriceThinning(ofDay: utc("2026-01-01"), now: now))
    for id in ["b", "a", "b"] {
      thinning.add(PriceRecord(coinId: id, point: PricePoint(time: utc("2026-01-01"), price: 1)))
    }
    #expect(thinning.records.map(\.coinId) == ["a", "b"])
  }
}

struct PriceSamplingTests {
  @Test func `a span is cut without gaps`() throws {
    let (start, end) = (utc("2026-04-21T12:00:00Z"), utc("2026-04-28T12:00:00.007Z"))
    let slots = PriceSampling(from: start, to: end, count: 24).slots
    #expect(slots.count == 24)
    #expect(slots.first?.start == start)
    #expect(slots.last?.end == end)
    for (left, right) in zip(slots, slots.dropFirst()) { #expect(left.end == right.start) }
    let lengths = Set(
      slots.map { $0.end.millisecondsSince1970 - $0.start.millisecondsSince1970 })
    #expect(lengths == [25_200_000, 25_200_001])
  }

  @Test(arguments: [("2026-04-28", 0), ("2026-04-28", -1), ("2026-04-27", 3), ("2026-04-20", 3)])
  func `an empty span has no parts`(end: String, count: Int) {
    #expect(PriceSampling(from: utc("2026-04-28"), to: utc(end), count: count).slots.isEmpty)
  }

  @Test(arguments: [
    ("50000", "55000", "10"), ("55000", "50000", "-9.09"), ("0.00000823", "0.00000823", "0"),
    ("1", "0.5", "-50"),
  ])
  func `a change is in percent with its sign`(old: String, new: String, percent: String) {
    #expect(priceChange(from: exact(old), to: exact(new)).rounded(toPlaces: 2) == exact(percent))
  }
}
