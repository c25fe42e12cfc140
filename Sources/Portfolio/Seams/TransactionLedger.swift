public import FoundationEssentials

/// A change to the ledger, applied whole or not at all.
public enum LedgerChange: Equatable, Sendable {
  /// New transactions, inserted in the order given.
  case add([Transaction])
  /// The transaction with this one's id takes its values and keeps its place of insertion.
  case edit(Transaction)
  /// The transaction with that id is removed.
  case delete(UUID)
}

/// What undo or redo did: the rows as they were and as they are.
///
/// An added row has no `before`, a deleted one no `after`.
public struct LedgerStep: Equatable, Sendable {
  /// One row's change.
  public struct Row: Equatable, Sendable {
    /// The row before, `nil` if it did not exist.
    public let before: Transaction?
    /// The row after, `nil` if it no longer exists.
    public let after: Transaction?

    /// Makes a row's change.
    public init(before: Transaction?, after: Transaction?) {
      self.before = before
      self.after = after
    }
  }

  /// One move's change.
  public struct MoveChange: Equatable, Sendable {
    /// The move before, `nil` if it did not exist.
    public let before: Move?
    /// The move after, `nil` if it no longer exists.
    public let after: Move?

    /// Makes a move's change.
    public init(before: Move?, after: Move?) { (self.before, self.after) = (before, after) }
  }

  /// The rows touched, in ledger order.
  public let rows: [Row]
  /// The moves touched, in no order.
  public let moves: [MoveChange]

  /// Makes a step.
  public init(rows: [Row], moves: [MoveChange] = []) { (self.rows, self.moves) = (rows, moves) }
}

/// One change of a ledger, so that no other is taken for it.
///
/// A question carries the marks of the changes it is about: the answer applies to these or to none.
public struct ChangeMark: Equatable, Sendable {
  /// Its place in the journal, counted from 1.
  public let number: Int
  /// Its hash in the journal's chain, in hexadecimal.
  public let hash: String

  /// Names a change.
  public init(number: Int, hash: String) {
    self.number = number
    self.hash = hash
  }
}

/// The store of transactions, the source of truth for every figure.
///
/// Implementations check each change against the whole history of the coins it touches
/// (`validate(_:now:)`) inside the write itself, so that two processes cannot both sell the last
/// coin.
public protocol TransactionLedger: Sendable {
  /// Every transaction in ledger order: by date, then by insertion.
  ///
  /// - Throws: The store's own error when it cannot be read.
  func transactions() throws -> [Transaction]

  /// Applies a change whole, or throws and changes nothing.
  ///
  /// - Parameters:
  ///   - change: What to do.
  ///   - now: The present instant; no transaction may lie after it.
  /// - Throws: ``PortfolioError`` when the change is refused, or the store's own error.
  func apply(_ change: LedgerChange, now: Date) throws

  /// Reverses the newest change not yet undone.
  ///
  /// - Returns: What changed, or `nil` when there is nothing to undo.
  /// - Throws: The store's own error.
  func undo(now: Date) throws -> LedgerStep?

  /// Applies again the change undone last, as long as no other change came after it.
  ///
  /// - Returns: What changed, or `nil` when there is nothing to redo.
  /// - Throws: The store's own error.
  func redo(now: Date) throws -> LedgerStep?
}
