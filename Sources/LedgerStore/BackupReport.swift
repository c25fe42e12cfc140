import FoundationEssentials
import GRDB

/// What reading a backup found.
public struct BackupReport: Equatable, Sendable {
  /// The day of a daily backup; `nil` for a copy that a user made.
  public let day: String?
  /// Why it could not be restored, without a full stop; `nil` for a sound one.
  public let fault: String?

  /// Reads a backup and changes nothing, not even next to it.
  ///
  /// SQLite's own check reads every page, and the journal must end where it was last written: a
  /// backup that was cut or scribbled on is found before it is needed.
  public init(reading path: String) {
    do { (day, fault) = try Self.read(path) } catch { (day, fault) = (nil, Self.fault(of: error)) }
  }

  private static func read(_ path: String) throws -> (day: String?, fault: String?) {
    try LedgerFile.requireFile(path)
    return try naming(path) {
      let queue = try LedgerSchema.openUnchanging(path)
      let found = try queue.read { try check($0, path: path) }
      try queue.finish()
      return found
    }
  }

  private static func check(_ db: Database, path: String) throws -> (day: String?, fault: String?) {
    let schema = try LedgerSchema.identify(db, path: path)
    let structure = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "ok"
    guard structure == "ok" else { return (nil, structure) }
    // The journal of schema 1 has no end that is noted apart.
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
