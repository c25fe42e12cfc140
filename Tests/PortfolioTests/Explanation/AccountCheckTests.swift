import BitpalTesting
import Exact
import FoundationEssentials
import Testing

@testable import Portfolio

/// What `verify` reports when account books do not match rows and moves.
struct AccountCheckTests {
  private static func rows(price: Price = 200, account: String = "Ledger") -> [Transaction] {
    func row(
      _ type: TransactionType, _ amount: Quantity, _ price: Price, _ day: String,
      _ account: String
    ) -> Transaction {
      Transaction(
        coinId: "coin", type: type, amount: amount, pricePerCoin: price, date: utc(day),
        account: account)
    }
    return [
      row(.buy, 1, 100, "2025-03-01", "Kraken"), row(.buy, 1, price, "2025-03-15", account),
      row(.sell, exact("0.5"), 400, "2025-06-01", "Ledger"),
    ]
  }

  private static let moves = AccountMoves(
    [], rules: LotsPerAccount(), until: utc("2026-01-01T00:00:00Z"))

  private static func check(_ method: CostBasis, found rows: [Transaction]) -> AccountCheck {
    let carried = CarriedLots(rows, methods: [method], accounts: moves)
    return AccountCheck(
      coinId: "coin", costBasis: method, history: self.rows(), moves: moves,
      found: MatchedSales(of: "coin", rows, costBasis: method, .utc, carrying: carried))
  }

  @Test(arguments: CostBasis.stored)
  func `books that are the rows' are proved`(method: CostBasis) throws {
    try Self.check(method, found: Self.rows()).run()
  }

  @Test(arguments: CostBasis.stored)
  func `another cost of what is held is found`(method: CostBasis) {
    let wrong = #expect(throws: ProofDifference.self) {
      try Self.check(method, found: Self.rows(price: 210)).run()
    }
    #expect(wrong?.figure == .lotCost)
  }

  @Test(arguments: CostBasis.stored)
  func `lots in another account are found`(method: CostBasis) {
    let rows = Self.rows()
    var moved = rows
    moved[0].account = "Ledger"
    let wrong = #expect(throws: ProofDifference.self) {
      try Self.check(method, found: moved).run()
    }
    #expect(wrong != nil)
  }

  @Test func `a purchase's coins at another purchase's cost are found`() {
    var swapped = Self.rows()
    (swapped[0].pricePerCoin, swapped[1].pricePerCoin) = (200, 100)
    let wrong = #expect(throws: ProofDifference.self) {
      try Self.check(.fifo, found: swapped).run()
    }
    #expect(wrong?.figure == .lotCost)
  }
}
