public import FoundationEssentials

extension DashboardState {
  /// After which a change that is not written yet shows itself.
  private static let patience: TimeInterval = 0.2

  /// When a change that is being written has to show itself, `nil` while none is.
  public var showsPendingAt: Date? { pendingSince?.addingTimeInterval(Self.patience) }

  /// Whether a change has been waiting long enough to be seen waiting.
  func isWaiting(at now: Date) -> Bool { showsPendingAt.map { $0 <= now } ?? false }

  /// Notes which effects are changes that will be answered.
  mutating func beginWrites(_ effects: [DashboardEffect], now: Date) {
    for effect in effects where effect.isWrite {
      if pendingCount == 0 { pendingSince = now }
      pendingCount += 1
    }
  }

  /// Notes that a change was answered.
  mutating func endWrite() {
    pendingCount = max(0, pendingCount - 1)
    isSelectionLost = false
    if pendingCount == 0 { pendingSince = nil }
  }

  /// Says that the ledger is gone, and keeps showing what it held.
  mutating func loseLedger(_ path: String) {
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
