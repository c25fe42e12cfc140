import Foundation
import Testing

/// The price of a coin that is bought for the first time.
struct FirstPriceTests {
  @Test func `a first purchase at a terminal is priced at once`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let terminal = try Tmux(home)
      try terminal.start("buy bitcoin 1 --price 40000; echo ended with $?")
      try terminal.wait(for: "ended with 0")
      #expect(try home.bitpal("--size", "line").output.contains("$55,000.00"))
      // A coin that has a price is not requested again.
      try terminal.start("buy bitcoin 1 --price 50000; echo again $?")
      try terminal.wait(for: "again 0")
    }
    #expect(prices.paths == ["/api/v3/coins/markets?ids=bitcoin"])
  }

  @Test func `where the price cannot be fetched, the receipt says so and the purchase stands`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home, columns: 140)
      try terminal.start("buy bitcoin 1 --price 40000; echo ended with $?")
      try terminal.wait(for: "ended with 0")
      #expect(try terminal.screen.contains("bitcoin has no price yet: CoinGecko cannot be reached"))
      #expect(try home.bitpal("transactions", "--json").output.contains("\"bitcoin\""))
    }
  }

  @Test func `a script's purchases ask for no price`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      try home.bitpal("buy", "bitcoin", "1", "--price", "40000")
    }
    #expect(prices.paths.isEmpty)
  }
}
