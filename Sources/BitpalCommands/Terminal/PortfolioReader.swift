import AppGroup
import Application
import CoinCatalogue
import Dashboard
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// Reads the dashboard's data, and only what changed since the last read.
struct PortfolioReader {
  private let context: AppContext
  private var version: Int?
  private var prices: WidgetRefreshData?
  private var last: DashboardData?
  private var publishedEntry: PortfolioEntry?
  private var week: WeekOfPrices
  private var watchedWeek: WeekOfPrices
  /// The currency and cost basis of figures; changing them causes a new read.
  var choice = FigureChoice() {
    didSet { if choice != oldValue { version = nil } }
  }

  init(_ context: AppContext) {
    self.context = context
    week = WeekOfPrices(PriceStore(context.container))
    watchedWeek = week
  }

  /// The updated data, or `nil` if nothing changed.
  ///
  /// Reads one small row per coin and the newest transactions, regardless of the ledger's size.
  ///
  /// - Parameter isHurried: Whether to leave out what ``completed()`` can add later.
  mutating func read(isHurried: Bool = false) throws -> DashboardData? {
    // Read the version before the rows, so that a concurrent write causes another read.
    let version = try context.ledger.dataVersion()
    let prices = context.store.refreshData()
    let entry = PortfolioTimelineProvider(store: context.store).snapshot(at: context.now)
    let watchlist = watched()
    let alerts = context.store.alerts()?.alerts ?? []
    let suspects = (context.store.prices()?.prices ?? [:]).compactMapValues(\.suspect)
    let isSameLedger = version == self.version
    if isSameLedger, prices == self.prices, watchlist == last?.watchlist, alerts == last?.alerts,
      suspects == last?.suspects,
      publishedEntry?.data == entry.data, publishedEntry?.failure == entry.failure
    {
      return nil
    }
    let counted = try counted(at: prices)
    let positions = counted.positions
    let known = isSameLedger ? last?.estimates : nil
    let estimates = try known ?? self.estimates(isHurried ? prices : nil)
    var shown = entry.counted(
      counted, in: choice.currency(context), estimated: estimated(positions, estimates, entry))
    if !isHurried { shown.recentValues = recentValues }
    var data = DashboardData(
      positions: positions, ledger: isSameLedger ? try last?.ledger ?? outline() : try outline(),
      entry: shown, currency: choice.currency(context), estimates: estimates,
      history: isHurried ? [:] : weekOfHoldings(positions),
      watchlist: watchlist, alerts: alerts)
    data.suspects = suspects
    data.markets = markets(of: positions.holdings.map(\.id) + watchlist.map(\.coin.id))
    self.version = version
    self.prices = prices
    publishedEntry = entry
    last = data
    return data
  }

  /// Which figures are estimates.
  ///
  /// The widgets' files name the holdings under the configured cost basis, which is enough until
  /// ``completed()``.
  ///
  /// - Parameter published: What those files say about the holdings; `nil` to read the ledger.
  private func estimates(_ published: WidgetRefreshData?) throws -> Estimates {
    let costBasis = choice.costBasis(context)
    if let published, costBasis == context.service.costBasis {
      return Estimates(heldCoins: Set(published.holdings.filter(\.isCostEstimated).map(\.coinId)))
    }
    return try context.service.publishedEstimates(
      costBasis: costBasis, currency: choice.currency(context))
  }

  /// Which totals are partly estimated; published totals use the configured cost basis.
  private func estimated(
    _ positions: Positions, _ estimates: Estimates, _ entry: PortfolioEntry
  ) -> EstimatedTotals {
    choice.costBasis(context) == context.service.costBasis
      ? entry.data?.estimated ?? EstimatedTotals() : EstimatedTotals(positions, estimates)
  }

  private func outline() throws -> LedgerOutline {
    let newest = try context.ledger.transactions(
      TransactionQuery(order: .newestFirst, limit: LedgerOutline.newestCount))
    let currency = choice.currency(context)
    let moves = try context.ledger.moves.counts()
    let inbox = try context.ledger.imports.inboxCounts()
    var outline = LedgerOutline(
      version: try context.ledger.version(), rowCount: try context.ledger.count(),
      coinIDs: try context.ledger.coinIds(), newest: newest,
      counted: CountedRows(
        currency == usDollarCode
          ? [] : context.service.counted(newest, in: currency).transactions,
        in: currency), moveCount: moves.lines, openMoveCount: moves.open)
    outline.closedCoins = try closedCoins()
    (outline.waitingRowCount, outline.hasAnswers) = (inbox.waiting, inbox.hasAnswers)
    return outline
  }

  /// The coins with closed cycles, most recently closed first.
  private func closedCoins() throws -> [ClosedCoin] {
    let closed = try context.ledger.positions(closed: .newestOfEach).closed
      .sorted { ($1.closedDate, $0.coinId) < ($0.closedDate, $1.coinId) }
    let service = context.service
    let coins = service.coins(closed.map(\.coinId), at: service.knownPrices)
    return closed.compactMap { cycle in
      coins[cycle.coinId].map { ClosedCoin($0, closedOn: cycle.closedDate) }
    }
  }

  /// The stored figures of each coin, at the last prices and their 24-hour changes.
  private func counted(at prices: WidgetRefreshData?) throws -> CountedPortfolio {
    let service = context.service
    return try service.portfolio(
      currency: choice.currency(context), costBasis: choice.costBasis(context)
    ) { ids in
      var coins = service.coins(ids, at: service.knownPrices)
      for coin in prices?.holdings.map(\.coin) ?? [] where coins[coin.id]?.priceChange24h == nil {
        coins[coin.id]?.priceChange24h = coin.priceChange24h
      }
      return coins
    }
  }

  /// The line of the last days, as the widgets show it.
  private var recentValues: RecentValues? {
    context.service.recentValues(in: choice.currency(context))
  }

  private mutating func weekOfHoldings(_ positions: Positions) -> [String: [ExactDecimal?]] {
    week.prices(of: positions.holdings.map(\.coin), at: context.now, rate: dollarRate)
  }

  /// The rate from US dollars to the display currency on a day; `nil` for US dollars.
  private var dollarRate: ((UTCDay) -> ExchangeRate?)? {
    let currency = choice.currency(context)
    guard currency != usDollarCode else { return nil }
    let rates = context.service.presentRates
    return { rates.rate(from: usDollarCode, to: currency, on: $0) }
  }

  /// A coin converted from US dollars at the newest rate; without a price if there is no rate.
  private func inCurrency(_ coin: Coin) -> Coin {
    let currency = choice.currency(context)
    guard currency != usDollarCode else { return coin }
    let rate = context.service.presentRates.newestRate(from: usDollarCode, to: currency)
    var coin = coin
    coin.currentPrice = coin.currentPrice.flatMap { price in rate.map { $0.converted(price) } }
    coin.marketCap = coin.marketCap.flatMap { cap in rate.map { $0.converted(cap) } }
    coin.volume24h = coin.volume24h.flatMap { volume in rate.map { $0.converted(volume) } }
    return coin
  }

  /// Market data of coins from the sources of the last prices.
  private func markets(of ids: [String]) -> [String: CoinMarket] {
    let known = context.store.prices()?.prices ?? [:]
    return ids.reduce(into: [:]) { markets, id in
      markets[id] = known[id].map { CoinMarket(inCurrency($0.coin), source: $0.source) }
    }
  }

  /// The coins on the watchlist, with their last prices.
  private mutating func watched() -> [WatchedCoin] {
    let ids = context.store.watchlist()?.coinIds ?? []
    guard !ids.isEmpty else { return [] }
    let known = context.service.coins(ids, at: context.service.knownPrices)
    let coins = ids.compactMap { known[$0] }.map(inCurrency)
    let weeks = watchedWeek.prices(of: coins, at: context.now, rate: dollarRate)
    return coins.map { WatchedCoin($0, week: weeks[$0.id] ?? []) }
  }

  /// Discards the week's lines after past prices were added.
  mutating func renewLines() {
    week = WeekOfPrices(PriceStore(context.container))
    watchedWeek = week
    version = nil
  }

  /// The last data, completed.
  ///
  /// - Throws: If the ledger could not be read.
  mutating func completed() throws -> DashboardData? {
    guard let hurried = last else { return nil }
    var entry = hurried.entry
    entry.recentValues = recentValues
    var data = DashboardData(
      positions: hurried.positions, ledger: hurried.ledger, entry: entry,
      currency: choice.currency(context), estimates: try estimates(nil),
      history: weekOfHoldings(hurried.positions),
      watchlist: hurried.watchlist, alerts: hurried.alerts)
    data.suspects = hurried.suspects
    data.markets = hurried.markets
    last = data
    return data
  }
}

extension PortfolioEntry {
  /// The entry with another portfolio's figures; US dollar figures stay as published.
  fileprivate func counted(
    _ portfolio: CountedPortfolio, in currency: String, estimated: EstimatedTotals
  ) -> PortfolioEntry {
    guard var data else { return self }
    guard currency != usDollarCode else {
      data.estimated = estimated
      return PortfolioEntry(date: date, data: data, failure: failure)
    }
    return PortfolioEntry(
      date: date,
      data: prepareWidgetData(
        summary: portfolio.positions.summary, holdings: portfolio.positions.holdings,
        lastUpdated: data.lastUpdated, isRefreshed: data.asOf != nil, currency: currency,
        rateDay: portfolio.newestRate?.day, estimated: estimated),
      failure: failure)
  }
}
