import FoundationEssentials
import GRDB
public import Portfolio

extension LedgerRows {
  /// The rows that are one event with a row, itself among them, in the order of insertion.
  func event(of row: LedgerRow) throws -> [LedgerRow] {
    guard let link = row.transaction.link else { return [row] }
    return try rows(linkedTo: link)
  }

  /// The event that a transaction or a move is of.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)`` where neither has the id.
  func storedEvent(naming id: UUID) throws -> StoredEvent {
    guard let row = try row(id) else { return try storedEvent(ofMove: id) }
    if let link = row.transaction.link, try move(link) != nil {
      return try storedEvent(ofMove: link)
    }
    return StoredEvent(transactions: try event(of: row))
  }

  /// A move with the other half of its transfer and the sales of its fee.
  ///
  /// - Throws: ``LedgerStoreError/moveNotFound(_:)``.
  func storedEvent(ofMove id: UUID) throws -> StoredEvent {
    let named = try existingMove(id)
    let other = try named.move.transfer.flatMap { try move($0) }
    let moves = [named, other].compactMap(\.self).sorted { $0.move.amount < $1.move.amount }
    return StoredEvent(
      moves: moves, transactions: try rows(linkedTo: moves[0].move.id))
  }

  /// Changes the rows of several events as one change.
  ///
  /// - Returns: The events that changed.
  func edit(
    _ ids: [UUID], label: String, now: Date,
    _ change: (_ index: Int, _ event: inout RecordedEvent) throws -> Void
  ) throws -> [EventChange] {
    var events: [(stored: StoredEvent, after: RecordedEvent)] = []
    // Several rows of one event may be named: each is applied to what the others made of it.
    var places: [UUID: Int] = [:]
    for (index, id) in ids.enumerated() {
      if places[id] == nil {
        let stored = try storedEvent(naming: id)
        for id in stored.ids { places[id] = events.count }
        events.append((stored, stored.event))
      }
      if let found = places[id] { try change(index, &events[found].after) }
    }
    var changed: [RowChange] = []
    var added: [Transaction] = []
    for index in events.indices {
      let stored = events[index].stored
      let transactions = try events[index].after.transactions.map { try $0.storable(now: now) }
      let moves = try events[index].after.moves.map { try $0.storable(now: now) }
      events[index].after = RecordedEvent(transactions: transactions, moves: moves)
      changed += stored.moves.compactMap { row in
        let new = moves.first { $0.id == row.move.id }
        return new == row.move ? nil : .move(row, to: new)
      }
      let differences = changes(from: stored.transactions, to: transactions)
      changed += differences.changed
      added += differences.added
    }
    guard !changed.isEmpty || !added.isEmpty else { return [] }
    try self.change(label: label, now: now) { write in
      try write.replace(changed)
      for row in added { try write.add(row) }
    }
    return events.map { EventChange(before: $0.stored.event, after: $0.after) }
      .filter { $0.before != $0.after }
  }

  /// The transactions of an event, in the order of insertion.
  func rows(linkedTo link: UUID) throws -> [LedgerRow] {
    var rows: [LedgerRow] = []
    try forEach("WHERE link = ? ORDER BY sequence", [Data(link.stored)]) { rows.append($0) }
    return rows
  }

  /// What turns the rows of an event into others: rows keep their index by their id.
  ///
  /// - Returns: The changes of rows there are, and the rows to be added.
  func changes(
    from rows: [LedgerRow], to transactions: [Transaction]
  ) -> (changed: [RowChange], added: [Transaction]) {
    let after = Dictionary(transactions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let known = Set(rows.map(\.transaction.id))
    let changed = rows.filter { after[$0.transaction.id] != $0.transaction }.map {
      RowChange.transaction($0, to: after[$0.transaction.id])
    }
    return (changed, transactions.filter { !known.contains($0.id) })
  }
}

/// The rows that one event is, with their places.
struct StoredEvent {
  /// The half that left first.
  var moves: [MoveRow] = []
  /// In the order of insertion.
  var transactions: [LedgerRow]

  /// The rows without their places.
  var event: RecordedEvent {
    RecordedEvent(transactions: transactions.map(\.transaction), moves: moves.map(\.move))
  }

  /// The ids of the rows.
  var ids: [UUID] { moves.map(\.move.id) + transactions.map(\.transaction.id) }
}

/// What an edit made of an event.
public struct EventChange: Equatable, Sendable {
  /// The rows before it.
  public let before: RecordedEvent
  /// The rows after it.
  public let after: RecordedEvent
}
