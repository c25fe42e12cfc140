import BitpalTesting
import FoundationEssentials
import HTTP
import Portfolio
import Testing
import CoinGecko

/// Errors caused by a proxy name the proxy, not the source.
struct ProxyTests {
  private static let base = "https://api.example.invalid/api/v3"

  private func failures(
    behind proxy: String, variable: String = "HTTPS_PROXY", exceptions: String = ""
  ) async -> [PriceFailure] {
    await onThread { Self.failures(behind: proxy, variable, exceptions) }
  }

  private static func failures(
    behind proxy: String, _ variable: String, _ exceptions: String
  ) -> [PriceFailure] {
    let environment = [variable: proxy, "NO_PROXY": exceptions]
    return source(CurlTransport(environment: environment), baseURL: base)
      .prices(of: ["bitcoin"]).failures
  }

  @Test(
    arguments: [
      (407, "wants a user name and password (HTTP 407)"), (403, "refused (HTTP 403)"),
      (502, "refused (HTTP 502)"),
    ])
  func `a proxy that refuses is named, without its password`(status: Int, words: String)
    async throws
  {
    let head = Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8)
    let (port, failures) = try await withRawServer(head, then: .close) { server in
      let proxy = "http://user:secret@127.0.0.1:\(server.port)"
      return (server.port, Self.failures(behind: proxy, "HTTPS_PROXY", ""))
    }
    #expect(failures == [.unreachable("the proxy 127.0.0.1:\(port) \(words)")])
  }

  @Test func `a proxy with an unknown host name is named`() async {
    #expect(
      await failures(behind: "http://no-such-proxy.invalid:3128")
        == [.unreachable("the proxy's name no-such-proxy.invalid:3128 cannot be resolved")])
  }

  @Test func `a proxy that is not there is named`() async throws {
    let server = try RawServer()
    let port = server.port
    server.close()
    #expect(
      await failures(behind: "http://127.0.0.1:\(port)", variable: "all_proxy")
        == [.unreachable("no connection to the proxy 127.0.0.1:\(port)")])
  }

  @Test(arguments: ["*", "example.invalid", "other.org, .example.invalid"])
  func `a host that goes without the proxy is looked for itself`(exceptions: String) async {
    #expect(
      await failures(behind: "http://127.0.0.1:1", exceptions: exceptions)
        == [.unreachable("the host's name cannot be resolved")])
  }
}

/// Other responses that once had the wrong message.
struct AnswersWithTheirOwnWords {
  @Test(arguments: [1, 400])
  func `a head that never ends has a sentence of its own`(lines: Int) async throws {
    let filler = String(repeating: "x", count: 400_000 / lines)
    let more = (0..<lines).map { "X-\($0): \(filler)\r\n" }.joined()
    let answer = try await withRawServer(head(2, more: more) + Array("[]".utf8), then: .close) {
      source(baseURL: $0.baseURL).prices(of: ["bitcoin"])
    }
    #expect(answer.failures == [.malformed("the response's headers are too large")])
  }

  @Test func `a server with too much to do is obeyed`() {
    let busy = FakeTransport { _ in
      .success(HTTPAnswer(status: 503, body: [], retryAfter: "120"))
    }
    #expect(
      source(busy).prices(of: ["a"]).failures == [.overloaded(status: 503, retryAfter: 120)])
    let silent = FakeTransport { _ in .success(HTTPAnswer(status: 503, body: [])) }
    #expect(
      source(silent).prices(of: ["a"]).failures
        == [.refused(status: 503, "the server has a problem")])
  }

  @Test func `the server's clock comes with the prices`() {
    let dated = FakeTransport { _ in
      .success(
        HTTPAnswer(
          status: 200, body: Array("[\(row("a"))]".utf8), date: "Wed, 22 Apr 2026 12:00:30 GMT"))
    }
    #expect(source(dated).prices(of: ["a"]).serverTime == noon.addingTimeInterval(30))
  }

  @Test(arguments: ["application/json", "text/plain"])
  func `one bad row of the list of coins is left out and counted`(contentType: String) throws {
    let body = """
      [{"id": "a", "symbol": "a", "name": "A"}, {"id": 7}, {"id": "b", "symbol": "b", "name": "B"}]
      """
    let list = CoinGeckoCoinList(
      configuration: APIConfiguration(version: "0.1"),
      transport: FakeTransport(body: body, contentType: contentType))
    let coins = try list.coins()
    #expect(coins.coins.map(\.id) == ["a", "b"])
    #expect(coins.skipped == 1)
  }
}
