public import FoundationEssentials
public import Portfolio

/// The changes that turn the booked rows into those of a derivation.
public struct BookDifference: Sendable, Equatable {
  /// Transactions to add, in ledger order.
  public var added: [Transaction] = []
  /// Transactions to change, with their new values.
  public var changed: [Transaction] = []
  /// Transactions to remove, with their old values.
  public var removed: [Transaction] = []
  /// Moves to add.
  public var addedMoves: [Move] = []
  /// Moves to change, with their new values.
  public var changedMoves: [Move] = []
  /// Moves to remove, with their old values.
  public var removedMoves: [Move] = []
  /// The ids of transactions that are removed and added again to restore the order of a coin's rows
  /// within an instant.
  public var reordered: Set<UUID> = []

  /// Whether both are the same.
  public var isEmpty: Bool { self == BookDifference() }

  /// Makes an empty difference.
  public init() {}

  /// Compares rows by their ids.
  ///
  /// - Parameters:
  ///   - transactions: The booked transactions that have a record as their origin, in ledger order.
  ///   - moves: The booked moves that have one.
  ///   - booked: The result of the derivation.
  ///   - end: Only its rows before this date count; `nil` for all.
  public init(
    from transactions: [Transaction], moves: [Move], to booked: Booked, until end: Date? = nil
  ) {
    var (new, newMoves) = (booked.transactions, booked.moves)
    if let end {
      new.removeAll { $0.date >= end }
      newMoves.removeAll { $0.date >= end }
    }
    // Usually nothing changes; comparing the lists finds that without looking up each row.
    guard transactions != new || moves != newMoves else { return }
    let rows = compared(transactions, with: new)
    (added, changed, removed) = (rows.added, rows.changed, rows.removed)
    let moveRows = compared(moves, with: newMoves)
    (addedMoves, changedMoves, removedMoves) = (moveRows.added, moveRows.changed, moveRows.removed)
    reorder(transactions, as: new)
  }

  /// Reinserts rows whose order would differ from the derivation's.
  ///
  /// A coin's rows of one instant are in insertion order, so a row inserted later would follow one
  /// that it has to precede.
  private mutating func reorder(_ old: [Transaction], as new: [Transaction]) {
    let oldRows = Dictionary(
      old.enumerated().map { ($1.id, (index: $0, row: $1)) },
      uniquingKeysWith: { first, _ in first })
    var start = new.startIndex
    var late: Set<UUID> = []
    while start < new.endIndex {
      var end = start + 1
      while end < new.endIndex, new[end].date == new[start].date { end += 1 }
      if end - start > 1, !isInOrder(new[start..<end], oldRows) {
        // The last row that keeps its position; rows that must follow it and are missing or precede it
        // are inserted after it.
        var last = -1
        var isBroken = false
        for row in new[start..<end] {
          guard let known = oldRows[row.id] else {
            isBroken = true
            continue
          }
          if isBroken || known.row.date != row.date || known.index < last {
            isBroken = true
            late.insert(row.id)
          } else {
            last = known.index
          }
        }
      }
      start = end
    }
    guard !late.isEmpty else { return }
    reordered = late
    removed += late.compactMap { oldRows[$0]?.row }
      .sorted { (oldRows[$0.id]?.index ?? 0) < (oldRows[$1.id]?.index ?? 0) }
    changed.removeAll { late.contains($0.id) }
    let written = late.union(added.map(\.id))
    added = new.filter { written.contains($0.id) }
  }
}

/// Whether the rows of one instant are booked in their order.
///
/// The order of different coins is not derived: the row of an answer follows those of its instant.
private func isInOrder(
  _ rows: ArraySlice<Transaction>, _ booked: [UUID: (index: Int, row: Transaction)]
) -> Bool {
  var last: [String: Int] = [:]
  return rows.allSatisfy { row in
    guard let known = booked[row.id], known.row.date == row.date else { return false }
    defer { last[row.coinId] = known.index }
    return last[row.coinId] ?? -1 < known.index
  }
}

/// Compares rows by id; the results keep the order of the new and the old rows.
private func compared<Row: Identifiable & Equatable>(
  _ old: [Row], with new: [Row]
) -> (added: [Row], changed: [Row], removed: [Row]) {
  // A new ledger needs no comparison or copy.
  if old.isEmpty { return (new, [], []) }
  let known = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  let kept = Set(new.map(\.id))
  return (
    new.filter { known[$0.id] == nil },
    new.filter { row in known[row.id].map { $0 != row } ?? false },
    old.filter { !kept.contains($0.id) }
  )
}
