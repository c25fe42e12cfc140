public import FoundationEssentials
public import Portfolio

/// The ledger as an import finds it.
///
/// Rows of a file are compared with those of their time. What happened before is known from the
/// ``LedgerOverview`` only, so that a file of a month costs little however long the ledger is.
public struct ImportLedger: Sendable {
  /// Makes readings of the transactions from the overview's start on.
  public typealias Reading = @Sendable () -> NextPage
  /// Reads the next transactions in ledger order; none behind the last.
  public typealias NextPage = @Sendable () throws -> [Transaction]

  /// What all transactions together say.
  public let overview: LedgerOverview
  /// Every move.
  public let moves: [Move]
  /// The transactions from the overview's start on, in ledger order; empty where they are read
  /// piece by piece.
  let transactions: [Transaction]
  private let reading: Reading?

  /// Makes a ledger of which everything is compared.
  ///
  /// - Parameters:
  ///   - transactions: All of them, in ledger order.
  ///   - moves: Every move.
  ///   - deleted: References of what the user deleted.
  ///   - beforeEdits: What the user changed or deleted since, as it came in.
  public init(
    transactions: [Transaction], moves: [Move] = [], deleted: Set<Reference> = [],
    beforeEdits: RowsBeforeEdits = RowsBeforeEdits()
  ) {
    var overview = LedgerOverview()
    (overview.deleted, overview.beforeEdits) = (deleted, beforeEdits)
    for transaction in transactions { overview.add(transaction) }
    self.init(overview, transactions: transactions, moves: moves)
  }

  /// Makes a ledger of which the transactions from an instant on are in memory.
  ///
  /// - Parameters:
  ///   - overview: Made of all transactions.
  ///   - transactions: Those from its start on, in ledger order.
  ///   - moves: Every move.
  public init(_ overview: LedgerOverview, transactions: [Transaction], moves: [Move]) {
    self.init(overview, transactions, moves, reading: nil)
  }

  /// Makes a ledger whose transactions are read piece by piece, for a ``StreamedRows``.
  ///
  /// - Parameters:
  ///   - overview: Made of all transactions.
  ///   - moves: Every move.
  ///   - reading: Reads the transactions from the overview's start on.
  public init(_ overview: LedgerOverview, moves: [Move], reading: @escaping Reading) {
    self.init(overview, [], moves, reading: reading)
  }

  private init(
    _ overview: LedgerOverview, _ transactions: [Transaction], _ moves: [Move], reading: Reading?
  ) {
    var overview = overview
    for move in moves { overview.add(move) }
    overview.finish()
    (self.overview, self.transactions, self.moves) = (overview, transactions, moves)
    self.reading = reading
  }

  /// The same without some transactions and moves, which are replaced.
  func without(_ ids: Set<UUID>) -> ImportLedger {
    ImportLedger(
      overview: overview, transactions.filter { !ids.contains($0.id) },
      moves.filter { !ids.contains($0.id) }, reading: reading)
  }

  /// The same with a move in place of the one of its id.
  func changing(_ move: Move) -> ImportLedger {
    ImportLedger(
      overview: overview, transactions, moves.map { $0.id == move.id ? move : $0 },
      reading: reading)
  }

  private init(
    overview: LedgerOverview, _ transactions: [Transaction], _ moves: [Move], reading: Reading?
  ) {
    (self.overview, self.transactions, self.moves) = (overview, transactions, moves)
    self.reading = reading
  }

  /// Whether there is nothing that a row could be compared with.
  var isEmpty: Bool {
    overview.count == 0 && moves.isEmpty && overview.beforeEdits.isEmpty
  }

  /// The instant from which on transactions are compared with rows from `first` on.
  ///
  /// Losses of moves whose fee waits for coins are of the time of the move; which transfer a move is
  /// of may follow from moves before it, and these from others.
  public static func start(of first: Date, _ moves: [Move]) -> Date {
    let waiting = moves.lazy.filter { $0.fee > 0 }.map(\.date).min() ?? .distantFuture
    return min(first, waiting).addingTimeInterval(-72 * 3600)
  }

  /// The transactions from the overview's start on, one piece after the other.
  func cursor() -> LedgerCursor {
    guard let reading else { return LedgerCursor(transactions) }
    return LedgerCursor(reading())
  }
}

/// A way through the ledger's transactions in their order.
struct LedgerCursor {
  private var rows: ArraySlice<Transaction>
  private let nextPage: ImportLedger.NextPage

  init(_ rows: [Transaction]) {
    self.rows = rows[...]
    nextPage = { [] }
  }

  init(_ nextPage: @escaping ImportLedger.NextPage) {
    rows = []
    self.nextPage = nextPage
  }

  /// The next transactions up to an instant, that instant's among them.
  ///
  /// - Throws: What reading throws.
  mutating func rows(through date: Date) throws -> [Transaction] {
    var passed: [Transaction] = []
    while let row = try first(), row.date <= date {
      passed.append(row)
      rows.removeFirst()
    }
    return passed
  }

  /// Some of the next transactions; none behind the last.
  mutating func someRows() throws -> [Transaction] {
    guard try first() != nil else { return [] }
    let some = rows.prefix(512)
    rows.removeFirst(some.count)
    return Array(some)
  }

  private mutating func first() throws -> Transaction? {
    if rows.isEmpty { rows = try nextPage()[...] }
    return rows.first
  }
}
