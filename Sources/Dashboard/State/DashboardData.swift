public import Exact
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline
import Widgets

/// What the dashboard knows of the ledger without reading its rows.
public struct LedgerOutline: Equatable, Sendable {
  /// A number that every change makes another.
  public var version: Int
  /// How many transactions there are.
  public var rowCount: Int
  /// The ids of the coins that have transactions.
  public var coinIDs: [String]
  /// The newest transactions, newest first.
  public var newest: [Transaction]
  /// What those amount to.
  public var counted: CountedRows
  /// The coins with closed cycles, the one closed last first.
  public var closedCoins: [ClosedCoin] = []
  /// How many moves there are; both halves of a transfer are one.
  public var moveCount: Int
  /// How many moves are open: totals miss their coins.
  public var openMoveCount: Int
  /// How many rows of imported files wait for an answer: totals miss them.
  public var waitingRowCount = 0
  /// Whether any question about imported files was answered.
  public var hasAnswers = false

  /// As many of the newest as Home has room for.
  public static let newestCount = 115

  /// Makes an outline.
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

/// A coin with closed cycles, whatever they are counted in.
public struct ClosedCoin: Equatable, Sendable {
  /// The coin, for its symbol and name only.
  public let coin: Coin
  /// When its last cycle closed.
  public let date: Date

  /// Makes a coin with closed cycles.
  public init(_ coin: Coin, closedOn date: Date) { (self.coin, self.date) = (coin, date) }

  /// The coins of some closed positions, newest first.
  static func coins(of positions: [ClosedPosition]) -> [ClosedCoin] {
    var known: Set<String> = []
    return positions.filter { known.insert($0.coinId).inserted }.map {
      ClosedCoin(
        Coin(id: $0.coinId, symbol: $0.coinSymbol, name: $0.coinName), closedOn: $0.closedDate)
    }
  }
}

/// What the dashboard shows, as the edges last computed it.
///
/// Lists of transactions are not in it: they are read by the page.
public struct DashboardData: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// What is known of the ledger without its rows.
  public let ledger: LedgerOutline
  /// What the widgets show.
  public let entry: PortfolioEntry
  /// The ISO 4217 code of the currency that positions are counted in.
  public let currency: String
  /// The coins on the watchlist in the user's order.
  public let watchlist: [WatchedCoin]
  /// The alerts that wait or have fired.
  public let alerts: [PriceAlert]
  /// Newer prices that do not count yet, by coin id.
  public var suspects: [String: SuspectPrice] = [:]
  /// What is known of the markets of coins that are held or followed, by coin id.
  public var markets: [String: CoinMarket] = [:]

  /// The last successful refresh of prices.
  var refreshed: Date? { entry.data?.lastUpdated }

  /// How amounts of the currency are written.
  var format: NumberFormat { NumberFormat(code: currency) }

  /// The coins held that have no price.
  public let unpricedCoins: Set<String>

  /// Whether there are coins held that have none.
  var isPartlyPriced: Bool { positions.summary.pricedCount < positions.summary.holdingCount }

  /// What 24 hours changed, as it is drawn; `nil` while the change of nothing held is known.
  func day(at now: Date) -> DayFigures? {
    dayChange.map { DayFigures($0, of: positions.holdings.count, in: format, at: now) }
  }

  /// The same in percent, as a column has it.
  func dayFigure(at now: Date) -> FormattedFigure? {
    day(at: now)?.choices.last?.first?.day(pricedAt: dayChange?.asOf, at: now)
  }

  var book: CoinBook
  let lines: PortfolioLines
  /// What 24 hours changed, worked out once: it divides exactly for each holding.
  let dayChange: DayChange?
  /// The ledger itself where it is small and read already.
  private(set) var memory: LedgerInMemory?

  /// Makes the data from its parts.
  ///
  /// - Parameters:
  ///   - positions: Holdings, closed positions and totals.
  ///   - ledger: What is known of the ledger without its rows.
  ///   - entry: What the widgets show.
  ///   - currency: The currency that positions are counted in.
  ///   - history: Prices in US dollars over the last seven days by coin id, oldest first at even
  ///     steps; `nil` where none is known.
  ///   - watchlist: The coins on the watchlist in the user's order.
  ///   - alerts: The alerts.
  public init(
    positions: Positions, ledger: LedgerOutline, entry: PortfolioEntry,
    currency: String = usDollarCode, history: [String: [ExactDecimal?]] = [:],
    watchlist: [WatchedCoin] = [], alerts: [PriceAlert] = []
  ) {
    self.positions = positions
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
      positions, closed: ledger.closedCoins, book: book, history: history,
      refreshed: entry.data?.lastUpdated,
      format: NumberFormat(code: currency))
  }

  /// Makes the data of a ledger small enough to be in memory whole.
  ///
  /// - Parameters:
  ///   - positions: Holdings, closed positions and totals.
  ///   - transactions: Every transaction in ledger order.
  ///   - moves: Every move, a transfer with both halves, newest first.
  ///   - inbox: What imported files leave open; its version does not count.
  ///   - effects: What answers do, by the answers as they are stored.
  ///   - counted: The transactions counted in the currency of the positions, `nil` for US dollars.
  ///   - entry: What the widgets show.
  ///   - history: Prices over the last seven days, as above.
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
    self.init(
      positions: positions, ledger: ledger,
      entry: entry, currency: counted?.currency ?? usDollarCode, history: history,
      watchlist: watchlist, alerts: alerts)
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
