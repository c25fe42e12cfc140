import Glibc

extension SQLiteLedger {
  /// The daily backups kept.
  private static let daysKept = 7

  /// Backs the ledger up unless that day's backup exists, and removes all but the newest seven.
  ///
  /// On a large ledger it takes a while: where ``cloneOncePerDay(into:day:)`` could not do it
  /// before the day's first write, call this after the user has the answer. Without a ledger there
  /// is nothing to do.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the backups alone.
  ///   - day: The day as `2026-04-28`; it becomes part of the file's name.
  /// - Throws: ``LedgerStoreError``.
  public func backUpOncePerDay(into folder: String, day: String) throws {
    guard let destination = try missingBackup(in: folder, day: day) else { return }
    if try cloneBackup(to: destination) == false { try backUp(to: destination) }
    try removeOldBackups(in: folder)
  }

  /// Backs the ledger up as ``backUpOncePerDay(into:day:)`` does, but only where that takes no
  /// time: where the file system lets copies share their blocks, or the ledger is small.
  ///
  /// Call it before the day's first write: the backup then holds what the day began with.
  ///
  /// - Returns: Whether that day's backup exists, or there is nothing to back up.
  /// - Throws: ``LedgerStoreError``.
  public func cloneOncePerDay(into folder: String, day: String) throws -> Bool {
    try cloneOncePerDay(into: folder, day: day, copyingUpTo: Self.quicklyCopied)
  }

  /// The same, where so many bytes are copied before anyone notices.
  func cloneOncePerDay(into folder: String, day: String, copyingUpTo limit: Int) throws -> Bool {
    guard let destination = try missingBackup(in: folder, day: day) else { return true }
    if try cloneBackup(to: destination) == false {
      guard try LedgerFile.size(of: path) ?? 0 <= limit else { return false }
      try backUp(to: destination)
    }
    try removeOldBackups(in: folder)
    return true
  }

  /// Bytes that are copied before anyone notices.
  private static let quicklyCopied = 8_000_000

  private func missingBackup(in folder: String, day: String) throws -> String? {
    let destination = "\(folder)/\(Self.prefix)\(day)\(Self.suffix)"
    let isMade =
      try LedgerFile.identity(of: destination) != nil && !LedgerFile.isFolder(destination)
    return try LedgerFile.identity(of: path) == nil || isMade ? nil : destination
  }

  private func cloneBackup(to destination: String) throws -> Bool {
    guard LedgerFile.canClone(in: LedgerFile.folder(of: destination)),
      let queue = try existing()
    else { return false }
    return try naming(path) {
      try LedgerCopy.clone(of: queue, path: path, replacing: destination)
    }
  }

  private func removeOldBackups(in folder: String) throws {
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
