import FoundationEssentials
import GRDB
public import Portfolio

extension SQLiteLedger {
  /// The transactions added to a coin since a digest, oldest first.
  ///
  /// A digest is the sum of the rows' hashes. Subtracting the hashes of the newest rows gives the
  /// earlier digest exactly if these rows, and nothing else, were added.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - digest: An earlier result of ``digests()``.
  ///   - limit: The maximum number of rows to try.
  /// - Returns: `nil` if older rows changed too, or more than `limit` rows were added.
  /// - Throws: ``LedgerStoreError``.
  public func rows(
    of coinId: String, since digest: String, limit: Int = 64
  ) throws -> [Transaction]? {
    try read(orElse: nil) { ledger in
      guard var rest = try PositionStore(db: ledger.db, path: path).stored(coinId)?.digest else {
        return nil
      }
      var found: [Transaction] = []
      var isFound = false
      let location = LedgerStoreError.Location(path: path, table: LedgerTable.transactions.name)
      try ledger.forEachStored(
        .transactions, "WHERE coinId = ? ORDER BY date DESC, sequence DESC LIMIT ?",
        [coinId, limit]
      ) { image, row in
        isFound = isFound || Data(rest.bytes).hexadecimalText == digest
        guard !isFound else { return }
        rest -= RowDigest(image: image)
        found.append(try LedgerRow(row, at: location).transaction)
      }
      isFound = isFound || Data(rest.bytes).hexadecimalText == digest
      return isFound ? found.reversed() : nil
    }
  }

  /// The digest of a coin's rows without the newest ones, as it was before they were added.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - count: The number of rows left out.
  /// - Returns: `nil` for a coin without rows.
  /// - Throws: ``LedgerStoreError``.
  public func digest(of coinId: String, withoutNewest count: Int) throws -> String? {
    try read(orElse: nil) { ledger in
      guard var rest = try PositionStore(db: ledger.db, path: path).stored(coinId)?.digest else {
        return nil
      }
      try ledger.forEachStored(
        .transactions, "WHERE coinId = ? ORDER BY date DESC, sequence DESC LIMIT ?",
        [coinId, count]
      ) { image, _ in
        rest -= RowDigest(image: image)
      }
      return Data(rest.bytes).hexadecimalText
    }
  }
}
