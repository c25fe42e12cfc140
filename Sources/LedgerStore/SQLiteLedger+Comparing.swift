public import FoundationEssentials
import GRDB
public import Portfolio
import Synchronization

extension SQLiteLedger {
  /// Calls `body` with every transaction in ledger order, as far as all of them are compared with
  /// an import's rows: without payment, fee and valuation, at no price, and without notes that do
  /// not end in a bracket.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCompared(_ body: (Transaction) throws -> Void) throws {
    try read(orElse: ()) { try $0.forEachCompared(body) }
  }

  /// Makes a reading of the transactions from an instant on.
  ///
  /// It has a connection of its own, so that it can be read while this ledger is being written: of
  /// a change that is not complete it shows nothing.
  public func pages(from date: Date) -> TransactionPages {
    TransactionPages(of: SQLiteLedger(path: path), from: date)
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/forEachTransactionCompared(_:)``.
  ///
  /// - Throws: ``LedgerStoreError``, and what `body` throws.
  public func forEachTransactionCompared(_ body: (Transaction) throws -> Void) throws {
    try rows.forEachCompared(body)
  }

  /// The transactions from an instant on, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func transactions(since date: Date) throws -> [Transaction] {
    var transactions: [Transaction] = []
    try rows.forEach("WHERE date >= ? ORDER BY date, sequence", [date.millisecondsSince1970]) {
      transactions.append($0.transaction)
    }
    return transactions
  }
}

/// Transactions in ledger order, read page by page.
public final class TransactionPages: Sendable {
  private let ledger: SQLiteLedger
  private let place: Mutex<(date: Int, sequence: Int)>

  /// How many are in memory at once.
  private static let size = 512

  fileprivate init(of ledger: SQLiteLedger, from date: Date) {
    self.ledger = ledger
    place = Mutex((date.millisecondsSince1970 - 1, Int.max))
  }

  /// The next transactions, none after the last.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func next() throws -> [Transaction] {
    try place.withLock { place in
      let (date, sequence) = place
      let rows: [LedgerRow] = try ledger.read(orElse: []) { ledger in
        var rows: [LedgerRow] = []
        try ledger.forEach(
          "WHERE (date, sequence) > (?, ?) ORDER BY date, sequence LIMIT ?",
          [date, sequence, Self.size]
        ) { rows.append($0) }
        return rows
      }
      if let last = rows.last {
        place = (last.transaction.date.millisecondsSince1970, last.sequence)
      }
      return rows.map(\.transaction)
    }
  }
}

extension LedgerRows {
  /// The columns by which all transactions are compared, in the places of
  /// ``LedgerTable/transactions``.
  private static let comparedList = LedgerTable.transactions.columns.map { column in
    switch column.name {
    case "pricePerCoin": "'0'"
    case "notes": "CASE WHEN notes LIKE '%]' THEN notes END"
    case "feeAmount": "CASE WHEN feeRate IS NOT NULL THEN feeAmount END"
    case "paymentAmount", "paymentCurrency", "valuationKind", "valuationRate", "valuationSource",
      "valuationDay":
      "NULL"
    default: column.name
    }
  }.joined(separator: ", ")

  fileprivate func forEachCompared(_ body: (Transaction) throws -> Void) throws {
    try forEachAhead(Self.comparedList, "ORDER BY date, sequence") { try body($0.transaction) }
  }
}
