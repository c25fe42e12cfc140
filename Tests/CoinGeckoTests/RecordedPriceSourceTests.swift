import Exact
import FoundationEssentials
import Portfolio
import Testing
import CoinGecko

/// Prices from a file are read like a live response, and a faulty file is explained.
struct RecordedPrices {
  private func recording(_ text: String) throws(PriceFailure) -> RecordedPriceSource {
    try RecordedPriceSource(bytes: Array(text.utf8), pricedAt: noon)
  }

  @Test func `come from a recorded answer`() throws {
    let answer = try recording(recordedMarkets).prices(of: [
      "tether", "unknown", "bitcoin", "tether",
    ])
    #expect(answer.coins.map(\.id) == ["bitcoin", "tether"])
    #expect(answer.coins.first?.lastUpdated == Date(utcText: "2026-04-22T07:18:42.865Z"))
    #expect(answer.failures == [])
    #expect(answer.calls == 0)
  }

  @Test func `come from the short form`() throws {
    let source = try recording(
      #"{"bitcoin": "55000", "shiba-inu": 6.21e-06, "status": 0.00984876}"#)
    let answer = source.prices(of: ["status", "bitcoin", "shiba-inu"])
    #expect(
      answer.coins.map { $0.currentPrice?.description } == ["55000", "0.00000621", "0.00984876"])
    #expect(answer.coins.map(\.name) == ["bitcoin", "shiba-inu", "status"])
    #expect(answer.coins.map(\.lastUpdated) == [noon, noon, noon])
  }

  @Test func `fail like live ones when none is known`() throws {
    let source = try recording(#"{"bitcoin": "55000"}"#)
    #expect(
      source.prices(of: ["ethereum"])
        == PriceAnswer(failures: [.malformed("none of the coins has a price")]))
    #expect(source.prices(of: []) == PriceAnswer())
  }

  @Test(arguments: [
    ("{\n\"bitcoin\": 1,\n}", "not JSON: see line 3"), ("", "not JSON: see line 1"),
    (#"{"bitcoin": "1,5"}"#, "the price of bitcoin has a comma; write 1234.5"),
    (
      #"{"bitcoin": 0.123456789012345678901234567890123456789}"#,
      "the price of bitcoin has more than 38 digits, more than can be kept exactly"
    ),
    (#"{"bitcoin": null}"#, "no price above 0 for bitcoin"),
    (#"{"bitcoin": 0}"#, "no price above 0 for bitcoin"),
    (#"{"bitcoin": -1}"#, "no price above 0 for bitcoin"),
    (
      #"{"bitcoin": 1e13}"#, "the price of bitcoin is not between 1e-18 and 1e12 US dollars"
    ),
    (
      #"{"bitcoin": "1e-19"}"#, "the price of bitcoin is not between 1e-18 and 1e12 US dollars"
    ),
    (#"{"\u001b[2Jx": {}}"#, "no price above 0 for [2Jx"),
    (#"{"bitcoin": 1, "bitcoin": 2}"#, "not JSON: see line 1"),
    ("[1]", "neither a list of coins nor {\"bitcoin\": \"55000\"}"),
    ("7", "neither a list of coins nor {\"bitcoin\": \"55000\"}"),
  ])
  func `name what is wrong with the file`(text: String, reason: String) {
    #expect(throws: PriceFailure.malformed(reason)) { try recording(text) }
  }
}
