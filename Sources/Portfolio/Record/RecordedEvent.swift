public import FoundationEssentials

/// The rows of one event.
public struct RecordedEvent: Equatable, Sendable {
  /// The ids of an event's rows, so that an edit keeps existing ones.
  public struct IDs: Equatable, Sendable {
    /// The only row, or the outgoing one.
    public var main: UUID
    /// The other side of a swap, a migration or a transfer.
    public var other: UUID
    /// The sale of a fee.
    public var fee: UUID

    /// New ids.
    public init(main: UUID = UUID(), other: UUID = UUID(), fee: UUID = UUID()) {
      (self.main, self.other, self.fee) = (main, other, fee)
    }

    /// The ids of recorded rows, with new ones for missing roles.
    public init(of rows: [Transaction]) {
      self.init()
      guard let first = rows.first(where: { $0.kind != .fee }) ?? rows.first else { return }
      let sides = rows.filter { $0.kind != .fee || $0.id == first.id }
      main = (sides.first { $0.type == .sell } ?? first).id
      if let side = sides.first(where: { $0.id != main }) { other = side.id }
      if let sale = rows.first(where: { $0.kind == .fee && $0.id != main }) { fee = sale.id }
    }
  }

  /// Transactions, in insertion order.
  public var transactions: [Transaction] = []
  /// Moves, in insertion order.
  public var moves: [Move] = []

  /// Creates an event.
  public init(transactions: [Transaction] = [], moves: [Move] = []) {
    self.transactions = transactions
    self.moves = moves
  }
}
