public import FoundationEssentials
public import Portfolio

/// Something the dashboard asks the world to do; the answer comes back as a ``DashboardEvent``.
public enum DashboardEffect: Equatable, Sendable {
  /// Leave.
  case quit
  /// Fetch prices now.
  case refresh
  /// Write a change; answered by `portfolioChanged` and `applied`, or by `notApplied`.
  case apply(DashboardChange)
  /// Begin a new ledger where the old one vanished; answered by `portfolioChanged`.
  case beginLedger
  /// Undo or redo the change that the user confirmed, as long as it is next; without one, whatever
  /// is next, unless that has to be confirmed. Answered by `stepped`, `notStepped` or `previewed`.
  case step(LedgerDirection, confirmed: ChangeMark? = nil)
  /// Put a coin on the watchlist, at an index or at the end, or take it off; answered by
  /// `portfolioChanged` and `followed`.
  case follow(String, Bool, index: Int? = nil)
  /// Note that the user has seen alerts that fired.
  case seeAlerts(Set<UUID>)
  /// Have the terminal show a sentence where the user asked for that.
  case notice(String)
  /// Take the mouse, or leave it to the terminal.
  case setMouse(Bool)
  /// Count figures in a currency and by a cost basis, `nil` for those of the settings; answered by
  /// `portfolioChanged`.
  case count(currency: String?, costBasis: CostBasis?)
  /// Run a shell command in the background; answered by `jobEnded`, or where it would
  /// replace a file and must not, by `fileExists`.
  case run(DashboardJob, replaces: Bool = false)
  /// Step aside for a command of the shell that needs the terminal.
  case runInTerminal(DashboardJob)
  /// Put a text on the clipboard; answered by `copied`.
  case copy(String)
  /// Look coins up, for an empty text those of the best ranks; answered by `coinsFound`.
  case searchCoins(String)
}
