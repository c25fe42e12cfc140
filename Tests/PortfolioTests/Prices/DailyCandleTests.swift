import BitpalTesting
import Exact
import Portfolio
import Testing

/// A candle is consistent, converts at one rate, and averages only over days without gaps.
struct DailyCandleTests {
  private let day = UTCDay(number: 20_000)

  private func candle(
    _ open: String, _ high: String, _ low: String, _ close: String, volume: String? = "1"
  ) -> DailyCandle? {
    DailyCandle(
      day: day, open: exact(open), high: exact(high), low: exact(low), close: exact(close),
      volume: volume.map(exact))
  }

  @Test func `a candle has its first and last price between the lowest and the highest`() {
    #expect(candle("4", "6", "3", "5") != nil)
    #expect(candle("4", "4", "4", "4", volume: nil) != nil)
    for wrong in [
      candle("7", "6", "3", "5"), candle("4", "6", "3", "7"), candle("2", "6", "3", "5"),
      candle("4", "6", "3", "2"), candle("4", "3", "6", "5"), candle("4", "6", "0", "5"),
      candle("4", "6", "-3", "5"), candle("4", "1e30", "3", "5"),
      candle("4", "6", "3", "5", volume: "-1"),
    ] {
      #expect(wrong == nil)
    }
  }

  @Test func `in another currency every price counts at one rate, and the volume stays`() throws {
    let rate = ExchangeRate(numerator: 2, denominator: 3, day: day, source: "ECB")
    let dollars = try #require(candle("3", "9", "3", "6"))
    let euros = try #require(dollars.converted(rate))
    #expect([euros.open, euros.high, euros.low, euros.close] == [2, 6, 2, 4])
    #expect(euros.volume == 1)
  }

  @Test func `an average is the exact sum divided once, and needs every day of its own`() {
    func day(_ number: Int) -> UTCDay { UTCDay(number: number) }
    let closes = [
      day(1): exact("0.1"), day(2): exact("0.2"), day(3): exact("0.4"), day(5): 7, day(6): 8,
      day(7): exact("0.00000000000000000000000000000000000001"),
    ]
    let averages = movingAverage(closes, days: 3)
    #expect(averages[day(3)] == exact("0.7").quotient(by: 3))
    #expect(averages[day(7)] == exact("5.0000000000000000000000000000000000000"))
    #expect(Set(averages.keys) == [day(3), day(7)])
    #expect(movingAverage(closes, days: 1) == closes)
    #expect(movingAverage([:], days: 20) == [:])
  }
}
