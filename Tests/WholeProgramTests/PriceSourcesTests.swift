import FlyingFox
import Foundation
import Testing

/// The order of price sources, against CoinGecko, DefiLlama and Kraken on 127.0.0.1.
struct PriceSourcesTests {
  /// CoinGecko fails; DefiLlama has a current price, and Kraken a different one.
  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasPrefix("/prices/current/") {
      let time = Int(Date().timeIntervalSince1970)
      return pricesJSON(
        #"{"coins":{"coingecko:bitcoin":{"price":60001.5,"symbol":"BTC","timestamp":\#(time),"#
          + #""confidence":0.99}}}"#)
    }
    if request.path == "/0/public/Ticker" {
      return pricesJSON(
        #"{"error":[],"result":{"XXBTZUSD":{"a":["60010.0","1","1.0"],"b":["60000.0","1","1.0"],"#
          + #""c":["60005.0","0.1"],"v":["1.0","10.0"],"t":[10,100]}}}"#)
    }
    return HTTPResponse(statusCode: .internalServerError)
  }

  @Test func `the second source is asked where the first fails and is named`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "bitcoin", "2", "--price", "3", "--date", "2026-01-01T00:00:00Z")
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(ended.output.contains("1 of 1 holding priced"))
      #expect(
        ended.standardError.contains(
          "CoinGecko refused (HTTP 500): the server has a problem. Prices of other sources are used."
        ))
      #expect(ended.standardError.contains("From DefiLlama: bitcoin"))
      #expect(try home.bitpal("holdings", "--json").output.contains(#""priceSource": "DefiLlama""#))
      #expect(try home.bitpal("explain", "btc").output.contains("The price is from DefiLlama."))
      #expect(
        try home.bitpal("explain", "btc", "--json").output
          .contains(#""priceSource": "DefiLlama""#))
      let doctor = try home.bitpal("doctor", "--json").output
      #expect(doctor.contains("CoinGecko asked just now, 1 failure in a row (CoinGecko refused"))
      #expect(doctor.contains("DefiLlama asked just now, no failure"))
      #expect(doctor.contains("Kraken not asked yet. Prices: 1 from DefiLlama"))
      // The figures are fresh, so that no failure is shown.
      #expect(!(try home.bitpal("--size", "medium").output.contains("Unable")))
    }
    #expect(requests.map(\.path).contains("/prices/current/coingecko:bitcoin"))
    #expect(!requests.map(\.path).contains("/0/public/Ticker"))
  }

  @Test func `the order of the settings is followed and a dropped source is not asked`()
    async throws
  {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "bitcoin", "2", "--price", "3", "--date", "2026-01-01T00:00:00Z")
      let refused = try home.bitpal("config", "set", "prices.sources", "kraken,coinbase")
      #expect(refused.status == 64 || refused.status == 2)
      #expect(refused.standardError.contains("coingecko, defillama and kraken"))
      try home.bitpal("config", "set", "prices.sources", "kraken,defillama")
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(try home.bitpal("holdings", "--json").output.contains(#""priceSource": "Kraken""#))
      #expect(
        try home.bitpal("doctor").output.contains("Kraken asked just now, no failure"))
    }
    #expect(!requests.isEmpty)
    #expect(!requests.contains { $0.path.hasPrefix("/api/v3") })
    #expect(!requests.contains { $0.path.hasPrefix("/prices/current") })
  }

  @Test func `where all fail every figure stays and the reason is said`() async throws {
    _ = try await withPrices({ _ in HTTPResponse(statusCode: .internalServerError) }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "bitcoin", "2", "--price", "3", "--date", "2026-01-01T00:00:00Z")
      try home.bitpal("refresh", "--prices", home.file("p.json", #"{"bitcoin": "55000"}"#))
      home.environment["BITPAL_NOW"] = "2026-04-28T09:32:00Z"
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 69)
      #expect(ended.standardError.contains("CoinGecko refused (HTTP 500)"))
      #expect(try home.bitpal("holdings", "--json").output.contains(#""currentPrice": "55000"#))
    }
  }
}
