import FlyingFox
import Foundation
import Testing

/// `bitpal import --daily-prices`, against CoinGecko on 127.0.0.1.
struct ImportPricesTests {
  private let rewards = """
    Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,\
    Net Worth Amount,Net Worth Currency,Label,Description,TxHash
    2026-04-20 10:00 UTC,,,2,ATOM,,,,,reward,,
    2020-01-01 10:00 UTC,,,1,ATOM,,,,,reward,,

    """

  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:02:00Z"
    return home
  }

  /// The close of April 20 has the timestamp of the following midnight; the last point is current.
  private let chart = """
    {"prices":[[1776643200000,4.5],[1776729600000,4.75],[1777363320000,5]],"market_caps":[]}
    """

  @Test func `missing prices are fetched once and kept`() async throws {
    let home = try home()
    let file = try home.file("rewards.csv", rewards)
    let chart = chart
    let requests = try await withPrices({ _ in pricesJSON(chart) }) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let first = try home.bitpal("import", file, "--daily-prices")
      #expect(first.output.contains("\nAdded 2 transactions.\n1 row waits"), "\(first.output)")
      #expect(
        first.standardError.contains(
          "1 row needs daily prices of cosmos: 1 request to CoinGecko. 1 row needs prices older "
            + "than the 365 days of your CoinGecko plan: add --prices FILE."))
    }
    #expect(requests.map(\.path) == ["/api/v3/coins/cosmos/market_chart"])
    #expect(requests.first?.query["days"] == "365")
    let shown = try home.bitpal("transactions", "--json").output
    #expect(shown.contains(#""pricePerCoin": "4.75""#))
    // Later imports have the price even without the server.
    try home.bitpal("undo", "--yes")
    #expect(try home.bitpal("import", file).output.contains("Added 2 transactions.\n"))
  }

  @Test func `without the option nothing is asked`() async throws {
    let home = try home()
    let file = try home.file("rewards.csv", rewards)
    let requests = try await withPrices({ _ in pricesJSON("{}") }) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("import", file)
      #expect(
        ended.output.hasSuffix("Added 2 transactions.\n2 rows wait for an answer: bitpal inbox\n"))
    }
    #expect(requests.isEmpty)
  }

  @Test func `a failure is said and the rows wait`() async throws {
    let home = try home()
    let file = try home.file("rewards.csv", rewards)
    _ = try await withPrices({ _ in pricesJSON("{}", status: .tooManyRequests) }) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("import", file, "--daily-prices")
      #expect(ended.status == 0 && ended.output.contains("2 rows wait"))
      #expect(ended.standardError.contains("The prices of 1 coin are missing: cosmos."))
      #expect(ended.standardError.contains("Nothing was fetched: too many requests"))
      #expect(ended.standardError.contains(". Run the same command again then.\n"))
    }
  }

  @Test func `a coin that the service does not know holds back no other`() async throws {
    let home = try home()
    let file = try home.file(
      "rewards.csv",
      rewards + "2026-04-20 10:00 UTC,,,3,KAS,,,,,reward,,\n"
        + "2026-04-20 10:00 UTC,,,3,RENDER,,,,,reward,,\n")
    let chart = chart
    let requests = try await withPrices({ request in
      if request.path.contains("kaspa") {
        return pricesJSON(#"{"error":"coin not found"}"#, status: .notFound)
      }
      return request.path.contains("cosmos")
        ? pricesJSON(chart) : pricesJSON("{}", status: .tooManyRequests)
    }) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("import", file, "--daily-prices")
      #expect(
        ended.standardError.contains(
          "CoinGecko has no prices of kaspa (HTTP 404: coin not found): add --prices FILE."))
      #expect(ended.standardError.contains("Not all prices were fetched: too many requests"))
      #expect(ended.standardError.contains("The prices of 1 coin are missing: render-token."))
    }
    let asked = ["cosmos", "kaspa", "render-token"].map { "/api/v3/coins/\($0)/market_chart" }
    #expect(requests.map(\.path) == asked)
  }
}
