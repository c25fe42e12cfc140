import FoundationEssentials
import HTTP
import Portfolio
import Testing
import CoinGecko

/// A refused request is classified by status and body, and its reason is safe to display.
///
/// - The reason never repeats the key.
/// - A failed connection counts as offline unless something arrived.
struct Refusals {
  private static let limit = """
    {"status":{"error_code":429,"error_message":"You've exceeded the Rate Limit. Please visit \
    https://www.coingecko.com/en/api/pricing to subscribe to our API plans for higher rate \
    limits."}}
    """
  private static let page = "<html><head><title>403</title></head><body>Blocked</body></html>"

  @Test(arguments: [
    (429, limit, PriceFailure.rateLimited(retryAfter: nil)),
    (429, page, .rateLimited(retryAfter: nil)),
    (429, "", .rateLimited(retryAfter: nil)),
    (200, limit, .rateLimited(retryAfter: nil)),
    (
      401,
      #"{"status":{"timestamp":"2026-05-17T01:39:44Z","error_code":10002,"error_message":"#
        + #""API Key Missing."}}"#, .refused(status: 401, "API Key Missing.")
    ),
    (
      401, #"{"status":{"error_code":10005,"error_message":"PRO API subscribers only."}}"#,
      .refused(status: 401, "PRO API subscribers only.")
    ),
    (
      401,
      #"{"error":{"status":{"error_code":10012,"error_message":"Exceeds the time range."}}}"#,
      .refused(status: 404, "Exceeds the time range.")
    ),
    (
      400, #"{"error_code":10010,"status":{"error_message":"If you are using Pro API key, …"}}"#,
      .refused(status: 400, "this is a pro key: set the tier to pro")
    ),
    (
      400, #"{"status":{"error_code":"10010","error_message":"If you are using Pro"}}"#,
      .refused(status: 400, "this is a pro key: set the tier to pro")
    ),
    (
      400, #"{"error_code":10011,"status":{"error_message":"If you are using Demo API key, …"}}"#,
      .refused(status: 400, "this is a demo key: set the tier to demo")
    ),
    (400, #"{"error":"invalid vs_currency"}"#, .refused(status: 400, "invalid vs_currency")),
    (404, #"{"error":"coin not found"}"#, .refused(status: 404, "coin not found")),
    (422, #"{"error":"Missing parameter"}"#, .refused(status: 422, "Missing parameter")),
    (
      403,
      #"{"status":{"error_code":403,"error_message":"Please add a descriptive User-Agent"}}"#,
      .refused(status: 403, "Please add a descriptive User-Agent")
    ),
    (200, #"{"error":"coin not found"}"#, .refused(status: 200, "coin not found")),
    (401, "", .refused(status: 401, "the key was refused")),
    (403, page, .refused(status: 403, "access was refused")),
    (404, page, .refused(status: 404, "not found. Check the base URL")),
    (408, "", .refused(status: 408, "the server gave up waiting")),
    (500, page, .refused(status: 500, "the server has a problem")),
    (503, "[]", .refused(status: 503, "the server has a problem")),
    (504, "null", .refused(status: 504, "the server gave up waiting")),
    (520, "error code: 520", .refused(status: 520, "the server has a problem")),
    (418, "{}", .refused(status: 418, "the request was refused")),
    (204, "", .refused(status: 204, "the request was refused")),
    (304, "", .refused(status: 304, "the request was refused")),
    (500, "[" + row("a") + "]", .refused(status: 500, "the server has a problem")),
  ])
  func `are read by status then by shape`(status: Int, body: String, failure: PriceFailure) {
    let source = source(FakeTransport(status: status, body: body))
    #expect(source.prices(of: ["a"]) == PriceAnswer(failures: [failure], calls: 1))
  }

  @Test func `are cleaned before they are shown`() throws {
    let noise =
      #"\u001b]0;title\u0007 very\n\n  \u009blong\u202e "# + String(repeating: "x", count: 300)
    let failures = source(FakeTransport(status: 400, body: #"{"error":"\#(noise)"}"#))
      .prices(of: ["a"]).failures
    guard case .refused(400, let reason) = try #require(failures.first) else {
      Issue.record("\(failures)")
      return
    }
    #expect(reason.hasPrefix("]0;title very long xxx"))
    #expect(reason.hasSuffix("x…"))
    #expect(reason.count == 160)
    let page = source(FakeTransport(status: 400, body: #"{"error":"<b>no</b>"}"#))
    #expect(page.prices(of: ["a"]).failures == [.refused(status: 400, "the request was refused")])
  }

  @Test func `never repeat the key`() throws {
    let echo = FakeTransport(
      status: 401, body: #"{"error":"\#(keyText) is no key, \#(keyText)"}"#)
    let failures = source(echo, tier: try demoTier()).prices(of: ["a"]).failures
    #expect(failures == [.refused(status: 401, "… is no key, …")])
  }

  @Test(arguments: [
    (HTTPFailure.noLibrary("libcurl.so.4 was not found"), true), (.unknownHost, true),
    (.noConnection, true), (.untrusted("self-signed"), true), (.timedOut, true),
    (.cancelled, true), (.other("?"), true), (.tooLarge, false), (.cut, false),
    (.redirected, false),
  ])
  func `of the transport are offline unless something came`(failure: HTTPFailure, isOffline: Bool)
    throws
  {
    let answer = source(FakeTransport { _ in .failure(failure) }).prices(of: ["a"])
    #expect(answer.coins == [])
    #expect(try #require(answer.failures.first).isOffline == isOffline)
  }

  @Test func `the API's own full stop is left out, because the reason is part of a sentence`() {
    let failure = PriceFailure.refused(status: 403, "Please add a User-Agent.")
    #expect(
      failure.reason(from: "CoinGecko") == "CoinGecko refused (HTTP 403): Please add a User-Agent")
  }
}

/// Prices of many coins are fetched in several requests that share one time limit.
///
/// - A failed request does not affect the others, unless they would be refused too.
struct SeveralRequests {
  private let ids = (0..<250).map { "coin-\($0 + 100)" }

  /// Answers each request by its first id.
  private func transport(
    _ answers: [String: Result<HTTPAnswer, HTTPFailure>]
  ) -> FakeTransport {
    FakeTransport { request in
      let asked = CoinGeckoTests.ids(in: request.url)
      if let answer = answers[asked.first ?? ""] { return answer }
      let rows = asked.map { row($0) }.joined(separator: ",")
      return .success(HTTPAnswer(status: 200, body: Array("[\(rows)]".utf8)))
    }
  }

  @Test func `bring every coin`() {
    let transport = transport([:])
    let answer = source(transport).prices(of: ids.shuffled() + ids)
    #expect(answer.coins.map(\.id) == ids)
    #expect(answer.failures == [])
    #expect(answer.calls == 3)
  }

  @Test(arguments: [
    (HTTPFailure.timedOut, PriceFailure.unreachable("no answer in time")),
    (.cut, .malformed("the response is cut off")),
  ])
  func `keep the others when one fails`(failure: HTTPFailure, expected: PriceFailure) {
    let answer = source(transport(["coin-200": .failure(failure)])).prices(of: ids)
    #expect(answer.coins.map(\.id) == Array(ids[..<100] + ids[200...]))
    #expect(answer.failures == [expected])
    #expect(answer.calls == 3)
  }

  @Test(arguments: [(500, 3), (404, 3), (429, 2), (401, 2), (403, 2)])
  func `stop when the rest would be refused too`(status: Int, calls: Int) {
    let refused = Result<HTTPAnswer, HTTPFailure>.success(HTTPAnswer(status: status, body: []))
    let transport = transport(["coin-200": refused])
    let answer = source(transport).prices(of: ids)
    #expect(answer.calls == calls)
    #expect(transport.requests.count == calls)
    #expect(answer.coins.map(\.id) == Array(calls == 3 ? ids[..<100] + ids[200...] : ids[..<100]))
    #expect(answer.failures.count == 1)
  }

  @Test func `name the same failure once`() {
    let answer = source(FakeTransport { _ in .failure(.unknownHost) }).prices(of: ids)
    #expect(
      answer
        == PriceAnswer(failures: [.unreachable("the host's name cannot be resolved")], calls: 3))
  }

  @Test func `share the time and ask nothing without any`() throws {
    let transport = transport([:])
    _ = source(transport, timeLimit: .seconds(15)).prices(of: ids)
    let limits = transport.requests.map(\.timeLimit)
    #expect(try #require(limits.first) <= .seconds(5))
    #expect(limits.allSatisfy { $0 <= .seconds(15) })
    let late = self.transport([:])
    #expect(
      source(late, timeLimit: .zero).prices(of: ids)
        == PriceAnswer(failures: [.unreachable("no answer in time")]))
    #expect(late.requests.isEmpty)
  }

  @Test func `ask nothing for no coins`() {
    let transport = transport([:])
    #expect(source(transport).prices(of: []) == PriceAnswer())
    #expect(transport.requests.isEmpty)
  }
}
