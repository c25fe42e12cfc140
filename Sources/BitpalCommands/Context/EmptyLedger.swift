import LedgerStore
import Reports

extension AppContext {
  /// How to begin; `nil` once anything is recorded or waits for an answer.
  ///
  /// - Throws: Why the ledger could not be read.
  func firstSteps() throws -> String? {
    guard try ledger.count(TransactionQuery(limit: 1)) == 0, try ledger.moves.counts().lines == 0,
      try ledger.imports.inboxCounts().waiting == 0
    else { return nil }
    return """
      Nothing is recorded yet.
      Import your exchange's export: bitpal import FILE
      Record a purchase: bitpal buy bitcoin 0.1 --price 60000
      Look around a sample portfolio: bitpal --demo
      """
  }
}

extension Report {
  /// The report, which says how to begin where the ledger is empty.
  ///
  /// - Throws: Why the ledger could not be read.
  func orFirstSteps(_ context: AppContext) throws -> Report {
    guard rows.isEmpty, let steps = try context.firstSteps() else { return self }
    var report = self
    report.emptyNote = steps
    return report
  }
}
