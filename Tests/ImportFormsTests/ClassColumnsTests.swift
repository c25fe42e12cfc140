import Foundation
import Testing

@testable import ImportForms
@testable import ImportText

/// Files of brokers and trackers that also contain assets other than coins.
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
      try readImport(Array(text.utf8), map: map).results.map(\.line).sorted() == [
        "2024-04-11T00:00:00Z +0.5 ETH -1500 EUR", "2: notACoin(\"STOCK\")",
        "3: notACoin(\"ETF\")",
      ])
  }

  @Test func `orders that a column calls margin orders are left out of a mapped file`() throws {
    let text = """
      Trade Date,Instrument,Side,Quantity,Price,Fee,Fee Currency,Margin Order
      2025-01-10 10:00:00,BTC_EUR,BUY,0.01,100000,1,EUR,False
      2025-02-11 10:00:00,ETH_EUR,BUY,1,3000,1,EUR,True
      """
    let proposal = try #require(mapProposal(for: Array(text.utf8)))
    let map = try #require(proposal.map)
    #expect(proposal.unreadColumns(in: map) == ["margin order (False, True)"])
    #expect(
      try readImport(Array(text.utf8), map: map).results.map(\.line).sorted() == [
        "2025-01-10T10:00:00Z +0.01 BTC -1000 EUR, fee 1 EUR", "3: derivative(\"margin order\")",
      ])
  }
}
