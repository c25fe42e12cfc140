extension SQLiteLedger {
  /// Backs the ledger up unless that day's backup exists, and removes all but the last seven daily
  /// backups of this ledger.
  ///
  /// On a large ledger it takes a while: where ``cloneOncePerDay(into:day:)`` could not do it
  /// before the day's first write, call this after the user has the answer. Without a ledger there
  /// is nothing to do.
  ///
  /// A daily backup carries a mark with a number, and both are what counts: a file without the mark
  /// is never removed, whatever its name, and the last seven are those made last, whatever the
  /// clock said.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the backups.
  ///   - day: The day as `2026-04-28`; it becomes part of the file's name.
  /// - Throws: ``LedgerStoreError``.
  public func backUpOncePerDay(into folder: String, day: String) throws {
    _ = try cloneOncePerDay(into: folder, day: day, copyingUpTo: .max)
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
    let destination = DailyBackups.path(of: day, in: folder)
    guard try LedgerFile.identity(of: path) != nil, try !isMade(destination) else { return true }
    let backups = DailyBackups(folder: folder)
    let mark = try backups.nextMark(day: day)
    if try clone(to: destination, as: mark) == false {
      guard try LedgerFile.size(of: path) ?? 0 <= limit else { return false }
      try backUp(to: destination, as: mark)
    }
    if let queue = try readable() { try naming(path) { try backups.removeOld(of: queue) } }
    return true
  }

  /// Bytes that are copied before anyone notices.
  private static let quicklyCopied = 8_000_000

  private func isMade(_ destination: String) throws -> Bool {
    try LedgerFile.identity(of: destination) != nil && !LedgerFile.isFolder(destination)
  }

  private func clone(to destination: String, as mark: DailyMark) throws -> Bool {
    guard LedgerFile.canClone(in: LedgerFile.folder(of: destination)),
      let queue = try existing()
    else { return false }
    return try naming(path) {
      try LedgerCopy.clone(of: queue, path: path, replacing: destination, as: mark)
    }
  }
}
