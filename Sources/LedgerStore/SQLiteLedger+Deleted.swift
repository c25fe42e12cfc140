import GRDB
public import Portfolio

extension SQLiteLedger {
  /// The references of what the user deleted, transactions and moves, as far as the journal tells;
  /// the ledger may have some of them again.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func deletedReferences() throws -> Set<Reference> {
    try read(orElse: []) { try $0.deletedReferences() }
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/deletedReferences()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func deletedReferences() throws -> Set<Reference> { try rows.deletedReferences() }
}

extension LedgerRows {
  /// What a change added took the place of what went by it, and what was undone was never deleted.
  private static let deletedRows = """
    SELECT gone.tableName, gone.sequence, gone.side, gone.image
    FROM change JOIN changeRow AS gone ON gone.change = change.sequence
    WHERE change.kind = 'change' AND change.state IN ('done', 'kept') AND firstAdded IS NULL
      AND gone.side = 'before' AND NOT EXISTS (
        SELECT 1 FROM changeRow AS kept WHERE kept.change = gone.change
          AND kept.tableName = gone.tableName AND kept.sequence = gone.sequence
          AND kept.side = 'after')
      AND NOT EXISTS (
        SELECT 1 FROM changeRow AS added WHERE added.change = gone.change AND added.side = 'after'
          AND NOT EXISTS (
            SELECT 1 FROM changeRow AS before WHERE before.change = added.change
              AND before.tableName = added.tableName AND before.sequence = added.sequence
              AND before.side = 'before'))
    """

  fileprivate func deletedReferences() throws -> Set<Reference> {
    var references: Set<Reference> = []
    let images = try Row.fetchCursor(db, sql: Self.deletedRows)
    while let row = try images.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of the journal cannot be read")
      }
      let columns = ImageColumns(values: RowImage.decode(image.image) ?? [])
      func text(_ name: String) -> String? {
        image.table.columns.firstIndex { $0.name == name }.flatMap(columns.text)
      }
      guard let source = text("referenceSource"), let id = text("referenceId") else { continue }
      references.insert(Reference(source: source, id: id))
    }
    return references
  }
}
