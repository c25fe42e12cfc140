import Exact
import LedgerStore
import MarketData
public import AppGroup
public import CoinCatalogue
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

extension PortfolioService {
  /// Computes the positions of the ledger at the last known prices.
  ///
  /// - Parameter costBasis: Overrides the configured method.
  /// - Returns: Holdings, closed positions and totals.
  /// - Throws: An error if the ledger cannot be read.
  public func positions(costBasis: CostBasis? = nil) throws -> Positions {
    try positions(at: knownPrices, costBasis: costBasis)
  }

  /// Computes the positions at some prices from the sums stored in the ledger.
  ///
  /// This reads one small row for each coin, however many transactions there are.
  ///
  /// - Parameters:
  ///   - prices: The last known prices.
  ///   - costBasis: Overrides the configured method.
  /// - Returns: Holdings, closed positions and totals.
  /// - Throws: An error if the ledger cannot be read.
  public func positions(at prices: PriceBook, costBasis: CostBasis? = nil) throws -> Positions {
    try portfolio(currency: usDollarCode, costBasis: costBasis) { coins($0, at: prices) }.positions
  }

  /// Computes the positions of transactions at some prices, by default with the configured method.
  public func positions(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      of: transactions, prices: prices, costBasis: costBasis ?? self.costBasis,
      catalogue: catalogue)
  }

  /// The last price of every coin ever priced.
  public var knownPrices: PriceBook { store.prices() ?? PriceBook() }

  /// Some coins at the last known prices; coins without one get the catalog's names.
  public func coins(
    _ ids: some Sequence<String>, at prices: PriceBook
  ) -> [String: Coin] {
    let known = prices.coins
    var coins: [String: Coin] = [:]
    for id in ids {
      var coin = known[id] ?? Coin(id: id, symbol: "", name: "")
      if coin.symbol.isEmpty {
        let listed = catalogue.coin(id: id)
        coin.symbol = listed?.symbol ?? id
        coin.name = listed?.name ?? id
      }
      coins[id] = coin
    }
    return coins
  }

  /// One coin at the last price known.
  public func coin(_ id: String) -> Coin {
    coins([id], at: knownPrices)[id] ?? Coin(id: id, symbol: id, name: id)
  }

  /// The ids of all coins in the ledger.
  ///
  /// - Returns: Ids, whether or not the catalog lists them.
  /// - Throws: An error if the ledger cannot be read.
  public func ownedCoins() throws -> Set<String> { Set(try ledger.coinIds()) }

  /// The entry that the widgets show now.
  ///
  /// Missing, damaged or outdated files are rebuilt first; if they cannot be written, the figures
  /// are computed from the ledger. Damaged files without a ledger give a placeholder.
  ///
  /// - Parameters:
  ///   - refresher: Fetches prices first, if given.
  ///   - maximumAge: Fetches only prices fetched more than this many seconds ago.
  ///   - currency: The ISO 4217 code that overrides the configured currency, which the files use.
  ///   - costBasis: Overrides the configured method, which the files use.
  ///   - hasLine: Whether to include the line of the last days.
  /// - Returns: The entry for this moment.
  /// - Throws: An error if the ledger cannot be read and no file says what it held.
  public func entry(
    refreshedBy refresher: PriceRefresher? = nil, maximumAge: TimeInterval? = nil,
    currency: String? = nil, costBasis: CostBasis? = nil, hasLine: Bool = false
  ) throws -> PortfolioEntry {
    var entry = try publishedEntry(refreshedBy: refresher, maximumAge: maximumAge)
    let isPublished =
      currency ?? self.currency == self.currency && costBasis ?? self.costBasis == self.costBasis
    if !isPublished, entry.data?.isEmpty == false {
      entry = try snapshot(costBasis: costBasis, currency: currency).entry
    }
    if hasLine { entry.recentValues = recentValues(in: currency ?? self.currency) }
    return entry
  }

  /// The portfolio's value on each of the last days.
  ///
  /// Starts from what is held now and follows the newest transactions backward, at recorded prices.
  ///
  /// - Parameter currency: An ISO 4217 code in capitals.
  /// - Returns: `nil` without a history, or with too many transactions to follow in a widget's time
  ///   limit; also, after a warning, if the history cannot be read.
  public func recentValues(in currency: String) -> RecentValues? {
    guard let data = store.refreshData(), !data.holdings.isEmpty else { return nil }
    do {
      let today = UTCDay(now)
      let rates = presentRates
      let rate = rates.newestRate(from: usDollarCode, to: currency)
      let held = data.holdings.map { holding in
        RecentValues.Held(
          coinId: holding.coinId, amount: Quantity(holding.quantity),
          value: holding.coin.currentPrice.flatMap { price in
            let value = price * holding.quantity
            return currency == usDollarCode ? value : rate?.converted(value)
          })
      }
      let limit = RecentValues.transactionLimit
      let traded = try ledger.transactions(
        TransactionQuery(
          since: today.advanced(by: 1 - RecentValues.dayCount).start, limit: limit + 1))
      guard traded.count <= limit else { return nil }
      let prices = PricesInCurrency(try dailyPrices(), in: currency, rates: rates)
      let greatest = held.sorted { ($0.value ?? 0) > ($1.value ?? 0) }
        .prefix(RecentValues.coinLimit)
      return RecentValues(
        Array(greatest), traded: traded, today: today, prices: prices.lookup)
    } catch {
      warn(errorSentence(error))
      return nil
    }
  }

  private func publishedEntry(
    refreshedBy refresher: PriceRefresher?, maximumAge: TimeInterval?
  ) throws -> PortfolioEntry {
    var isRepaired = true
    if case .failed = repairFiles() { isRepaired = false }
    let provider = PortfolioTimelineProvider(store: store)
    let timeline = refresher.map {
      provider.timeline(refresher: $0, maximumAge: maximumAge, clock: clock)
    }
    let now = now
    let entry = timeline?.entries.first ?? provider.snapshot(at: now)
    guard entry.isPlaceholder || !isRepaired else { return entry }
    // Without a ledger, a damaged file's holdings are unknown: do not show an empty portfolio.
    if entry.isPlaceholder, store.hasFigures, try version() == nil { return entry }
    do {
      let data = try refreshData(at: knownPrices)
      return PortfolioEntry(date: now, data: data.portfolioData(now: now), failure: entry.failure)
    } catch {
      guard entry.isPlaceholder else { return entry }
      throw error
    }
  }

  /// Returns the portfolio at this moment, at the last known prices.
  ///
  /// - Parameters:
  ///   - costBasis: Overrides the configured method.
  ///   - currency: The ISO 4217 code that overrides the configured currency.
  ///   - closed: The closed positions to read; the totals count all.
  ///   - isPrivate: Whether amounts are masked.
  /// - Returns: The data that every report is drawn from.
  /// - Throws: An error if the ledger cannot be read.
  public func snapshot(
    costBasis: CostBasis? = nil, currency: String? = nil, closed: ClosedSelection = .none,
    isPrivate: Bool = false
  ) throws -> PortfolioSnapshot {
    if case .failed(let error) = repairFiles(), case ContainerError.refused(.lock, _, _) = error {
      warn("The widgets do not show the newest change yet: \(errorSentence(error))")
    }
    let status = store.refreshStatus()
    warnOfClock(status)
    let prices = knownPrices
    let currency = currency ?? self.currency
    let costBasis = costBasis ?? self.costBasis
    let portfolio = try portfolio(currency: currency, costBasis: costBasis, closed: closed) {
      coins($0, at: prices)
    }
    return PortfolioSnapshot(
      positions: portfolio.positions, costBasis: costBasis, currency: currency,
      currencyNotes: portfolio.notes, rateDay: portfolio.newestRate?.day,
      estimates: try estimates(costBasis: costBasis, currency: currency), isPrivate: isPrivate,
      priceSources: prices.prices.compactMapValues { $0.source.isEmpty ? nil : $0.source },
      suspects: prices.prices.compactMapValues(\.suspect),
      lastUpdated: prices.lastUpdated, failure: status?.failure, now: now)
  }

  /// The present prices without the portfolio: their ages, and the rate of a currency.
  ///
  /// - Parameters:
  ///   - prices: The last known prices.
  ///   - currency: An ISO 4217 code.
  /// - Returns: A snapshot without positions.
  public func priceSnapshot(_ prices: PriceBook, currency: String) -> PortfolioSnapshot {
    warnOfClock(store.refreshStatus())
    let present = counted([], in: currency)
    return PortfolioSnapshot(
      positions: Positions(transactions: [], currentPrices: [:]), costBasis: costBasis,
      currency: currency, currencyNotes: present.currencyNotes, rateDay: present.newestRate?.day,
      lastUpdated: prices.lastUpdated, now: now)
  }

  private func warnOfClock(_ status: RefreshStatus?) {
    guard let seconds = status?.clockError else { return }
    warn(
      "The clock of this machine is \(seconds.magnitude / 60) min "
        + "\(seconds > 0 ? "ahead" : "behind"): set it, or ages and dates are wrong.")
  }
}

extension PortfolioService {
  /// Finds which figures are estimates.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - costBasis: Overrides the configured method.
  ///   - currency: The ISO 4217 code that overrides the configured currency.
  ///   - limit: The most transactions of coins with an estimate to read; if they have more, each of
  ///     the coins counts as estimated.
  /// - Throws: An error if the ledger cannot be read.
  public func estimates(
    of coinId: String? = nil, costBasis: CostBasis? = nil, currency: String? = nil,
    limit: Int = 20_000
  ) throws -> Estimates {
    let costBasis = costBasis ?? self.costBasis
    let all = try ledger.estimatedRows()
    let rows = all.filter { coinId == nil || $0.key == coinId }
    let migrated = all.isEmpty ? [] : Set(try ledger.migratedCoins())
    let coins = Set(rows.keys).union(migrated.filter { coinId == nil || $0 == coinId })
    let found = try coinEstimates(coins, costBasis, currency ?? self.currency, limit)
    // If reading the transactions takes too long for a total, a coin counts if its open cycle has
    // an estimated acquisition. Under hmrc, whose pool has no cycles, every such coin counts.
    let held =
      costBasis == .hmrc
      ? coins : coins.intersection(rows.filter { $0.value.held > 0 }.keys).union(migrated)
    return Estimates(
      count: rows.values.reduce(0) { $0 + $1.all },
      transactionCount: try ledger.count(TransactionQuery(coinId: coinId)),
      heldCoins: found.map { Set($0.filter(\.value.isHeld).keys) } ?? held.intersection(coins),
      coins: coins, found: found)
  }

  /// The number of estimates in the ledger up to an instant, without their figures.
  ///
  /// - Parameter coinId: The only coin to include; `nil` for all.
  /// - Throws: An error if the ledger cannot be read.
  public func estimates(of coinId: String?, before end: Date) throws -> Estimates {
    Estimates(
      count: try ledger.estimatedCount(of: coinId, before: end),
      transactionCount: try ledger.count(TransactionQuery(coinId: coinId, until: end)))
  }

  /// The coins with a figure that may be an estimate.
  ///
  /// - Throws: An error if the ledger cannot be read.
  public func coinsWithEstimates() throws -> Set<String> {
    let estimated = Set(try ledger.estimatedRows().keys)
    return estimated.isEmpty ? [] : estimated.union(try ledger.migratedCoins())
  }

  /// Finds which published figures are estimates, while a change is being recorded.
  ///
  /// - Throws: An error if the ledger cannot be read.
  public func publishedEstimates(
    costBasis: CostBasis? = nil, currency: String? = nil
  ) throws -> Estimates {
    try estimates(costBasis: costBasis, currency: currency, limit: 2_000)
  }

  /// The estimated figures of some coins; `nil` if they have more transactions than the limit.
  private func coinEstimates(
    _ coins: Set<String>, _ costBasis: CostBasis, _ currency: String, _ limit: Int
  ) throws -> [String: CoinEstimates]? {
    var found: [String: CoinEstimates] = [:]
    var count = 0
    for id in coins {
      for id in try [id] + ledger.predecessors(of: id) {
        count += try ledger.count(TransactionQuery(coinId: id))
      }
      guard count <= limit else { return nil }
    }
    for id in coins {
      var finder = EstimateFinder(
        costBasis: costBasis, calendar: try calendar(for: [costBasis]),
        carrying: try carriedLots(of: id, in: currency, methods: [costBasis]))
      var counter = TransactionCounter(currency: currency, rates: presentRates)
      try ledger.forEachTransactionCounted(
        TransactionQuery(coinId: id), withAccounts: lots != nil
      ) {
        finder.apply(counter.counted($0))
      }
      found[id] = finder.finished()
    }
    return found
  }
}

extension Positions {
  /// Computes a ledger at the last known prices; coins without one get the catalog's names.
  public init(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis,
    catalogue: CoinCatalogue = .builtIn
  ) {
    self.init(
      transactions: transactions,
      currentPrices: Self.coins(of: transactions, prices: prices, catalogue: catalogue),
      costBasis: costBasis)
  }

  /// The coins of some transactions at the last known prices, by id.
  public static func coins(
    of transactions: [Transaction], prices: WidgetRefreshData?,
    catalogue: CoinCatalogue = .builtIn
  ) -> [String: Coin] {
    var coins = prices?.coins ?? [:]
    for id in Set(transactions.map(\.coinId)) where coins[id] == nil {
      let listed = catalogue.coin(id: id)
      coins[id] = Coin(id: id, symbol: listed?.symbol ?? id, name: listed?.name ?? id)
    }
    return coins
  }
}

/// A portfolio in a currency, and the rate that converts present values.
public struct CountedPortfolio: Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// The newest rate from US dollars; `nil` in US dollars and if none is known.
  public let newestRate: ExchangeRate?
  /// The rate in words, and what is unknown without one; empty in US dollars.
  public let notes: [String]
}

extension PortfolioService {
  /// Computes the portfolio in a currency from stored sums.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: Overrides the configured method.
  ///   - closed: The closed positions to read; the totals count all.
  ///   - coins: Returns coins with their prices in US dollars by id, for the given ids.
  /// - Throws: An error if the ledger cannot be read, and what `coins` throws.
  public func portfolio(
    currency: String, costBasis: CostBasis? = nil, closed wanted: ClosedSelection = .none,
    coins: ([String]) throws -> [String: Coin]
  ) throws -> CountedPortfolio {
    let costBasis = costBasis ?? self.costBasis
    guard CostBasis.stored.contains(costBasis), lots == nil else {
      let (matched, closed) = try matchedSums(in: currency, costBasis, closed: wanted)
      let positions = Positions(
        matched, closed: closed, currentPrices: try coins(matched.coins.map(\.sums.coinId)))
      return CountedPortfolio(
        positions: positions, newestRate: matched.newestRate,
        notes: matched.currencyNotes + (try unknownNotes(positions, matched)))
    }
    guard currency != usDollarCode else {
      let (summaries, closed) = try ledger.positions(closed: wanted)
      let positions = Positions(
        summaries: summaries, closed: closed,
        currentPrices: try coins(summaries.map(\.coinId)), costBasis: costBasis)
      return CountedPortfolio(positions: positions, newestRate: nil, notes: [])
    }
    let (counted, closed) = try countedPositions(in: currency, closed: wanted)
    let positions = Positions(
      counted, closed: PackedCycles(closed),
      currentPrices: try coins(counted.coins.map(\.sums.coinId)),
      costBasis: costBasis)
    return CountedPortfolio(
      positions: positions, newestRate: counted.newestRate, notes: counted.currencyNotes)
  }

  /// Computes the portfolio's sums in a currency, under every method that the ledger stores.
  ///
  /// The first call counts every row and stores the sums in a file; later calls recount only coins
  /// whose rows changed.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals, other than that of US dollars.
  ///   - wanted: The closed cycles to read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: An error if the ledger cannot be read.
  public func countedPositions(
    in currency: String, closed wanted: ClosedSelection = .none
  ) throws -> (counted: CountedPositions, closed: [ClosedCycle]) {
    try kept(
      named: currency, in: currency, rules: ratesFingerprint, closed: wanted, matchesLater: false,
      KeptForm(text: \.keptText, date: \.closedDate) { ClosedCycle(keptText: $1, coinId: $0) },
      positionStart(in: currency))
  }

  private func positionStart(in currency: String) -> WalkStart<PositionWalk> {
    WalkStart<PositionWalk> { id in
      let carried = try carriedLots(
        of: id, in: currency, methods: CostBasis.stored, isOneBook: true)
      return PositionWalk(of: id, carrying: carried)
    } after: {
      PositionWalk(of: $0, checkpoint: $1)
    }
  }

  /// Computes the sums under a method whose costs do not follow the coins' cycles, such as
  /// ``CostBasis/hmrc`` and books for accounts.
  ///
  /// They are stored like those of ``countedPositions(in:closed:)``.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - wanted: The closed cycles to read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: An error if the ledger cannot be read.
  public func matchedSums(
    in currency: String, _ costBasis: CostBasis, closed wanted: ClosedSelection = .none
  ) throws -> (matched: CountedCoins<CoinSums>, closed: [MatchedCycle]) {
    let calendar = try calendar(for: [costBasis])
    let rates = currency == usDollarCode ? "" : ratesFingerprint
    let books = lots == nil ? "" : "-accounts"
    return try kept(
      named: "\(costBasis.rawValue)\(books)-\(currency)", in: currency,
      rules: "\(rates) \(calendar.name) \(rulesMark)", closed: wanted,
      matchesLater: costBasis == .hmrc,
      KeptForm(text: \.keptText, date: \.closed.closedDate) {
        MatchedCycle(keptText: $1, coinId: $0)
      }, matchedStart(in: currency, costBasis, calendar))
  }

  /// Computes one coin of ``matchedSums(in:_:closed:)`` from its rows.
  ///
  /// - Throws: An error if the ledger cannot be read.
  public func matchedCoin(
    _ id: String, in currency: String, _ costBasis: CostBasis, _ counter: inout TransactionCounter
  ) throws -> (coin: CountedCoin<CoinSums>, closed: [MatchedCycle]) {
    let calendar = try calendar(for: [costBasis])
    return try counted(id, matchedStart(in: currency, costBasis, calendar), &counter)
  }

  /// Counts a coin from its first row.
  ///
  /// - Parameter body: Receives the walk before each row.
  func counted<Walk: CoinWalk>(
    _ id: String, _ start: WalkStart<Walk>, _ counter: inout TransactionCounter,
    before body: (inout CountedWalk<Walk>) throws -> Void = { _ in }
  ) throws -> (coin: CountedCoin<Walk.Sums>, closed: [Walk.Closed]) {
    var walk = CountedWalk(try start.first(id))
    var rowCounter = counter
    try ledger.forEachTransactionCounted(
      TransactionQuery(coinId: id), withAccounts: lots != nil
    ) { row in
      try body(&walk)
      try walk.apply(row, &rowCounter)
    }
    counter = rowCounter
    return walk.finished()
  }

  private func matchedStart(
    in currency: String, _ costBasis: CostBasis, _ calendar: LocalCalendar
  ) -> WalkStart<MatchedWalk> {
    func carried(_ id: String) throws -> CarriedLots {
      try carriedLots(of: id, in: currency, methods: [costBasis], calendar: calendar)
    }
    return WalkStart<MatchedWalk> { id in
      MatchedWalk(of: id, costBasis: costBasis, calendar, carrying: try carried(id))
    } after: { id, checkpoint in
      MatchedWalk(
        of: id, costBasis: costBasis, calendar, carrying: try carried(id), checkpoint: checkpoint)
    }
  }

  /// How closed cycles are stored.
  private struct KeptForm<Cycle> {
    let text: (Cycle) -> String
    let date: (Cycle) -> Date
    let read: (_ coinId: String, _ text: String) -> Cycle?

    init(
      text: @escaping (Cycle) -> String, date: @escaping (Cycle) -> Date,
      _ read: @escaping (String, String) -> Cycle?
    ) {
      (self.text, self.date, self.read) = (text, date, read)
    }
  }

  /// The sums of coins and the requested closed cycles, from files or, if their rows changed, from
  /// `count`.
  private func kept<Walk: CoinWalk>(
    named name: String, in currency: String, rules: String, closed wanted: ClosedSelection,
    matchesLater: Bool, _ form: KeptForm<Walk.Closed>, _ start: WalkStart<Walk>
  ) throws -> (CountedCoins<Walk.Sums>, closed: [Walk.Closed]) {
    // Read before the digests, so a later write changes the version.
    let version = try ledger.version()
    func file(_ kind: ContainerFile) -> KeptCoins {
      KeptCoins(path: container.path(kind, named: name), rules: rules) {
        try ledger.version() == version
      }
    }
    let digests = try keptDigests()
    var counting = try CoinCounting(
      self, named: name, rules: rules, in: currency, digests, start
    ) { try ledger.version() == version }
    // Counting cycles also gives the sums, so no coin is counted twice.
    var counted: [String: CountedCoin<Walk.Sums>] = [:]
    let cycles: [[Walk.Closed]] =
      try wanted == .none
      ? []
      : file(.countedCycles)
        .values(digests, of: wanted.contains) { id, json in
          let texts = json.array ?? []
          let cycles = texts.compactMap { $0.string.flatMap { form.read(id, $0) } }
          return cycles.count == texts.count ? cycles : nil
        } follow: { id, cycles, digest in
          // Purchases do not close cycles.
          try purchases(of: id, since: digest, matchesLater) == nil
            ? nil : (cycles, .array(cycles.map { .string(form.text($0)) }))
        } make: { id in
          let (coin, closed) = try counting.computed(id)
          counted[id] = coin
          return (closed, .array(closed.map { .string(form.text($0)) }))
        }
    let coins = try file(.countedPositions)
      .values(digests) { id, json in
        CountedCoin<Walk.Sums>(json: json).flatMap { $0.sums.coinId == id ? $0 : nil }
      } make: { id in
        let coin = try counted[id] ?? counting.coin(id)
        return (coin, coin.json)
      }
    if counting.hasKept { counting.removeOrphanedFiles() }
    let isInDollars = currency == usDollarCode
    let rates = presentRates
    let portfolio = CountedCoins(
      currency: currency,
      newestRate: isInDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isInDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      coins: coins)
    return (portfolio, wanted.selected(of: cycles, by: form.date))
  }

  /// The purchases added to a coin since a digest; `nil` if anything else changed, or if they
  /// change earlier figures.
  ///
  /// With a book for each account, a purchase may cover coins that were missing there.
  ///
  /// - Parameter matchesLater: Whether a sale is matched with purchases of the 30 days after it.
  private func purchases(
    of coinId: String, since digest: String, _ matchesLater: Bool
  ) throws -> [Transaction]? {
    guard lots == nil, let rows = try ledger.rows(of: coinId, since: digest),
      let first = rows.first, rows.allSatisfy({ $0.type != .sell && $0.kind != .migrate })
    else { return nil }
    guard matchesLater else { return rows }
    let month = first.date.addingTimeInterval(-32 * 86_400)
    let near = try ledger.transactions(TransactionQuery(coinId: coinId, since: month, limit: 256))
    return near.count < 256 && near.allSatisfy { $0.type != .sell } ? rows : nil
  }

  /// The digests of each coin's inputs: its rows, those of its predecessor coins, and the moves
  /// that lots follow.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - minRows: The minimum number of rows of a coin.
  func keptDigests(
    of coinId: String? = nil, minRows: Int = 0
  ) throws -> [(coinId: String, digest: String)] {
    let digests = try ledger.digests()
    let own = Dictionary(digests.map { ($0.coinId, $0.digest) }, uniquingKeysWith: { a, _ in a })
    let migrated = Set(try ledger.migratedCoins())
    let moves = lots == nil ? [:] : try ledger.moves.digests()
    let accountDigest = try accountDigests()
    let wanted = digests.filter {
      coinId ?? $0.coinId == $0.coinId
        && $0.rowCount + (moves[$0.coinId]?.rowCount ?? 0) >= minRows
    }
    return try wanted.map { id, first, _ in
      // The lots that a migration adds depend on the rows of the predecessor coins.
      let before = migrated.contains(id) ? try ledger.predecessors(of: id) : []
      let accounts = accountDigest([id] + before)
      let parts = [first] + before.compactMap { own[$0] } + [accounts]
      return (id, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  /// Describes the damage of a file of counted positions; `nil` for an intact one.
  public static func damage(ofCountedPositions path: String) -> FileDamage? {
    KeptCoins.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }
}
