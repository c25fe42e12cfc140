import BitpalTesting
import HTTP
import Portfolio
import Testing
import CoinGecko

/// Prices are fetched only from servers with a trusted certificate for their name.
///
/// - The environment can name the trusted certificates.
/// - A request is sent once, without HTTP/2.
struct Certificates {
  private static let path =
    "coins/markets?vs_currency=usd&ids=bitcoin&per_page=1&page=1&precision=full"

  private func prices(
    from base: String, trusting file: String? = nil, variable: String = "CURL_CA_BUNDLE"
  ) async -> PriceAnswer {
    let environment = file.map { [variable: $0] } ?? [:]
    return await onThread {
      source(CurlTransport(environment: environment), baseURL: base).prices(of: ["bitcoin"])
    }
  }

  private func isUntrusted(_ answer: PriceAnswer) -> Bool {
    guard answer.coins.isEmpty, answer.failures.count == 1,
      case .unreachable(let reason)? = answer.failures.first
    else { return false }
    return reason.hasPrefix("the server is not trusted: ")
  }

  @Test func `are refused if no trusted authority signed them`() async throws {
    try await withTLSServer(certificateFor: "IP:127.0.0.1") { server in
      let answer = await prices(from: server.baseURL)
      #expect(isUntrusted(answer), "\(answer)")
    }
  }

  @Test func `are refused when they name somebody else`() async throws {
    try await withTLSServer(certificateFor: "DNS:api.coingecko.com") { server in
      let answer = await prices(from: server.baseURL, trusting: server.certificate)
      #expect(isUntrusted(answer), "\(answer)")
    }
  }

  /// Over HTTP/2 the library itself retries a refused request, which the budget would count once.
  @Test func `one request is one request, because HTTP/2 is not offered`() async throws {
    let answers = [
      Self.path: "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[\(row("bitcoin"))]"
    ]
    try await withTLSServer(certificateFor: "IP:127.0.0.1", answers: answers) { server in
      let answer = await prices(from: server.baseURL, trusting: server.certificate)
      #expect(answer.coins.map(\.id) == ["bitcoin"], "\(answer.failures)")
    }
  }

  @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  func `are accepted when the environment trusts them`(variable: String) async throws {
    let answers = [
      Self.path: "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[\(row("bitcoin"))]"
    ]
    try await withTLSServer(certificateFor: "IP:127.0.0.1", answers: answers) { server in
      let answer = await prices(
        from: server.baseURL, trusting: server.certificate, variable: variable)
      #expect(answer.failures == [])
      #expect(answer.coins.map(\.id) == ["bitcoin"])
    }
  }

  @Test func `are refused when the trusted file is missing`() async throws {
    try await withTLSServer(certificateFor: "IP:127.0.0.1") { server in
      let answer = await prices(from: server.baseURL, trusting: "/nonexistent/certificates.pem")
      #expect(isUntrusted(answer), "\(answer)")
    }
  }

  @Test func `are missed where the server speaks plainly`() async throws {
    let answer = try await withRawServer([], then: .close) {
      source(baseURL: "https://127.0.0.1:\($0.port)").prices(of: ["bitcoin"])
    }
    #expect(try #require(answer.failures.first).isOffline)
  }
}
