public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

/// What the dashboard shows, as the edges last computed it.
///
/// Making a value prepares every line of it, which takes long for a long ledger: make it where no
/// key waits, and hand over the finished value.
public struct DashboardData: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// Every transaction in ledger order.
  public let transactions: [Transaction]
  /// What the widgets show.
  public let entry: PortfolioEntry

  /// The coins on the watchlist in the user's order.
  public let watchlist: [WatchedCoin]

  var book: CoinBook
  let lines: PortfolioLines
  let index: TransactionIndex
  let widths: TransactionWidths
  private(set) var ranks: TransactionRanks?

  /// Makes the data from its parts.
  ///
  /// - Parameters:
  ///   - positions: Holdings, closed positions and totals.
  ///   - transactions: Every transaction in ledger order.
  ///   - entry: What the widgets show.
  ///   - history: Prices in US dollars over the last seven days by coin id, oldest first at even
  ///     steps; `nil` where none is known.
  ///   - watchlist: The coins on the watchlist in the user's order.
  ///   - isRanked: Whether to prepare sorting too, which takes longest; see ``ranked()``.
  public init(
    positions: Positions, transactions: [Transaction], entry: PortfolioEntry,
    history: [String: [Decimal?]] = [:], watchlist: [WatchedCoin] = [], isRanked: Bool = true
  ) {
    self.watchlist = watchlist
    self.positions = positions
    self.transactions = transactions
    self.entry = entry
    index = TransactionIndex(transactions)
    book = CoinBook(positions)
    lines = PortfolioLines(positions, book: book, history: history)
    widths = TransactionWidths(index.widest(in: transactions), coins: index.coins, book: book)
    ranks = isRanked ? TransactionRanks(transactions, index: index, book: book) : nil
  }

  /// Makes the data of the same ledger at new prices.
  ///
  /// - Parameters:
  ///   - last: The data so far.
  ///   - positions: Holdings, closed positions and totals.
  ///   - entry: What the widgets show.
  ///   - history: Prices over the last seven days, as above.
  ///   - watchlist: The coins on the watchlist.
  public init(
    _ last: DashboardData, positions: Positions, entry: PortfolioEntry,
    history: [String: [Decimal?]] = [:], watchlist: [WatchedCoin] = []
  ) {
    self.watchlist = watchlist
    self.positions = positions
    self.entry = entry
    transactions = last.transactions
    index = last.index
    book = CoinBook(positions)
    lines = PortfolioLines(positions, book: book, history: history)
    widths = TransactionWidths(index.widest(in: transactions), coins: index.coins, book: book)
    let isSameBook = book == last.book
    ranks = isSameBook ? last.ranks : TransactionRanks(transactions, index: index, book: book)
  }

  /// The same with all sorting prepared.
  public func ranked() -> DashboardData {
    var data = self
    data.ranks = ranks ?? TransactionRanks(transactions, index: index, book: book)
    return data
  }

  /// The places of all transactions in an order, `nil` for the newest first.
  func places(in order: TransactionOrder) -> [Int32]? {
    let newestFirst = stride(from: Int32(transactions.count) - 1, through: 0, by: -1)
    if order.column == .day { return order.isAscending ? newestFirst.reversed() : nil }
    let ranks = ranks ?? TransactionRanks(transactions, index: index, book: book)
    return ranks[order.column].sorted(Array(newestFirst), isAscending: order.isAscending)
  }

  /// The places that a filter lets through, in the order given, or else the newest first.
  func places(matching key: SearchWords, among places: [Int32]?) -> [Int32] {
    index.places(matching: key, in: transactions, book: book, among: places)
  }

  /// One coin's transactions and balances.
  func history(of coin: String) -> CoinHistory {
    CoinHistory(
      transactions, places: index.history(of: coin), balances: index.balances(of: coin))
  }

  /// One coin's transactions in ledger order.
  func transactions(of coin: String) -> [Transaction] {
    index.history(of: coin).map { transactions[Int($0)] }
  }
}

extension TransactionIndex {
  /// The transactions whose figures can be widest.
  fileprivate func widest(in transactions: [Transaction]) -> [Transaction] {
    var widest = TransactionExtremes()
    for place in extremes.flatMap(\.places) { widest.take(transactions[Int(place)], at: place) }
    return widest.places.map { transactions[Int($0)] }
  }
}
