public import FoundationEssentials
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

  /// When transactions were whose date the user edited, as they came in, by their references, as far
  /// as the journal tells.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func datesBeforeEdits() throws -> [Reference: Date] {
    try read(orElse: [:]) { try $0.datesBeforeEdits() }
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/deletedReferences()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func deletedReferences() throws -> Set<Reference> { try rows.deletedReferences() }

  /// As ``SQLiteLedger/datesBeforeEdits()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func datesBeforeEdits() throws -> [Reference: Date] { try rows.datesBeforeEdits() }
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

  /// The first change of a row has what it came in as.
  private static let editedRows = """
    SELECT was.tableName, was.sequence, was.side, was.image
    FROM change JOIN changeRow AS was ON was.change = change.sequence
    WHERE change.kind = 'change' AND change.state IN ('done', 'kept')
      AND was.tableName = '\(LedgerTable.transactions.name)' AND was.side = 'before'
      AND EXISTS (
        SELECT 1 FROM changeRow AS becomes WHERE becomes.change = was.change
          AND becomes.tableName = was.tableName AND becomes.sequence = was.sequence
          AND becomes.side = 'after')
    ORDER BY change.sequence
    """

  fileprivate func deletedReferences() throws -> Set<Reference> {
    var references: Set<Reference> = []
    try forEachImage(Self.deletedRows) { reference, _ in references.insert(reference) }
    return references
  }

  fileprivate func datesBeforeEdits() throws -> [Reference: Date] {
    var dates: [Reference: Date] = [:]
    try forEachImage(Self.editedRows) { reference, date in
      if dates[reference] == nil { dates[reference] = date }
    }
    return dates
  }

  /// Calls `body` with the reference and the date of images that have both.
  private func forEachImage(_ sql: String, _ body: (Reference, Date) -> Void) throws {
    let images = try Row.fetchCursor(db, sql: sql)
    while let row = try images.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of the journal cannot be read")
      }
      let columns = ImageColumns(values: RowImage.decode(image.image) ?? [])
      func place(_ name: String) -> Int? {
        image.table.columns.firstIndex { $0.name == name }
      }
      guard let source = place("referenceSource").flatMap(columns.text),
        let id = place("referenceId").flatMap(columns.text),
        let milliseconds = place("date").flatMap(columns.integer),
        let date = Date(checkedMillisecondsSince1970: milliseconds)
      else { continue }
      body(Reference(source: source, id: id), date)
    }
  }
}
