import FoundationEssentials
import GRDB
public import Portfolio

/// Rows that the user changed or deleted, as far as the journal knows them.
public struct FormerRows: Equatable, Sendable {
  /// Transactions that were changed or removed since, as they came in.
  public fileprivate(set) var transactions: [Transaction] = []
  /// Moves that were changed or removed since, as they came in.
  public fileprivate(set) var moves: [Move] = []
  /// The references of transactions and moves that the user deleted; the ledger may have some of
  /// them again.
  public fileprivate(set) var deletedReferences: Set<Reference> = []

  /// No rows.
  public init() {}
}

extension SQLiteLedger {
  /// Rows that the user changed or deleted, read from the journal in one pass.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func formerRows() throws -> FormerRows {
    try read(orElse: FormerRows()) { try $0.formerRows() }
  }
}

extension LedgerContents {
  /// As ``SQLiteLedger/formerRows()``.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func formerRows() throws -> FormerRows { try rows.formerRows() }
}

extension LedgerRows {
  /// The images of the changes that hold, a row's two sides one after the other.
  ///
  /// `CROSS JOIN` keeps SQLite from reading the images of all other entries, which are as many as
  /// the rows of an undone import. Of a row after a change only its presence counts.
  private static let images = """
    SELECT image.tableName, image.sequence, image.side,
      iif(image.side = 'before', image.image, x''), change.sequence, change.firstAdded
    FROM change CROSS JOIN changeRow AS image ON image.change = change.sequence
    WHERE change.kind = 'change' AND change.state IN ('done', 'kept')
      AND image.tableName IN ('ledgerTransaction', 'ledgerMove')
    ORDER BY change.sequence, image.tableName, image.sequence, image.side
    """

  fileprivate func formerRows() throws -> FormerRows {
    var (rows, met) = (FormerRows(), Set<UUID>())
    var change = FormerChange()
    let images = try Row.fetchCursor(db, sql: Self.images)
    while let row = try images.next() {
      guard let image = JournalImage(row) else {
        throw DatabaseError.damaged("an image of the journal cannot be read")
      }
      let sequence: Int = try row.required(4)
      if sequence != change.sequence {
        rows.deletedReferences.formUnion(change.deletedReferences)
        change = FormerChange(sequence: sequence, addsRows: !row.hasNull(atIndex: 5))
      }
      guard let columns = change.columnsBefore(image) else { continue }
      // The first change of a row has what it came in as.
      guard let id = columns.id(1), met.insert(id).inserted else { continue }
      let place = LedgerStoreError.Place(path: path, table: image.table.name)
      if image.table.name == LedgerTable.transactions.name {
        rows.transactions.append(try LedgerRow(columns, at: place).transaction)
      } else {
        rows.moves.append(try MoveRow(columns, at: place).move)
      }
    }
    rows.deletedReferences.formUnion(change.deletedReferences)
    return rows
  }
}

/// One change while its images are read.
private struct FormerChange {
  private struct Key: Equatable {
    let table: String
    let sequence: Int
  }

  let sequence: Int?
  private var addsRows: Bool
  /// A row after the change whose image before it would come next.
  private var after: Key?
  private var removed: [Reference] = []

  init(sequence: Int? = nil, addsRows: Bool = false) {
    (self.sequence, self.addsRows) = (sequence, addsRows)
  }

  /// The references of rows that were deleted: a change that adds rows replaces those it removes.
  var deletedReferences: [Reference] { addsRows || after != nil ? [] : removed }

  /// Takes the next image.
  ///
  /// - Returns: The row's columns before the change; `nil` for those after it.
  mutating func columnsBefore(_ image: JournalImage) -> ImageColumns? {
    let row = Key(table: image.table.name, sequence: image.sequence)
    let isChanged = row == after
    if after != nil && !isChanged { addsRows = true }
    guard image.side == .before else {
      after = row
      return nil
    }
    after = nil
    let columns = ImageColumns(values: RowImage.decode(image.image) ?? [])
    if !isChanged, let reference = columns.reference(in: image.table) { removed.append(reference) }
    return columns
  }
}

extension ImageColumns {
  fileprivate func reference(in table: LedgerTable) -> Reference? {
    func column(_ name: String) -> String? {
      table.columns.firstIndex { $0.name == name }.flatMap(text)
    }
    guard let source = column("referenceSource"), let id = column("referenceId") else { return nil }
    return Reference(source: source, id: id)
  }
}
