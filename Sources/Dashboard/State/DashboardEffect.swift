public import Portfolio

/// Something the dashboard asks the world to do; the answer comes back as a ``DashboardEvent``.
public enum DashboardEffect: Equatable, Sendable {
  /// Leave.
  case quit
  /// Fetch prices now.
  case refresh
  /// Write a change; answered by `portfolioChanged` and `applied`, or by `notApplied`.
  case apply(LedgerChange)
  /// Take back the newest change; answered by `stepped`.
  case undo
  /// Apply again what was undone last; answered by `stepped`.
  case redo
  /// Take the mouse, or leave it to the terminal.
  case setMouse(Bool)
  /// Put a text on the clipboard.
  case copy(String)
  /// Look coins up, for an empty text those of the best ranks; answered by `coinsFound`.
  case searchCoins(String)
}
