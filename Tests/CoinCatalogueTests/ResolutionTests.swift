import Testing

@testable import CoinCatalogue

/// What a user types for a coin leads to the one coin that is meant, or to a choice.
///
/// - A symbol means its best-ranked coin; without ranks it is ambiguous.
/// - An id is questioned if a better-ranked coin has it as symbol or name.
/// - A retired coin leads to its successor unless it is ranked again.
/// - Unknown text suggests the nearest ranked coins first, or nothing.
struct ResolutionTests {
  let catalogue = CoinCatalogue.builtIn

  @Test(
    arguments: [
      ("btc", "bitcoin", 5), ("BTC", "bitcoin", 5), (" \tbtc\n", "bitcoin", 5),
      ("eth", "ethereum", 11), ("sol", "solana", 8), ("xrp", "ripple", 3),
      ("xlm", "stellar", 0), ("usdt", "tether", 58), ("wbtc", "wrapped-bitcoin", 44),
      ("币安人生", "bianrensheng", 0),
    ])
  func `a symbol means the coin that ranks best`(text: String, id: String, others: Int) throws {
    guard case .bySymbol(let coin, let rest) = catalogue.resolve(text) else {
      Issue.record("\(catalogue.resolve(text))")
      return
    }
    #expect(coin.id == id)
    #expect(rest.count == others)
    #expect(!rest.contains(coin))
  }

  @Test(
    arguments: [
      ("bitcoin", "bitcoin"), ("Bitcoin", "bitcoin"), ("  ripple ", "ripple"), ("near", "near"),
      ("status", "status"), ("_", "_"), ("-10", "-10"), ("1move token", "1move token"),
      ("1MOVE Token", "1move token"), ("boringdao-[old]", "boringdao-[old]"), ("wolf", "wolf"),
    ])
  func `an unambiguous id means its coin`(text: String, id: String) throws {
    #expect(catalogue.resolve(text) == .exact(try #require(catalogue.coin(id: id))))
  }

  @Test(
    arguments: [
      ("doge", ["dogecoin"]), ("uni", ["uniswap"]), ("UNI", ["uniswap"]),
      ("quant", ["quant-network"]), ("tia", ["celestia"]), ("u", ["united-stables"]),
      ("jupiter", ["jupiter-exchange-solana"]), ("one", ["harmony"]),
    ])
  func `an id by which a better-ranked coin goes is questioned`(
    text: String, candidates: [String]
  ) throws {
    let coin = try #require(catalogue.coin(id: text.lowercased()))
    let better = try candidates.map { try #require(catalogue.coin(id: $0)) }
    #expect(catalogue.resolve(text) == .questioned(id: coin, candidates: better))
  }

  @Test func `each symbol of the first 150 leads to its best-ranked coin and no other`() throws {
    let coins = catalogue.coins
    let ranked = coins.filter { ($0.rank ?? .max) <= 150 && !$0.symbol.isEmpty }
    #expect(ranked.count >= 150)
    for symbol in Set(ranked.map(\.symbol)) {
      let best = try #require(
        coins.filter { $0.symbol == symbol }.min { $0.sortRank < $1.sortRank })
      switch catalogue.resolve(symbol) {
      case .exact(let coin), .bySymbol(let coin, _): #expect(coin == best, "\(symbol)")
      case .questioned(_, let candidates): #expect(candidates.first == best, "\(symbol)")
      case let other: Issue.record("\(symbol): \(other)")
      }
    }
  }

  @Test(arguments: ["matic-network", "MATIC-Network", "matic"])
  func `a retired coin names its successor`(text: String) throws {
    let successor = try #require(catalogue.coin(id: "polygon-ecosystem-token"))
    #expect(catalogue.resolve(text) == .retired(id: "matic-network", successor: successor))
  }

  @Test func `a retired coin is never suggested, its successor is`() {
    #expect(suggestions(for: "polygon").first == "polygon-ecosystem-token")
    #expect(!suggestions(for: "polygon").contains("matic-network"))
  }

  @Test func `a coin ranked again is not retired`() throws {
    let old = CatalogueCoin(id: "matic-network", symbol: "matic", name: "Polygon", rank: 9)
    let new = CatalogueCoin(id: "polygon-ecosystem-token", symbol: "pol", name: "POL", rank: 80)
    let revived = try CoinCatalogue(bytes: CatalogueBytes.make(from: [old, new]))
    #expect(revived.resolve("matic-network") == .exact(old))
    let lacking = try CoinCatalogue(bytes: CatalogueBytes.make(from: [new]))
    #expect(
      lacking.resolve("matic-network") == .retired(id: "matic-network", successor: new))
    let alone = try CoinCatalogue(
      bytes: CatalogueBytes.make(from: [
        CatalogueCoin(id: "matic-network", symbol: "matic", name: "Polygon", rank: nil)
      ]))
    #expect(alone.resolve("matic-network") == .exact(alone.coins[0]))
  }

  @Test func `a shared symbol without any rank decides nothing`() throws {
    guard case .ambiguous(let candidates) = catalogue.resolve("vix") else {
      Issue.record("\(catalogue.resolve("vix"))")
      return
    }
    #expect(candidates.map(\.id) == ["0vix-protocol", "vix777"])
  }

  @Test(arguments: [("flare", "flare-networks"), ("stacks", "blockstack")])
  func `a symbol that is the name of a better-ranked coin decides nothing`(
    text: String, first: String
  ) throws {
    guard case .ambiguous(let candidates) = catalogue.resolve(text) else {
      Issue.record("\(catalogue.resolve(text))")
      return
    }
    #expect(candidates.first?.id == first)
    #expect(candidates.dropFirst().contains { $0.symbol == text })
  }

  @Test(
    arguments: [
      ("bitcion", "bitcoin"), ("BITCION", "bitcoin"), ("etherum", "ethereum"),
      ("solanna", "solana"), ("avalanche", "avalanche-2"), ("hbarr", "hedera-hashgraph"),
      ("币安", "bianrensheng"),
    ])
  func `an unknown text suggests the nearest ranked coin first`(text: String, id: String) {
    #expect(suggestions(for: text).first == id)
    #expect(suggestions(for: text).count <= 5)
  }

  @Test func `a ranked coin is suggested before nearer ones without a rank`() throws {
    let coins = [
      CatalogueCoin(id: "a", symbol: "", name: "Goldd", rank: nil),
      CatalogueCoin(id: "b", symbol: "", name: "Gold", rank: 7),
      CatalogueCoin(id: "c", symbol: "", name: "Old Goldd", rank: nil, formerRank: 3),
    ]
    let small = try CoinCatalogue(bytes: CatalogueBytes.make(from: coins))
    #expect(small.resolve("goldd") == .unknown(suggestions: [coins[2], coins[1], coins[0]]))
  }

  @Test(arguments: ["", "   ", "gibberishxyz", "\u{1B}[31m", "b\u{131}tco\u{131}n"])
  func `what resembles nothing suggests nothing`(text: String) {
    #expect(catalogue.resolve(text) == .unknown(suggestions: []))
  }

  private func suggestions(for text: String) -> [String] {
    guard case .unknown(let suggestions) = catalogue.resolve(text) else { return [] }
    return suggestions.map(\.id)
  }
}
