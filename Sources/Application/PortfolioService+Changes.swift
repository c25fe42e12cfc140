import AppGroup
public import FoundationEssentials
public import LedgerStore
public import Portfolio
import WidgetTimeline

/// A problem that does not affect the change itself.
///
/// The change itself is on the disk: it must not be reported as failed, or a user would make it
/// twice.
public enum ChangeNote: Sendable {
  /// The day's first backup could not be made.
  case backupFailed(any Error)
  /// The widget files could not be rewritten; the next reader or refresh does it.
  case notPublished(any Error)
  /// Something that follows a change, such as writing the rows it left out, failed.
  case unfinished(any Error)

  /// The note in full sentences.
  public var sentence: String {
    switch self {
    case .backupFailed(let error):
      "The change is recorded, but today's backup could not be made. \(errorSentence(error))"
    case .notPublished(let error):
      "The change is recorded, but the widgets do not show it yet: \(errorSentence(error)) "
        + "`bitpal refresh` updates them."
    case .unfinished(let error):
      "The change is recorded, but something after it failed: \(errorSentence(error))"
    }
  }
}

extension PortfolioService {
  /// Applies a change to the ledger and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - change: What to do.
  ///   - label: What the journal calls it; `nil` names it after its kind.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: What kept the change from being made; nothing is changed then.
  @discardableResult
  public func apply(
    _ change: LedgerChange, label: String? = nil, note: (ChangeNote) -> Void,
    recorded: () throws -> Void
  ) throws -> Bool {
    try write(note: note) {
      try ledger.apply(change, label: label ?? change.label, clock: clock)
    } recorded: {
      try recorded()
    }
  }

  /// Adds the rows of an event and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - event: The rows.
  ///   - label: What the journal calls the change.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: What kept the change from being made; nothing is changed then.
  @discardableResult
  public func record(
    _ event: RecordedEvent, label: String, note: (ChangeNote) -> Void,
    recorded: () throws -> Void
  ) throws -> Bool {
    try write(note: note) {
      try ledger.add(event.transactions, moves: event.moves, label: label, clock: clock)
    } recorded: {
      try recorded()
    }
  }

  /// Changes the rows of one event as they are at that moment, and brings the widget files up to
  /// date.
  ///
  /// - Parameters:
  ///   - id: One of its transactions.
  ///   - expected: What the caller has seen of the ledger.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - change: Sets the rows; what it leaves alone keeps what others have written to it.
  ///   - recorded: Receives the row before and after, equal where nothing changed; otherwise as in
  ///     ``write(note:_:recorded:)``.
  /// - Throws: What kept the change from being made; nothing is changed then.
  public func edit(
    _ id: UUID, expecting expected: [Expectation] = [], note: (ChangeNote) -> Void,
    _ change: (inout [Transaction]) throws -> Void, recorded: (LedgerStep.Row) throws -> Void
  ) throws {
    try write(note: note) {
      try ledger.edit(id, expecting: expected, clock: clock, change)
    } recorded: {
      try recorded($0)
    }
  }

  /// Removes one transaction with all that is one event with it, and brings the widget files up to
  /// date.
  ///
  /// - Parameters:
  ///   - transaction: The transaction as the caller has seen it.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: Receives what was removed, the transaction first; otherwise as in
  ///     ``write(note:_:recorded:)``.
  /// - Throws: What kept the change from being made; nothing is changed then.
  public func delete(
    _ transaction: Transaction, note: (ChangeNote) -> Void,
    recorded: ([Transaction]) throws -> Void
  ) throws {
    try write(note: note) {
      try ledger.delete(transaction.id, expecting: [.transaction(transaction)], clock: clock)
    } recorded: {
      try recorded($0)
    }
  }

  /// Replaces the ledger by a backup and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - source: The backup.
  ///   - kept: Where the replaced ledger is copied to.
  ///   - expected: The ledger that the caller has seen; `nil` replaces whatever there is.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Throws: Why the ledger was not replaced; it is as it was then.
  public func restore(
    from source: String, keepingReplacedAt kept: String, expecting expected: ReplacedLedger?,
    note: (ChangeNote) -> Void, recorded: (RestoredLedger) throws -> Void
  ) throws {
    try container.create()
    try publish(note: note) {
      try ledger.backups.restore(from: source, keepingReplacedAt: kept, expecting: expected)
    } recorded: {
      try recorded($0)
    }
  }

  /// Changes the ledger and brings the widget files up to date.
  ///
  /// The day's first backup is made before the change where that takes no time, else after it.
  ///
  /// - Parameters:
  ///   - note: Receives problems that do not affect the change itself.
  ///   - change: The change; when it returns, it is on the disk.
  ///   - recorded: Reports what `change` returned, before anything else is waited for; what it
  ///     throws is a note.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: What `change` throws.
  @discardableResult
  public func write<Result>(
    note: (ChangeNote) -> Void, _ change: () throws -> Result,
    recorded: (Result) throws -> Void
  ) throws -> Bool {
    try container.create()
    let backup = backUpBeforeChange()
    let isPublished = try publish(note: note, change, recorded: recorded)
    switch backup {
    case .done: break
    case .later: backUpLater(self)
    case .failed(let error): note(.backupFailed(error))
    }
    return isPublished
  }

  @discardableResult
  private func publish<Result>(
    note: (ChangeNote) -> Void, _ change: () throws -> Result,
    recorded: (Result) throws -> Void
  ) throws -> Bool {
    let result = try change()
    didChange()
    do { try recorded(result) } catch { note(.unfinished(error)) }
    return publishAfterCommit(note)
  }

  /// Publishes what has been committed; a failure is a note, because the change is made.
  ///
  /// - Returns: Whether the widget files show it.
  @discardableResult
  public func publishAfterCommit(_ note: (ChangeNote) -> Void) -> Bool {
    guard case .failed(let error) = publish() else { return true }
    note(.notPublished(error))
    return false
  }

  /// Makes today's backup if there is none, however long that takes.
  ///
  /// - Throws: Why it could not be made.
  public func backUpOncePerDay() throws {
    try ledger.backups.copyOncePerDay(into: container.backups, day: now.utcDayText)
  }

  private enum DailyBackup {
    case done
    case later
    case failed(any Error)
  }

  /// Makes the day's first backup where it takes no time; its failure never stops a change.
  private func backUpBeforeChange() -> DailyBackup {
    do {
      let isMade = try ledger.backups.cloneOncePerDay(into: container.backups, day: now.utcDayText)
      return isMade ? .done : .later
    } catch {
      return .failed(error)
    }
  }
}

extension LedgerChange {
  /// What the journal calls the change.
  fileprivate var label: String {
    switch self {
    case .add(let transactions):
      transactions.count == 1 ? transactions[0].kind.rawValue : "add"
    case .edit: "edit"
    case .delete: "delete"
    }
  }
}
