import Exact
public import FoundationEssentials
public import Portfolio
import Synchronization

/// A ledger in memory with the same rules as the stored one.
public final class InMemoryLedger: TransactionLedger {
  /// A refusal that is not a rule of the portfolio.
  public enum Refusal: Error, Equatable {
    /// The ledger already has a transaction with that id.
    case duplicateId(UUID)
  }

  /// One row of a change, with its insertion position.
  private struct ChangedRow {
    let sequence: Int
    var before: Transaction?
    var after: Transaction?

    var reversed: ChangedRow { ChangedRow(sequence: sequence, before: after, after: before) }
  }

  private struct State {
    var rows: [Int: Transaction] = [:]
    var lastSequence = 0
    var past: [[ChangedRow]] = []
    var future: [[ChangedRow]] = []
  }

  private static let undoable = 1_000

  private let state = Mutex(State())

  /// Makes a ledger with these transactions and no history.
  public init(_ transactions: [Transaction] = []) {
    state.withLock { state in
      for transaction in transactions {
        state.lastSequence += 1
        state.rows[state.lastSequence] = transaction
      }
    }
  }

  /// Every transaction in ledger order.
  public func transactions() throws -> [Transaction] {
    state.withLock { Self.inOrder($0.rows) }
  }

  /// Applies a change as a whole, or throws and changes nothing.
  public func apply(_ change: LedgerChange, now: Date) throws {
    try state.withLock { state in
      let changed = try Self.rows(of: change, in: state, now: now)
        .filter { $0.before != $0.after }
      guard !changed.isEmpty else { return }
      try Self.make(changed, in: &state, now: now, entered: Self.entered(by: change))
      state.lastSequence = max(state.lastSequence, changed.map(\.sequence).max() ?? 0)
      state.past = (state.past + [changed]).suffix(Self.undoable)
      state.future = []
    }
  }

  /// Reverses the newest change that is not undone.
  public func undo(now: Date) throws -> LedgerStep? {
    try state.withLock { state in
      guard let change = state.past.last else { return nil }
      let back = change.map(\.reversed)
      try Self.make(back, in: &state, now: now, entered: nil)
      state.future.append(state.past.removeLast())
      return Self.step(back)
    }
  }

  /// Redoes the change that was undone last.
  public func redo(now: Date) throws -> LedgerStep? {
    try state.withLock { state in
      guard let change = state.future.last else { return nil }
      try Self.make(change, in: &state, now: now, entered: nil)
      state.past.append(state.future.removeLast())
      return Self.step(change)
    }
  }
}

extension InMemoryLedger {
  private static func rows(
    of change: LedgerChange, in state: State, now: Date
  ) throws -> [ChangedRow] {
    var sequences = Dictionary(uniqueKeysWithValues: state.rows.map { ($1.id, $0) })
    func sequence(of id: UUID) throws -> Int {
      guard let sequence = sequences[id] else { throw PortfolioError.transactionNotFound(id) }
      return sequence
    }
    switch change {
    case .add(let transactions):
      return try transactions.enumerated().map { index, transaction in
        let sequence = state.lastSequence + 1 + index
        guard sequences.updateValue(sequence, forKey: transaction.id) == nil else {
          throw PortfolioError.saveFailed(Refusal.duplicateId(transaction.id))
        }
        return ChangedRow(sequence: sequence, after: try kept(transaction, now))
      }
    case .edit(let transaction):
      let after = try kept(transaction, now)
      let sequence = try sequence(of: transaction.id)
      return [ChangedRow(sequence: sequence, before: state.rows[sequence], after: after)]
    case .delete(let id):
      let sequence = try sequence(of: id)
      return [ChangedRow(sequence: sequence, before: state.rows[sequence])]
    }
  }

  /// The transaction as a ledger stores it: rounded to the millisecond, with values a text can
  /// hold.
  private static func kept(_ transaction: Transaction, _ now: Date) throws -> Transaction {
    var kept = transaction
    kept.date = rounded(transaction.date)
    try validateFields(of: kept, now: rounded(now))
    guard !kept.coinId.isEmpty, !kept.coinId.contains("\0") else {
      throw PortfolioError.coinNotFound(kept.coinId)
    }
    do {
      _ = try ExactDecimal(exact: kept.amount.description)
      _ = try ExactDecimal(exact: kept.pricePerCoin.description)
    } catch { throw PortfolioError.saveFailed(error) }
    return kept
  }

  private static func rounded(_ date: Date) -> Date {
    Date(millisecondsSince1970: date.millisecondsSince1970)
  }

  private static func entered(by change: LedgerChange) -> UUID? {
    switch change {
    case .add(let transactions): transactions.count == 1 ? transactions.first?.id : nil
    case .edit(let transaction): transaction.id
    case .delete: nil
    }
  }

  private static func make(
    _ change: [ChangedRow], in state: inout State, now: Date, entered: UUID?
  ) throws {
    var rows = state.rows
    for row in change { rows[row.sequence] = row.after }
    let coins = Set(change.flatMap { [$0.before?.coinId, $0.after?.coinId] }.compactMap { $0 })
    for coin in coins.sorted() {
      let history = inOrder(rows.filter { $1.coinId == coin })
      do { try validate(history, now: rounded(now)) } catch {
        throw named(error, entered: history.last?.id == entered ? history.last : nil)
      }
    }
    state.rows = rows
  }

  /// Omits the date from the refusal of a sale that is itself being entered.
  private static func named(_ error: PortfolioError, entered: Transaction?) -> PortfolioError {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date, let kind) = error,
      entered?.type == .sell, entered?.amount == attempted, entered?.date == date
    else { return error }
    return .insufficientBalance(
      coinId: coin, owned: owned, attempted: attempted, date: nil, kind: kind)
  }

  private static func inOrder(_ rows: [Int: Transaction]) -> [Transaction] {
    rows.sorted { ($0.value.date, $0.key) < ($1.value.date, $1.key) }.map(\.value)
  }

  private static func step(_ change: [ChangedRow]) -> LedgerStep {
    func key(_ row: ChangedRow) -> (Date, Int) {
      ((row.after ?? row.before)?.date ?? .distantPast, row.sequence)
    }
    return LedgerStep(
      rows: change.sorted { key($0) < key($1) }
        .map { LedgerStep.Row(before: $0.before, after: $0.after) })
  }
}
