import Foundation
import Testing

@testable import Interchange

/// Files of brokers and trackers that hold more than coins.
struct ClassColumnsTests {
  @Test func `rows of shares and funds are left out of a mapped file`() throws {
    let text = """
      Date,TransactionType,InstrumentType,Symbol,Quantity,UnitPrice,Fee,Total,Currency
      2024-01-15,BUY,STOCK,AAPL,100,150.25,10,15035,EUR
      2024-02-20,SELL,ETF,SPY,50,450,0,22500,EUR
      2024-04-11,BUY,CRYPTO,ETH,0.5,3000,0,1500,EUR
      """
    let map = try #require(mapProposal(for: Array(text.utf8))?.map)
    #expect(
      try readImport(Array(text.utf8), map: map).readings.map(\.line).sorted() == [
        "2024-04-11T00:00:00Z +0.5 ETH -1500 EUR", "2: notACoin(\"STOCK\")",
        "3: notACoin(\"ETF\")",
      ])
  }

  @Test func `a share's ticker is not bound to a little-known coin`() throws {
    let text = """
      Date,Side,Symbol,Quantity,Total
      2024-01-15,buy,TSLA,2,400
      2024-02-20,buy,ETH,0.5,1500
      """
    let map = try ColumnMap(
      "date=Date,side=Side,coin=Symbol,amount=Quantity,total=Total,currency==USD")
    func plan(given: Set<String>) throws -> ImportPlan {
      let coins = CoinDirectory(
        resolve: { .bySymbol($0.name.lowercased()) }, rank: { $0 == "eth" ? 2 : 4000 },
        given: given)
      return planImport(
        [try readImport(Array(text.utf8), map: map)], into: ImportLedger(transactions: []),
        policy: ImportPolicy(), coins: coins, now: instant("2026-01-01"))
    }
    let plain = try plan(given: [])
    #expect(plain.refused.map(\.source.line) == [2])
    // Nor is it said that it was, or that the coin's history lacks it.
    #expect(plain.notices == [.symbolRead(symbol: "ETH", coinId: "eth")])
    #expect(plain.incompleteCoins.isEmpty)
    #expect(try #require(plain.refusalGroups.first?.cure).contains("--coin TSLA=ID"))
    #expect(try plan(given: ["tsla"]).refused.isEmpty)
  }
}
