public import Portfolio

/// What turns the rows that are booked into those that a derivation gives.
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

  /// Whether both are the same.
  public var isEmpty: Bool { self == BookDifference() }

  /// Compares rows by their ids.
  ///
  /// - Parameters:
  ///   - transactions: The transactions that are booked and have a record as their origin.
  ///   - moves: The moves that are booked and have one.
  ///   - booked: What the derivation gives.
  public init(from transactions: [Transaction], moves: [Move], to booked: Booked) {
    let rows = compared(transactions, with: booked.transactions)
    (added, changed, removed) = (rows.added, rows.changed, rows.removed)
    let places = compared(moves, with: booked.moves)
    (addedMoves, changedMoves, removedMoves) = (places.added, places.changed, places.removed)
  }

  private init() {}
}

/// Compares rows by their ids, in the order of the new and the old ones.
private func compared<Row: Identifiable & Equatable>(
  _ old: [Row], with new: [Row]
) -> (added: [Row], changed: [Row], removed: [Row]) {
  let known = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  let kept = Set(new.map(\.id))
  return (
    new.filter { known[$0.id] == nil },
    new.filter { row in known[row.id].map { $0 != row } ?? false },
    old.filter { !kept.contains($0.id) }
  )
}
