import FoundationEssentials
public import Portfolio

/// Rows of the ledger that were changed or removed since, as they came in.
///
/// What other reports tell, and the same report with other cells, is compared with these: an edit
/// does not change what the reports say.
public struct RowsBeforeEdits: Sendable {
  let transactions: [UUID: Transaction]
  let moves: [UUID: Move]
  private let dates: [Reference: Date]
  /// What the account is now of those transactions that the ledger still has.
  private(set) var accounts: [UUID: String?] = [:]

  /// - Parameters:
  ///   - transactions: Each as it was before it was first changed, or removed.
  ///   - moves: Likewise.
  public init(_ transactions: [Transaction] = [], _ moves: [Move] = []) {
    self.transactions = Dictionary(transactions.map { ($0.id, $0) }) { first, _ in first }
    self.moves = Dictionary(moves.map { ($0.id, $0) }) { first, _ in first }
    dates = Dictionary(
      transactions.compactMap { row in row.reference.map { ($0, row.date) } }
    ) { first, _ in first }
  }

  /// Whether nothing was changed or removed.
  var isEmpty: Bool { transactions.isEmpty && moves.isEmpty }

  /// When the transaction of a reference was that was changed or removed; `nil` for any other.
  func date(of reference: Reference) -> Date? { dates[reference] }

  /// Takes a transaction that the ledger has.
  mutating func meet(_ row: Transaction) {
    if transactions[row.id] != nil { accounts[row.id] = row.account }
  }
}

/// The rows of a ledger as they came in, whatever the user made of them.
struct FirstRows {
  /// What a transaction was.
  enum Row {
    case transaction(Transaction)
    /// A deposit that an import took as a gift.
    case move(Move)
    /// A move, which is among ``FirstRows/moves`` already.
    case partOfMove
  }

  private let before: RowsBeforeEdits
  /// Moves that the user explained, by the reference that the explanation has from them.
  private var explained: [Reference: Move] = [:]
  /// Every move, with its fee and what was lost on its way.
  private(set) var moves: [Move] = []
  /// The names of transactions that were part of a move, by the move's reference.
  private(set) var parts: [Reference: [String]] = [:]
  /// Transactions that were changed or deleted, oldest first; where the account alone is another
  /// now, as of both.
  private(set) var changed: [(row: Row, isDeleted: Bool)] = []
  /// The ids of moves that the user deleted.
  private(set) var deletedMoves: Set<UUID> = []

  /// - Parameter bringsBackDeleted: Whether what the user deleted shall come in again.
  init(_ ledger: ImportLedger, bringsBackDeleted: Bool) {
    before = ledger.overview.beforeEdits
    let overview = ledger.overview
    for move in ledger.moves { add(move) }
    let isThere = Set(ledger.moves.lazy.map(\.id))
    func wasDeleted(_ reference: Reference) -> Bool {
      !bringsBackDeleted && overview.deleted.contains(reference) && !overview.has(reference)
    }
    for move in before.moves.values.sorted(by: { $0.isBefore($1) }) where !isThere.contains(move.id)
    {
      guard let reference = move.reference, !overview.hasMove(reference) else { continue }
      if overview.hasTransaction(reference) {
        explained[reference] = move
        add(move)
      } else if wasDeleted(reference) {
        deletedMoves.insert(move.id)
        add(move)
      }
    }
    let ofMoves = Set(moves.lazy.compactMap(\.reference))
    for row in before.transactions.values.sorted(by: { $0.isBefore($1) }) {
      guard let reference = row.reference else { continue }
      if let account = before.accounts[row.id] {
        changed.append((self.row(of: row), isDeleted: false))
        guard account?.lowercased() != row.account?.lowercased() else { continue }
        var moved = row
        moved.account = account
        changed.append((self.row(of: moved), isDeleted: false))
      } else if wasDeleted(reference), !ofMoves.contains(reference) {
        changed.append((self.row(of: row), isDeleted: true))
      }
    }
  }

  /// Whether a transaction of the ledger is among those that were changed.
  func isChanged(_ row: Transaction) -> Bool { before.transactions[row.id] != nil }

  private mutating func add(_ now: Move) {
    let move = before.moves[now.id] ?? now
    moves.append(move)
    guard let reference = move.reference else { return }
    // What it lost later was in its amount then.
    guard before.moves[now.id] != nil else {
      return parts[reference] = ["fee", "loss", "loss of move"]
    }
    parts[reference] =
      (move.fee == 0 ? ["fee"] : []) + (move.transfer == nil ? [] : ["loss", "loss of move"])
  }

  /// What a transaction was that has not changed since.
  func row(of row: Transaction) -> Row {
    let move = row.reference.flatMap { explained[$0] }
    if let move, row.mayAnswer(move) { return .partOfMove }
    return row.givenDeposit(id: row.id).map(Row.move) ?? .transaction(row)
  }

  /// What some transactions of the ledger were, and all that was changed or deleted, with the moves.
  func rows(of now: [Transaction]) -> (transactions: [Transaction], moves: [Move]) {
    var rows = (transactions: [Transaction](), moves: moves)
    for row in now.lazy.filter({ !isChanged($0) }).map(row) + changed.lazy.map(\.row) {
      switch row {
      case .transaction(let row): rows.transactions.append(row)
      case .move(let move): rows.moves.append(move)
      case .partOfMove: break
      }
    }
    return rows
  }
}

extension Move {
  fileprivate func isBefore(_ other: Move) -> Bool {
    (date, id.uuidString) < (other.date, other.id.uuidString)
  }
}

extension Transaction {
  /// Whether it may be what the user said became of a deposit or withdrawal: a fee beside it is less
  /// than what was lost.
  func mayAnswer(_ move: Move) -> Bool {
    coinId == move.coinId && (type == .sell) == (move.amount < 0)
      && (category != .fee || amount == -move.amount)
  }

  fileprivate func isBefore(_ other: Transaction) -> Bool {
    (date, id.uuidString) < (other.date, other.id.uuidString)
  }
}
