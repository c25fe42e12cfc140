import FoundationEssentials
import GRDB

/// The result of checking a backup.
public struct BackupReport: Equatable, Sendable {
  /// The day of a daily backup; `nil` for a copy made by the user.
  public let day: String?
  /// Why it cannot be restored, without a trailing period; `nil` for a sound one.
  public let fault: String?

  /// Checks a backup without changing anything, not even next to it.
  ///
  /// SQLite's own check reads every page, and the journal must end where it was last written, so
  /// truncated or overwritten backups are found before they are needed.
  public init(reading path: String) {
    do { (day, fault) = try Self.read(path) } catch { (day, fault) = (nil, Self.fault(of: error)) }
  }

  private static func read(_ path: String) throws -> (day: String?, fault: String?) {
    try LedgerFile.requireFile(path)
    return try naming(path) {
      let queue = try LedgerSchema.openImmutable(path)
      let found = try queue.read { try check($0, path: path) }
      try queue.finish()
      return found
    }
  }

  private static func check(_ db: Database, path: String) throws -> (day: String?, fault: String?) {
    let schema = try LedgerSchema.identify(db, path: path)
    let structure = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "ok"
    guard structure == "ok" else { return (nil, structure) }
    // Schema 1 does not store the end of its journal separately.
    guard schema == LedgerSchema.version else { return (nil, nil) }
    guard try SchemaCheck(db: db).hasTables() else {
      return (nil, "tables are missing")
    }
    let day = try Meta(db: db).dailyMark()?.day
    return (day, try hasJournalEnd(db) ? nil : "the journal does not end where it was last written")
  }

  private static func hasJournalEnd(_ db: Database) throws -> Bool {
    let journal = Journal(db: db)
    let head = try Meta(db: db).data("head").map { Array($0) } ?? []
    guard let last = try journal.last() else { return head.isEmpty }
    let before = try journal.entry("WHERE sequence = ?", [last.sequence - 1])?.hash ?? []
    return try last.hash == head && journal.chained(last, after: before) == head
  }

  private static func fault(of error: any Error) -> String {
    guard let error = error as? LedgerStoreError else { return "\(error)" }
    return switch error {
    case .damaged(_, let detail), .io(_, let detail): detail
    case .newerSchema(_, let found, let known):
      "it was written by a newer bitpal: schema \(found), this one knows \(known)"
    case .notALedger: "it is another program's database"
    case .notAFile: "it is not a file"
    default: error.finding
    }
  }
}
