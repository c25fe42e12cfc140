public import FoundationEssentials
public import Portfolio

/// Fetches prices for what is held or followed, recomputes the widgets and writes all of it; the
/// same in the dashboard, a timer and a one-shot.
public struct PriceRefresher: Sendable {
  /// Seconds after which a failed refresh is retried by callers that refresh less often; the
  /// call budget's back-off says whether a call is made then.
  public static let longestWaitAfterFailure: TimeInterval = 30

  private let store: any WidgetDataStore
  private let source: any PriceSource
  private let policy: any CallPolicy
  private let ledger: (any PublishedLedger)?
  private let rate: @Sendable (String) -> ExchangeRate?
  private let witness: (@Sendable ([String]) -> [String: Decimal])?

  /// Makes a refresher.
  ///
  /// - Parameters:
  ///   - store: The files of the container.
  ///   - source: Knows the prices.
  ///   - policy: Says when calls may be made.
  ///   - ledger: The ledger to rebuild stale files from; without it they stay as they are.
  ///   - rate: The newest rate from US dollars to a currency, in which an alert may wait.
  ///   - witness: What a second source says of some coins, in US dollars by id; it is asked about
  ///     prices that are far from the last ones. `nil` where every price counts.
  public init(
    store: any WidgetDataStore, source: any PriceSource, policy: any CallPolicy,
    ledger: (any PublishedLedger)? = nil,
    rate: @escaping @Sendable (String) -> ExchangeRate? = { _ in nil },
    witness: (@Sendable ([String]) -> [String: Decimal])? = nil
  ) {
    self.store = store
    self.source = source
    self.policy = policy
    self.ledger = ledger
    self.rate = rate
    self.witness = witness
  }

  /// Refreshes once.
  ///
  /// The call is booked in the shared status before it is made, so that of many processes only as
  /// many call as the budget allows. A failure changes no figure.
  ///
  /// - Parameters:
  ///   - minimumAge: Seconds since the last attempt of any process under which none is made; 0 to
  ///     refresh whenever the budget allows. Where that attempt failed,
  ///     ``longestWaitAfterFailure`` at most.
  ///   - maximumAge: Only prices that were fetched longer ago than so many seconds are asked for;
  ///     `nil` asks for all.
  ///   - clock: The present instant, asked before and after the fetch while the store is held.
  /// - Returns: What came of it.
  public func refresh(
    minimumAge: TimeInterval = 0, maximumAge: TimeInterval? = nil, clock: () -> Date
  ) -> RefreshOutcome {
    run(Wish(minimumAge: minimumAge, maximumAge: maximumAge), clock: clock)
  }

  /// Fetches the prices of some coins only, such as one just bought; the schedule of the others is
  /// as it was.
  ///
  /// - Parameters:
  ///   - ids: Coin ids; those that are neither held nor followed are priced too.
  ///   - clock: The present instant.
  /// - Returns: What came of it; `waiting` says when the budget allows the call.
  public func refresh(only ids: Set<String>, clock: () -> Date) -> RefreshOutcome {
    run(Wish(only: ids), clock: clock)
  }

  /// What is wanted of one refresh.
  private struct Wish {
    var minimumAge: TimeInterval = 0
    var maximumAge: TimeInterval?
    var only: Set<String>?

    /// The coins to ask for.
    func coins(of files: WidgetFiles, at now: Date) -> [String] {
      let all = only ?? files.wantedCoins
      guard let maximumAge, let prices = files.prices else { return all.sorted() }
      return all.filter { !prices.isFetched($0, within: maximumAge, of: now) }.sorted()
    }
  }

  /// A call that is booked and not yet made.
  private struct Booked {
    let coins: [String]
    let start: Date
    let calls: Int
    let isPart: Bool
    /// Whether coins were asked for by name: a failure of that says nothing about the others.
    let isAside: Bool
  }

  private enum Booking {
    case ended(RefreshOutcome)
    case booked(Booked)
  }

  private func run(_ wish: Wish, clock: () -> Date) -> RefreshOutcome {
    // A ledger that cannot be read now leaves the files as they are, and prices are still fetched.
    if let ledger { _ = store.heal(from: ledger, clock: clock) }
    do {
      switch try book(wish, clock: clock) {
      case .ended(let outcome): return outcome
      case .booked(let booked):
        return try record(source.prices(of: booked.coins), of: booked, clock: clock)
      }
    } catch {
      return .notWritten(error)
    }
  }

  private func book(_ wish: Wish, clock: () -> Date) throws -> Booking {
    let seen = WidgetFiles(
      refreshData: store.refreshData(), watchlist: store.watchlist(), alerts: store.alerts())
    guard !(wish.only ?? seen.wantedCoins).isEmpty else { return .ended(.nothingToRefresh) }
    return try store.update { files in
      // Only now: what another process noted while this one waited would seem to lie ahead.
      let now = clock()
      // The last coin may have been sold while this one waited.
      guard !(wish.only ?? files.wantedCoins).isEmpty else { return .ended(.nothingToRefresh) }
      let ids = wish.coins(of: files, at: now)
      guard !ids.isEmpty else { return .ended(.fresh) }
      let chunks = policy.chunks(of: ids)
      let calls = min(chunks.count, policy.callsPerRefresh)
      var status = files.refreshStatus ?? RefreshStatus()
      let earliest = max(
        policy.earliest(calls: calls, status: status, now: now),
        status.due(minimumAge: wish.minimumAge, at: now))
      guard earliest <= now else {
        let isSpent = policy.isMonthSpent(status: status, now: now)
        return .ended(isSpent ? .monthSpent(until: earliest) : .waiting(until: earliest))
      }
      policy.begin(calls: calls, status: &status, now: now)
      let isPart = wish.only.map { !$0.isSuperset(of: files.wantedCoins) } ?? false
      if wish.only == nil { status.lastAttempt = now }
      let turn = calls < chunks.count ? status.nextTurn(of: calls, among: chunks) : ids
      files.refreshStatus = status
      return .booked(
        Booked(coins: turn, start: now, calls: calls, isPart: isPart, isAside: wish.only != nil))
    }
  }

  private func record(
    _ answer: PriceAnswer, of booked: Booked, clock: () -> Date
  ) throws -> RefreshOutcome {
    let asked = Set(booked.coins)
    let priced = answer.coins.filter { $0.currentPrice != nil && asked.contains($0.id) }
    let testimony = testimony(on: priced, at: clock())
    return try store.update { files in
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      policy.recordOutcome(answer, begun: booked.calls, status: &status, now: now)
      status.noteClock(answer.serverTime, at: now)
      defer { files.refreshStatus = status }
      guard !priced.isEmpty else {
        let failure = answer.failures.first ?? .malformed("the response has no price")
        if !booked.isAside, !status.hasSucceeded(after: booked.start, by: now) {
          status.failure = failure.isOffline ? .offline : .unableToRefresh
          status.reason = failure.reason(from: source.name)
        }
        return .failed(failure)
      }
      if !booked.isPart {
        status.failure = nil
        status.reason = nil
      }
      // Nothing to show may be left meanwhile; the prices are kept all the same.
      let isShown = files.refreshData != nil || !files.wantedCoins.isEmpty || booked.isPart
      if isShown && !booked.isPart { status.lastSuccess = now }
      let data = files.merge(
        priced, from: source.name, isPart: booked.isPart || !isShown, at: now,
        witness: testimony)
      guard isShown else { return .nothingToRefresh }
      return .refreshed(
        data, failures: answer.failures, alerts: files.fireAlerts(at: now, rate, store.pastPrice))
    }
  }
}

extension PriceRefresher {
  /// What the witness says of prices that are far from the last ones; asked while nothing is
  /// locked.
  private func testimony(on coins: [Coin], at now: Date) -> [String: Decimal]? {
    guard let witness else { return nil }
    let suspects = store.prices()?.suspects(among: coins, at: now) ?? []
    return suspects.isEmpty ? [:] : witness(suspects)
  }
}

extension RefreshStatus {
  /// When the next attempt is due at that refresh interval.
  ///
  /// A clock that was set back must not stop refreshing until it has caught up: an attempt that
  /// lies ahead counts as long ago.
  fileprivate func due(minimumAge: TimeInterval, at now: Date) -> Date {
    guard let lastAttempt, lastAttempt <= now else { return now }
    let wait =
      failure == nil ? minimumAge : min(minimumAge, PriceRefresher.longestWaitAfterFailure)
    return lastAttempt.addingTimeInterval(wait)
  }

  /// The coins of so many requests, from where the last refresh stopped.
  ///
  /// Turns advance whatever the outcome, so that coins no source prices hold up no others.
  fileprivate mutating func nextTurn(of calls: Int, among chunks: [[String]]) -> [String] {
    let first = nextCoin.flatMap { coin in chunks.firstIndex { $0.contains { $0 >= coin } } } ?? 0
    let turn = (first..<(first + calls)).flatMap { chunks[$0 % chunks.count] }
    nextCoin = chunks[(first + calls) % chunks.count].first
    return turn
  }

  /// Whether another refresh succeeded meanwhile, which a failure of this one says nothing about.
  fileprivate func hasSucceeded(after start: Date, by now: Date) -> Bool {
    lastSuccess.map { start < $0 && $0 <= now } ?? false
  }

  /// Keeps by how much our clock differs from the source's; an answer without a time says nothing.
  fileprivate mutating func noteClock(_ serverTime: Date?, at now: Date) {
    guard let serverTime else { return }
    clockAhead = Int(now.timeIntervalSince(serverTime).rounded())
  }
}

extension RefreshStatus {
  /// Seconds by which two clocks may differ without a word: answers are kept by caches for minutes.
  private static let tolerance = 600

  /// Seconds by which our clock is ahead of the source's, negative when earlier; `nil` when they
  /// agree or the source did not say.
  public var clockError: Int? {
    clockAhead.flatMap { $0.magnitude > Self.tolerance ? $0 : nil }
  }
}

extension WidgetFiles {
  /// Takes over prices: into the book, the holdings and the history.
  fileprivate mutating func merge(
    _ coins: [Coin], from source: String, isPart: Bool, at now: Date,
    witness: [String: Decimal]?
  ) -> WidgetPortfolioData {
    var book = prices ?? refreshData.map { PriceBook($0) } ?? PriceBook()
    if let held = refreshData?.holdings { book.adopt(held) }
    book.merge(coins, at: now, source: source, witness: witness)
    if !isPart || book.lastUpdated == nil { book.lastUpdated = now }
    newPrices = book.recordsDue(of: coins.map(\.id), at: now)
    prices = book
    guard var data = refreshData else {
      return WidgetRefreshData(holdings: [], realizedPnL: 0, lastUpdated: now)
        .portfolioData(now: now)
    }
    book.price(&data.holdings, at: now)
    data.lastUpdated = book.lastUpdated
    let shown = data.portfolioData(now: now)
    refreshData = data
    portfolio = shown
    return shown
  }

  fileprivate mutating func fireAlerts(
    at now: Date, _ rate: (String) -> ExchangeRate?, _ pastPrice: (String, Date) -> Decimal?
  ) -> [FiredAlert] {
    guard var alerts, let prices else { return [] }
    let fired = alerts.fire(at: prices.coins, now: now, rate: rate, pastPrice: pastPrice)
    self.alerts = alerts
    return fired
  }
}
