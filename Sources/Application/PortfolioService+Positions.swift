import Exact
import LedgerStore
import MarketData
public import AppGroup
public import CoinCatalogue
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

extension PortfolioService {
  /// Everything computed from the ledger at the last known prices.
  ///
  /// - Parameter costBasis: A method other than the configured one.
  /// - Returns: Holdings, closed positions and totals.
  /// - Throws: Why the ledger could not be read.
  public func positions(costBasis: CostBasis? = nil) throws -> Positions {
    try positions(at: knownPrices, costBasis: costBasis)
  }

  /// Everything computed from the positions that the ledger keeps, at some prices.
  ///
  /// However many transactions there are, one small row for each coin is read.
  ///
  /// - Parameters:
  ///   - prices: The last prices known.
  ///   - costBasis: A method other than the configured one.
  /// - Returns: Holdings, closed positions and totals.
  /// - Throws: Why the ledger could not be read.
  public func positions(at prices: PriceBook, costBasis: CostBasis? = nil) throws -> Positions {
    try portfolio(currency: usDollarCode, costBasis: costBasis) { coins($0, at: prices) }.positions
  }

  /// Computes a ledger at some prices, by the configured cost basis unless another is named.
  public func positions(
    of transactions: [Transaction], prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      of: transactions, prices: prices, costBasis: costBasis ?? self.costBasis,
      catalogue: catalogue)
  }

  /// The last price of every coin ever priced.
  public var knownPrices: PriceBook { store.prices() ?? PriceBook() }

  /// Some coins at the last prices known; what the prices do not name has the catalogue's names.
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
  /// - Returns: Ids, listed in the catalogue or not.
  /// - Throws: Why the ledger could not be read.
  public func ownedCoins() throws -> Set<String> { Set(try ledger.coinIds()) }

  /// What the widgets show now.
  ///
  /// Files that are missing, damaged or out of date are rebuilt first; where they cannot be written
  /// the figures come from the ledger. Damaged files without a ledger give a placeholder.
  ///
  /// - Parameters:
  ///   - refresher: Fetches prices first, if given.
  ///   - maximumAge: Only prices fetched longer ago than so many seconds are fetched.
  ///   - currency: The ISO 4217 code of another currency than the configured one, which the files
  ///     count in.
  ///   - costBasis: A method other than the configured one, which the files follow.
  ///   - hasLine: Whether the line of the last days is drawn.
  /// - Returns: The entry of this moment.
  /// - Throws: Why the ledger could not be read, where no file says what it held.
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

  /// What the portfolio was worth on each of the last days: what is held now, followed back through
  /// the newest transactions, at the prices on record.
  ///
  /// - Parameter currency: An ISO 4217 code in capitals.
  /// - Returns: `nil` where there is no history, or too many transactions to follow in the time
  ///   that a widget has; where it cannot be read, with a warning.
  public func recentValues(in currency: String) -> RecentValues? {
    guard let data = store.refreshData(), !data.holdings.isEmpty else { return nil }
    do {
      let today = UTCDay(now)
      let rates = presentRates
      let rate = rates.newestRate(from: usDollarCode, to: currency)
      let held = data.holdings.map { holding in
        RecentValues.Held(
          coinId: holding.coinId, amount: holding.quantity,
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
    var isHealed = true
    if case .failed = repairFiles() { isHealed = false }
    let provider = PortfolioTimelineProvider(store: store)
    let timeline = refresher.map {
      provider.timeline(refresher: $0, maximumAge: maximumAge, clock: clock)
    }
    let now = now
    let entry = timeline?.entries.first ?? provider.snapshot(at: now)
    guard entry.isPlaceholder || !isHealed else { return entry }
    // Without a ledger nothing says what a damaged file held: it need not be nothing.
    if entry.isPlaceholder, store.hasFigures, try version() == nil { return entry }
    do {
      let data = try refreshData(at: knownPrices)
      return PortfolioEntry(date: now, data: data.portfolioData(now: now), failure: entry.failure)
    } catch {
      guard entry.isPlaceholder else { return entry }
      throw error
    }
  }

  /// The portfolio at this moment, at the last known prices.
  ///
  /// - Parameters:
  ///   - costBasis: A method other than the configured one.
  ///   - currency: The ISO 4217 code of another currency than the configured one.
  ///   - closed: Which closed positions are read; the totals count all.
  ///   - isPrivate: Whether amounts are masked.
  /// - Returns: What every report is drawn from.
  /// - Throws: Why the ledger could not be read.
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

  /// The prices of this moment without the portfolio: their ages, and the rate of a currency.
  ///
  /// - Parameters:
  ///   - prices: The last prices known.
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
  /// Which figures are estimates.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's, `nil` for all.
  ///   - costBasis: A method other than the configured one.
  ///   - currency: The ISO 4217 code of another currency than the configured one.
  ///   - limit: Most transactions of coins with an estimate that are gone through; where they have
  ///     more, each of the coins counts.
  /// - Throws: Why the ledger could not be read.
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
    // Where going through the transactions takes longer than a total may, a coin counts that was
    // acquired at an estimate in its open cycle; under hmrc, whose pool has no cycles, each.
    let held =
      costBasis == .hmrc
      ? coins : coins.intersection(rows.filter { $0.value.held > 0 }.keys).union(migrated)
    return Estimates(
      count: rows.values.reduce(0) { $0 + $1.all },
      transactionCount: try ledger.count(TransactionQuery(coinId: coinId)),
      heldCoins: found.map { Set($0.filter(\.value.isHeld).keys) } ?? held.intersection(coins),
      coins: coins, found: found)
  }

  /// The coins with a figure that may be an estimate.
  ///
  /// - Throws: Why the ledger could not be read.
  public func coinsWithEstimates() throws -> Set<String> {
    let estimated = Set(try ledger.estimatedRows().keys)
    return estimated.isEmpty ? [] : estimated.union(try ledger.migratedCoins())
  }

  /// Which published figures are estimates: found while a change is being recorded.
  ///
  /// - Throws: Why the ledger could not be read.
  public func publishedEstimates(costBasis: CostBasis? = nil) throws -> Estimates {
    try estimates(costBasis: costBasis, limit: 2_000)
  }

  /// What of some coins rests on an estimate; `nil` where they have more transactions than the
  /// limit.
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
  /// Computes a ledger at the last known prices; coins that have none carry the catalogue's names.
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

/// A portfolio in some currency, and the rate by which its present counts.
public struct CountedPortfolio: Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// The newest rate from US dollars; `nil` in US dollars, and where none is known.
  public let newestRate: ExchangeRate?
  /// That rate in words, and what is unknown for want of one; none in US dollars.
  public let notes: [String]
}

extension PortfolioService {
  /// The portfolio in a currency, from sums that are kept.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: A method other than the configured one.
  ///   - closed: Which closed positions are read; the totals count all.
  ///   - coins: Coins by id with their prices in US dollars, of the ids given.
  /// - Throws: Why the ledger could not be read, and what `coins` throws.
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
      counted, closed: closed, currentPrices: try coins(counted.coins.map(\.sums.coinId)),
      costBasis: costBasis)
    return CountedPortfolio(
      positions: positions, newestRate: counted.newestRate, notes: counted.currencyNotes)
  }

  /// The portfolio counted in a currency, in sums under every method that the ledger keeps.
  ///
  /// The first time every row is counted; the sums are kept in a file, and from then on only coins
  /// whose rows changed are counted again.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals, other than that of US dollars.
  ///   - wanted: Which closed cycles are read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: Why the ledger could not be read.
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

  /// The portfolio under a method whose costs are worked out apart from the coins' cycles, as
  /// ``CostBasis/hmrc`` and books of accounts are, in sums.
  ///
  /// They are kept as ``countedPositions(in:closed:)`` keeps its own.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - wanted: Which closed cycles are read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: Why the ledger could not be read.
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

  /// One coin of ``matchedSums(in:_:closed:)``, from its rows.
  ///
  /// - Throws: Why the ledger could not be read.
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

  /// How closed cycles are kept.
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

  /// Coins in sums and the closed cycles that are wanted, from files or, where their rows are
  /// others now, from `count`.
  private func kept<Walk: CoinWalk>(
    named name: String, in currency: String, rules: String, closed wanted: ClosedSelection,
    matchesLater: Bool, _ form: KeptForm<Walk.Closed>, _ start: WalkStart<Walk>
  ) throws -> (CountedCoins<Walk.Sums>, closed: [Walk.Closed]) {
    // Before the digests: what is written later makes the version another.
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
    // Counting cycles also gives the sums, so that no coin is counted twice.
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
          // Purchases close nothing.
          try purchases(of: id, since: digest, matchesLater) == nil
            ? nil : (cycles, .array(cycles.map { .string(form.text($0)) }))
        } make: { id in
          let (coin, closed) = try counting.whole(id)
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
    if counting.hasKept { counting.removeFilesOfOthers() }
    let isInDollars = currency == usDollarCode
    let rates = presentRates
    let portfolio = CountedCoins(
      currency: currency,
      newestRate: isInDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isInDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      coins: coins)
    return (portfolio, wanted.selected(of: cycles, by: form.date))
  }

  /// The purchases added to a coin since a digest; `nil` where anything else changed, or they change
  /// earlier figures.
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

  /// What each coin's figures follow from, as a digest: its rows, those of the coins before it, and
  /// the moves that lots follow.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's; `nil` for all.
  ///   - leastRows: Only of coins with as many rows.
  func keptDigests(
    of coinId: String? = nil, leastRows: Int = 0
  ) throws -> [(coinId: String, digest: String)] {
    let digests = try ledger.digests()
    let own = Dictionary(digests.map { ($0.coinId, $0.digest) }, uniquingKeysWith: { a, _ in a })
    let migrated = Set(try ledger.migratedCoins())
    let moves = lots == nil ? [:] : try ledger.moves.digests()
    let accountDigest = try accountDigests()
    let wanted = digests.filter {
      coinId ?? $0.coinId == $0.coinId
        && $0.rowCount + (moves[$0.coinId]?.rowCount ?? 0) >= leastRows
    }
    return try wanted.map { id, first, _ in
      // What a migration brings follows from the rows of the coins before it.
      let before = migrated.contains(id) ? try ledger.predecessors(of: id) : []
      let accounts = accountDigest([id] + before)
      let parts = [first] + before.compactMap { own[$0] } + [accounts]
      return (id, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  /// What is wrong with a file of counted positions; `nil` for a sound one.
  public static func damage(ofCountedPositions path: String) -> FileDamage? {
    KeptCoins.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }
}
