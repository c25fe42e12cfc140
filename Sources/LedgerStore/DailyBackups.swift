import FoundationEssentials
import GRDB
import Glibc

/// The mark inside a daily backup; copies made by users do not have it.
struct DailyMark: Equatable {
  /// Greater than the number of every earlier daily backup in the folder, even if the
  /// clock was wrong.
  let number: Int
  /// The day as `2026-04-28`.
  let day: String

  init(number: Int, day: String) { (self.number, self.day) = (number, day) }

  init?(text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let number = Int(words[0]), isCount(number) else { return nil }
    self.init(number: number, day: String(words[1]))
  }

  var text: String { "\(number) \(day)" }
}

extension Meta {
  /// The key of the mark.
  static let daily = "daily"

  /// The mark of a daily backup.
  func dailyMark() throws -> DailyMark? {
    try String.fetchOne(
      db, sql: "SELECT value FROM meta WHERE name = ? AND typeof(value) = 'text'",
      arguments: [Self.daily]
    ).flatMap(DailyMark.init(text:))
  }

  /// Marks a copy as a daily backup; `nil` removes the mark.
  func mark(_ mark: DailyMark?) throws {
    guard let mark else {
      return try db.execute(sql: "DELETE FROM meta WHERE name = ?", arguments: [Self.daily])
    }
    try set(Self.daily, mark.text)
  }
}

extension Journal {
  /// The hash of the first journal entry, which identifies a ledger and its copies.
  func origin() throws -> Data? {
    try Data.fetchOne(db, sql: "SELECT hash FROM change ORDER BY sequence LIMIT 1")
  }
}

/// The daily backups in a folder.
///
/// They are recognized by the mark inside, because users can give any file such a name and a wrong
/// clock names a backup after another day.
struct DailyBackups {
  private struct Backup {
    let path: String
    let mark: DailyMark
    let origin: Data?
  }

  /// How many daily backups of each ledger are kept.
  private static let kept = 7
  private static let prefix = "BitpalShared-"
  private static let suffix = ".sqlite"

  let folder: String

  static func path(of day: String, in folder: String) -> String {
    "\(folder)/\(prefix)\(day)\(suffix)"
  }

  /// The mark of the next daily backup.
  func nextMark(day: String) throws -> DailyMark {
    DailyMark(number: (try found().map(\.mark.number).max() ?? 0) + 1, day: day)
  }

  /// Removes all but the last seven backups of a ledger; those of other ledgers stay.
  func removeOld(of ledger: DatabaseQueue) throws {
    let origin = try ledger.read { try Journal(db: $0).origin() }
    let own = try found().filter { origin != nil && $0.origin == origin }
      .sorted { ($0.mark.number, $0.path) < ($1.mark.number, $1.path) }
    for old in own.dropLast(Self.kept) { unlink(old.path) }
  }

  private func found() throws -> [Backup] {
    try LedgerFile.names(in: folder).compactMap { name in
      guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
        name.utf8.count == Self.prefix.count + "2026-04-28".count + Self.suffix.count,
        let (mark, origin) = Self.mark(in: "\(folder)/\(name)"),
        "\(folder)/\(name)" == Self.path(of: mark.day, in: folder)
      else { return nil }
      return Backup(path: "\(folder)/\(name)", mark: mark, origin: origin)
    }
  }

  /// The mark in a file; `nil` if it has none or cannot be read.
  private static func mark(in path: String) -> (DailyMark, origin: Data?)? {
    do {
      try LedgerFile.requireFile(path)
      let queue = try LedgerSchema.openImmutable(path)
      let found = try queue.read { db -> (DailyMark, origin: Data?)? in
        guard try db.tableExists("meta"), let mark = try Meta(db: db).dailyMark() else {
          return nil
        }
        return (mark, try Journal(db: db).origin())
      }
      try queue.finish()
      return found
    } catch { return nil }
  }
}
