import CallBudget
import HTTP
import Portfolio
import Testing

@testable import CoinGecko

/// The plan decides host and limits, and only encrypted or local addresses are accepted.
///
/// - A faulty address or a key on the wrong host is explained, and nothing is sent.
struct Configurations {
  private func configuration(
    _ base: String?, _ tier: APIConfiguration.Tier = .keyless
  ) -> APIConfiguration {
    APIConfiguration(tier: tier, baseURL: base, version: "0.1")
  }

  private func proTier() throws -> APIConfiguration.Tier {
    .pro(try #require(APIKey(keyText)), CallLimits(perMinute: 500, perMonth: 500_000))
  }

  @Test func `choose the host by the tier`() throws {
    #expect(configuration(nil).baseURL == "https://api.coingecko.com/api/v3")
    #expect(configuration(nil, try demoTier()).baseURL == "https://api.coingecko.com/api/v3")
    #expect(configuration(nil, try proTier()).baseURL == "https://pro-api.coingecko.com/api/v3")
    for tier in [.keyless, try demoTier(), try proTier()] {
      #expect(configuration(nil, tier).problem == nil)
    }
  }

  @Test func `know the limits of the tier`() throws {
    #expect(configuration(nil).limits == CallLimits(perMinute: 3))
    #expect(
      configuration(nil, try demoTier()).limits == CallLimits(perMinute: 30, perMonth: 10_000))
    #expect(
      configuration(nil, try proTier()).limits == CallLimits(perMinute: 500, perMonth: 500_000))
  }

  @Test(arguments: [
    "http://127.0.0.1:8080", "http://127.0.0.1", "http://127.9.9.9/x", "http://localhost:1/api/",
    "http://LOCALHOST", "http://[::1]:80/", "https://prices.example",
    "HTTPS://Prices.Example:8443/a",
  ])
  func `accept this machine and encrypted hosts`(base: String) throws {
    for tier in [.keyless, try demoTier(), try proTier()] {
      #expect(configuration(base, tier).problem == nil)
    }
  }

  @Test(arguments: [
    "http://prices.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
    "http://127.0.0", "http://127.0.0.1.1", "http://10.0.0.1", "http://[::2]", "http://0.0.0.0",
    "http://api.coingecko.com/api/v3", "http://1270.0.0.1",
  ])
  func `refuse plain HTTP elsewhere`(base: String) {
    #expect(configuration(base).problem == .unencrypted)
  }

  @Test(arguments: [
    "", "/", "api.coingecko.com", "ftp://127.0.0.1", "file:///etc/passwd", "https://", "https:///x",
    "https://host?x=1", "https://host/#a", "https://host:port",
    "https://host:99999", "https://ho st", "https://host/a b",
    "https://hôst", "https://host\r\nX: y", "http://[::1", "http://[::1]x", "https://host/%2e",
    "https://[g::1]",
  ])
  func `refuse what is no plain address`(base: String) {
    #expect(configuration(base).problem == .invalidBaseURL)
  }

  @Test(arguments: [
    "https://user:word@host", "https://host\\@evil", "http://127.0.0.1@evil.example",
  ])
  func `refuse a user name`(base: String) {
    #expect(configuration(base).problem == .userInBaseURL)
  }

  @Test func `explain a key on the wrong host`() throws {
    let pro = "https://pro-api.coingecko.com/api/v3/"
    let open = "https://API.CoinGecko.com/api/v3"
    #expect(configuration(pro, try demoTier()).problem == .proHostWithoutProKey)
    #expect(configuration(pro).problem == .proHostWithoutProKey)
    #expect(configuration(open, try proTier()).problem == .proKeyOnPublicHost)
    #expect(configuration(pro, try proTier()).problem == nil)
    #expect(configuration(open, try demoTier()).problem == nil)
  }

  @Test(arguments: [
    ("http://prices.example", "plain http is only for this machine: use an https base URL"),
    (
      "nonsense",
      "the base URL is not a web address such as https://api.coingecko.com/api/v3"
    ),
    (
      "https://pro-api.coingecko.com",
      "pro-api.coingecko.com takes pro keys only: set the tier to pro or drop the base URL"
    ),
  ])
  func `keep a faulty one from asking`(base: String, sentence: String) throws {
    let transport = FakeTransport(body: "[]")
    let answer = source(transport, tier: try demoTier(), baseURL: base).prices(of: ["bitcoin"])
    #expect(answer == PriceAnswer(failures: [.misconfigured(sentence)]))
    #expect(transport.requests.isEmpty)
  }
}

/// An API key never appears in descriptions or addresses, and must fit into a header.
struct Keys {
  @Test func `hide themselves`() throws {
    let key = try #require(APIKey(keyText))
    let configuration = APIConfiguration(tier: .demo(key), version: "0.1")
    let transport = FakeTransport(body: "[]")
    _ = source(transport, tier: .demo(key)).prices(of: ["bitcoin"])
    let request = try #require(transport.requests.first)
    #expect(request.privateHeader?.name == "x-cg-demo-api-key")
    let shown: [Any] = [
      key, configuration, request, Optional(key) as Any, [key], source(tier: .demo(key)),
    ]
    for value in shown {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), String(describing: value), dumped] {
        #expect(!text.contains(keyText))
      }
    }
    #expect(!request.url.contains(keyText))
  }

  @Test(arguments: ["", "  \n", "two words", "line\nbreak", "schlüssel", "nul\0", "a\u{7F}"])
  func `are refused when no header could hold them`(text: String) {
    #expect(APIKey(text) == nil)
  }

  @Test(arguments: [" CG-1\n", "CG-1", "\tCG-1\r\n"])
  func `are trimmed`(text: String) throws {
    #expect(try #require(APIKey(text)).text == "CG-1")
  }
}
