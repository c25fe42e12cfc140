public import FoundationEssentials
public import Portfolio

/// What came of a refresh.
public enum RefreshOutcome: Sendable {
  /// Prices came and were written; the failures are those of parts of the request.
  case refreshed(WidgetPortfolioData, failures: [PriceFailure])
  /// No price came; every figure is as it was.
  case failed(PriceFailure)
  /// No call was made, because the budget allows the next one only then.
  case waiting(until: Date)
  /// Nothing is held that a price could change.
  case nothingToRefresh
  /// What came could not be written, or the container could not be read.
  case notWritten(any Error)
}

/// The rule that says when calls may be made, shared by all processes through the refresh status.
public protocol CallPolicy: Sendable {
  /// The coins of each request it takes to ask for some coins; none when asking costs no calls.
  func chunks(of ids: [String]) -> [[String]]

  /// The most requests one refresh may make; what does not fit has its turn in the next.
  var callsPerRefresh: Int { get }

  /// The first instant at which so many calls may be made.
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date

  /// Notes calls that are about to be made.
  func begin(calls: Int, status: inout RefreshStatus, now: Date)

  /// Notes what came of them, and with it when the next may be made.
  ///
  /// - Parameters:
  ///   - answer: What the source brought.
  ///   - begun: The calls that were noted before.
  ///   - status: What all processes share.
  ///   - now: The present instant.
  func settle(_ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date)
}

/// Fetches prices for what is held, recomputes the widgets and writes both; the same in the
/// dashboard, a timer and a one-shot.
public struct PriceRefresher: Sendable {
  /// Seconds after which whoever refreshes less often looks again when a refresh has failed; the
  /// call budget's back-off says whether a call is made then.
  public static let longestWaitAfterFailure: TimeInterval = 30

  private let store: any WidgetDataStore
  private let source: any PriceSource
  private let policy: any CallPolicy

  /// Makes a refresher.
  public init(
    store: any WidgetDataStore, source: any PriceSource, policy: any CallPolicy
  ) {
    self.store = store
    self.source = source
    self.policy = policy
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
  ///   - clock: The present instant, asked before and after the fetch while the store is held.
  /// - Returns: What came of it.
  public func refresh(minimumAge: TimeInterval = 0, clock: () -> Date) -> RefreshOutcome {
    do {
      switch try book(minimumAge: minimumAge, clock: clock) {
      case .nothingHeld: return .nothingToRefresh
      case .wait(let until): return .waiting(until: until)
      case .call(let ids, let start, let calls):
        return try record(
          source.prices(of: ids), start: start, begun: calls, clock: clock)
      }
    } catch {
      return .notWritten(error)
    }
  }

  private enum Booking {
    case nothingHeld
    case wait(until: Date)
    case call([String], start: Date, calls: Int)
  }

  private func book(minimumAge: TimeInterval, clock: () -> Date) throws -> Booking {
    guard let held = store.refreshData()?.holdings, !held.isEmpty else { return .nothingHeld }
    let ids = held.map(\.coinId)
    let chunks = policy.chunks(of: ids)
    let calls = min(chunks.count, policy.callsPerRefresh)
    return try store.update { files in
      // Only now: what another process noted while this one waited would seem to lie ahead.
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      let age = status.failure == nil ? minimumAge : min(minimumAge, Self.longestWaitAfterFailure)
      let due = status.lastAttempt?.addingTimeInterval(age) ?? now
      // A clock that was set back must not stop refreshing until it has caught up.
      let isAhead = (status.lastAttempt ?? now) > now
      let allowed = policy.earliest(calls: calls, status: status, now: now)
      let earliest = isAhead ? allowed : max(allowed, due)
      guard earliest <= now else { return .wait(until: earliest) }
      policy.begin(calls: calls, status: &status, now: now)
      status.lastAttempt = now
      let turn = calls < chunks.count ? status.takeTurn(of: calls, among: chunks) : ids
      files.refreshStatus = status
      return .call(turn, start: now, calls: calls)
    }
  }

  private func record(
    _ answer: PriceAnswer, start: Date, begun: Int, clock: () -> Date
  ) throws -> RefreshOutcome {
    let priced = answer.coins.filter { $0.currentPrice != nil }
    return try store.update { files in
      let now = clock()
      var status = files.refreshStatus ?? RefreshStatus()
      policy.settle(answer, begun: begun, status: &status, now: now)
      guard !priced.isEmpty else {
        let failure = answer.failures.first ?? .malformed("the answer held no price")
        if !status.hasSucceeded(after: start, by: now) {
          status.failure = failure.isOffline ? .offline : .unableToRefresh
          status.reason = failure.reason(from: source.name)
        }
        files.refreshStatus = status
        return .failed(failure)
      }
      status.failure = nil
      status.reason = nil
      guard var data = files.refreshData else {
        files.refreshStatus = status
        return .nothingToRefresh
      }
      data.take(priced, at: now)
      let portfolio = data.portfolioData(now: now)
      status.lastSuccess = now
      files = WidgetFiles(
        portfolio: portfolio, refreshData: data, refreshStatus: status,
        newPrices: data.records(of: priced, at: now))
      return .refreshed(portfolio, failures: answer.failures)
    }
  }
}

extension RefreshStatus {
  /// The coins of so many requests, from where the last refresh stopped; the next goes on behind.
  ///
  /// Turns go round whatever came of them, so that coins nobody prices hold up no others.
  fileprivate mutating func takeTurn(of calls: Int, among chunks: [[String]]) -> [String] {
    let first = nextCoin.flatMap { coin in chunks.firstIndex { $0.contains { $0 >= coin } } } ?? 0
    let turn = (first..<(first + calls)).flatMap { chunks[$0 % chunks.count] }
    nextCoin = chunks[(first + calls) % chunks.count].first
    return turn
  }

  /// Whether another refresh succeeded meanwhile, which a failure of this one says nothing about.
  fileprivate func hasSucceeded(after start: Date, by now: Date) -> Bool {
    lastSuccess.map { start < $0 && $0 <= now } ?? false
  }
}

extension WidgetRefreshData {
  /// Takes over prices, but never an older one for a newer.
  mutating func take(_ coins: [Coin], at now: Date) {
    let fresh = Dictionary(coins.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in holdings.indices {
      guard let coin = fresh[holdings[index].coinId] else { continue }
      let known = holdings[index].coin
      if let old = known.lastUpdated, let new = coin.lastUpdated, new < old, old <= now { continue }
      holdings[index].coin = coin.symbol.isEmpty ? known.priced(as: coin) : coin
    }
    lastUpdated = now
  }
}

extension WidgetRefreshData {
  /// What the history keeps of a refresh: one row for each coin it brought, at its price now.
  fileprivate func records(of coins: [Coin], at now: Date) -> [PriceRecord] {
    let brought = Set(coins.map(\.id))
    return holdings.compactMap { holding in
      guard brought.contains(holding.coinId), let price = holding.coin.currentPrice else {
        return nil
      }
      return PriceRecord(coinId: holding.coinId, point: PricePoint(time: now, price: price))
    }
  }
}

extension Coin {
  /// The coin under its own names, with the figures of a source that gives no names.
  fileprivate func priced(as other: Coin) -> Coin {
    Coin(
      id: id, symbol: symbol, name: name, currentPrice: other.currentPrice,
      priceChange24h: other.priceChange24h, lastUpdated: other.lastUpdated,
      marketCap: other.marketCap)
  }
}
