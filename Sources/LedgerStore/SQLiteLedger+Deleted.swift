import FoundationEssentials
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

  /// Rows that were changed or removed since, as they came in, as far as the journal tells.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func rowsBeforeEdits() throws -> (transactions: [Transaction], moves: [Move]) {
    try read(orElse: ([], [])) { try $0.rowsBeforeEdits() }
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/deletedReferences()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func deletedReferences() throws -> Set<Reference> { try rows.deletedReferences() }

  /// As ``SQLiteLedger/rowsBeforeEdits()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func rowsBeforeEdits() throws -> (transactions: [Transaction], moves: [Move]) {
    try rows.rowsBeforeEdits()
  }
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
  private static let changedRows = """
    SELECT was.tableName, was.sequence, was.side, was.image
    FROM change JOIN changeRow AS was ON was.change = change.sequence
    WHERE change.kind = 'change' AND change.state IN ('done', 'kept') AND was.side = 'before'
    ORDER BY change.sequence
    """

  fileprivate func deletedReferences() throws -> Set<Reference> {
    var references: Set<Reference> = []
    try forEachImage(Self.deletedRows) { table, columns in
      func place(_ name: String) -> Int? { table.columns.firstIndex { $0.name == name } }
      guard let source = place("referenceSource").flatMap(columns.text),
        let id = place("referenceId").flatMap(columns.text)
      else { return }
      references.insert(Reference(source: source, id: id))
    }
    return references
  }

  fileprivate func rowsBeforeEdits() throws -> (transactions: [Transaction], moves: [Move]) {
    var rows: (transactions: [Transaction], moves: [Move]) = ([], [])
    var met: Set<UUID> = []
    try forEachImage(Self.changedRows) { table, columns in
      guard let id = columns.id(1), met.insert(id).inserted else { return }
      let place = LedgerStoreError.Place(path: path, table: table.name)
      if table.name == LedgerTable.transactions.name {
        rows.transactions.append(try LedgerRow(columns, at: place).transaction)
      } else {
        rows.moves.append(try MoveRow(columns, at: place).move)
      }
    }
    return rows
  }

  /// Calls `body` with the columns of each image that a query selects.
  private func forEachImage(
    _ sql: String, _ body: (LedgerTable, ImageColumns) throws -> Void
  ) throws {
    let images = try Row.fetchCursor(db, sql: sql)
    while let row = try images.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of the journal cannot be read")
      }
      try body(image.table, ImageColumns(values: RowImage.decode(image.image) ?? []))
    }
  }
}
