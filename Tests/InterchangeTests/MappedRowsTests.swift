import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// What rows under a map mean beyond their cells.
struct MappedRowsTests {
  @Test(
    "a pair in the column of coins is the coin against the row's money",
    arguments: [
      ("BTCUSD", "bitcoin"), ("BTC-USD", "bitcoin"), ("eth/usd", "ethereum"), ("BTC", "bitcoin"),
      ("XYZUSD", "xyzusd"), ("CRVUSD", "crvusd"), ("TUSD", "tusd"), ("XYZ-USD", "xyz"),
      ("BTCEUR", "btceur"),
    ])
  func pairs(symbol: String, coinId: String) throws {
    let text = "Date,Code,Currency,Price,Quantity,Action\n2021-12-12,\(symbol),USD,44558.42,1,buy\n"
    let plan = try plan(
      [text], "date=date,coin=code,currency=currency,price=price,amount=quantity,side=action")
    #expect(plan.additions.map(\.coinId) == [coinId])
    #expect(plan.additions.map(\.pricePerCoin) == [decimal("44558.42")])
  }

  /// The plan of texts read by a map, with a catalogue of which some coins have ranks.
  private func plan(
    _ texts: [String], _ map: String, into ledger: ImportLedger = ImportLedger(transactions: [])
  ) throws -> ImportPlan {
    let map = try ColumnMap(map)
    let files = try texts.enumerated().map { index, text in
      try readImport(Array(text.utf8), name: "\(index).csv", map: map)
    }
    let ranks = ["bitcoin": 1, "ethereum": 2, "curve-dao-token": 90, "crvusd": 149]
    let more = ["CRV": "curve-dao-token", "CRVUSD": "crvusd", "BTCUSD": "bitcoin-usd-btcfi"]
    let coins = CoinDirectory(
      resolve: { asset in more[asset.name].map { .bySymbol($0) } ?? testCatalogue(asset) },
      rank: { ranks[$0] })
    return planImport(files, into: ledger, policy: policy(), coins: coins, now: testNow)
  }
}
