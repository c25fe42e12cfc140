import Glibc

extension SQLiteLedger {
  /// The daily backups kept.
  private static let daysKept = 7

  /// Backs the ledger up unless that day's backup exists, and removes all but the newest seven.
  ///
  /// Call it before a write: the backup then holds what the day began with. Without a ledger there
  /// is nothing to do.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the backups alone.
  ///   - day: The day as `2026-04-28`; it becomes part of the file's name.
  /// - Throws: ``LedgerStoreError``.
  public func backUpOncePerDay(into folder: String, day: String) throws {
    let name = "\(Self.prefix)\(day)\(Self.suffix)"
    guard
      try LedgerFile.identity(of: path) != nil,
      try LedgerFile.identity(of: "\(folder)/\(name)") == nil
    else { return }
    try backUp(to: "\(folder)/\(name)")
    let backups = try LedgerFile.names(in: folder).filter(Self.isDailyBackup).sorted()
    for old in backups.dropLast(Self.daysKept) { unlink("\(folder)/\(old)") }
  }

  private static let prefix = "BitpalShared-"
  private static let suffix = ".sqlite"

  /// Whether the name is `BitpalShared-YYYY-MM-DD.sqlite`, so that nobody else's file is removed.
  private static func isDailyBackup(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let day = name.dropFirst(prefix.count).dropLast(suffix.count)
    return day.utf8.count == 10
      && zip(day.utf8, "0000-00-00".utf8).allSatisfy { found, form in
        form == UInt8(ascii: "-")
          ? found == form : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(found)
      }
  }
}
