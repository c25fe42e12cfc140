import Testing

@testable import CoinCatalogue

/// The built-in catalog contains each recorded coin once, and finds it by id and by symbol.
///
/// - Coins with the same symbol are sorted by rank.
/// - It passes the check that an updated catalog must pass.
/// - A rank from years ago sorts coins but is not shown as their rank.
/// - Odd ids are found, partial and misspelled ids are not.
struct BuiltInCatalogueTests {
  let catalogue = CoinCatalogue.builtIn

  @Test func `it holds every recorded coin once, in the order of the ids`() {
    let ids = catalogue.coins.map { Array($0.id.utf8) }
    #expect(catalogue.count == 17_952)
    #expect(ids.count == catalogue.count)
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `reading every coin and writing them again gives the same bytes`() throws {
    let recorded = catalogue.memory.read { Array($0.bytes) }
    let written = try CatalogueBytes.make(from: catalogue.coins.reversed())
    #expect(written == recorded)
  }

  @Test func `it passes the check that an updated catalogue must pass`() throws {
    let opened = try CoinCatalogue(bytes: catalogue.memory.read { Array($0.bytes) })
    #expect(opened.count == catalogue.count)
    #expect(opened.coin(id: "bitcoin") == catalogue.coin(id: "bitcoin"))
  }

  @Test func `every coin is found by its id`() {
    let lost = catalogue.coins.filter { catalogue.coin(id: $0.id) != $0 }
    #expect(lost.isEmpty)
  }

  @Test func `every symbol finds the coins that a plain count finds, best rank first`() {
    let groups = Dictionary(grouping: catalogue.coins) { $0.symbol.lowercasedInASCII }
    #expect(groups["btc"]?.count == 6)
    #expect(groups["weth"]?.count == 74)
    for (symbol, coins) in groups where !symbol.isEmpty {
      let expected = coins.sorted { ($0.sortRank, $0.id) < ($1.sortRank, $1.id) }
      #expect(catalogue.coins(symbol: symbol) == expected, "\(symbol)")
    }
  }

  @Test(
    arguments: [
      ("bitcoin", "btc", "Bitcoin", 1), ("dogecoin", "doge", "Dogecoin", 10),
      ("uniswap", "uni", "Uniswap", 45), ("quant-network", "qnt", "Quant", 71),
      ("bianrensheng", "币安人生", "币安人生 (BinanceLife)", 122),
      ("stable-2", "stable", "\u{200B}\u{200B}Stable", 80),
      ("mantra-dao", "om", "MANTRA [Old]", 133), ("mantra", "mantra", "MANTRA", 469),
    ])
  func `ranked coins carry the newest recorded facts`(
    id: String, symbol: String, name: String, rank: Int
  ) throws {
    let coin = try #require(catalogue.coin(id: id))
    #expect(coin == CatalogueCoin(id: id, symbol: symbol, name: name, rank: rank))
  }

  @Test func `a rank of years ago orders but is no rank`() throws {
    let wrapped = try #require(catalogue.coin(id: "wrapped-bitcoin"))
    #expect(wrapped.rank == nil)
    #expect(wrapped.formerRank == 16)
    #expect(catalogue.coins(symbol: "wbtc").first == wrapped)
  }

  @Test(
    arguments: ["_", "-10", "1move token", "boringdao-[old]", "status", "0x"])
  func `odd ids are ids`(id: String) throws {
    #expect(try #require(catalogue.coin(id: id)).id == id)
  }

  @Test(arguments: ["", " ", "bitcoi", "bitcoinn", "BITCOIN", "zzzzzzzz", "\u{10FFFF}"])
  func `what is no id finds nothing`(id: String) {
    #expect(catalogue.coin(id: id) == nil)
  }

  @Test func `a coin without a symbol is found by its id only`() throws {
    #expect(try #require(catalogue.coin(id: "arcium")).symbol == "")
    #expect(catalogue.coins(symbol: "").isEmpty)
  }
}

extension String {
  fileprivate var lowercasedInASCII: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
