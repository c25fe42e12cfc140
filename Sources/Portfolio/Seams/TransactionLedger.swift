public import FoundationEssentials

/// A change to the ledger, applied completely or not at all.
public enum LedgerChange: Equatable, Sendable {
  /// New transactions, inserted in the order given.
  case add([Transaction])
  /// The transaction with the same id gets these values and keeps its insertion order.
  case edit(Transaction)
  /// The transaction with that id is removed.
  case delete(UUID)
}

/// What undo or redo did: the rows before and after.
///
/// An added row has no `before`, a deleted one no `after`.
public struct LedgerStep: Equatable, Sendable {
  /// One row's change.
  public struct Row: Equatable, Sendable {
    /// The row before, `nil` if it did not exist.
    public let before: Transaction?
    /// The row after, `nil` if it no longer exists.
    public let after: Transaction?

    /// Creates a row's change.
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

    /// Creates a move's change.
    public init(before: Move?, after: Move?) { (self.before, self.after) = (before, after) }
  }

  /// The number of transactions a step affected.
  public struct Counts: Equatable, Sendable {
    /// Transactions that were restored.
    public internal(set) var added = 0
    /// Transactions that were removed.
    public internal(set) var removed = 0
    /// Transactions whose values changed.
    public internal(set) var changed = 0

    /// The total.
    public var all: Int { added + removed + changed }
  }

  /// The maximum number of rows that a step lists, because an import can have very many.
  public static let rowLimit = 1_000

  /// The affected rows in ledger order, up to ``rowLimit``.
  public let rows: [Row]
  /// The number of affected transactions.
  public let counts: Counts
  /// The first and last date of all rows; `nil` without rows.
  public let dates: ClosedRange<Date>?
  /// The affected moves, unordered.
  public let moves: [MoveChange]

  /// Creates a step.
  public init(rows: [Row], moves: [MoveChange] = []) {
    var touched = TouchedRows()
    for (index, row) in rows.enumerated() { touched.add(row, sequence: index) }
    self.init(touched, moves: moves)
  }

  /// Creates a step from rows that were never in memory together.
  public init(_ touched: TouchedRows, moves: [MoveChange]) {
    rows = touched.first.map(\.row)
    (counts, dates, self.moves) = (touched.counts, touched.dates, moves)
  }
}

extension LedgerStep.Row {
  /// The date by which rows are ordered.
  fileprivate var date: Date { (after ?? before)?.date ?? .distantPast }
}

/// The rows that a step affects, counted one at a time.
public struct TouchedRows: Sendable {
  fileprivate private(set) var counts = LedgerStep.Counts()
  fileprivate private(set) var dates: ClosedRange<Date>?
  private var rows: [(row: LedgerStep.Row, sequence: Int)] = []
  /// The last kept row once the limit is reached: later ones are only counted.
  private var last: (date: Date, sequence: Int)?

  /// No rows.
  public init() {}

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: The row before and after.
  ///   - sequence: Its position in the ledger, which orders rows of the same date.
  public mutating func add(_ row: LedgerStep.Row, sequence: Int) {
    switch (row.before, row.after) {
    case (nil, nil): break
    case (nil, _): counts.added += 1
    case (_, nil): counts.removed += 1
    default: counts.changed += 1
    }
    let known = dates ?? row.date...row.date
    dates = min(known.lowerBound, row.date)...max(known.upperBound, row.date)
    if let last, last < (row.date, sequence) { return }
    rows.append((row, sequence))
    if rows.count == 2 * LedgerStep.rowLimit {
      rows = first
      last = rows.last.map { ($0.row.date, $0.sequence) }
    }
  }

  fileprivate var first: [(row: LedgerStep.Row, sequence: Int)] {
    let ordered = rows.sorted { ($0.row.date, $0.sequence) < ($1.row.date, $1.sequence) }
    return Array(ordered.prefix(LedgerStep.rowLimit))
  }
}

/// Identifies one change of a ledger.
///
/// A request has the marks of the changes it is about, so that the response applies to exactly
/// these.
public struct ChangeMark: Equatable, Sendable {
  /// Its position in the journal, counted from 1.
  public let number: Int
  /// Its hash in the journal's chain, in hexadecimal.
  public let hash: String

  /// Creates a mark for a change.
  public init(number: Int, hash: String) {
    self.number = number
    self.hash = hash
  }
}

/// The store of transactions, the source of truth for every figure.
///
/// Implementations check each change against the whole history of the affected coins
/// (`validate(_:now:)`) inside the write itself, so that two processes cannot both sell the last
/// coin.
public protocol TransactionLedger: Sendable {
  /// Every transaction in ledger order: by date, then by insertion.
  ///
  /// - Throws: The store's own error when it cannot be read.
  func transactions() throws -> [Transaction]

  /// Applies a change completely, or throws without changing anything.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - now: The present instant; no transaction may be after it.
  /// - Throws: ``PortfolioError`` when the change is refused, or the store's own error.
  func apply(_ change: LedgerChange, now: Date) throws

  /// Reverses the newest change not yet undone.
  ///
  /// - Returns: What changed, or `nil` when there is nothing to undo.
  /// - Throws: The store's own error.
  func undo(now: Date) throws -> LedgerStep?

  /// Reapplies the last undone change, if no other change was made since.
  ///
  /// - Returns: What changed, or `nil` when there is nothing to redo.
  /// - Throws: The store's own error.
  func redo(now: Date) throws -> LedgerStep?
}
