import FoundationEssentials
import GRDB
import Portfolio

/// What a change does to one transaction: no `before` adds it, no `after` deletes it.
struct ChangedRow {
  let sequence: Int
  let before: Transaction?
  let after: Transaction?
}

/// The changes made, newest last, with every row as it was and as it became.
///
/// Doing, undoing and redoing are one act: the rows of one side give way to those of the other.
struct Journal {
  /// A row before or after its change.
  enum Side: String { case before, after }

  /// The changes kept for undoing.
  static let limit = 1_000

  let db: Database
  let path: String

  /// Notes a change and does it; what was undone before can no longer be redone.
  func make(_ rows: [ChangedRow], progress: (Int) -> Void) throws {
    try db.execute(sql: "DELETE FROM change WHERE isUndone")
    try db.execute(sql: "INSERT INTO change DEFAULT VALUES")
    let change = Int(db.lastInsertedRowID)
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO changeRow (change, side, \(LedgerRow.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))
        """)
    for (index, row) in rows.enumerated() {
      for (side, image) in [(Side.before, row.before), (.after, row.after)] {
        guard let image else { continue }
        let values = LedgerRow(sequence: row.sequence, transaction: image).arguments
        try insert.execute(arguments: StatementArguments([change, side.rawValue] + values))
      }
      progress(index + 1)
    }
    try put(.after, of: change)
    try db.execute(
      sql: """
        DELETE FROM change WHERE sequence NOT IN
          (SELECT sequence FROM change ORDER BY sequence DESC LIMIT ?)
        """, arguments: [Self.limit])
  }

  /// Goes one change back or forth, and says what that did; `nil` when there is none.
  func step(to side: Side) throws -> [ChangedRow]? {
    let isUndoing = side == .before
    let next = isUndoing ? "max(sequence)" : "min(sequence)"
    guard
      let change = try Int.fetchOne(
        db, sql: "SELECT \(next) FROM change WHERE isUndone = ?", arguments: [!isUndoing])
    else { return nil }
    try put(side, of: change)
    try db.execute(
      sql: "UPDATE change SET isUndone = ? WHERE sequence = ?", arguments: [isUndoing, change])
    return try rows(of: change, to: side)
  }

  private func put(_ side: Side, of change: Int) throws {
    let other: Side = side == .before ? .after : .before
    try db.execute(
      sql: """
        DELETE FROM ledgerTransaction WHERE sequence IN
          (SELECT sequence FROM changeRow WHERE change = ? AND side = ?)
        """, arguments: [change, other.rawValue])
    try db.execute(
      sql: """
        INSERT INTO ledgerTransaction (\(LedgerRow.columns))
        SELECT \(LedgerRow.columns) FROM changeRow WHERE change = ? AND side = ?
        """, arguments: [change, side.rawValue])
  }

  /// The rows of a change in ledger order.
  private func rows(of change: Int, to side: Side) throws -> [ChangedRow] {
    let rows = LedgerRows(db: db, path: path)
    let from = try rows.images(of: change, side == .before ? .after : .before)
    let to = try rows.images(of: change, side)
    let old = Dictionary(uniqueKeysWithValues: from.map { ($0.sequence, $0.transaction) })
    let new = Dictionary(uniqueKeysWithValues: to.map { ($0.sequence, $0.transaction) })
    return Set(old.keys).union(new.keys)
      .map { ChangedRow(sequence: $0, before: old[$0], after: new[$0]) }
      .sorted { ($0.date, $0.sequence) < ($1.date, $1.sequence) }
  }
}

extension ChangedRow {
  fileprivate var date: Date { (after ?? before)?.date ?? .distantPast }
}
