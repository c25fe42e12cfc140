import AppGroup
public import FoundationEssentials
import LedgerStore
public import Portfolio
import WidgetTimeline

/// What went wrong beside a change that was made.
///
/// The change itself is on the disk: it must not be reported as failed, or a user would make it
/// twice.
public enum ChangeNote: Sendable {
  /// The day's first backup could not be made.
  case backupFailed(any Error)
  /// The widget files could not be rewritten; the next reader or refresh does it.
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
  ///   - label: What the journal calls it; `nil` names it after its kind.
  ///   - note: Receives what went wrong beside a change that was made.
  ///   - progress: Called with the number of rows written so far.
  /// - Throws: What kept the change from being made; nothing is changed then.
  public func apply(
    _ change: LedgerChange, label: String? = nil, note: (ChangeNote) -> Void,
    progress: (Int) -> Void = { _ in }
  ) throws {
    try write(note: note) {
      try ledger.apply(
        change, label: label ?? change.label, clock: clock, progress: progress)
    }
  }

  /// Changes one transaction as it is at that moment, and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - feeSale: The sale that a trade's fee is; it is recorded, changed and removed with the
  ///     trade.
  ///   - note: Receives what went wrong beside a change that was made.
  ///   - change: Sets fields; those it leaves alone keep what others have written to them.
  /// - Returns: The row before and after; equal where nothing changed.
  /// - Throws: What kept the change from being made; nothing is changed then.
  @discardableResult
  public func edit(
    _ id: UUID, feeSale: (Transaction) -> Transaction? = { _ in nil },
    note: (ChangeNote) -> Void, _ change: (inout Transaction) throws -> Void
  ) throws -> LedgerStep.Row {
    try write(note: note) {
      try ledger.edit(id, label: "edit", clock: clock, feeSale: feeSale, change)
    }
  }

  /// Removes one transaction, with the sale that its fee was, and brings the widget files up to
  /// date.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - feeSale: The sale that a trade's fee is.
  ///   - note: Receives what went wrong beside a change that was made.
  /// - Returns: What was removed, the transaction first.
  /// - Throws: What kept the change from being made; nothing is changed then.
  @discardableResult
  public func delete(
    _ id: UUID, feeSale: (Transaction) -> Transaction?, note: (ChangeNote) -> Void
  ) throws -> [Transaction] {
    try write(note: note) { try ledger.delete(id, clock: clock, feeSale: feeSale) }
  }

  /// Changes the ledger and brings the widget files up to date.
  ///
  /// The day's first backup is made before the change where that takes no time, else behind the
  /// answer.
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
    let backup = backUpBeforeChange()
    let result = try change()
    didChange()
    publishAfterCommit(note)
    switch backup {
    case .done: break
    case .later: backUpLater(self)
    case .failed(let error): note(.backupFailed(error))
    }
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
    guard try ledger.version() > 0 else { return nil }
    return try write(note: note) { try step(now) }
  }

  /// Publishes what has been committed; a failure is a note, because the change is made.
  public func publishAfterCommit(_ note: (ChangeNote) -> Void) {
    if case .failed(let error) = publish() { note(.notPublished(error)) }
  }

  /// Makes today's backup if there is none, however long that takes.
  ///
  /// - Throws: Why it could not be made.
  public func backUpOncePerDay() throws {
    try ledger.backUpOncePerDay(into: container.backups, day: now.utcDayText)
  }

  private enum DailyBackup {
    case done
    case later
    case failed(any Error)
  }

  /// Makes the day's first backup where it takes no time; its failure never stops a change.
  private func backUpBeforeChange() -> DailyBackup {
    do {
      let isMade = try ledger.cloneOncePerDay(into: container.backups, day: now.utcDayText)
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
      transactions.count == 1 ? transactions[0].type.rawValue : "add"
    case .edit: "edit"
    case .delete: "delete"
    }
  }
}
