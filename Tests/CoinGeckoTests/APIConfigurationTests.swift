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

  @Test func chooseTheHostByTheTier() throws {
    #expect(configuration(nil).baseURL == "https://api.coingecko.com/api/v3")
    #expect(configuration(nil, try demoTier()).baseURL == "https://api.coingecko.com/api/v3")
    #expect(configuration(nil, try proTier()).baseURL == "https://pro-api.coingecko.com/api/v3")
    for tier in [.keyless, try demoTier(), try proTier()] {
      #expect(configuration(nil, tier).problem == nil)
    }
  }

  @Test func knowTheLimitsOfTheTier() throws {
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
  func acceptThisMachineAndEncryptedHosts(base: String) throws {
    for tier in [.keyless, try demoTier(), try proTier()] {
      #expect(configuration(base, tier).problem == nil)
    }
  }

  @Test(arguments: [
    "http://prices.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example",
    "http://127.0.0", "http://127.0.0.1.1", "http://10.0.0.1", "http://[::2]", "http://0.0.0.0",
    "http://api.coingecko.com/api/v3", "http://1270.0.0.1",
  ])
  func refusePlainHTTPElsewhere(base: String) {
    #expect(configuration(base).problem == .unencrypted)
  }

  @Test(arguments: [
    "", "/", "api.coingecko.com", "ftp://127.0.0.1", "file:///etc/passwd", "https://", "https:///x",
    "https://host?x=1", "https://host/#a", "https://host:port",
    "https://host:99999", "https://ho st", "https://host/a b",
    "https://hôst", "https://host\r\nX: y", "http://[::1", "http://[::1]x", "https://host/%2e",
    "https://[g::1]",
  ])
  func refuseWhatIsNoPlainAddress(base: String) {
    #expect(configuration(base).problem == .invalidBaseURL)
  }

  @Test(arguments: [
    "https://user:word@host", "https://host\\@evil", "http://127.0.0.1@evil.example",
  ])
  func refuseAUserName(base: String) {
    #expect(configuration(base).problem == .userInBaseURL)
  }

  @Test func explainAKeyOnTheWrongHost() throws {
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
  func keepAFaultyOneFromAsking(base: String, sentence: String) throws {
    let transport = FakeTransport(body: "[]")
    let answer = source(transport, tier: try demoTier(), baseURL: base).prices(of: ["bitcoin"])
    #expect(answer == PriceAnswer(failures: [.misconfigured(sentence)]))
    #expect(transport.requests.isEmpty)
  }
}

/// An API key never appears in descriptions or addresses, and must fit into a header.
struct Keys {
  @Test func hideThemselves() throws {
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
  func areRefusedWhenNoHeaderCouldHoldThem(text: String) {
    #expect(APIKey(text) == nil)
  }

  @Test(arguments: [" CG-1\n", "CG-1", "\tCG-1\r\n"])
  func areTrimmed(text: String) throws {
    #expect(try #require(APIKey(text)).text == "CG-1")
  }
}
