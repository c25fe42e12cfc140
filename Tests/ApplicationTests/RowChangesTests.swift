import Exact
import Foundation
import Import
import Portfolio
import Testing

@testable import Application

/// The figures that an import reports for the rows it changes.
struct RowChangesTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private static func move(
    _ amount: Quantity, in account: String, after seconds: TimeInterval = 0
  ) -> Move {
    Move(
      account: account, coinId: "bitcoin", amount: amount, fee: 0,
      date: date.addingTimeInterval(seconds))
  }

  @Test func `a transfer loses what does not arrive, even if its halves are added apart`() {
    var sent = Self.move(-3, in: "Kraken")
    var arrived = Self.move(2, in: "Ledger", after: 60)
    (sent.transfer, arrived.transfer) = (arrived.id, sent.id)
    var (first, second) = (BookDifference(), BookDifference())
    first.addedMoves = [sent]
    second.addedMoves = [arrived, Self.move(5, in: "Ledger")]
    var changes = RowChanges()
    changes.add(first)
    #expect(changes.transfers.map(\.lost) == [0])
    changes.add(second)
    #expect(changes.transfers.map(\.lost) == [1])
    #expect(changes.transfers.map(\.arrived?.account) == ["Ledger"])
    #expect(changes.pairs(arrived.id, with: sent.id))
    #expect(changes.addedMoves == 3 && changes.openDeposits == 1 && changes.openWithdrawals == 0)
  }

  @Test func `rows that are put into order are neither added nor removed`() {
    func row(_ amount: Quantity) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: .buy, amount: amount, pricePerCoin: 100, date: Self.date)
    }
    let (new, late) = (row(1), row(2))
    var difference = BookDifference()
    (difference.added, difference.removed) = ([new, late], [late])
    difference.reordered = [late.id]
    let changes = RowChanges(difference)
    #expect(changes.added == 1 && changes.removed == 0 && changes.reordered == 1)
    #expect(changes.rows == 2)
    let sum = changes.coins["bitcoin"]?.kinds[.buy]
    #expect(sum?.count == 1 && sum?.amount == 1 && sum?.total == 100)
  }
}
