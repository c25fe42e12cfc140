public import CellGrid
public import FoundationEssentials
public import Portfolio

/// An event that the dashboard handles.
public enum DashboardEvent: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted.
  case pasted(String)
  /// A mouse action in a cell.
  case mouse(DashboardMouse)
  /// The terminal has a new size.
  case resize(columns: Int, rows: Int)
  /// Ledger, prices or widget data changed.
  case portfolioChanged(DashboardData)
  /// Prices are being fetched.
  case refreshStarted
  /// A price refresh ended; the message is `nil` on success.
  case refreshEnded(message: String?)
  /// Past prices were fetched for some of the coins lacking them; whether there are new ones.
  case pastPricesFilled(Int, of: Int, hasNew: Bool)
  /// An undo or redo finished; `nil` if there was nothing to do.
  case stepped(LedgerDirection, LedgerStep?)
  /// An undo or redo of moves, files or answers finished; the label is the journal's name for the
  /// change.
  case labeledStep(LedgerDirection, LedgerStep, label: String)
  /// An undo or redo was refused or could not be written; one sentence.
  case notStepped(String)
  /// A preview of an undo or redo that requires confirmation.
  case previewed(LedgerDirection, LedgerPreview)
  /// The ledger file shown is no longer at its path.
  case ledgerGone(String)
  /// The ledger is back.
  case ledgerFound
  /// A change was written.
  case applied(DashboardChange)
  /// A change was refused or could not be written: a sentence, and any error in its terms.
  case notApplied(DashboardChange, String, EventError? = nil)
  /// A job ended.
  case jobEnded(DashboardJobResult)
  /// A job did not run because it would replace a file.
  case fileExists(DashboardJob)
  /// Another request failed; one sentence.
  case failed(String)
  /// Coins that match a search, best first.
  case coinsFound(query: String, [Coin], ranks: [String: Int] = [:])
  /// A series was read.
  case seriesRead(SeriesSubject, PriceSeries)
  /// A coin's candles are being read or fetched.
  case candlesRequested(String)
  /// A coin's candles were read.
  case candlesRead(String, CoinCandles)
  /// A page of transactions was read.
  case rowsRead(RowRequest, RowPage<Transaction>)
  /// A page of moves was read.
  case movesRead(RowRequest, RowPage<RecordedEvent>)
  /// A coin's transactions and lots were read.
  case coinRead(String, CoinDetail)
  /// All rows of a transaction's event were read.
  case eventRead(UUID, [Transaction])
  /// The gains were computed.
  case gainsRead(GainsBook)
  /// The open questions about imported files were computed.
  case inboxRead(InboxBook)
  /// The effects of answers were computed, one text per answer.
  case effectsRead(EffectRequest, [MaskableText])
  /// A reading that a page needs has started.
  case requested(LedgerReading)
  /// A reading was skipped because a newer request replaced it.
  case skipped(LedgerReading)
  /// A reading that a page needs failed; one sentence.
  case notRead(LedgerReading, String)
  /// The watchlist changed: the coin, and whether it is now on the list.
  case followed(String, Bool)
  /// Copying a text to the clipboard finished.
  case copied(CopyOutcome)
  /// Time passed.
  case tick
}

/// The outcome of copying to the clipboard.
public enum CopyOutcome: Equatable, Sendable {
  /// A clipboard has the text.
  case copied
  /// The text was sent to the terminal, which does not confirm it.
  case sent
  /// No clipboard is available.
  case failed
}

/// Direction of a step through the ledger's changes.
public enum LedgerDirection: Equatable, Sendable {
  /// Step back.
  case undo
  /// Step forward.
  case redo
}

/// Number of rows that an undo or redo would change.
public struct LedgerPreview: Equatable, Sendable {
  /// Identifies the change.
  public var mark: ChangeMark
  /// The change's label, such as `import trades.csv`; may be empty.
  public var label: String
  /// When the change was made, if known.
  public var date: Date?
  /// Number of transactions that the change added.
  public var added: Int
  /// Number of transactions that it edited.
  public var edited: Int
  /// Number of transactions that it deleted.
  public var deleted: Int
  /// Number of moves that it added, edited or deleted.
  public var moves: Int

  /// Creates a preview.
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

  /// Total number of rows.
  public var rows: Int { added + edited + deleted + moves }
  /// Whether it requires confirmation; a transfer with its fee counts as one row.
  public var mustAsk: Bool { added + edited + deleted > 1 || moves > 2 }
}

/// A mouse action and its cell.
public struct DashboardMouse: Equatable, Sendable {
  /// A mouse action.
  public enum Action: Equatable, Sendable {
    /// The first button went down.
    case press
    /// The wheel turned one notch.
    case wheelUp, wheelDown
  }

  /// The action.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Creates a mouse event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
