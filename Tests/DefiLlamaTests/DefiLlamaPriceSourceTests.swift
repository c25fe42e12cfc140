import Exact
import FlyingFox
import Foundation
import HTTP
import Portfolio
import PriceProvider
import ProviderTesting
import Testing

@testable import DefiLlama

/// The API under test, with a fixed clock.
private func api(
  _ transport: any HTTPTransport, _ base: String?, _ now: String
) throws -> DefiLlamaAPI {
  let now = try utc(now)
  return DefiLlamaAPI(
    KeylessProvider(
      ProviderAddress(host: "coins.llama.fi", baseURL: base, version: "0.1"), transport: transport,
      now: { now }))
}

/// Uses time limits that no valid response reaches.
func present(
  _ transport: any HTTPTransport = CurlTransport(environment: [:]), base: String? = nil,
  now: String = "2026-06-24T15:44:02Z"
) throws -> DefiLlamaPriceSource {
  DefiLlamaPriceSource(try api(transport, base, now), timeLimit: .seconds(600))
}

func daily(
  _ transport: any HTTPTransport = CurlTransport(environment: [:]), base: String? = nil,
  now: String = "2026-08-19T10:00:00Z"
) throws -> DefiLlamaDailyPrices {
  DefiLlamaDailyPrices(try api(transport, base, now), timeLimit: .seconds(600))
}

/// DefiLlama's recorded responses give exact prices of the requested coins and of no others.
///
/// - One request covers up to a hundred coins, sorted and encoded.
/// - Invalid prices, prices from another time and those with low confidence do not count.
/// - A local clock that is an hour off loses no price.
/// - Errors, malformed responses and oversized ones are failures with a reason.
/// - An address without HTTPS is never requested.
struct DefiLlamaPriceSourceTests {
  /// A response with one row, for `bitcoin`.
  private func answer(
    price: String = "60580.5", time: String = "1782315604", confidence: String = "0.99"
  ) -> String {
    #"{"coins":{"coingecko:bitcoin":{"price":\#(price),"symbol":"BTC","timestamp":\#(time),"#
      + #""confidence":\#(confidence)}}}"#
  }

  @Test func `every recorded answer is read`() async throws {
    let recordings = try Recording.all("current.json")
    #expect(recordings.count == 33)
    var priced = 0
    for recording in recordings {
      let path = try #require(recording.request.split(separator: " ").last)
      let keys = path.split(separator: "/").last.map { $0.split(separator: ",") } ?? []
      let ids = keys.map { String($0.split(separator: ":").last ?? "") }
      let isOurs = path.contains("coingecko:")
      let body = recording.body
      let date = recording.date
      let now = try #require(HTTPDate.instant(date)).utcText
      let (answer, targets) = try await replaying({ _ in response(body, date: date) }) { base in
        Result { try present(base: base, now: now).prices(of: ids) }
      }
      let found = try answer.get()
      #expect(targets.count == 1)
      if isOurs {
        #expect(found.failures == [], "\(recording.name)")
        #expect(found.coins.map(\.id) == ids.sorted(), "\(recording.name)")
        for coin in found.coins {
          #expect(body.contains(#""price":\#(try #require(coin.currentPrice).description),"#))
        }
        priced += found.coins.count
      } else {
        // A chain's key does not count as a coin of that name.
        #expect(found.failures == [.malformed("none of the coins has a price")])
      }
    }
    #expect(priced == 12)
  }

  @Test func `asked ids are sorted and encoded`() throws {
    let transport = FakeTransport(#"{"coins":{}}"#)
    _ = try present(transport).prices(of: ["ethereum", "1move token", "bitcoin", "bitcoin"])
    #expect(
      transport.urls == [
        "https://coins.llama.fi/prices/current/coingecko:1move%20token,coingecko:bitcoin,"
          + "coingecko:ethereum"
      ])
  }

  @Test(arguments: [(1, 1), (100, 1), (101, 2), (250, 3)])
  func `one request is for a hundred coins`(count: Int, calls: Int) throws {
    let transport = FakeTransport(#"{"coins":{}}"#)
    let ids = (1...count).map { "c\($0)" }
    let source = try present(transport)
    #expect(source.prices(of: ids).calls == calls)
    #expect(source.chunks(of: ids).count == calls)
    #expect(transport.urls.allSatisfy { $0.utf8.count <= 2100 })
  }

  @Test func `the order of the answer does not matter and other ids are ignored`() throws {
    let body =
      #"{"coins":{"coingecko:x":{"price":1,"timestamp":1782315604},"#
      + #""coingecko:ethereum":{"price":1631.5124365600311,"timestamp":1782315604},"#
      + #""coingecko:BITCOIN":{"price":1,"timestamp":1782315604},"#
      + #""bitcoin":{"price":1,"timestamp":1782315604}}}"#
    let answer = try present(FakeTransport(body)).prices(of: ["bitcoin", "ethereum"])
    #expect(answer.coins.map(\.id) == ["ethereum"])
    #expect(answer.coins.first?.currentPrice?.description == "1631.5124365600311")
    #expect(answer.coins.first?.lastUpdated == (try utc("2026-06-24T15:40:04Z")))
  }

  @Test(arguments: [
    "1e400", "-5", "0", "\"60580\"", "null", "1e-19", "1e13", "[]", "true",
    "123456789012345678901234567890123456789.5",
  ])
  func `what is not a price is none`(_ price: String) throws {
    let answer = try present(FakeTransport(answer(price: price))).prices(of: ["bitcoin"])
    #expect(answer.coins == [])
    #expect(answer.failures == [.malformed("none of the coins has a price")])
  }

  @Test(arguments: ["1e-7", "5.6366e-11", "2399", "13146300.613692524", "1.0"])
  func `every form of a number is read`(_ price: String) throws {
    let answer = try present(FakeTransport(answer(price: price))).prices(of: ["bitcoin"])
    #expect(answer.coins.first?.currentPrice == (try ExactDecimal(exact: price)))
  }

  @Test(arguments: [
    ("1782315604", true), ("1782312300", true), ("1782311000", false), ("1782316400", true),
    ("1782317000", false), ("4102444800", false), ("-1", false), ("1.5", false),
    ("99999999999999999999", false), ("1782315604000", false),
  ])
  func `a price of another time is none`(time: String, isRead: Bool) throws {
    // The server's clock is at 15:44:02.
    let answer = try present(FakeTransport(answer(time: time))).prices(of: ["bitcoin"])
    #expect(answer.coins.isEmpty == !isRead)
  }

  @Test(arguments: ["2026-06-24T14:44:02Z", "2026-06-24T16:44:02Z"])
  func `a clock an hour off loses nothing`(_ now: String) throws {
    let transport = FakeTransport(answer(), date: "Wed, 24 Jun 2026 15:44:02 GMT")
    let answer = try present(transport, now: now).prices(of: ["bitcoin"])
    #expect(answer.coins.count == 1)
    #expect(answer.serverTime == (try utc("2026-06-24T15:44:02Z")))
  }

  @Test(arguments: [("0.9", true), ("0.8589626580869549", false), ("0", false), ("\"x\"", false)])
  func `a price that the source is not sure of is none`(confidence: String, isRead: Bool) throws {
    let answer = try present(FakeTransport(answer(confidence: confidence)))
      .prices(of: ["bitcoin"])
    #expect(answer.coins.isEmpty == !isRead)
  }

  @Test func `every recorded error is a failure`() async throws {
    for recording in try Recording.all("errors.json") {
      let (answer, _) = try await replaying(
        { _ in response(recording.body, status: recording.status) }
      ) { base in Result { try present(base: base).prices(of: ["bitcoin"]) } }
      let found = try answer.get()
      #expect(found.coins == [])
      let failure = try #require(found.failures.first)
      switch recording.status {
      case 200: #expect(failure == .malformed("none of the coins has a price"))
      case 429: #expect(failure == .rateLimited(retryAfter: nil))
      default:
        guard case .refused(recording.status, let words) = failure else {
          Issue.record("\(recording.name): \(failure)")
          continue
        }
        #expect(!words.isEmpty && !words.contains("{"))
      }
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{\"coins\":[]}", "NaN", #"{"coins":{"coingecko:bitcoin":{"price":NaN}}}"#,
    "<!DOCTYPE html><html>login</html>", #"{"coins":{"coingecko:bitcoin":"#, "null", "\u{0}",
  ])
  func `what is not an answer is malformed`(_ body: String) throws {
    let answer = try present(FakeTransport(body)).prices(of: ["bitcoin"])
    guard case .malformed? = answer.failures.first else {
      Issue.record("\(answer.failures)")
      return
    }
    #expect(answer.coins == [])
  }

  @Test func `forty megabytes are refused`() async throws {
    let body = String(repeating: " ", count: 40 << 20)
    let (answer, _) = try await replaying({ _ in response(body) }) { base in
      Result { try present(base: base).prices(of: ["bitcoin"]) }
    }
    #expect(try answer.get().failures == [.malformed("the response is too large")])
  }

  @Test func `a bad address is never asked`() throws {
    let transport = FakeTransport("{}")
    let source = try present(transport, base: "http://example.com")
    #expect(source.chunks(of: ["bitcoin"]) == [])
    guard case .misconfigured? = source.prices(of: ["bitcoin"]).failures.first else {
      Issue.record("asked over plain http")
      return
    }
    #expect(transport.urls == [])
  }
}
