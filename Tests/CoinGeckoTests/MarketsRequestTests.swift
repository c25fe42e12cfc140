import HTTP
import Testing

@testable import CoinGecko

/// Coin ids are sorted, encoded and requested once, up to a hundred or 2,000 bytes per request.
struct RequestsForPrices {
  private func requests(_ ids: [String], base: String = "https://host/api/v3") -> [MarketsRequest] {
    MarketsRequest.requests(for: ids, baseURL: base)
  }

  @Test func `sort ids and ask for each once`() {
    let expected =
      "https://host/api/v3/coins/markets?vs_currency=usd&ids=bitcoin,ethereum,solana"
      + "&per_page=3&page=1&precision=full"
    #expect(requests(["solana", "bitcoin", "ethereum", "bitcoin"]).map(\.url) == [expected])
    #expect(requests(["ethereum", "solana", "bitcoin"]).map(\.url) == [expected])
  }

  @Test(arguments: [
    ("1move token", "1move%20token"), ("boringdao-[old]", "boringdao-%5Bold%5D"), ("-10", "-10"),
    ("_", "_"), ("a&b=c#d?e/f", "a%26b%3Dc%23d%3Fe%2Ff"), ("a,b", "a%2Cb"), ("100%", "100%25"),
    ("é\n", "%C3%A9%0A"), ("x~.y", "x~.y"),
  ])
  func `encode odd ids`(id: String, encoded: String) {
    #expect(requests([id]).first?.url.contains("&ids=\(encoded)&per_page=1&") == true)
  }

  @Test(arguments: [(0, 0), (1, 1), (99, 1), (100, 1), (101, 2), (200, 2), (250, 3), (1000, 10)])
  func `hold at most a hundred ids`(count: Int, expected: Int) {
    let ids = (0..<count).map { "coin-\($0)" }
    let requests = requests(ids)
    #expect(requests.count == expected)
    #expect(requests.flatMap(\.ids) == ids.sorted())
    #expect(source().chunks(of: ids).count == expected)
    for request in requests {
      #expect(request.ids.count <= 100)
      #expect(request.url.contains("&per_page=\(request.ids.count)&page=1"))
    }
  }

  @Test func `stay within two thousand bytes`() {
    let ids = (0..<100).map { "\($0)-" + String(repeating: "[", count: 40) }
    let requests = requests(ids)
    #expect(requests.count == 7)
    #expect(requests.flatMap(\.ids) == ids.sorted())
    for request in requests { #expect(request.url.utf8.count <= 2000) }
  }

  @Test func `leave out what no address holds`() {
    let endless = String(repeating: "a", count: 2000)
    #expect(requests([endless, "bitcoin", ""]).map(\.ids) == [["bitcoin"]])
    #expect(requests([endless, ""]).isEmpty)
  }
}
