import BitpalTesting
import Testing
import CoinCatalogue

/// A catalog reads back as it was written, and a damaged one is refused.
///
/// - Every kind of damage has an error with the coin or position at fault.
/// - Bytes that are accepted after random damage write back unchanged.
/// - Coins with an empty or repeated id, or with text that is too long, are not written.
struct CatalogueBytesTests {
  @Test func `what was written is read`() throws {
    let catalogue = try CoinCatalogue(bytes: CatalogueBytes.make(from: smallCoins))
    #expect(catalogue.coins.map(\.id) == ["_", "bianrensheng", "uni", "uni-2", "uniswap"])
    #expect(Set(catalogue.coins) == Set(smallCoins))
    #expect(catalogue.coins(symbol: "Uni").map(\.id) == ["uniswap", "uni-2", "uni"])
  }

  @Test func `no coins are a catalogue`() throws {
    let catalogue = try CoinCatalogue(bytes: CatalogueBytes.make(from: []))
    #expect(catalogue.count == 0)
    #expect(catalogue.coin(id: "bitcoin") == nil)
    #expect(catalogue.resolve("bitcoin") == .unknown(suggestions: []))
  }

  @Test func `letters outside ASCII have one case only`() throws {
    let tiger = CatalogueCoin(id: "tiger", symbol: "ti\u{307}gR", name: "", rank: nil)
    let catalogue = try CoinCatalogue(bytes: CatalogueBytes.make(from: [tiger]))
    #expect(catalogue.coins(symbol: "TI\u{307}Gr") == [tiger])
    #expect(catalogue.coins(symbol: "T\u{130}GR").isEmpty)
    #expect(catalogue.coins(symbol: "tigr").isEmpty)
  }

  @Test(arguments: [(0, nil), (-1, nil), (1, 1), (0x7FFF_FFFE, 0x7FFF_FFFE), (0x7FFF_FFFF, nil)])
  func `a rank that cannot be written is none`(rank: Int, kept: Int?) throws {
    let coin = CatalogueCoin(id: "a", symbol: "a", name: "a", rank: rank, formerRank: 7)
    let catalogue = try CoinCatalogue(bytes: CatalogueBytes.make(from: [coin]))
    #expect(coin.rank == kept)
    #expect(coin.formerRank == (kept == nil ? 7 : nil))
    #expect(catalogue.coin(id: "a") == coin)
  }

  @Test func `coins that cannot be distinguished or do not fit are refused`() {
    func coin(_ id: String, name: String = "") -> CatalogueCoin {
      CatalogueCoin(id: id, symbol: "", name: name, rank: nil)
    }
    #expect(throws: CatalogueBytesError.emptyId) {
      try CatalogueBytes.make(from: [coin("a"), coin("")])
    }
    #expect(throws: CatalogueBytesError.repeatedId("b")) {
      try CatalogueBytes.make(from: [coin("b"), coin("a"), coin("b")])
    }
    let longest = String(repeating: "x", count: 65_535)
    #expect(throws: Never.self) { try CatalogueBytes.make(from: [coin("a", name: longest)]) }
    #expect(throws: CatalogueBytesError.textTooLong(id: "a")) {
      try CatalogueBytes.make(from: [coin("a", name: longest + "x")])
    }
  }

  /// Offsets in the small catalog: a header of 20, five records of 14, an index of 4 × 4.
  @Test(
    arguments: [
      Damage("magic", .notACatalogue) { $0[0] = 0 },
      Damage("another version", .notACatalogue) { $0[7] = UInt8(ascii: "2") },
      Damage("empty", .notACatalogue) { $0 = [] },
      Damage("cut in the header", .notACatalogue) { $0.removeLast($0.count - 19) },
      Damage("cut by one", .wrongSize(expected: 184, found: 183)) { $0.removeLast() },
      Damage("one too many", .wrongSize(expected: 184, found: 185)) { $0.append(0) },
      Damage("text begins elsewhere", .misplacedText(coin: 0)) { $0[20] = 1 },
      Damage("text runs over the end", .misplacedText(coin: 4)) { $0[89] = 1 },
      Damage("text is left over", .misplacedText(coin: 5)) { $0[88] -= 1 },
      Damage("an id without bytes", .unreadableText(coin: 0)) { $0.swapAt(28, 30) },
      Damage("broken UTF-8", .unreadableText(coin: 1)) { $0[106 + 1 + 12] = 0xFF },
      Damage("rank zero", .unreadableRank(coin: 1)) { $0[38] = 0 },
      Damage("ids out of order", .unsortedCoin(coin: 1)) { $0[106] = UInt8(ascii: "z") },
      Damage("symbols out of order", .unsortedSymbol(index: 1)) { $0.swapAt(90, 94) },
      Damage("a symbol twice", .unsortedSymbol(index: 1)) { $0[94] = $0[90] },
      Damage("a coin without symbol", .unsortedSymbol(index: 0)) { $0[90] = 0 },
      Damage("a symbol left out", .unsortedSymbol(index: 3)) {
        $0[12] = 3
        $0.removeSubrange(102..<106)
      },
      Damage("a coin beyond the last", .unsortedSymbol(index: 2)) { $0[98] = 5 },
    ])
  func `a damaged catalogue is refused`(damage: Damage) throws {
    var bytes = try CatalogueBytes.make(from: smallCoins)
    damage.apply(&bytes)
    #expect(throws: damage.fault, "\(damage.name)") { try CoinCatalogue(bytes: bytes) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `what is accepted after random damage is a true catalogue`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = try CatalogueBytes.make(from: smallCoins)
    var accepted = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard let catalogue = try? CoinCatalogue(bytes: bytes) else { continue }
      #expect(try CatalogueBytes.make(from: catalogue.coins) == bytes, "seed \(seed)")
      accepted += 1
    }
    #expect(accepted > 0, "seed \(seed)")
  }
}

/// One way to damage a catalog, and the expected error.
struct Damage: CustomTestStringConvertible, Sendable {
  let name: String
  let fault: CatalogueFault
  let apply: @Sendable (inout [UInt8]) -> Void

  init(
    _ name: String, _ fault: CatalogueFault, apply: @escaping @Sendable (inout [UInt8]) -> Void
  ) {
    self.name = name
    self.fault = fault
    self.apply = apply
  }

  var testDescription: String { name }
}
