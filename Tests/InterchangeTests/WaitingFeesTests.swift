import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Fees in a coin that another file brings.
struct WaitingFeesTests {
  private static let header = "Date,Market,Type,Price,Amount,Total,Fee,Fee Coin"
  private static let bought = "2024-01-02 10:00:00,BNBUSD,BUY,300,1,300,0.3,USD"
  private static let charged = [
    "2024-01-03 10:00:00,BTCUSD,BUY,40000,0.1,4000,0.02,BNB",
    "2024-01-04 10:00:00,BTCUSD,SELL,50000,0.1,5000,0.03,BNB",
  ]
  private static let prices = [
    "binancecoin 2024-01-03": "310", "binancecoin 2024-01-04": "320",
    "binancecoin 2024-01-06": "330",
  ]

  private func text(_ rows: [String]) -> String {
    ([Self.header] + rows).joined(separator: "\n") + "\n"
  }

  private func described(_ rows: [Transaction]) -> [String] {
    rows.sorted { ($0.date, $0.coinId) < ($1.date, $1.coinId) }.map {
      "\($0.date.utcDayText) \($0.type) \($0.amount) \($0.coinId) \($0.pricePerCoin) "
        + "\(String(describing: $0.valuation)) \(String(describing: $0.reference))"
    }
  }

  @Test func `in whatever order files come, the fee of a trade is a sale of its coin`() throws {
    let policy = policy(Self.prices)
    let whole = try plan([text([Self.bought] + Self.charged)], policy).additions
    #expect(whole.filter { $0.category == .fee }.map(\.amount) == [0.02, 0.03])
    let trades = try plan([text(Self.charged)], policy)
    #expect(trades.additions.count == 2)
    #expect(
      trades.leftOut.map(\.reason) == [
        .lossNotCovered(decimal("0.02"), "binancecoin"),
        .lossNotCovered(decimal("0.03"), "binancecoin"),
      ])
    #expect(trades.incompleteCoins == [])
    let ledger = ImportLedger(transactions: trades.additions)
    let coins = try plan([text([Self.bought])], policy, into: ledger)
    #expect(described(trades.additions + coins.additions) == described(whole))
    #expect(coins.notices.contains(.waitingFeesSold(2)))
    let again = try plan([text(Self.charged)], policy, into: ledger.with(coins))
    #expect(again.additions.isEmpty && !again.notices.contains(.waitingFeesSold(2)))
  }

  @Test func `a fee waits until there are coins enough, for the coins of its time alone`() throws {
    let policy = policy(Self.prices)
    let trades = try plan([text(Self.charged)], policy)
    let ledger = ImportLedger(transactions: trades.additions)
    let late = "2024-01-03 18:00:00,BNBUSD,BUY,300,0.025,7.5,0,USD"
    let little = try plan([text([late])], policy, into: ledger)
    #expect(little.additions.map(\.coinId) == ["binancecoin"])
    #expect(little.leftOut.isEmpty && little.refused.isEmpty)
    let more = "2024-01-03 19:00:00,BNBUSD,BUY,300,0.01,3,0,USD"
    let enough = try plan([text([more])], policy, into: ledger.with(little))
    #expect(enough.additions.map(\.amount) == [0.01, 0.03])
  }

  @Test func `a sale that the user deleted does not come back with other coins`() throws {
    let policy = policy(Self.prices)
    let whole = try plan([text([Self.bought] + Self.charged)], policy).additions
    let fees = whole.filter { $0.category == .fee }
    let ledger = ImportLedger(
      transactions: whole.filter { $0.category != .fee },
      deleted: [try #require(fees.first?.reference)])
    let coins = "2024-01-02 12:00:00,BNBUSD,BUY,300,2,600,0,USD"
    let later = try plan([text([coins])], policy, into: ledger)
    #expect(later.additions.map(\.amount) == [2, 0.03])
    let again = try plan([text(Self.charged)], policy, into: ledger)
    #expect(again.additions.map(\.amount) == [0.03])
    #expect(again.leftOut.map(\.reason) == [.deleted])
  }

  @Test func `a trade that the user deleted does not come back as its fee`() throws {
    let policy = policy(Self.prices)
    let trades = try plan([text(Self.charged)], policy).additions
    let coins = try plan([text([Self.bought])], policy).additions
    let ledger = ImportLedger(
      transactions: coins + [trades[0]], deleted: [try #require(trades[1].reference)])
    let again = try plan([text(Self.charged)], policy, into: ledger)
    #expect(again.additions.map(\.amount) == [0.02])
    #expect(again.leftOut.map(\.reason) == [.deleted])
  }

  @Test("cut anywhere, in any order, read whole or not", arguments: 0..<30 as Range<UInt64>)
  func cut(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let policy = policy(Self.prices)
    let rows = (0..<12).map { index in
      let time = "2024-01-0\(3 + index / 4) 1\(index % 4):00:00"
      return Int.random(in: 0..<3, using: &random) == 0
        ? "\(time),BNBUSD,BUY,300,0.\(1 + Int.random(in: 0..<9, using: &random)),300,0.3,USD"
        : "\(time),BTCUSD,BUY,40000,0.1,4000,0.\(1 + Int.random(in: 0..<4, using: &random)),BNB"
    }.map { row in
      let cells = row.split(separator: ",").map(String.init)
      // Whatever was bought, the total is price times amount.
      let total = (decimal(cells[3]) * decimal(cells[4])).canonicalText
      return (cells[..<5] + [total] + cells[6...]).joined(separator: ",")
    }
    // Enough at the beginning: else which of two fees lacks coins depends on what comes first.
    let first = "2024-01-02 10:00:00,BNBUSD,BUY,300,9,2700,0.3,USD"
    let whole = try plan([text([first] + rows)], policy).additions
    let place = Int.random(in: 0..<rows.count, using: &random)
    let parts = [[first] + rows[..<place], Array(rows[place...])].shuffled(using: &random)
    var ledger = ImportLedger(transactions: [])
    for part in parts where !part.isEmpty {
      let text = text(part)
      let file = try readImport(Array(text.utf8))
      let stream = try StreamedFiles([StreamedFile(RowBytes(Array(text.utf8)))])
      var streamed: [Transaction] = []
      _ = try stream.plan(
        into: ledger.pieceByPiece([file]), policy: policy,
        coins: CoinDirectory(resolve: testCatalogue), now: testNow, for: .settledWrite
      ) { streamed.append($0) }
      let plan = try plan([text], policy, into: ledger)
      #expect(described(streamed) == described(plan.additions))
      ledger = ledger.with(plan)
    }
    #expect(described(ledger.transactions) == described(whole))
  }
}
