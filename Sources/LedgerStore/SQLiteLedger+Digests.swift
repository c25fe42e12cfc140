public import FoundationEssentials
import GRDB
import Portfolio

extension SQLiteLedger {
  /// The digest of each coin's rows, in hexadecimal: what is kept next to the ledger is still of
  /// these rows as long as the digest is the same.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func digests() throws -> [(coinId: String, digest: String)] {
    try read(orElse: []) { ledger in
      try Row.fetchAll(ledger.db, sql: "SELECT coinId, digest FROM position ORDER BY coinId").map {
        (try $0.required(0), (try $0.required(1) as Data).hexadecimalText)
      }
    }
  }

  /// The digest of each coin's rows before an instant, in hexadecimal; a coin without any has none.
  ///
  /// The rows from that instant on are read, and taken out of the digests of all.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func digests(before date: Date) throws -> [String: String] {
    try read(orElse: [:]) { ledger in
      var digests: [String: RowDigest] = [:]
      for row in try Row.fetchAll(ledger.db, sql: "SELECT coinId, digest FROM position") {
        digests[try row.required(0)] = RowDigest(bytes: Array(try row.required(1) as Data))
      }
      let coinColumn = LedgerTable.transactions.columns.firstIndex { $0.name == "coinId" } ?? 0
      try ledger.forEachStored(
        .transactions, "WHERE date >= ?", [date.millisecondsSince1970]
      ) { image, row in
        if let id = row.text(coinColumn) { digests[id]? -= RowDigest(image: image) }
      }
      return digests.filter { $0.value != RowDigest() }
        .mapValues { Data($0.bytes).hexadecimalText }
    }
  }
}
