import FoundationEssentials
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
}
