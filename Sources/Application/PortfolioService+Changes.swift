import AppGroup
import LedgerStore
public import FoundationEssentials
public import Portfolio
import WidgetTimeline

/// What went wrong beside a change that was made.
///
/// The change itself is on the disk: it must not be reported as failed, or a user would make it
/// twice.
public enum ChangeNote: Sendable {
  /// The day's first backup could not be made.
  case backupFailed(any Error)
  /// The widget files could not be rewritten; the next change or refresh does it.
  case notPublished(any Error)

  /// The note in full sentences.
  public var sentence: String {
    switch self {
    case .backupFailed(let error):
      "Today's backup could not be made, the change was. \(errorSentence(error))"
    case .notPublished(let error):
      "The change is recorded, but the widgets do not show it yet: \(errorSentence(error)) "
        + "`bitpal refresh` updates them."
    }
  }
}

extension PortfolioService {
  /// Applies a change to the ledger and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - change: What to do.
  ///   - note: Receives what went wrong beside a change that was made.
  ///   - progress: Called with the number of rows written so far.
  /// - Throws: What kept the change from being made; nothing is changed then.
  public func apply(
    _ change: LedgerChange, note: (ChangeNote) -> Void, progress: (Int) -> Void = { _ in }
  ) throws {
    try write(note: note) { try ledger.apply(change, now: now, progress: progress) }
  }

  /// Changes the ledger and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - note: Receives what went wrong beside a change that was made.
  ///   - change: The change; when it returns, it is on the disk.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws.
  public func write<Result>(
    note: (ChangeNote) -> Void, _ change: () throws -> Result
  ) throws -> Result {
    try container.create()
    let backupNote = noteOfDailyBackup()
    let result = try change()
    publishAfterCommit(note)
    if let backupNote { note(backupNote) }
    return result
  }

  /// Undoes or redoes a change and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - step: The ledger's own step.
  ///   - note: Receives what went wrong beside a change that was made.
  /// - Returns: What changed, or `nil` when there was nothing to do.
  /// - Throws: What `step` throws.
  public func step(
    _ step: (Date) throws -> LedgerStep?, note: (ChangeNote) -> Void
  ) throws -> LedgerStep? {
    let backupNote = noteOfDailyBackup()
    guard let made = try step(now) else { return nil }
    publishAfterCommit(note)
    if let backupNote { note(backupNote) }
    return made
  }

  /// Recomputes the widget files from the ledger at the last known prices.
  ///
  /// The ledger is read while the container is locked, so that of two writers the later one
  /// publishes what both have written.
  ///
  /// - Throws: Why the ledger could not be read or a file not written.
  public func publish() throws {
    let now = now
    try store.update { files in
      let known = files.refreshData
      let positions = positions(of: try ledger.transactions(), prices: known)
      var data = WidgetRefreshData(positions, lastUpdated: known?.lastUpdated)
      data.restoreLastPrices(
        of: Set(positions.closedPositions.map(\.coinId)), from: container.priceHistoryStore,
        at: now)
      files.refreshData = data
      files.portfolio = data.portfolioData(now: now)
    }
  }

  /// Publishes what has been committed; a failure is a note, because the change is made.
  public func publishAfterCommit(_ note: (ChangeNote) -> Void) {
    do { try publish() } catch { note(.notPublished(error)) }
  }

  /// Writes the widget files where they are missing or damaged.
  ///
  /// - Throws: As ``publish()``.
  public func publishIfMissing() throws {
    if store.portfolio() == nil || store.refreshData() == nil { try publish() }
  }

  /// Writes what a refresh needs where it is missing or damaged although something is recorded.
  ///
  /// - Throws: As ``publish()``.
  public func publishIfLost() throws {
    if store.refreshData() == nil, !(try ledger.transactions()).isEmpty { try publish() }
  }

  /// Makes the day's first backup; its failure never stops the write it precedes.
  private func noteOfDailyBackup() -> ChangeNote? {
    do {
      try ledger.backUpOncePerDay(into: container.backups, day: now.utcDayText)
      return nil
    } catch {
      return .backupFailed(error)
    }
  }
}
