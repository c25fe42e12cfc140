import BitpalTesting
import Foundation
import LedgerStore

extension TemporaryFolder {
  /// Replaces the ledger with a copy of `Fixtures/NAME.sqlite`.
  func ledger(copying name: String) throws -> SQLiteLedger {
    let stored = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name).sqlite")
    try Data(contentsOf: stored).write(to: URL(fileURLWithPath: ledgerPath))
    return SQLiteLedger(path: ledgerPath)
  }
}

func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

func put(_ bytes: Data, at path: String) throws {
  try bytes.write(to: URL(fileURLWithPath: path))
}
