public import CellGrid
public import FoundationEssentials
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
  /// Past prices were filled for so many coins of those that lacked some; whether any came.
  case pastPricesFilled(Int, of: Int, hasNew: Bool)
  /// What an undo or redo did, `nil` when there was nothing to do.
  case stepped(LedgerDirection, LedgerStep?)
  /// What an undo or redo of moves did; the journal's name for the change.
  case movesStepped(LedgerDirection, LedgerStep, label: String)
  /// An undo or redo was refused or could not be written; one sentence.
  case notStepped(String)
  /// What an undo or redo would change; it was not made, because it has to be confirmed.
  case previewed(LedgerDirection, LedgerPreview)
  /// The ledger that is shown is no longer at its path.
  case ledgerGone(String)
  /// The ledger is back.
  case ledgerFound
  /// A change was written.
  case applied(DashboardChange)
  /// A change was refused or could not be written; one sentence, and what is wrong with its terms.
  case notApplied(DashboardChange, String, EventError? = nil)
  /// A job ended.
  case jobEnded(DashboardJobResult)
  /// A job was not run, because it would replace a file.
  case fileExists(DashboardJob)
  /// Something else asked for did not work; one sentence.
  case failed(String)
  /// Coins that match what was searched for, best first.
  case coinsFound(query: String, [Coin], ranks: [String: Int] = [:])
  /// A series was read.
  case seriesRead(SeriesSubject, PriceSeries)
  /// A coin's candles are being read, or fetched.
  case candlesRequested(String)
  /// A coin's candles were read.
  case candlesRead(String, CoinCandles)
  /// A part of a list of transactions was read.
  case rowsRead(RowRequest, RowPage<Transaction>)
  /// A part of the list of moves was read.
  case movesRead(RowRequest, RowPage<RecordedEvent>)
  /// A coin's transactions and lots were read.
  case coinRead(String, CoinDetail)
  /// The rows that are one event with a transaction were read.
  case eventRead(UUID, [Transaction])
  /// The gains were worked out.
  case gainsRead(GainsBook)
  /// What imported files leave open was worked out.
  case inboxRead(InboxBook)
  /// What answers would do was worked out, answer by answer.
  case effectsRead(EffectRequest, [MaskableText])
  /// Something a page needs is being read.
  case requested(LedgerReading)
  /// Something that was asked for was overtaken by what is wanted now.
  case skipped(LedgerReading)
  /// Something a page needs could not be read; one sentence.
  case notRead(LedgerReading, String)
  /// The watchlist was changed: the coin, and whether it is on it now.
  case followed(String, Bool)
  /// A text was put on the clipboard, or not.
  case copied(CopyOutcome)
  /// Time passed.
  case tick
}

/// What came of putting a text on the clipboard.
public enum CopyOutcome: Equatable, Sendable {
  /// A clipboard has it.
  case copied
  /// The terminal was asked to take it, which it does not confirm.
  case sent
  /// There is no clipboard.
  case failed
}

/// The way through the ledger's changes.
public enum LedgerDirection: Equatable, Sendable {
  /// Back.
  case undo
  /// Forward again.
  case redo
}

/// What an undo or redo would change, in counts.
public struct LedgerPreview: Equatable, Sendable {
  /// The change itself.
  public var mark: ChangeMark
  /// What the change is called, such as `import trades.csv`; may be empty.
  public var label: String
  /// When it was made, if that is known.
  public var date: Date?
  /// Transactions that the change added.
  public var added: Int
  /// Transactions that it edited.
  public var edited: Int
  /// Transactions that it deleted.
  public var deleted: Int
  /// Moves that it added, edited or deleted.
  public var moves: Int

  /// Makes a preview.
  public init(
    mark: ChangeMark, label: String, date: Date?, added: Int = 0, edited: Int = 0,
    deleted: Int = 0, moves: Int = 0
  ) {
    self.mark = mark
    self.label = label
    self.date = date
    self.added = added
    self.edited = edited
    self.deleted = deleted
    self.moves = moves
  }

  /// Rows of all kinds.
  public var rows: Int { added + edited + deleted + moves }
  /// Whether it is not made before the user has confirmed it: a transfer with its fee is one thing.
  public var mustAsk: Bool { added + edited + deleted > 1 || moves > 2 }
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
