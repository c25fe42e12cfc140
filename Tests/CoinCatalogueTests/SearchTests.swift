import CoinCatalogue
import Testing

/// Coin search puts the coin that the user most likely means first.
///
/// - Better matches come before better ranks, and ranked coins before others.
/// - An empty search lists the best-ranked coins.
/// - No coin appears twice, and the limit is kept.
struct SearchTests {
  let catalogue = CoinCatalogue.builtIn

  @Test(
    arguments: [
      ("btc", "bitcoin"), ("BTC", "bitcoin"), ("doge", "dogecoin"), ("quant", "quant-network"),
      ("pepe", "pepe"), ("wrapped bit", "wrapped-bitcoin"), ("bitcion", "bitcoin"),
      ("shiba i", "shiba-inu"), ("carda", "cardano"), ("dogge", "dogecoin"), ("币安", "bianrensheng"),
      ("[old]", "mantra-dao"),
      (" 1move ", "1move token"), ("etherium clasic", "ethereum-classic"),
    ])
  func `the coin one looks for comes first`(text: String, id: String) {
    #expect(catalogue.search(text, limit: 10).first?.id == id)
  }

  @Test func `better matches come before better ranks, and ranked coins before others`() throws {
    func coin(_ id: String, _ symbol: String, _ name: String, _ rank: Int?) -> CatalogueCoin {
      CatalogueCoin(id: id, symbol: symbol, name: name, rank: rank)
    }
    let small = try CoinCatalogue(
      bytes: CatalogueBytes.make(from: [
        coin("a", "gold", "Alpha", nil), coin("b", "b", "GOLD", nil), coin("c", "gold", "C", 90),
        coin("d", "d", "Golden Egg", 8), coin("goldie", "x", "E", 80),
        coin("f", "f", "Digital Gold Token", 7), coin("h", "xgold", "H", 6),
        coin("i", "i", "gld", 5), coin("j", "j", "glod", 4), coin("k", "k", "silver", 1),
      ]))
    #expect(small.search("gold", limit: 10).map(\.id) == ["c", "d", "goldie", "f", "a", "b", "h"])
    #expect(small.search("golde", limit: 10).map(\.id) == ["d", "goldie", "c", "a", "b"])
    #expect(small.search("digi tok", limit: 10).map(\.id) == ["f"])
    #expect(small.search("tok digi", limit: 10).isEmpty)
    #expect(small.search("glodd", limit: 10).map(\.id) == ["j"])
    #expect(small.search("gold", limit: 2).map(\.id) == ["c", "d"])
  }

  @Test func `without a text the best ranks come first`() throws {
    #expect(catalogue.bestRanked(limit: 2).map(\.id) == ["bitcoin", "ethereum"])
    let ranks = catalogue.bestRanked(limit: 100).map { $0.rank ?? 0 }
    #expect(ranks.count == 100 && ranks == ranks.sorted() && ranks[0] == 1)
    #expect(catalogue.bestRanked(limit: -1).isEmpty)
  }

  @Test(arguments: [0, -1])
  func `no room, no coins`(limit: Int) {
    #expect(catalogue.search("btc", limit: limit).isEmpty)
  }

  @Test(arguments: ["", " ", "\t\n", "zzzzzzqqq", "b\u{131}tco\u{131}n", "- -"])
  func `what fits nothing finds nothing`(text: String) {
    #expect(catalogue.search(text, limit: 5).isEmpty)
  }

  @Test func `a search has no coin twice and keeps to its limit`() {
    let found = catalogue.search("a", limit: 200)
    #expect(found.count == 200)
    #expect(Set(found.map(\.id)).count == 200)
  }
}
