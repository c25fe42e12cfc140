import BitpalTesting
import Exact
import Foundation
import LedgerStore
import Portfolio
import Testing

/// Lists that SQLite filters, sorts, counts and reads page by page.
@Suite struct LedgerPageTests {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger
  let rows: [Transaction]
  let now = LedgerContract.now

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
    rows = try [
      Self.row(0, .buy, "bitcoin", "10", "9.5", notes: "Überweisung"),
      Self.row(1, .gift, "ethereum", "9.9", "0", notes: nil),
      Self.row(2, .buy, "solana", "0.05", "100", notes: "first savings", account: "Kraken"),
      Self.row(3, .sell, "bitcoin", "9.89999", "10.05", notes: ""),
      Self.row(4, .buy, "ethereum", "100", "0.5", notes: "savings", fee: 3),
      Self.row(5, .buy, "bitcoin", "2", "1000000", notes: nil, account: "bitstamp"),
    ]
    try ledger.apply(.add(rows), now: now)
  }

  private static func row(
    _ day: Int, _ type: TransactionType, _ coin: String, _ amount: String, _ price: String,
    notes: String?, account: String? = nil, fee: ExactDecimal? = nil
  ) throws -> Transaction {
    var row = try LedgerContract.transaction(
      type, amount, at: price, on: LedgerContract.day(day), coin: coin, notes: notes)
    row.account = account
    row.fee = fee.map { TransactionFee(amount: $0, currency: "USD") }
    return row
  }

  @Test(arguments: [
    (TransactionQuery.Column.amount, [2, 5, 3, 1, 0, 4]),
    (.price, [4, 0, 3, 2, 5, 1]),
    (.total, [2, 4, 0, 3, 5, 1]),
    (.kind, [5, 4, 2, 0, 1, 3]),
    (.coin(["solana", "bitcoin"]), [2, 5, 3, 0, 4, 1]),
    (.account, [5, 2, 4, 3, 1, 0]),
    (.notes, [2, 4, 0, 5, 3, 1]),
  ]) func `every column sorts exactly`(column: TransactionQuery.Column, expected: [Int]) throws {
    let query = TransactionQuery(order: .by(column, ascending: true))
    #expect(try ledger.transactions(query).map(index) == expected)
    let sequences = try ledger.sequences(query)
    #expect(try ledger.transactions(at: sequences[2...]).map(index) == Array(expected[2...]))
    #expect(
      try ledger.transactions(
        TransactionQuery(order: .by(column, ascending: true), limit: 2, offset: 3)
      ).map(index) == Array(expected[3..<5]))
  }

  @Test func `the other direction leaves rows without a value last`() throws {
    func order(_ column: TransactionQuery.Column) throws -> [Int] {
      try ledger.transactions(TransactionQuery(order: .by(column, ascending: false))).map(index)
    }
    #expect(try order(.price) == [5, 2, 3, 0, 4, 1])
    #expect(try order(.total) == [5, 3, 0, 4, 2, 1])
    #expect(try order(.notes) == [0, 4, 2, 5, 3, 1])
  }

  @Test(arguments: [
    ([TransactionQuery.Word("SAVINGS")], [4, 2]),
    ([.init("savings"), .init("eth", coinIds: ["ethereum"])], [4]),
    ([.init("b", coinIds: ["bitcoin"], kinds: [.buy])], [5, 4, 3, 2, 0]),
    ([.init("2", dayDigits: Self.digits(3))], [3]),
    ([.init("2", dayDigits: String(Self.digits(3).prefix(4)))], [5, 4, 3, 2, 1, 0]),
    ([.init("überW")], [0]),
    ([.init("kraken")], [2]),
    ([.init("%")], []),
  ]) func `every word has to be found`(words: [TransactionQuery.Word], expected: [Int]) throws {
    let query = TransactionQuery(words: words, order: .newestFirst)
    #expect(try ledger.transactions(query).map(index) == expected)
    #expect(try ledger.count(query) == expected.count)
    #expect(try ledger.transactions(at: ledger.sequences(query)).map(index) == expected)
    for (before, index) in expected.enumerated() {
      #expect(try ledger.rowsBefore(rows[index].id, in: query) == before)
    }
  }

  @Test func `a row knows its sequence number`() throws {
    let sequence = try #require(try ledger.sequence(of: rows[4].id))
    #expect(try ledger.transactions(at: [sequence]) == [rows[4]])
    #expect(try ledger.rowsBefore(rows[4].id, in: TransactionQuery()) == 4)
    #expect(try ledger.rowsBefore(rows[4].id, in: TransactionQuery(type: .gift)) == nil)
    try ledger.apply(.delete(rows[4].id), now: now)
    #expect(try ledger.transactions(at: [sequence]) == [])
    #expect(try ledger.sequence(of: rows[4].id) == nil)
    #expect(try ledger.rowsBefore(rows[4].id, in: TransactionQuery()) == nil)
  }

  private func index(_ row: Transaction) -> Int { rows.firstIndex(of: row) ?? -1 }

  private static func digits(_ day: Int) -> String {
    LedgerContract.day(day).utcDayText.replacing("-", with: "")
  }
}
