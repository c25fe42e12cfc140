import BitpalTesting
import Exact
import FlyingFox
import Foundation
import HTTP
import Portfolio
import PriceProvider
import ProviderTesting
import Testing

@testable import Kraken

/// Kraken's daily candles are the closes of the days that ended by the server's clock.
///
/// - Candles of other lengths, days without trades and invalid prices leave gaps.
/// - A candle that contradicts itself is left out.
/// - Coins without a pair are not requested, and responses about other pairs are malformed.
struct KrakenDailyPricesTests {
  private func closes(
    _ body: String, of coinId: String = "bitcoin", now: String = "2026-08-17T12:00:00Z",
    date: String = ""
  ) throws -> PastPriceAnswer {
    let range = try day("2026-08-01")...day("2026-08-16")
    return try KrakenDailyPrices(kraken(FakeTransport(body, date: date), now: now))
      .closes(of: coinId, days: range)
  }

  private func candle(_ time: String, close: String = "\"5\"", trades: String = "3") -> String {
    #"{"error":[],"result":{"XXBTZUSD":[[\#(time),"4","6","3",\#(close),"4","5",\#(trades)]],"#
      + #""last":1786838400}}"#
  }

  @Test func `recorded candles are read`() async throws {
    let body = try Recording.fixture("ohlc_daily_2026-08.json")
    let range = try day("2026-08-01")...day("2026-08-16")
    let (answer, targets) = try await replaying({ _ in response(body) }) { base in
      Result {
        try KrakenDailyPrices(
          kraken(base: base, now: "2026-08-17T12:00:00Z"), timeLimit: .seconds(600)
        )
        .closes(of: "bitcoin", days: range)
      }
    }
    let found = try answer.get()
    #expect(found.failure == nil)
    #expect(targets == ["/0/public/OHLC?pair=XBTUSD&interval=1440"])
    // The last of the ten candles is for the current day.
    #expect(found.closes.count == 9)
    #expect(found.closes[try day("2026-08-08")]?.description == "64901.1")
    #expect(found.closes[try day("2026-08-16")]?.description == "62819.1")
    #expect(found.closes[try day("2026-08-17")] == nil)
  }

  @Test func `candles that are not of a day are left out`() throws {
    let minutes = try #require(
      try Recording.all("small_answers.json").first { $0.request.contains("OHLC?pair=XBTUSD") })
    #expect(try closes(minutes.body, now: "2026-09-03T12:00:00Z").closes == [:])
  }

  @Test(arguments: [
    "1786147200.5", "\"1786147200\"", "4102444800", "99999999999999999999", "-99999999999986400",
    "null",
  ])
  func `a time that is none is left out`(_ time: String) throws {
    #expect(try closes(candle(time)).closes == [:])
  }

  @Test(arguments: ["5", "\"-5\"", "\"0.0\"", "\"NaN\"", "\"1e400\"", "null", "[]"])
  func `what is not a price is a gap`(_ close: String) throws {
    #expect(try closes(candle("1786147200", close: close)).closes == [:])
  }

  @Test func `a day without trades is a gap`() throws {
    #expect(try closes(candle("1786147200", trades: "0")).closes == [:])
    #expect(try closes(candle("1786147200")).closes.count == 1)
  }

  @Test(arguments: ["2026-08-07T23:30:00Z", "2026-08-10T00:30:00Z"])
  func `the server's clock decides which day has ended`(_ now: String) throws {
    let date = "Sun, 09 Aug 2026 00:10:00 GMT"
    #expect(try closes(candle("1786147200"), now: now, date: date).closes.count == 1)
    #expect(try closes(candle("1786233600"), now: now, date: date).closes.isEmpty)
  }

  @Test func `a recorded candle has its four prices and its volume`() throws {
    let body = try Recording.fixture("ohlc_daily_2026-08.json")
    let answer = KrakenDailyPrices(try kraken(FakeTransport(body), now: "2026-08-17T12:00:00Z"))
      .candles(of: "bitcoin")
    #expect(answer.candles.count == 9)
    #expect(answer.calls == 1)
    #expect(
      answer.candles.first
        == DailyCandle(
          day: try day("2026-08-08"), open: exact("64886.2"), high: exact("65141.9"),
          low: exact("64800.0"), close: exact("64901.1"), volume: exact("408.98379809")))
  }

  /// Open, high, low and close where the close or the open is outside the range, or low and high
  /// are swapped.
  @Test(arguments: [
    ["5", "6", "4", "7"], ["5", "6", "4", "3"], ["3", "6", "4", "5"], ["7", "6", "4", "5"],
    ["5", "4", "6", "5"],
  ])
  func `a candle that contradicts itself is none`(_ prices: [String]) throws {
    let fields = prices.map { "\"\($0)\"" }.joined(separator: ",")
    let body = #"{"error":[],"result":{"XXBTZUSD":[[1786147200,\#(fields),"4","5",3]]}}"#
    #expect(try closes(body).closes == [:])
  }

  @Test func `an answer about another pair is malformed`() throws {
    let body = candle("1786147200").replacing("XXBTZUSD", with: "XETHZUSD")
    #expect(
      try closes(body)
        == PastPriceAnswer(failure: .malformed("the response has no prices"), calls: 1))
  }

  @Test func `a coin without a pair is not asked`() throws {
    let source = KrakenDailyPrices(try kraken(FakeTransport("{}")))
    #expect(source.reach(of: "terra-luna-2", today: try day("2026-08-17")) == nil)
    #expect(
      source.reach(of: "bitcoin", today: try day("2026-08-17"))
        == PastPriceReach(earliest: try day("2024-08-28"), daysPerCall: 719))
    #expect(try closes("{}", of: "terra-luna-2").calls == 0)
  }
}
