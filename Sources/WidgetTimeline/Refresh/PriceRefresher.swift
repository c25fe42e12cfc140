public import Exact
public import FoundationEssentials
public import Portfolio

/// A source of present prices with its call policy.
public struct RefreshSource: Sendable {
  /// The source.
  public let source: any PriceSource
  /// Decides when calls may be made.
  public let policy: any CallPolicy

  /// Makes a pair.
  public init(_ source: any PriceSource, _ policy: any CallPolicy) {
    self.source = source
    self.policy = policy
  }
}

/// Fetches prices for held and followed coins, recomputes the widgets and writes everything; used
/// by the dashboard, a timer and one-shot commands alike.
public struct PriceRefresher: Sendable {
  /// The longest wait in seconds before retrying a failed refresh, for callers that refresh less
  /// often; the call budget's back-off decides whether a call is made then.
  public static let longestWaitAfterFailure: TimeInterval = 30

  /// Seconds between two calls to a secondary source about coins that the first source leaves
  /// without a present price.
  public static let restOfCompletion: TimeInterval = 900

  /// The longest time that all sources of one refresh take together.
  public static let timeLimit = Duration.seconds(15)
  /// The part of it that a source leaves to each later one.
  private static let share = Duration.seconds(3)

  /// Returns a second source's prices for some coins, in US dollars by id.
  ///
  /// - Parameters:
  ///   - ids: Coin ids.
  ///   - source: The source of the prices in question, which cannot be its own witness.
  ///   - limit: The longest time that it may take.
  public typealias Witness =
    @Sendable (_ ids: [String], _ source: String, _ limit: Duration) -> [String: ExactDecimal]

  private let store: any WidgetDataStore
  private let first: RefreshSource
  private let others: [RefreshSource]
  private let ledger: (any PublishedLedger)?
  private let rate: @Sendable (String) -> ExchangeRate?
  private let witness: Witness?
  private let didFire: @Sendable ([FiredAlert]) -> Void

  /// Makes a refresher.
  ///
  /// - Parameters:
  ///   - store: The files of the container.
  ///   - source: The first source.
  ///   - policy: Decides when it may be called.
  ///   - others: Further sources in order, used while the first one fails and for coins without a
  ///     price from the last hour.
  ///   - ledger: The ledger to rebuild stale files from; without it they stay unchanged.
  ///   - rate: The newest rate from US dollars to a currency, for alerts.
  ///   - witness: Asked about prices far from the last ones; `nil` if every price counts.
  ///   - didFire: Receives fired alerts after they are recorded, without any lock held.
  public init(
    store: any WidgetDataStore, source: any PriceSource, policy: any CallPolicy,
    others: [RefreshSource] = [], ledger: (any PublishedLedger)? = nil,
    rate: @escaping @Sendable (String) -> ExchangeRate? = { _ in nil },
    witness: Witness? = nil, didFire: @escaping @Sendable ([FiredAlert]) -> Void = { _ in }
  ) {
    self.store = store
    first = RefreshSource(source, policy)
    self.others = others
    self.ledger = ledger
    self.rate = rate
    self.witness = witness
    self.didFire = didFire
  }

  /// Refreshes once.
  ///
  /// The call is reserved in the shared status before it is made, so many processes together stay
  /// within the budget. A failure changes no figure.
  ///
  /// - Parameters:
  ///   - minimumAge: The minimum number of seconds since the last attempt of any process; 0 to
  ///     refresh whenever the budget allows. If that attempt failed, the wait is at most
  ///     ``longestWaitAfterFailure``.
  ///   - maximumAge: Only prices fetched more than this many seconds ago are requested; `nil`
  ///     requests all.
  ///   - clock: The present instant, read before and after the fetch while the store is locked.
  /// - Returns: The outcome.
  public func refresh(
    minimumAge: TimeInterval = 0, maximumAge: TimeInterval? = nil, clock: () -> Date
  ) -> RefreshOutcome {
    run(RefreshRequest(minimumAge: minimumAge, maximumAge: maximumAge), clock: clock)
  }

  /// Fetches the prices of some coins only, such as one just bought; the schedule of the others is
  /// unchanged.
  ///
  /// - Parameters:
  ///   - ids: Coin ids; those that are neither held nor followed are priced too.
  ///   - clock: The present instant.
  /// - Returns: The outcome; `waiting` says when the budget allows the call.
  public func refresh(only ids: Set<String>, clock: () -> Date) -> RefreshOutcome {
    run(RefreshRequest(only: ids), clock: clock)
  }

  /// The options of one refresh.
  private struct RefreshRequest {
    var minimumAge: TimeInterval = 0
    var maximumAge: TimeInterval?
    var only: Set<String>?
    /// When all sources must have answered.
    let deadline = ContinuousClock.now + PriceRefresher.timeLimit

    /// The coins to request.
    func coins(of files: WidgetFiles, at now: Date) -> [String] {
      let all = only ?? files.wantedCoins
      guard let maximumAge, let prices = files.prices else { return all.sorted() }
      return all.filter { !prices.isFetched($0, within: maximumAge, of: now) }.sorted()
    }
  }

  /// A call that is reserved but not yet made.
  private struct ReservedCall {
    let coins: [String]
    let start: Date
    let calls: Int
    let isPart: Bool
    /// Whether coins were requested by name: a failure then does not affect the schedule of others.
    let isAside: Bool
    let deadline: ContinuousClock.Instant

    /// The time that a source may take if others follow.
    func time(before others: Int) -> Duration {
      max(.seconds(1), deadline - ContinuousClock.now - PriceRefresher.share * others)
    }
  }

  private enum Booking {
    case ended(RefreshOutcome)
    /// The first source may not be called now for these coins.
    case held(RefreshOutcome, ReservedCall)
    case booked(ReservedCall)
  }

  private func run(_ request: RefreshRequest, clock: () -> Date) -> RefreshOutcome {
    let outcome = fetch(request, clock: clock)
    if case .refreshed(_, _, let alerts) = outcome, !alerts.isEmpty { didFire(alerts) }
    return outcome
  }

  private func fetch(_ request: RefreshRequest, clock: () -> Date) -> RefreshOutcome {
    // If the ledger cannot be read, the files stay unchanged and prices are still fetched.
    if let ledger { _ = store.repairFiles(from: ledger, clock: clock) }
    do {
      switch try book(request, clock: clock) {
      case .ended(let outcome): return outcome
      case .held(let outcome, let held):
        guard isReplaced(at: clock()) else { return outcome }
        return try replace(held, clock: clock) ?? outcome
      case .booked(let booked):
        let outcome = try record(
          first.source.prices(of: booked.coins, within: booked.time(before: others.count)),
          by: first, of: booked, before: others.count, isLast: others.isEmpty, clock: clock)
        switch outcome {
        case .failed(let failure) where !others.isEmpty:
          return try replace(booked, after: failure, clock: clock) ?? outcome
        case .refreshed(let data, failures: let failures, let alerts):
          return try complete(booked, data, failures, alerts, clock: clock)
        default: return outcome
        }
      }
    } catch {
      return .notWritten(error)
    }
  }

  private func book(_ request: RefreshRequest, clock: () -> Date) throws -> Booking {
    let seen = WidgetFiles(
      refreshData: store.refreshData(), watchlist: store.watchlist(), alerts: store.alerts())
    guard !(request.only ?? seen.wantedCoins).isEmpty else { return .ended(.nothingToRefresh) }
    return try store.update { files in
      // Read after locking; otherwise other processes' records could appear to be in the future.
      let now = clock()
      // The last coin may have been sold while waiting for the lock.
      guard !(request.only ?? files.wantedCoins).isEmpty else { return .ended(.nothingToRefresh) }
      let ids = request.coins(of: files, at: now)
      guard !ids.isEmpty else { return .ended(.fresh) }
      let policy = first.policy
      let chunks = policy.chunks(of: ids)
      let calls = min(chunks.count, policy.callsPerRefresh)
      var status = files.refreshStatus ?? RefreshStatus()
      let due = status.due(minimumAge: request.minimumAge, at: now)
      let allowed = policy.earliest(calls: calls, status: status, now: now)
      let isPart = request.only.map { !$0.isSuperset(of: files.wantedCoins) } ?? false
      func booked(_ coins: [String], _ calls: Int) -> ReservedCall {
        ReservedCall(
          coins: coins, start: now, calls: calls, isPart: isPart, isAside: request.only != nil,
          deadline: request.deadline)
      }
      guard max(allowed, due) <= now else {
        let isSpent = policy.isMonthSpent(status: status, now: now)
        let earliest = max(allowed, due)
        let outcome: RefreshOutcome =
          isSpent ? .monthSpent(until: earliest) : .waiting(until: earliest)
        return due <= now ? .held(outcome, booked(ids, 0)) : .ended(outcome)
      }
      policy.begin(calls: calls, status: &status, now: now)
      if request.only == nil { status.lastAttempt = now }
      let turn = calls < chunks.count ? status.nextTurn(of: calls, among: chunks) : ids
      files.refreshStatus = status
      return .booked(booked(turn, calls))
    }
  }

  /// Applies a source's response.
  ///
  /// - Parameters:
  ///   - answer: The response.
  ///   - asked: The source.
  ///   - booked: The reserved call.
  ///   - rest: The number of sources that may follow.
  ///   - isLast: Whether no further source follows a failure, so the refresh failed.
  ///   - clock: The present instant.
  private func record(
    _ answer: PriceAnswer, by asked: RefreshSource, of booked: ReservedCall, before rest: Int,
    isLast: Bool, clock: () -> Date
  ) throws -> RefreshOutcome {
    let ids = Set(booked.coins)
    let name = asked.source.name
    let priced = answer.coins.filter { $0.currentPrice != nil && ids.contains($0.id) }
    let changes = dayChanges(of: priced, at: clock())
    let testimony = testimony(
      on: priced, from: name, within: booked.time(before: rest), at: clock())
    return try store.update { files in
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      asked.policy.recordOutcome(answer, begun: booked.calls, status: &status, now: now)
      status.noteClock(answer.serverTime, at: now)
      defer { files.refreshStatus = status }
      guard !priced.isEmpty else {
        let failure = SourceFailure(
          name, answer.failures.first ?? .malformed("the response has no price"))
        status.failing[name] = isLast || failure.failure != .noPrice ? failure.reason : nil
        if isLast { status.note(failure, of: booked.start, isAside: booked.isAside, at: now) }
        return .failed(failure)
      }
      status.failing[name] = nil
      if !booked.isPart {
        status.failure = nil
        status.reason = nil
      }
      // There may be nothing left to show meanwhile; the prices are stored anyway.
      let isShown = files.refreshData != nil || !files.wantedCoins.isEmpty || booked.isPart
      if isShown && !booked.isPart { status.lastSuccess = now }
      let data = files.merge(
        priced, from: name, isPart: booked.isPart || !isShown, at: now, witness: testimony,
        dayChanges: changes)
      guard isShown else { return .nothingToRefresh }
      return .refreshed(
        data, failures: answer.failures.map { SourceFailure(name, $0) },
        alerts: files.fireAlerts(at: now, rate, store.pastPrice))
    }
  }
}

/// Secondary sources.
extension PriceRefresher {
  /// Whether the first source fails or has no calls left, so the others replace it; a first source
  /// that is only rate-limited is waited for.
  private func isReplaced(at now: Date) -> Bool {
    let status = store.refreshStatus() ?? RefreshStatus()
    return first.policy.isFailing(status: status)
      || first.policy.isMonthSpent(status: status, now: now)
  }

  /// Asks the other sources for everything requested, until all coins have a price from the last
  /// hour.
  ///
  /// - Parameters:
  ///   - wanted: The call meant for the first source.
  ///   - failure: Why that just failed; `nil` if it was not called.
  ///   - clock: The present instant.
  /// - Returns: `nil` if none returned anything.
  private func replace(
    _ wanted: ReservedCall, after failure: SourceFailure? = nil, clock: () -> Date
  ) throws -> RefreshOutcome? {
    var failures = failure.map { [$0] } ?? []
    let outcome = try ask(
      others, for: wanted.coins, of: wanted, isPart: wanted.isPart, &failures, clock: clock)
    if outcome == nil, let failure {
      try store.update { files in
        var status = files.refreshStatus ?? RefreshStatus()
        status.note(failure, of: wanted.start, isAside: wanted.isAside, at: clock())
        files.refreshStatus = status
      }
    }
    return outcome
  }

  /// Asks the others for coins that the first source left without a price from the last hour.
  ///
  /// Each source is called at most once per ``restOfCompletion``, because it may lack them too.
  private func complete(
    _ booked: ReservedCall, _ data: WidgetPortfolioData, _ failures: [SourceFailure],
    _ alerts: [FiredAlert], clock: () -> Date
  ) throws -> RefreshOutcome {
    let known = RefreshOutcome.refreshed(data, failures: failures, alerts: alerts)
    let now = clock()
    let status = store.refreshStatus() ?? RefreshStatus()
    let rested = others.filter { other in
      other.policy.lastCall(status: status).map {
        $0 > now || now.timeIntervalSince($0) >= Self.restOfCompletion
      } ?? true
    }
    guard !rested.isEmpty else { return known }
    let old = withoutPresentPrice(booked.coins, at: now)
    guard !old.isEmpty else { return known }
    var failures = failures
    let outcome = try ask(rested, for: old, of: booked, isPart: true, &failures, clock: clock)
    guard case .refreshed(let shown, let all, let more)? = outcome else {
      // They may lack these coins, too.
      failures.removeAll { $0.failure == .noPrice }
      return .refreshed(data, failures: failures, alerts: alerts)
    }
    return .refreshed(shown, failures: all, alerts: alerts + more)
  }

  /// Asks sources in order, each for coins that the previous ones left without a recent price.
  private func ask(
    _ sources: [RefreshSource], for coins: [String], of wanted: ReservedCall, isPart: Bool,
    _ failures: inout [SourceFailure], clock: () -> Date
  ) throws -> RefreshOutcome? {
    var (left, alerts, data) = (coins, [FiredAlert](), WidgetPortfolioData?.none)
    for (index, other) in sources.enumerated() where !left.isEmpty {
      guard let booked = try book(other, for: left, of: wanted, isPart: isPart, clock: clock) else {
        continue
      }
      let rest = sources.count - index - 1
      let answer = other.source.prices(of: booked.coins, within: booked.time(before: rest))
      switch try record(
        answer, by: other, of: booked, before: rest, isLast: false, clock: clock)
      {
      case .refreshed(let shown, let some, let fired):
        data = shown
        alerts += fired
        failures += some
        left = withoutPresentPrice(left, at: clock())
      case .failed(let failure): failures.append(failure)
      default: break
      }
    }
    return data.map { .refreshed($0, failures: failures, alerts: alerts) }
  }

  /// Reserves the calls to a source; `nil` if it has none of the coins or its budget allows no
  /// call.
  private func book(
    _ other: RefreshSource, for ids: [String], of wanted: ReservedCall, isPart: Bool,
    clock: () -> Date
  ) throws -> ReservedCall? {
    let chunks = other.policy.chunks(of: ids)
    let calls = min(chunks.count, other.policy.callsPerRefresh)
    guard calls > 0 else { return nil }
    return try store.update { files in
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      guard other.policy.earliest(calls: calls, status: status, now: now) <= now else { return nil }
      other.policy.begin(calls: calls, status: &status, now: now)
      if !wanted.isAside { status.lastAttempt = now }
      files.refreshStatus = status
      return ReservedCall(
        coins: chunks.prefix(calls).flatMap(\.self), start: now, calls: calls, isPart: isPart,
        isAside: wanted.isAside, deadline: wanted.deadline)
    }
  }

  /// The coins whose last price, counting or suspect, is more than an hour old.
  private func withoutPresentPrice(_ ids: [String], at now: Date) -> [String] {
    let known = store.prices()?.prices ?? [:]
    return ids.filter { id in
      let time = known[id].flatMap { $0.suspect?.time ?? $0.coin.lastUpdated }
      return time.map { isOutdated(since: $0, at: now) } ?? true
    }
  }
}

extension PriceRefresher {
  /// The witness's prices for prices far from the last ones; requested without any lock held.
  private func testimony(
    on coins: [Coin], from source: String, within limit: Duration, at now: Date
  ) -> [String: ExactDecimal]? {
    guard let witness else { return nil }
    let suspects = store.prices()?.suspects(among: coins, at: now) ?? []
    return suspects.isEmpty ? [:] : witness(suspects, source, limit)
  }

  /// The 24-hour changes, in percent, of present prices whose source sent none, from past prices.
  ///
  /// An old price gets none: it would be compared with its own past.
  private func dayChanges(of coins: [Coin], at now: Date) -> [String: ExactDecimal] {
    let dayAgo = now.addingTimeInterval(-86_400)
    return coins.reduce(into: [:]) { changes, coin in
      guard coin.priceChange24h == nil, let price = coin.currentPrice,
        coin.lastUpdated.map({ !isOutdated(since: $0, at: now) }) ?? true,
        let old = store.pastPrice(of: coin.id, at: dayAgo)
      else { return }
      changes[coin.id] = priceChange(from: old, to: price)
    }
  }
}

extension RefreshStatus {
  /// The time of the next attempt at a refresh interval.
  ///
  /// A clock that was set back must not stop refreshing until it has caught up, so an attempt in
  /// the future counts as long ago.
  fileprivate func due(minimumAge: TimeInterval, at now: Date) -> Date {
    guard let lastAttempt, lastAttempt <= now else { return now }
    let wait =
      failure == nil ? minimumAge : min(minimumAge, PriceRefresher.longestWaitAfterFailure)
    return lastAttempt.addingTimeInterval(wait)
  }

  /// The coins of the next requests, starting where the last refresh stopped.
  ///
  /// Turns advance whatever the outcome, so unpriced coins do not block others.
  fileprivate mutating func nextTurn(of calls: Int, among chunks: [[String]]) -> [String] {
    let first = nextCoin.flatMap { coin in chunks.firstIndex { $0.contains { $0 >= coin } } } ?? 0
    let turn = (first..<(first + calls)).flatMap { chunks[$0 % chunks.count] }
    nextCoin = chunks[(first + calls) % chunks.count].first
    return turn
  }

  /// Whether another refresh succeeded meanwhile, so that this failure does not count.
  fileprivate func hasSucceeded(after start: Date, by now: Date) -> Bool {
    lastSuccess.map { start < $0 && $0 <= now } ?? false
  }

  /// Records a failed refresh; one for coins requested by name does not affect the others.
  fileprivate mutating func note(
    _ failure: SourceFailure, of start: Date, isAside: Bool, at now: Date
  ) {
    guard !isAside, !hasSucceeded(after: start, by: now) else { return }
    self.failure = failure.failure.isOffline ? .offline : .unableToRefresh
    reason = failure.reason
  }

  /// Records the difference between our clock and the source's; a response without a time is
  /// ignored.
  fileprivate mutating func noteClock(_ serverTime: Date?, at now: Date) {
    guard let serverTime else { return }
    clockAhead = Int(now.timeIntervalSince(serverTime).rounded())
  }
}

extension RefreshStatus {
  /// Seconds that two clocks may differ before it is reported: caches may hold responses for
  /// minutes.
  private static let tolerance = 600

  /// Seconds that our clock is ahead of the source's, negative if behind; `nil` if they agree or
  /// the source sent no time.
  public var clockError: Int? {
    clockAhead.flatMap { $0.magnitude > Self.tolerance ? $0 : nil }
  }
}

extension WidgetFiles {
  /// Merges prices into the book, the holdings and the history.
  fileprivate mutating func merge(
    _ coins: [Coin], from source: String, isPart: Bool, at now: Date,
    witness: [String: ExactDecimal]?, dayChanges: [String: ExactDecimal]
  ) -> WidgetPortfolioData {
    var book = prices ?? refreshData.map { PriceBook($0) } ?? PriceBook()
    if let held = refreshData?.holdings { book.adopt(held) }
    book.merge(coins, at: now, source: source, witness: witness)
    book.complete(dayChanges)
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
    at now: Date, _ rate: (String) -> ExchangeRate?, _ pastPrice: (String, Date) -> ExactDecimal?
  ) -> [FiredAlert] {
    guard var alerts, let prices else { return [] }
    let fired = alerts.fire(at: prices.coins, now: now, rate: rate, pastPrice: pastPrice)
    self.alerts = alerts
    return fired
  }
}
