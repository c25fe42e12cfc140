import GRDB
import Glibc

extension SQLiteLedger {
  /// Copies the ledger as it is at one instant, while others go on writing.
  ///
  /// The copy is a single file of mode 0600 that replaces one of that name once it is complete.
  ///
  /// - Throws: ``LedgerStoreError``; the destination is then as it was.
  public func backUp(to destination: String) throws {
    guard let queue = try readable() else { throw LedgerStoreError.missing(path) }
    guard try LedgerFile.identity(of: destination) != LedgerFile.identity(of: path) else {
      throw LedgerStoreError.isTheLedger(path)
    }
    let temporary = try LedgerFile.makeTemporary(beside: destination)
    defer { unlink(temporary) }
    try naming(path) {
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary])
      }
    }
    try LedgerFile.publish(temporary, replacing: destination)
  }

  /// Puts the content of a backup into the ledger; other processes see it as one more change.
  ///
  /// The backup is checked first. A file here that is damaged, or no ledger, is not overwritten: it
  /// is moved aside to a name ending in `.damaged-1`, `.damaged-2` and so on.
  ///
  /// - Throws: ``LedgerStoreError`` naming the backup or the ledger, whichever is at fault.
  public func restore(from source: String) throws {
    guard let file = try LedgerFile.identity(of: source) else {
      throw LedgerStoreError.missing(source)
    }
    guard try file != LedgerFile.identity(of: path) else {
      throw LedgerStoreError.isTheLedger(path)
    }
    let backup = try LedgerSchema.open(source, isReadOnly: true)
    if let fault = try LedgerSchema.faults(backup, path: source).first {
      throw LedgerStoreError.damaged(source, detail: fault)
    }
    let ledger = try soundOrNew()
    try naming(path) { try backup.backup(to: ledger) }
    noteChange()
  }

  private func soundOrNew() throws -> DatabaseQueue {
    do { return try existingOrNew() } catch LedgerStoreError.damaged, LedgerStoreError.notALedger {
      try LedgerFile.setAside(path)
      return try existingOrNew()
    }
  }
}
