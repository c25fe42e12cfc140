import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// A known format whose file does not say in which money its figures are.
struct StatedCurrencyTests {
  private let bare = """
    Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price at Transaction,Subtotal,\
    Total (inclusive of fees),Fees,Notes
    2024-03-05T10:00:00Z,Buy,BTC,0.5,40000,20000,20050,50,
    2024-03-06T10:00:00Z,Send,BTC,0.1,41000,4100,4100,0,
    2024-03-07T10:00:00Z,Receive,ETH,1,2000,2000,2000,0,
    """

  @Test func `nothing is taken for granted, and what only moves needs no money`() throws {
    let plan = try plan([bare], policy())
    #expect(plan.refused.map(\.source.line) == [2])
    #expect(try #require(plan.refusalGroups.first?.cure).contains("--map currency==USD"))
    #expect(plan.moves.map(\.amount.canonicalText) == ["-0.1", "1"])
  }

  @Test func `the money of the map counts, and is said`() throws {
    let file = try readImport(
      Array(bare.utf8), name: "c.csv", map: try ColumnMap("currency==EUR"))
    let plan = planImport(
      [file], into: ImportLedger(transactions: []), policy: policy(["EUR 2024-03-05": "1.1"]),
      coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    #expect(plan.refusedSummary == [])
    #expect(plan.added == ["2024-03-05T10:00:00Z buy 0.5 bitcoin 44110"])
    #expect(
      plan.notices.map(\.sentence).contains {
        $0.hasPrefix("The figures of c.csv are taken as EUR, as --map says")
      })
  }

  @Test func `Portfolio Performance's list of all transactions names none`() throws {
    let text = try Fixture.named("portfolio-performance-all").text
    let file = try readImport(Array(text.utf8), map: try ColumnMap("currency==EUR"))
    #expect(
      file.readings.map(\.line) == ["2024-02-12T00:00:00Z +0.01 BTC -500 EUR, fee 1 EUR"])
  }

  @Test func `money that the file names is not replaced`() throws {
    let named = bare.replacing("Spot Price at", with: "USD Spot Price at")
    let file = try readImport(
      Array(named.utf8), name: "c.csv", map: try ColumnMap("currency==EUR"))
    let plan = plan(file)
    #expect(plan.added == ["2024-03-05T10:00:00Z buy 0.5 bitcoin 40100"])
    #expect(!plan.notices.map(\.sentence).contains { $0.contains("taken as EUR") })
  }

  @Test func `a stablecoin that a contract names is called by its ticker`() throws {
    let names = CoinNames(
      directory: CoinDirectory(resolve: testCatalogue), stablecoins: ["USDC"])
    let leg = try names.leg(Quantity(amount: 1, asset: .id("usd-coin")))
    #expect(leg.name == "USDC")
  }
}
