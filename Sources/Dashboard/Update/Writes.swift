public import FoundationEssentials

extension DashboardState {
  /// Seconds before an unwritten change is shown as pending.
  private static let patience: TimeInterval = 0.2

  /// When the change being written is shown as pending; `nil` if there is none.
  public var showsPendingAt: Date? { pendingSince?.addingTimeInterval(Self.patience) }

  /// Whether a change has been pending long enough to be shown.
  func isWaiting(at now: Date) -> Bool { showsPendingAt.map { $0 <= now } ?? false }

  /// Counts effects that are changes and will be answered.
  mutating func beginWrites(_ effects: [DashboardEffect], now: Date) {
    for effect in effects where effect.isWrite {
      if pendingCount == 0 { pendingSince = now }
      pendingCount += 1
    }
  }

  /// Counts an answer to a change.
  mutating func endWrite() {
    pendingCount = max(0, pendingCount - 1)
    isSelectionLost = false
    if pendingCount == 0 { pendingSince = nil }
  }

  /// Reports that the ledger is gone; its data stays on screen.
  mutating func reportMissingLedger(_ path: String) {
    guard goneLedger != path else { return }
    goneLedger = path
    showMessage(
      "The ledger is missing: \(path). You see what was read last; put it back, "
        + "or press \(keyMap.label(of: .add) ?? "add") to begin a new one.", isError: true)
  }

  /// Asks whether to undo or redo a change of several rows.
  mutating func confirm(_ step: LedgerPreview, _ direction: LedgerDirection) {
    guard DashboardContext.pages.contains(context) else {
      return showMessage(
        "Close what is open first: that changes \(step.rows) rows", isError: true)
    }
    ask(.step(direction, step))
  }
}

extension DashboardEffect {
  fileprivate var isWrite: Bool {
    switch self {
    case .apply, .step: true
    default: false
    }
  }
}
