import Exact
import FlyingFox
import Foundation
import HTTP
import Portfolio
import PriceProvider
import ProviderTesting
import Testing

@testable import Kraken

/// The API under test, with a fixed clock.
func kraken(
  _ transport: any HTTPTransport = CurlTransport(environment: [:]), base: String? = nil,
  now: String = "2026-07-23T09:50:03Z"
) throws -> KrakenAPI {
  let now = try utc(now)
  return KrakenAPI(
    KeylessProvider(
      ProviderAddress(host: "api.kraken.com", baseURL: base, version: "0.1"), transport: transport,
      now: { now }))
}

/// A source with a time limit that no valid response reaches.
func tickers(
  _ transport: any HTTPTransport = CurlTransport(environment: [:]), base: String? = nil
) throws -> KrakenPriceSource {
  KrakenPriceSource(try kraken(transport, base: base), timeLimit: .seconds(600))
}

/// Kraken's recorded tickers give the prices of the coins in bitpal's table of pairs.
///
/// - A coin is matched by its id, never by its symbol.
/// - Pairs without trades or with a wide spread have no price.
/// - A price has the time of the server's clock.
/// - One unknown pair does not prevent the others from being priced.
/// - Errors, malformed responses and oversized ones are failures with a reason.
struct KrakenPriceSourceTests {
  private func row(
    ask: String = "101", bid: String = "100", last: String = "100.5", volume: String = "5",
    trades: String = "7"
  ) -> String {
    #"{"error":[],"result":{"XXBTZUSD":{"a":["\#(ask)","1","1.000"],"b":["\#(bid)","1","1"],"#
      + #""c":["\#(last)","0.1"],"v":["0","\#(volume)"],"p":["1","1"],"t":[0,\#(trades)],"#
      + #""l":["1","1"],"h":["1","1"],"o":"1"}}}"#
  }

  @Test(arguments: ["2026-06-24", "2026-07-23"])
  func `every pair of the table is in the recorded ticker`(_ day: String) async throws {
    let body = try Recording.fixture("ticker_\(day).json")
    let ids = Array(KrakenAPI.coinIds)
    let (answer, targets) = try await replaying({ _ in response(body) }) { base in
      Result { try tickers(base: base).prices(of: ids + ["terra-luna-2"]) }
    }
    let found = try answer.get()
    #expect(found.failures == [])
    #expect(found.coins.map(\.id) == ids.sorted())
    #expect(targets.count == 1)
    #expect(targets.first?.hasPrefix("/0/public/Ticker?pair=AAVEUSD,AVAXUSD,") == true)
  }

  @Test func `the table agrees with the other source in the same second`() async throws {
    // DefiLlama at 2026-06-24T15:44:02Z: 60580.28121336298 and 1631.5124365600311.
    let body = try Recording.fixture("ticker_2026-06-24.json")
    let source = try tickers(FakeTransport(body))
    let coins = source.prices(of: ["bitcoin", "ethereum"]).coins
    #expect(coins.map { $0.currentPrice?.description } == ["60520", "1624.64"])
  }

  @Test func `a symbol is never a coin`() throws {
    let source = try tickers(FakeTransport("{}"))
    #expect(source.chunks(of: ["terra-luna-2", "terra-luna", "luna", "BTC", "btc"]) == [])
    #expect(source.prices(of: ["terra-luna-2"]) == PriceAnswer())
  }

  @Test func `the old form of the answer is read`() throws {
    let recordings = try Recording.all("small_answers.json").filter {
      $0.request.contains("Ticker")
    }
    #expect(recordings.count == 2)
    let prices = try recordings.map { recording in
      try tickers(FakeTransport(recording.body)).prices(of: ["bitcoin"])
        .coins.first?.currentPrice?.description
    }
    #expect(prices == ["77726.1", "30303.2"])
  }

  @Test func `a trade is dated by the server's clock`() throws {
    let transport = FakeTransport(row(), date: "Thu, 23 Jul 2026 10:50:03 GMT")
    let coin = try tickers(transport).prices(of: ["bitcoin"]).coins.first
    #expect(coin?.lastUpdated == (try utc("2026-07-23T10:50:03Z")))
    #expect(coin?.priceChange24h == nil)
  }

  @Test func `a pair without trades or with a wide spread has no price`() throws {
    for body in [
      row(volume: "0"), row(trades: "0"), row(ask: "110"), row(bid: "0.00000000"),
      row(last: "0.00000000"), row(last: "-1"), row(last: "NaN"), row(last: "1e400"), row(ask: ""),
    ] {
      let answer = try tickers(FakeTransport(body)).prices(of: ["bitcoin"])
      #expect(answer.coins == [])
      #expect(answer.failures == [.malformed("none of the coins has a price")])
    }
  }

  @Test func `rows of other markets are ignored`() throws {
    let body = try Recording.fixture("ticker_small_2026-07-23.json")
    let coins = try tickers(FakeTransport(body))
      .prices(of: Array(KrakenAPI.coinIds)).coins
    #expect(coins.map(\.id) == ["bitcoin", "dogecoin", "ethereum", "solana", "tether"])
    #expect(coins.first?.currentPrice == (try ExactDecimal(exact: "65670.3")))
  }

  @Test func `one unknown pair does not spoil the others`() throws {
    let ticker = try Recording.fixture("ticker_2026-07-23.json")
    let transport = FakeTransport { url in
      let body = url.contains("pair=") ? #"{"error":["EQuery:Unknown asset pair"]}"# : ticker
      return HTTPAnswer(status: 200, body: Array(body.utf8))
    }
    let answer = try tickers(transport).prices(of: ["bitcoin", "ethereum"])
    #expect(answer.coins.map(\.id) == ["bitcoin", "ethereum"])
    #expect(answer.calls == 2)
    #expect(transport.urls.last == "https://api.kraken.com/0/public/Ticker?assetVersion=1")
  }

  @Test func `every recorded error is a failure`() async throws {
    for recording in try Recording.all("errors.json") {
      let (answer, _) = try await replaying(
        { _ in response(recording.body, status: recording.status) }
      ) { base in
        Result { try tickers(base: base).prices(of: ["bitcoin"]) }
      }
      let found = try answer.get()
      #expect(found.coins == [])
      let failure = try #require(found.failures.first)
      let expected: PriceFailure =
        switch recording.name {
        case let name where name.contains("unknown pair"): .notThere("EQuery:Unknown asset pair")
        case let name where name.contains("too many"): .rateLimited(retryAfter: nil)
        case let name where name.contains("empty"): .malformed("none of the coins has a price")
        case let name where name.contains("Cloudflare"):
          .refused(status: 503, "the server has a problem")
        case let name where name.contains("interval"):
          .refused(status: 200, "EGeneral:Invalid arguments")
        case let name where name.contains("busy"): .refused(status: 200, "EService:Busy")
        default: .refused(status: 200, "EService:Unavailable")
        }
      #expect(failure == expected, "\(recording.name)")
    }
  }

  @Test func `a warning is not an error`() throws {
    let body = row().replacing(#""error":[]"#, with: #""error":["WGeneral:Slow"]"#)
    let answer = try tickers(FakeTransport(body)).prices(of: ["bitcoin"])
    #expect(answer.coins.count == 1)
  }

  @Test(arguments: ["", "{", "[]", "<html>", #"{"error":[],"result":[]}"#, "NaN", "null"])
  func `what is not an answer is malformed`(_ body: String) throws {
    let answer = try tickers(FakeTransport(body)).prices(of: ["bitcoin"])
    guard case .malformed? = answer.failures.first else {
      Issue.record("\(answer)")
      return
    }
  }

  @Test func `forty megabytes are refused`() async throws {
    let body = String(repeating: " ", count: 40 << 20)
    let (answer, _) = try await replaying({ _ in response(body) }) { base in
      Result { try tickers(base: base).prices(of: ["bitcoin"]) }
    }
    #expect(try answer.get().failures == [.malformed("the response is too large")])
  }
}
