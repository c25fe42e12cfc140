import Exact
import Portfolio
import PriceProvider
import Testing
import CoinGecko

/// CoinGecko's price at midnight is the close of the day that ends there.
///
/// - A value that is not a price leaves a gap.
/// - Days beyond the plan's 365 are reported as such and not as an outage.
struct CoinGeckoDailyPricesTests {
  private func closes(_ body: String, status: Int = 200) throws -> PastPriceAnswer {
    let source = CoinGeckoDailyPrices(
      configuration: APIConfiguration(version: "0.1"),
      transport: FakeTransport(status: status, body: body))
    let day = try #require(UTCDay(text: "2026-04-20"))
    return source.closes(of: "bitcoin", days: day...day)
  }

  @Test func `a point at midnight is the close of the day before`() throws {
    let answer = try closes(
      #"{"prices":[[1776643200000,4.5],[1776729600000,4.75],[1777363320000,5]],"market_caps":[]}"#)
    let day = try #require(UTCDay(text: "2026-04-20"))
    #expect(answer.closes.count == 2)
    #expect(answer.closes[day]?.description == "4.75")
    #expect(answer.calls == 1)
  }

  @Test(arguments: ["1e400", "-1", "0", "null", "\"x\"", "[]"])
  func `what is not a price is a gap`(_ price: String) throws {
    let answer = try closes(#"{"prices":[[1776643200000,\#(price)],[1776729600000,2]]}"#)
    #expect(answer.closes.values.map(\.description) == ["2"])
  }

  @Test(arguments: [401, 200]) func `the end of the plan's reach is not an outage`(_ status: Int)
    throws
  {
    // The complete body of 2026-10-07; it was also observed with status 200.
    let answer = try closes(
      #"{"error":{"status":{"timestamp":"2026-10-07T13:32:10.955+00:00","error_code":10012,"#
        + #""error_message":"Your request exceeds the allowed time range. Public API users are "#
        + #"limited to querying historical data within the past 365 days. Upgrade to a paid plan "#
        + #"to enjoy full historical data access: https://www.coingecko.com/en/api/pricing. "}}}"#,
      status: status)
    guard case .refused(404, let words)? = answer.failure else {
      Issue.record("\(answer)")
      return
    }
    #expect(words.hasPrefix("Your request exceeds the allowed time range."))
    #expect(answer.failure?.isFinal == false)
  }

  @Test func `the reach is a year`() throws {
    let source = CoinGeckoDailyPrices(configuration: APIConfiguration(version: "0.1"))
    let today = try #require(UTCDay(text: "2026-04-28"))
    #expect(
      source.reach(of: "bitcoin", today: today)
        == PastPriceReach(earliest: UTCDay(text: "2025-04-28"), daysPerCall: 365))
  }
}
