import FoundationEssentials
import Testing

@testable import Charts

/// Ticks of a date axis are at the start of hours, days, months or years.
struct DateAxisTests {
  private func labels(_ first: Int, _ last: Int, atMost count: Int) -> [String] {
    let axis = DateAxis(
      from: Date(timeIntervalSince1970: Double(first)),
      to: Date(timeIntervalSince1970: Double(last)))
    return axis.ticks(atMost: count).map(\.label)
  }

  @Test func `ticks stand where hours days months and years begin`() {
    let start = 1_735_689_600
    #expect(
      labels(start, start + 86_400, atMost: 5) == ["Jan 1", "06:00", "12:00", "18:00", "Jan 2"])
    #expect(labels(start, start + 364 * 86_400, atMost: 4) == ["2025", "Apr", "Jul", "Oct"])
    #expect(
      labels(start - 3_650 * 86_400, start, atMost: 6) == ["2016", "2018", "2020", "2022", "2024"])
  }

  @Test func `days are those of the calendar`() {
    for (second, text) in [
      (0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_735_689_599, "2024-12-31"),
      (4_107_542_400, "2100-03-01"),
    ] {
      #expect(CivilDay(second: second).text == text)
    }
    for month in 1_970 * 12..<2_110 * 12 {
      let day = CivilDay(second: CivilDay.second(monthCount: month))
      #expect(day.monthCount == month && day.day == 1)
    }
  }
}
