import FoundationEssentials
import GRDB

/// Checks what the ledger keeps of imported files: that contents match their digests, and that rows
/// are derived from existing records.
struct FileCheck {
  let db: Database
  let path: String

  /// - Parameter total: The digest of all rows; the rows of these tables are added.
  func run(_ report: inout StorageReport, _ total: inout RowDigest) throws {
    for table in [LedgerTable.files, .records, .answers, .overrides] {
      let images = try LedgerRows(db: db, path: path).storedAhead(table, "ORDER BY sequence") {
        image, _ in image
      }
      try images.forEach { total += RowDigest(image: $0) }
    }
    try checkContents(&report)
  }

  /// Checks that the bytes of each file have the file's digest.
  private func checkContents(_ report: inout StorageReport) throws {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT digest, size, packed FROM fileContent ORDER BY digest")
    while let row = try rows.next() {
      let digest: Data = try row.required(0)
      let packed: Data = try row.required(2)
      let count: Int = try row.required(1)
      var hash = SHA256()
      let isWhole = packed.withUnsafeBytes { packed in
        unpack(packed, count: count) { hash.update($0) }
      }
      if !isWhole || hash.finish() != Array(digest) {
        report.add("the bytes of file \(Array(digest).hexadecimalText.prefix(8)) were changed")
      }
    }
  }
}
