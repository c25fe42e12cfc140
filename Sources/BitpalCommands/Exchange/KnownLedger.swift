import Application
import FoundationEssentials
import Interchange
import LedgerStore
import Portfolio

/// Reads of the ledger what an import is compared with.
struct KnownLedger {
  private let ledger: SQLiteLedger
  /// The same ledger while nobody else can write it.
  private let contents: LedgerContents?

  /// The ledger as it is now.
  init(_ context: AppContext) { (ledger, contents) = (context.ledger, nil) }

  /// The ledger while nobody else can write it.
  init(_ contents: LedgerContents, _ context: AppContext) {
    (ledger, self.contents) = (context.ledger, contents)
  }

  /// What files that were read whole are compared with.
  ///
  /// - Throws: `LedgerStoreError`.
  func whole(for files: [ImportFile], _ progress: inout Progress) throws -> ImportLedger {
    let first = files.lazy.compactMap(\.firstDate).min()
    let moves = try contents.map { try $0.moves() } ?? ledger.moves()
    let start = ImportLedger.start(of: first ?? .distantFuture, moves)
    let overview = try overview(LedgerOverview(from: start), &progress)
    let query = TransactionQuery(since: overview.start)
    let transactions =
      try contents.map { try $0.transactions(since: overview.start) } ?? ledger.transactions(query)
    return ImportLedger(overview, transactions: transactions, moves: moves)
  }

  /// What a long file is compared with, read while the file is.
  ///
  /// - Throws: `LedgerStoreError`.
  func pieceByPiece(
    for rows: any StreamedRows, _ progress: inout Progress
  ) throws -> ImportLedger {
    let moves = try contents.map { try $0.moves() } ?? ledger.moves()
    let start = ImportLedger.start(of: rows.firstDate ?? .distantFuture, moves)
    let isOwn = rows.files.contains { $0.format == .bitpal }
    let mayShareIds = rows.files.contains(where: \.mayShareIds)
    let overview = try overview(
      LedgerOverview(from: start, keepsIds: isOwn, keepsParts: mayShareIds), &progress)
    guard overview.count > 0 else {
      return ImportLedger(overview, transactions: [], moves: moves)
    }
    return ImportLedger(overview, moves: moves) { [ledger, start = overview.start] in
      let pages = ledger.pages(from: start)
      return { try pages.next() }
    }
  }

  /// Takes every transaction of the ledger into an overview.
  private func overview(
    _ empty: LedgerOverview, _ progress: inout Progress
  ) throws -> LedgerOverview {
    var overview = empty
    func take(_ transaction: Transaction) {
      if overview.count == Self.manyRows { progress.say("Reading the ledger") }
      overview.add(transaction)
    }
    let former = try contents.map { try $0.formerRows() } ?? ledger.formerRows()
    overview.beforeEdits = RowsBeforeEdits(former.transactions, former.moves)
    overview.deleted = former.deletedReferences
    if let contents {
      try contents.forEachTransactionCompared(take)
    } else {
      try ledger.forEachTransactionCompared(take)
    }
    return overview
  }

  /// Rows that take longer to read than to see.
  private static let manyRows = 20_000
}
