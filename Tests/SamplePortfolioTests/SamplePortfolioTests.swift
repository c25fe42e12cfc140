import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import SamplePortfolio
import Testing

/// The sample portfolio is a valid ledger whose figures match those calculated by hand.
struct SamplePortfolioTests {
  @Test func `the trades are a valid ledger of two years`() throws {
    let trades = SamplePortfolio.transactions
    #expect(trades.count == 18)
    for history in Dictionary(grouping: trades, by: \.coinId).values {
      try validate(history, now: SamplePortfolio.recordedAt)
    }
    #expect(Set(trades.map(\.id)).count == trades.count)
    #expect(trades.first?.date == utc("2024-05-01"))
    #expect(inLedgerOrder(trades) == trades)
  }

  @Test func `figures are those worked out by hand`() throws {
    let summary = try positions().summary
    #expect(summary.totalValue == exact("41576.2184"))
    #expect(summary.totalOpenCost == exact("34566.81325"))
    #expect(summary.unrealizedPnL == exact("7009.40515"))
    #expect(summary.realizedClosedPnL == exact("3854.20"))
    #expect(summary.realizedPartialPnL == exact("7032.11075"))
    #expect(summary.totalClosedCost == exact("14146.13325"))
    #expect(summary.totalPnL == exact("17895.7159"))
    #expect(summary.totalPnLPercentage?.rounded(places: 4) == exact("36.7371"))
  }

  @Test func `holdings are those worked out by hand`() throws {
    let expected: [(String, value: String, cost: String)] = [
      ("bitcoin", "26904.85", "20146.18325"), ("ethereum", "6861.81", "6194.40"),
      ("ripple", "2780", "1033.80"), ("solana", "2100", "1955.25"),
      ("litecoin", "828.45", "1200.90"), ("cardano", "741.081", "2402.40"),
      ("sui", "555.7824", "320.88"), ("dogecoin", "497.745", "650.50"),
      ("shiba-inu", "306.50", "662.50"),
    ]
    let holdings = try positions().holdings
    #expect(holdings.map(\.id) == expected.map(\.0))
    for (holding, figures) in zip(holdings, expected) {
      #expect(holding.currentValue == exact(figures.value))
      #expect(holding.totalCost == exact(figures.cost))
    }
  }

  @Test func `closed positions are those worked out by hand`() throws {
    let closed = try positions().closedPositions
    #expect(closed.map(\.coinId) == ["polkadot", "solana"])
    #expect(closed.map(\.realizedPnL) == [-435, exact("4289.20")])
  }

  /// The prices of the recorded response, read independently of the price target.
  private func positions() throws -> Positions {
    let rows = try #require(
      try JSONValue(parsing: Array(SamplePortfolio.marketsAnswer.utf8)).array)
    let coins = try rows.map { row in
      let id = try #require(row["id"]?.string)
      let price = try #require(row["current_price"]?.decimal)
      return (id, Coin(id: id, symbol: "", name: id, currentPrice: price))
    }
    return Positions(
      transactions: SamplePortfolio.transactions,
      currentPrices: Dictionary(uniqueKeysWithValues: coins))
  }
}
