import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A span of time is divided without gaps, and a change is in percent with its sign.
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
    #expect(priceChange(from: exact(old), to: exact(new)).rounded(places: 2) == exact(percent))
  }
}
