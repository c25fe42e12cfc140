import FlyingFox
import Foundation
import Testing

/// Faulty responses of fallback sources leave the figures unchanged.
struct PriceSourceFaultsTests {
  private func home(_ url: String) throws -> TestHome {
    let home = try TestHome.priced(by: url)
    try home.bitpal("buy", "bitcoin", "2", "--price", "3", "--date", "2026-01-01T00:00:00Z")
    try home.bitpal("refresh", "--prices", home.file("p.json", #"{"bitcoin": "55000"}"#))
    home.environment["BITPAL_NOW"] = "2026-04-28T12:02:00Z"
    return home
  }

  private static func llama(
    _ price: String, at time: Int = 1_777_363_200, key: String = "coingecko:bitcoin"
  ) -> String {
    #"{"coins":{"\#(key)":{"price":\#(price),"symbol":"BTC","timestamp":\#(time),"#
      + #""confidence":0.99}}}"#
  }

  private static let bodies: [String: String] = [
    "a web page": "<html>login</html>", "nothing": "", "a cut object": "{", "a list": "[]",
    "null": "null", "no coin": #"{"coins":{}}"#, "coins as a list": #"{"coins":[1]}"#,
    "not a number": llama("NaN"), "too large": llama("1e400"), "negative": llama("-5"),
    "zero": llama("0"), "years ahead": llama("55001", at: 4_102_444_800),
    "before 1970": llama("55001", at: -1),
    "another coin": llama("55001", key: "coingecko:ethereum"),
    "half an answer": String(llama("55001").dropLast(9)),
    "Kraken's nonsense":
      #"{"error":[],"result":{"XXBTZUSD":{"a":["-1","1","1"],"b":["NaN","1","1"],"#
      + #""c":["1e400","0.1"],"v":["1","10"],"t":[1,10]}}}"#,
    "Kraken's limit": #"{"error":["EGeneral:Too many requests"]}"#,
    "Kraken is away": #"{"error":["EService:Unavailable"]}"#,
    "another pair": #"{"error":[],"result":{"XETHZUSD":{"c":["2000","1"]}}}"#,
  ]

  @Test(arguments: bodies.keys.sorted() + ["40 MB"])
  func `nonsense of every source changes no figure`(_ name: String) async throws {
    let body = Self.bodies[name] ?? String(repeating: "9", count: 40_000_000)
    _ = try await withPrices({ request in
      request.path.hasPrefix("/api/v3")
        ? HTTPResponse(statusCode: .internalServerError) : pricesJSON(body)
    }) { url in
      let home = try home(url)
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 69)
      #expect(ended.standardError.contains("CoinGecko refused (HTTP 500)"))
      #expect(ended.standardError.contains("The last known prices are kept."))
      let holdings = try home.bitpal("holdings", "--json").output
      #expect(holdings.contains(#""currentPrice": "55000"#))
      #expect(holdings.contains(#""isStale": true"#))
      #expect(try home.bitpal("holdings").output.contains("4 h ago"))
    }
  }

  @Test func `a month that is spent is made up for by the others`() async throws {
    let requests = try await withPrices({ request in
      request.path.hasPrefix("/prices/current")
        ? pricesJSON(Self.llama("60000", at: Int(Date().timeIntervalSince1970)))
        : HTTPResponse(statusCode: .internalServerError)
    }) { url in
      let home = try home(url)
      _ = try home.run(["config", "set", "prices.key"], input: "CG-secret\n")
      let path = "\(home.widgetData)/refresh_status.json"
      try #"{"month": "2026-04", "callsThisMonth": 10000}"#
        .write(toFile: path, atomically: true, encoding: .utf8)
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 0, "\(ended)")
      #expect(ended.standardError == "From DefiLlama: bitcoin\n")
      // Past prices are requested from the other sources; what they lack waits for the next month.
      try home.bitpal("watch", "add", "kaspa")
      let fetched = try home.bitpal("prices", "fetch", "-p", "1m")
      #expect(fetched.status == 69)
      #expect(fetched.standardError.contains("Rate limit: next request in 3 d"))
    }
    #expect(!requests.contains { $0.path.hasPrefix("/api/v3") })
  }

  @Test func `twenty refreshes at once ask the second source within its budget`() async throws {
    let requests = try await withPrices({ request in
      request.path.hasPrefix("/prices/current")
        ? pricesJSON(Self.llama("60000", at: Int(Date().timeIntervalSince1970)))
        : HTTPResponse(statusCode: .internalServerError)
    }) { url in
      let home = try home(url)
      let codes = try PricesBudgetTests.together(20, home, ["refresh"])
      #expect(codes.allSatisfy { [0, 69].contains($0) })
      #expect(try home.bitpal("holdings", "--json").output.contains(#""priceSource": "DefiLlama""#))
    }
    #expect(requests.count { $0.path.hasPrefix("/prices/current") } <= 30)
    #expect(requests.count { $0.path.hasPrefix("/api/v3/coins/markets") } <= 3)
  }
}
