public import CellGrid
public import Portfolio

/// One thing that happened to the dashboard.
public enum DashboardEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted.
  case pasted(String)
  /// The mouse did something in a cell.
  case mouse(DashboardMouse)
  /// The terminal has a new size.
  case resize(columns: Int, rows: Int)
  /// Ledger, prices or widget data changed.
  case portfolioChanged(DashboardData)
  /// Prices are being fetched.
  case refreshStarted
  /// Fetching ended; the message is `nil` when it brought prices.
  case refreshEnded(message: String?)
  /// What an undo or redo did, `nil` when there was nothing to do.
  case stepped(LedgerDirection, LedgerStep?)
  /// A change was written.
  case applied(LedgerChange)
  /// A change was refused or could not be written; one sentence.
  case notApplied(LedgerChange, String)
  /// Something else asked for did not work; one sentence.
  case failed(String)
  /// Coins that match what was searched for, best first.
  case coinsFound(query: String, [Coin])
  /// Time passed.
  case tick
}

/// The way through the ledger's changes.
public enum LedgerDirection: Equatable, Sendable {
  /// Back.
  case undo
  /// Forward again.
  case redo
}

/// What the mouse did, and in which cell.
public struct DashboardMouse: Equatable, Sendable {
  /// What it did.
  public enum Action: Equatable, Sendable {
    /// The first button went down.
    case press
    /// The wheel turned by a notch.
    case wheelUp, wheelDown
  }

  /// What it did.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Makes an event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
