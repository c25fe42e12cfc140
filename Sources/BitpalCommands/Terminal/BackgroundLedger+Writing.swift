import Application
import Dashboard
import LedgerStore
import Portfolio

/// Changes of the ledger that the dashboard asks for.
extension BackgroundLedger {
  /// Writes a change.
  func apply(_ change: DashboardChange) -> [Response] {
    do {
      try refuseIfGone()
      try context.apply(change, note: post) { postRecorded(.applied(change)) }
      return []
    } catch {
      return [.event(.notApplied(change, sentence(of: error), error as? EventError))]
    }
  }

  /// Undoes or redoes the change that was confirmed, else the next one.
  func step(_ direction: LedgerDirection, confirmed: ChangeMark?) throws -> [Response] {
    try refuseIfGone()
    return try confirmed.map { try step(direction, $0) } ?? nextStep(direction)
  }

  /// Undoes or redoes the change that is next, unless the user has to confirm it.
  private func nextStep(_ direction: LedgerDirection) throws -> [Response] {
    while true {
      guard let pending = try pending(direction) else {
        return [.event(.stepped(direction, nil))]
      }
      let preview = LedgerPreview(pending)
      guard !preview.mustAsk else { return [.event(.previewed(direction, preview))] }
      // Nothing was shown of it, so the change that another process made next is as good.
      do { return try step(direction, preview.mark) } catch LedgerStoreError.changedMeanwhile {
        continue
      }
    }
  }

  /// Undoes or redoes a change, as long as it is next.
  private func step(_ direction: LedgerDirection, _ mark: ChangeMark) throws -> [Response] {
    let (ledger, clock) = (context.ledger, context.clock)
    // The rows of a step are transactions; what moves did is known by the change's name alone.
    let label = try pending(direction).flatMap { $0.moves > 0 ? $0.label : nil }
    try context.service.write(note: post) {
      direction == .undo
        ? try ledger.undo(expecting: [mark], clock: clock)
        : try ledger.redo(expecting: [mark], clock: clock)
    } recorded: {
      guard let label, let step = $0.first else {
        return postRecorded(.stepped(direction, $0.first))
      }
      postRecorded(.movesStepped(direction, step, label: label))
    }
    return []
  }

  private func pending(_ direction: LedgerDirection) throws -> PendingStep? {
    direction == .undo ? try context.ledger.peekUndo() : try context.ledger.peekRedo()
  }

  private func post(_ note: ChangeNote) { post([.event(.failed(note.sentence))]) }

  /// Shows at once what was written; the widget files may have to wait.
  private func postRecorded(_ event: DashboardEvent) {
    let data = responses {
      try read()
    } orElse: {
      .failed($0)
    }
    post(data + [.event(event)])
  }
}

extension LedgerPreview {
  /// What the ledger says of a step.
  init(_ step: PendingStep) {
    self.init(
      mark: step.mark, label: step.label, date: step.date, added: step.added, edited: step.edited,
      deleted: step.deleted, moves: step.moves)
  }
}
