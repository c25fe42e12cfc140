import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// A ledger is valid only if every sale is covered at its time.
///
/// - The error names the date of the sale and the balance at that time.
/// - A dropped residue does not cover later sales.
/// - Amounts and prices are positive, dates are not in the future and gifts have no price.
struct ValidationTests {
  private let now = utc("2026-01-01")

  @Test func `accepts a history that is covered at every instant`() throws {
    try validate(ledger("buy 2 at 1", "sell 1 at 2", "sell 1 at 3", "buy 1 at 1"), now: now)
  }

  @Test func `names the date and what was there when a sale is not covered`() {
    let error = failure(of: ledger("buy 1 at 40000", "sell 5 at 1"))
    guard case .insufficientBalance("bitcoin", 1, 5, let date, .sell) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(date == utc("2025-01-02"))
  }

  @Test func `a residue is forgotten and does not cover a later sale`() {
    let trades = ledger("buy 1 at 1", "sell 0.999999999 at 1", "sell 0.00000001 at 1")
    #expect(failure(of: trades) != nil)
  }

  @Test(arguments: [
    ("buy 0 at 1", "Amount must be greater than zero"),
    ("buy -1 at 1", "Amount must be greater than zero"),
    ("buy 1 at 0", "Price must be greater than zero"),
    ("sell 1 at -1", "Price must be greater than zero"),
  ])
  func `refuses single fields`(_ line: String, sentence: String) {
    #expect(failure(of: ledger(line))?.sentence == sentence)
  }

  @Test func `refuses the future`() {
    let trades = ledger("buy 1 at 1")
    #expect(
      failure(of: trades, now: utc("2024-12-31T23:59:59Z"))?.sentence
        == "Transaction date cannot be in the future")
    #expect(failure(of: trades, now: utc("2025-01-01")) == nil)
  }

  @Test func `a gift has no price`() {
    var gift = ledger("gift 1")
    #expect(failure(of: gift) == nil)
    gift[0].pricePerCoin = 5
    #expect(failure(of: gift)?.sentence == "Price must be greater than zero")
  }

  private func failure(of trades: [Transaction], now: Date? = nil) -> PortfolioError? {
    do {
      try validate(trades, now: now ?? self.now)
      return nil
    } catch {
      return error
    }
  }
}

/// Each error of the portfolio has the sentence that the data model specifies.
struct PortfolioErrorTests {
  @Test func `sentences are those of the data model`() {
    let id = UUID()
    let expected: [(PortfolioError, String)] = [
      (.coinNotFound("bitcion"), "Cryptocurrency 'bitcion' not found"),
      (
        .insufficientBalance(coinId: "bitcoin", owned: 1, attempted: 5),
        "You only own 1 bitcoin. Cannot sell 5."
      ),
      (
        .insufficientBalance(
          coinId: "bitcoin", owned: exact("0.50"), attempted: 1, date: utc("2025-02-03")),
        "On 2025-02-03, you only owned 0.5 bitcoin. Cannot sell 1 then."
      ),
      (
        .insufficientBalance(
          coinId: "bitcoin", owned: 1, attempted: 5, date: utc("2025-02-03"), kind: .migrate),
        "On 2025-02-03, you only owned 1 bitcoin. Cannot migrate 5 then."
      ),
      (.invalidAmount, "Amount must be greater than zero"),
      (.invalidPrice, "Price must be greater than zero"),
      (.futureDateNotAllowed, "Transaction date cannot be in the future"),
      (.transactionNotFound(id), "Transaction \(id) not found"),
      (.priceDataUnavailable, "Price data is currently unavailable"),
    ]
    for (error, sentence) in expected { #expect(error.sentence == sentence) }
  }
}
