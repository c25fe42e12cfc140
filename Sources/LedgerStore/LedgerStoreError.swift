public import FoundationEssentials
public import Portfolio

/// What can go wrong with the ledger's file.
///
/// Facts only; ``sentence`` is the one place where they become words. Paths are the user's own data
/// and are kept as they are: sanitize them before they are shown.
public enum LedgerStoreError: Error, Equatable, Sendable {
  /// The ledger was written by a newer bitpal: its schema is `found`, this program knows `known`.
  case newerSchema(_ path: String, found: Int, known: Int)
  /// The file is not what was written; `detail` is SQLite's finding.
  case damaged(_ path: String, detail: String)
  /// The file is a sound database of another program.
  case notALedger(_ path: String)
  /// Other processes kept the ledger locked for longer than a minute.
  case busy(_ path: String)
  /// The system refused to read or write; `detail` is its reason.
  case io(_ path: String, detail: String)
  /// A row holds something that is not what its column should hold.
  case unreadableRow(_ path: String, table: String, sequence: Int, column: String)
  /// The folder to write in does not exist.
  case folderMissing(_ path: String)
  /// There is no file to back up or to restore from.
  case missing(_ path: String)
  /// The file named for a backup or for restoring is the ledger itself.
  case isTheLedger(_ path: String)
  /// A transaction of that id is already in the ledger.
  case duplicateId(UUID)
  /// A row of that reference is already in the ledger.
  case duplicateReference(Reference)
  /// Among many rows, two have the same id or reference.
  case duplicateRow
  /// No move has that id.
  case moveNotFound(UUID)
  /// The two moves cannot be one transfer.
  case notATransfer
  /// What the caller had seen of the ledger changed before it could be written.
  case changedMeanwhile
  /// A pipe, device or folder has the file's name.
  case notAFile(_ path: String)
}
