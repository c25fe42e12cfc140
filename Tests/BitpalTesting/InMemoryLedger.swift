public import FoundationEssentials
public import Portfolio
import Synchronization

/// A ledger that keeps nothing, under the rules of the real one.
public final class InMemoryLedger: TransactionLedger {
  /// Why a change was refused that no rule of the portfolio forbids.
  public enum Refusal: Error, Equatable {
    /// A transaction of that id is already in the ledger.
    case duplicateId(UUID)
  }

  private struct Row: Hashable {
    let place: Int
    var transaction: Transaction
  }

  private struct State {
    var rows: [Row] = []
    var placesGiven = 0
    var past: [[Row]] = []
    var future: [[Row]] = []
  }

  /// The changes kept for undoing.
  public static let kept = 1_000

  private let state = Mutex(State())

  /// Makes a ledger that holds these transactions and has no past.
  public init(_ transactions: [Transaction] = []) {
    state.withLock { state in
      state.rows = transactions.enumerated().map { Row(place: $0 + 1, transaction: $1) }
      state.placesGiven = transactions.count
    }
  }

  public func transactions() throws -> [Transaction] {
    state.withLock { Self.inOrder($0.rows).map(\.transaction) }
  }

  public func apply(_ change: LedgerChange, now: Date) throws {
    try state.withLock { state in
      var rows = state.rows
      var placesGiven = state.placesGiven
      switch change {
      case .add(let transactions):
        for transaction in transactions {
          guard !rows.contains(where: { $0.transaction.id == transaction.id }) else {
            throw PortfolioError.saveFailed(Refusal.duplicateId(transaction.id))
          }
          placesGiven += 1
          rows.append(Row(place: placesGiven, transaction: try Self.kept(transaction, now)))
        }
      case .edit(let transaction):
        let kept = try Self.kept(transaction, now)
        rows[try Self.index(of: transaction.id, in: rows)].transaction = kept
      case .delete(let id):
        rows.remove(at: try Self.index(of: id, in: rows))
      }
      guard rows != state.rows else { return }
      try Self.check(rows, against: state.rows, now: now, entered: Self.entered(change))
      state.past = (state.past + [state.rows]).suffix(Self.kept)
      state.future = []
      state.rows = rows
      state.placesGiven = placesGiven
    }
  }

  public func undo(now: Date) throws -> LedgerStep? {
    try state.withLock { state in
      guard let rows = state.past.last else { return nil }
      try Self.check(rows, against: state.rows, now: now, entered: nil)
      let step = Self.step(from: state.rows, to: rows)
      state.future.append(state.rows)
      state.past.removeLast()
      state.rows = rows
      return step
    }
  }

  public func redo(now: Date) throws -> LedgerStep? {
    try state.withLock { state in
      guard let rows = state.future.last else { return nil }
      try Self.check(rows, against: state.rows, now: now, entered: nil)
      let step = Self.step(from: state.rows, to: rows)
      state.past.append(state.rows)
      state.future.removeLast()
      state.rows = rows
      return step
    }
  }
}

extension InMemoryLedger {
  private static func inOrder(_ rows: [Row]) -> [Row] {
    rows.sorted { ($0.transaction.date, $0.place) < ($1.transaction.date, $1.place) }
  }

  private static func index(of id: UUID, in rows: [Row]) throws -> Int {
    guard let index = rows.firstIndex(where: { $0.transaction.id == id }) else {
      throw PortfolioError.transactionNotFound(id)
    }
    return index
  }

  private static func entered(_ change: LedgerChange) -> UUID? {
    switch change {
    case .add(let transactions): transactions.count == 1 ? transactions.first?.id : nil
    case .edit(let transaction): transaction.id
    case .delete: nil
    }
  }

  /// The transaction as a ledger keeps it: to the millisecond, and with values a text can hold.
  private static func kept(_ transaction: Transaction, _ now: Date) throws -> Transaction {
    var kept = transaction
    kept.date = rounded(transaction.date)
    try validateFields(of: kept, now: rounded(now))
    guard !kept.coinId.isEmpty, !kept.coinId.contains("\0") else {
      throw PortfolioError.coinNotFound(kept.coinId)
    }
    do {
      _ = try Decimal(exact: kept.amount.canonicalText)
      _ = try Decimal(exact: kept.pricePerCoin.canonicalText)
    } catch { throw PortfolioError.saveFailed(error) }
    return kept
  }

  private static func rounded(_ date: Date) -> Date {
    Date(millisecondsSince1970: date.millisecondsSince1970)
  }

  private static func check(_ rows: [Row], against old: [Row], now: Date, entered: UUID?) throws {
    let changed = Set(rows).symmetricDifference(old)
    for coin in Set(changed.map(\.transaction.coinId)).sorted() {
      let history = inOrder(rows).map(\.transaction).filter { $0.coinId == coin }
      do { try validate(history, now: rounded(now)) } catch {
        throw named(error, entered: history.first { $0.id == entered })
      }
    }
  }

  /// A sale that is itself being entered needs no date in its refusal.
  private static func named(_ error: PortfolioError, entered: Transaction?) -> PortfolioError {
    guard case .insufficientBalance(let coin, let owned, let attempted, let date) = error,
      entered?.type == .sell, entered?.amount == attempted, entered?.date == date
    else { return error }
    return .insufficientBalance(coinId: coin, owned: owned, attempted: attempted, date: nil)
  }

  private static func step(from old: [Row], to new: [Row]) -> LedgerStep {
    let gone = Set(old).subtracting(new)
    let come = Set(new).subtracting(old)
    let places = Set(gone.map(\.place)).union(come.map(\.place))
    let pairs = places.map { place in
      (gone.first { $0.place == place }, come.first { $0.place == place })
    }
    let ordered = pairs.sorted { left, right in
      guard let first = left.1 ?? left.0, let second = right.1 ?? right.0 else { return false }
      return (first.transaction.date, first.place) < (second.transaction.date, second.place)
    }
    return LedgerStep(
      rows: ordered.map { LedgerStep.Row(before: $0?.transaction, after: $1?.transaction) })
  }
}
