public import FoundationEssentials
public import Portfolio

/// Requests an external action; the result arrives as a ``DashboardEvent``.
public enum DashboardEffect: Equatable, Sendable {
  /// Quit the program.
  case quit
  /// Fetch prices now.
  case refresh
  /// Write a change; answered by `portfolioChanged` and `applied`, or by `notApplied`.
  case apply(DashboardChange)
  /// Create a new ledger where the old one vanished; answered by `portfolioChanged`.
  case beginLedger
  /// Undo or redo the change that the user confirmed, provided it is still next.
  ///
  /// Without a confirmed change, steps to the next one unless it requires confirmation. Answered by
  /// `stepped`, `notStepped` or `previewed`.
  case step(LedgerDirection, confirmed: ChangeMark? = nil)
  /// Add a coin to the watchlist, at an index or at the end, or remove it; answered by
  /// `portfolioChanged` and `followed`.
  case follow(String, Bool, index: Int? = nil)
  /// Record that the user has seen alerts that fired.
  case seeAlerts(Set<UUID>)
  /// Show a sentence as a terminal notification if enabled.
  case notice(String)
  /// Enable or disable mouse reporting.
  case setMouse(Bool)
  /// Show figures in a currency and with a cost basis, `nil` for the configured ones; answered by
  /// `portfolioChanged`.
  case count(currency: String?, costBasis: CostBasis?)
  /// Run a shell command in the background.
  ///
  /// Answered by `jobEnded`, or by `fileExists` if it would replace a file without permission.
  case run(DashboardJob, replaces: Bool = false)
  /// Hand the terminal to a shell command.
  case runInTerminal(DashboardJob)
  /// Copy a text to the clipboard; answered by `copied`.
  case copy(String)
  /// Search for coins, with an empty text the top-ranked ones; answered by `coinsFound`.
  case searchCoins(String)
}
