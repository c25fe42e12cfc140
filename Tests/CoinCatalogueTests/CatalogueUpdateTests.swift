import CoinCatalogue
import Testing

/// An update takes today's list and ranks without losing coins that the user owns.
///
/// - New ranks replace old ones, which stay as former ranks; without new ranks the old ones stay.
/// - A delisted coin stays while it is owned.
/// - A list with less than half of the known coins is refused.
/// - Ids that do not fit on a line are left out.
struct CatalogueUpdateTests {
  private func coin(
    _ id: String, _ rank: Int? = nil, former: Int? = nil
  ) -> CatalogueCoin {
    CatalogueCoin(id: id, symbol: id, name: id, rank: rank, formerRank: former)
  }

  private func update(
    _ listed: [CatalogueCoin], ranked: [CatalogueCoin] = [], owned: Set<String> = []
  ) throws -> CatalogueUpdate {
    let old = try CoinCatalogue(
      bytes: CatalogueBytes.make(
        from: [coin("a", 1), coin("b", 2), coin("c", 900), coin("d", former: 7), coin("e")]))
    return try #require(CatalogueUpdate(of: old, listed: listed, ranked: ranked, owned: owned))
  }

  private func sortRank(_ update: CatalogueUpdate) -> Set<String> {
    Set(
      update.coins.map {
        "\($0.id) \($0.rank.map { "\($0)" } ?? $0.formerRank.map { "former \($0)" } ?? "-")"
      })
  }

  @Test func `ranks of today win, and others become former ones as far as today's reach`() throws {
    let all = ["a", "b", "c", "d", "e", "f"].map { coin($0) }
    let update = try update(all, ranked: [coin("b", 1), coin("f", 2), coin("g", 500)])
    #expect(
      sortRank(update) == ["a former 1", "b 1", "c 900", "d former 7", "e -", "f 2", "g 500"])
    #expect(update.ranked == 3)
    #expect(update.added == 2)
    #expect(update.gone == 0)
  }

  @Test func `without ranks of today the known ones stay`() throws {
    let update = try update(["a", "c", "d"].map { coin($0) })
    #expect(sortRank(update) == ["a 1", "c 900", "d former 7"])
    #expect(update.ranked == 0)
    #expect(update.gone == 2)
  }

  @Test func `a delisted coin stays when it is owned`() throws {
    let update = try update(["c", "d", "e"].map { coin($0) }, owned: ["a", "c", "unheard-of"])
    #expect(sortRank(update) == ["a former 1", "c 900", "d former 7", "e -"])
    #expect(update.kept == ["a"])
    #expect(update.gone == 2)
  }

  @Test func `a list of less than half the coins is no list`() throws {
    let old = try CoinCatalogue(
      bytes: CatalogueBytes.make(from: [coin("a"), coin("b"), coin("c")]))
    #expect(CatalogueUpdate(of: old, listed: [coin("a")], ranked: [], owned: []) == nil)
    #expect(CatalogueUpdate(of: old, listed: [coin("a"), coin("z")], ranked: [], owned: []) != nil)
    // Only coins that can be listed count.
    #expect(
      CatalogueUpdate(of: old, listed: [coin("a"), coin("\n")], ranked: [], owned: []) == nil)
  }

  @Test(arguments: ["", "two\nlines", "escape\u{1B}", String(repeating: "x", count: 1001)])
  func `an id that no line can hold is left out`(id: String) throws {
    let update = try update(["a", "b", "c", id].map { coin($0) })
    #expect(update.coins.map(\.id).sorted() == ["a", "b", "c"])
  }
}
