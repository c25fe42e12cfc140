import Exact
import FlyingFox
import Foundation
import HTTP
import Portfolio
import PriceProvider
import ProviderTesting
import Testing
import DefiLlama

/// DefiLlama's price nearest to a midnight is the close of the day that ends there.
///
/// - One request covers up to 500 days, the newest ones of a longer span.
/// - Days that were not requested, prices far from midnight and invalid prices are left out.
/// - Prices of other coins, and those with low confidence, do not count.
/// - A response that is not a chart is malformed.
struct DefiLlamaDailyPricesTests {
  private func days(_ first: String, _ last: String) throws -> ClosedRange<UTCDay> {
    try day(first)...day(last)
  }

  /// A `bitcoin` chart with points at those times.
  private func chart(_ points: KeyValuePairs<Int, String>, confidence: String = "0.99") -> String {
    let rows = points.map { #"{"timestamp":\#($0.key),"price":\#($0.value)}"# }
    return #"{"coins":{"coingecko:bitcoin":{"symbol":"BTC","confidence":\#(confidence),"#
      + #""prices":[\#(rows.joined(separator: ","))]}}}"#
  }

  /// The midnight at the end of 2026-08-10.
  private let midnight = 1_786_406_400

  @Test func `a span is asked from the midnight that ends its first day`() throws {
    let transport = FakeTransport(#"{"coins":{}}"#)
    let answer = try daily(transport).closes(
      of: "1move token", days: days("2026-08-09", "2026-08-11"))
    #expect(
      transport.urls == [
        "https://coins.llama.fi/chart/coingecko:1move%20token?start=1786320000&span=3&period=1d"
      ])
    #expect(answer == PastPriceAnswer(closes: [:], calls: 1))
  }

  @Test func `a longer span is cut to its newest days`() throws {
    let transport = FakeTransport(#"{"coins":{}}"#)
    _ = try daily(transport).closes(of: "bitcoin", days: days("2020-01-01", "2026-08-09"))
    let start = (try day("2026-08-10")).advanced(by: -499).number * 86_400
    #expect(transport.urls.first?.contains("start=\(start)&span=500&") == true)
  }

  @Test func `a point counts for the midnight it is nearest to`() throws {
    let body = chart([
      midnight - 86_400 - 3: "1.5", midnight + 28: "2.25", midnight + 86_400 - 32: "3",
      midnight + 2 * 86_400 + 40_000: "4",
    ])
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-01", "2026-08-14"))
    #expect(
      answer.closes == [
        try day("2026-08-09"): try ExactDecimal(exact: "1.5"),
        try day("2026-08-10"): try ExactDecimal(exact: "2.25"), try day("2026-08-11"): 3,
      ])
  }

  @Test func `of two points of one midnight the nearest counts`() throws {
    let body = chart([midnight - 300: "1", midnight + 20: "2", midnight + 500: "3"])
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-10", "2026-08-10"))
    #expect(answer.closes == [try day("2026-08-10"): 2])
  }

  @Test func `days that were not asked for or have not ended are left out`() throws {
    let body = chart([
      midnight: "1", midnight + 86_400: "2", midnight + 86_400 * 9: "3", 4_102_444_800: "4", 0: "5",
    ])
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-11", "2026-08-30"))
    #expect(answer.closes == [try day("2026-08-11"): 2])
  }

  @Test(arguments: ["1e400", "-1", "0", "\"5\"", "null", "1e13"])
  func `what is not a price is a gap`(_ price: String) throws {
    let body = chart([midnight: price, midnight + 86_400: "2"])
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-10", "2026-08-11"))
    #expect(answer.closes == [try day("2026-08-11"): 2])
  }

  @Test func `recorded charts are read`() async throws {
    let range = try days("2026-08-01", "2026-08-18")
    for recording in try Recording.all("chart.json") {
      // The recordings used a contract address; bitpal reads the coin's own key.
      let body = recording.body.replacing(
        "ethereum:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", with: "coingecko:weth")
      let (answer, _) = try await replaying(
        { _ in response(body, status: recording.status) }
      ) { base in Result { try daily(base: base).closes(of: "weth", days: range) } }
      let found = try answer.get()
      if recording.status == 400 {
        #expect(found.failure == .refused(status: 400, "invalid period"))
      } else {
        // Their points are at 18:32, so that none is a day's close.
        #expect(found == PastPriceAnswer(closes: [:], calls: 1), "\(recording.name)")
      }
    }
  }

  @Test func `a chart of another coin has no closes`() throws {
    let body = chart([midnight: "1"]).replacing("bitcoin", with: "Bitcoin")
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-10", "2026-08-10"))
    #expect(answer == PastPriceAnswer(closes: [:], calls: 1))
  }

  @Test func `a chart that the source is not sure of has no closes`() throws {
    let body = chart([midnight: "1"], confidence: "0.5")
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-10", "2026-08-10"))
    #expect(answer.closes == [:])
  }

  @Test(arguments: ["", "[", "{}", "<html>", #"{"coins":{"coingecko:bitcoin":{}}}"#, "NaN"])
  func `what is not a chart is malformed`(_ body: String) throws {
    let answer = try daily(FakeTransport(body)).closes(
      of: "bitcoin", days: days("2026-08-10", "2026-08-10"))
    guard case .malformed? = answer.failure else {
      Issue.record("\(answer)")
      return
    }
  }
}
