import LedgerStore
import Reports

extension AppContext {
  /// How to get started; `nil` if anything is recorded or waiting for an answer.
  ///
  /// - Throws: If the ledger could not be read.
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
  /// The report, with advice on getting started if the ledger is empty.
  ///
  /// - Throws: If the ledger could not be read.
  func orFirstSteps(_ context: AppContext) throws -> Report {
    guard rows.isEmpty, let steps = try context.firstSteps() else { return self }
    var report = self
    report.emptyNote = steps
    return report
  }
}
