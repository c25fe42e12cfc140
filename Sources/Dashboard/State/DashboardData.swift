public import Exact
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline
import Widgets

/// Summary of the ledger, available without reading its rows.
public struct LedgerOutline: Equatable, Sendable {
  /// Changes with every ledger change.
  public var version: Int
  /// Number of transactions.
  public var rowCount: Int
  /// Ids of the coins that have transactions.
  public var coinIDs: [String]
  /// The newest transactions, newest first.
  public var newest: [Transaction]
  /// The same transactions in the display currency.
  public var counted: CountedRows
  /// Coins with closed cycles, most recently closed first.
  public var closedCoins: [ClosedCoin] = []
  /// Number of moves; both halves of a transfer count as one.
  public var moveCount: Int
  /// Number of open moves, whose coins are missing from totals.
  public var openMoveCount: Int
  /// Number of imported rows waiting for an answer, which are missing from totals.
  public var waitingRowCount = 0
  /// Whether any question about imported files was answered.
  public var hasAnswers = false

  /// The most newest transactions that Home can show.
  public static let newestCount = 115

  /// Creates an outline.
  public init(
    version: Int, rowCount: Int, coinIDs: [String], newest: [Transaction],
    counted: CountedRows = CountedRows(), moveCount: Int = 0, openMoveCount: Int = 0
  ) {
    self.version = version
    self.rowCount = rowCount
    self.coinIDs = coinIDs
    self.newest = newest
    self.counted = counted
    self.moveCount = moveCount
    self.openMoveCount = openMoveCount
  }
}

/// A coin with closed cycles, independent of the currency.
public struct ClosedCoin: Equatable, Sendable {
  /// The coin, used only for its symbol and name.
  public let coin: Coin
  /// When its last cycle closed.
  public let date: Date

  /// Creates a coin with closed cycles.
  public init(_ coin: Coin, closedOn date: Date) { (self.coin, self.date) = (coin, date) }

  /// The coins of closed positions, newest first.
  static func coins(of positions: some Sequence<ClosedPosition>) -> [ClosedCoin] {
    var known: Set<String> = []
    return positions.filter { known.insert($0.coinId).inserted }.map {
      ClosedCoin(
        Coin(id: $0.coinId, symbol: $0.coinSymbol, name: $0.coinName), closedOn: $0.closedDate)
    }
  }
}

/// A snapshot of what the dashboard shows.
///
/// It does not contain lists of transactions; those are read in pages.
public struct DashboardData: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// Summary of the ledger.
  public let ledger: LedgerOutline
  /// What the widgets show.
  public let entry: PortfolioEntry
  /// The ISO 4217 code of the display currency.
  public let currency: String
  /// Which figures are estimates.
  public let estimates: Estimates
  /// The coins on the watchlist in the user's order.
  public let watchlist: [WatchedCoin]
  /// Alerts that are waiting or have fired.
  public let alerts: [PriceAlert]
  /// Unconfirmed newer prices, by coin id.
  public var suspects: [String: SuspectPrice] = [:]
  /// Market data of coins held or followed, by coin id.
  public var markets: [String: CoinMarket] = [:]

  /// The last successful price refresh.
  var refreshed: Date? { entry.data?.lastUpdated }

  /// How amounts in the display currency are written.
  var format: NumberFormat { NumberFormat(code: currency) }

  /// Held coins without a price.
  public let unpricedCoins: Set<String>

  /// Whether some held coins have no price.
  var isPartlyPriced: Bool { positions.summary.pricedCount < positions.summary.holdingCount }

  /// The 24-hour change as drawn; `nil` if it is known for no holding.
  func day(at now: Date) -> DayFigures? {
    dayChange.map { DayFigures($0, of: positions.holdings.count, in: format, at: now) }
  }

  /// The same in percent, for a table column.
  func dayFigure(at now: Date) -> FormattedFigure? {
    day(at: now)?.choices.last?.first?.day(pricedAt: dayChange?.asOf, at: now)
  }

  var book: CoinBook
  let lines: PortfolioLines
  /// The 24-hour change, computed once: it needs an exact division per holding.
  let dayChange: DayChange?
  /// The ledger itself, if it is small and already in memory.
  private(set) var memory: LedgerInMemory?

  /// Creates the data from its parts.
  ///
  /// - Parameters:
  ///   - positions: Holdings, closed positions and totals.
  ///   - ledger: Summary of the ledger.
  ///   - entry: What the widgets show.
  ///   - currency: The currency of the positions.
  ///   - estimates: Which of their figures are estimates.
  ///   - history: US dollar prices of the last seven days by coin id, oldest first at even steps;
  ///     `nil` where unknown.
  ///   - watchlist: The coins on the watchlist in the user's order.
  ///   - alerts: The alerts.
  public init(
    positions: Positions, ledger: LedgerOutline, entry: PortfolioEntry,
    currency: String = usDollarCode, estimates: Estimates = Estimates(),
    history: [String: [ExactDecimal?]] = [:],
    watchlist: [WatchedCoin] = [], alerts: [PriceAlert] = []
  ) {
    self.positions = positions
    self.estimates = estimates
    self.ledger = ledger
    self.entry = entry
    self.currency = currency
    self.watchlist = watchlist
    self.alerts = alerts
    var book = CoinBook(positions)
    book.add(ledger.closedCoins.map(\.coin) + watchlist.map(\.coin))
    self.book = book
    unpricedCoins = Set(positions.holdings.filter { $0.currentValue == nil }.map(\.id))
    dayChange = DayChange(positions.holdings, refreshed: entry.data?.lastUpdated)
    lines = PortfolioLines(
      positions, closed: ledger.closedCoins, estimates: estimates, book: book, history: history,
      refreshed: entry.data?.lastUpdated,
      format: NumberFormat(code: currency))
  }

  /// Creates the data of a ledger that is entirely in memory.
  ///
  /// - Parameters:
  ///   - positions: Holdings, closed positions and totals.
  ///   - transactions: Every transaction in ledger order.
  ///   - moves: Every move, transfers with both halves, newest first.
  ///   - inbox: Open questions about imported files; its version is ignored.
  ///   - effects: Effects of answers, keyed by the stored answer.
  ///   - counted: The transactions in the currency of the positions; `nil` for US dollars.
  ///   - entry: What the widgets show.
  ///   - history: Prices of the last seven days, as in the other initializer.
  ///   - watchlist: The coins on the watchlist in the user's order.
  ///   - alerts: The alerts.
  public init(
    positions: Positions, transactions: [Transaction], moves: [RecordedEvent] = [],
    inbox: InboxBook = InboxBook(version: 0), effects: [String: MaskableText] = [:],
    counted: CountedLedger? = nil,
    entry: PortfolioEntry, history: [String: [ExactDecimal?]] = [:], watchlist: [WatchedCoin] = [],
    alerts: [PriceAlert] = []
  ) {
    let memory = LedgerInMemory(
      transactions, moves: moves, inbox: inbox, effects: effects, counted: counted,
      book: CoinBook(positions))
    let newest = counted?.transactions.suffix(LedgerOutline.newestCount) ?? []
    var ledger = LedgerOutline(
      version: Self.version(of: transactions, moves), rowCount: transactions.count,
      coinIDs: memory.coinIDs,
      newest: transactions.suffix(LedgerOutline.newestCount).reversed(),
      counted: CountedRows(Array(newest), in: counted?.currency ?? usDollarCode),
      moveCount: moves.count, openMoveCount: moves.count(where: \.isOpen))
    ledger.closedCoins = ClosedCoin.coins(of: positions.closedPositions)
    ledger.waitingRowCount = inbox.causes.reduce(0) { $0 + $1.rowCount }
    ledger.hasAnswers = !inbox.answers.isEmpty
    let rows = counted?.transactions ?? transactions
    self.init(
      positions: positions, ledger: ledger,
      entry: entry, currency: counted?.currency ?? usDollarCode,
      estimates: Estimates(
        Dictionary(grouping: rows, by: \.coinId), costBasis: .average,
        carrying: CarriedLots(rows, methods: [.average])),
      history: history, watchlist: watchlist, alerts: alerts)
    self.memory = memory
  }

  private static func version(of transactions: [Transaction], _ moves: [RecordedEvent]) -> Int {
    var hasher = Hasher()
    hasher.combine(moves.flatMap(\.moves))
    for transaction in transactions {
      hasher.combine(transaction.id)
      hasher.combine(transaction.amount)
      hasher.combine(transaction.pricePerCoin)
      hasher.combine(transaction.date)
      hasher.combine(transaction.notes)
    }
    return hasher.finalize()
  }
}
