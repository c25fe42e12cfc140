import BitpalTesting
import FoundationEssentials
import LedgerStore
import Portfolio

/// The ledgers that satisfy the shared contract.
enum LedgerKind: CaseIterable {
  case inMemory, sqlite

  /// An empty ledger.
  func ledger() throws -> any TransactionLedger {
    switch self {
    case .inMemory: InMemoryLedger()
    case .sqlite: try LedgerInFolder()
    }
  }
}

/// A ledger on disk and its folder.
struct LedgerInFolder: TransactionLedger {
  let folder: TemporaryFolder
  let ledger: SQLiteLedger

  init() throws {
    folder = try TemporaryFolder()
    ledger = SQLiteLedger(path: folder.ledgerPath)
  }

  func transactions() throws -> [Transaction] { try ledger.transactions() }
  func apply(_ change: LedgerChange, now: Date) throws { try ledger.apply(change, now: now) }
  func undo(now: Date) throws -> LedgerStep? { try ledger.undo(now: now) }
  func redo(now: Date) throws -> LedgerStep? { try ledger.redo(now: now) }
}
