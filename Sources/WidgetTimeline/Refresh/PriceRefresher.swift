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

/// The rule that says when calls may be made, shared by all processes.
public protocol CallPolicy: Sendable {
  /// The first instant at which so many calls may be made.
  ///
  /// - Parameters:
  ///   - calls: Requests the refresh would make.
  ///   - status: What was called so far.
  ///   - now: The present instant.
  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date

  /// The first instant for another attempt after a failed one.
  ///
  /// - Parameters:
  ///   - failure: What failed.
  ///   - failuresInARow: Failures since the last success, this one included.
  ///   - now: The present instant.
  func retry(after failure: PriceFailure, failuresInARow: Int, now: Date) -> Date

  /// Requests it takes to ask for some coins.
  func calls(for ids: [String]) -> Int
}

/// Fetches prices for what is held, recomputes the widgets and writes both; the same in the dashboard, a
/// timer and a one-shot.
public struct PriceRefresher: Sendable {
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
  /// The call is booked in the shared status before it is made, so that of many processes only as many
  /// call as the budget allows. A failure changes no figure.
  ///
  /// - Parameters:
  ///   - minimumAge: Seconds since the last attempt of any process under which none is made; 0 to refresh
  ///     whenever the budget allows.
  ///   - clock: The present instant, asked before and after the fetch.
  /// - Returns: What came of it.
  public func refresh(minimumAge: TimeInterval = 0, clock: () -> Date) -> RefreshOutcome {
    do {
      switch try book(minimumAge: minimumAge, now: clock()) {
      case .nothingHeld: return .nothingToRefresh
      case .wait(let until): return .waiting(until: until)
      case .call(let ids): return try record(source.prices(of: ids), now: clock())
      }
    } catch {
      return .notWritten(error)
    }
  }

  private enum Booking {
    case nothingHeld
    case wait(until: Date)
    case call([String])
  }

  private func book(minimumAge: TimeInterval, now: Date) throws -> Booking {
    guard let held = store.refreshData()?.holdings, !held.isEmpty else { return .nothingHeld }
    let ids = held.map(\.coinId)
    let calls = policy.calls(for: ids)
    return try store.update { files in
      var status = files.refreshStatus ?? RefreshStatus()
      let due = status.lastAttempt?.addingTimeInterval(minimumAge) ?? now
      // A clock that was set back must not stop refreshing until it has caught up.
      let isAhead = (status.lastAttempt ?? now) > now
      let allowed = policy.earliest(calls: calls, status: status, now: now)
      let earliest = isAhead ? allowed : max(allowed, due)
      guard earliest <= now else { return .wait(until: earliest) }
      status.record(calls: calls, at: now)
      status.lastAttempt = now
      files.refreshStatus = status
      return .call(ids)
    }
  }

  private func record(_ answer: PriceAnswer, now: Date) throws -> RefreshOutcome {
    let priced = answer.coins.filter { $0.currentPrice != nil }
    guard !priced.isEmpty else {
      let failure = answer.failures.first ?? .malformed("the answer held no price")
      try store.update { files in note(failure, in: &files, now: now) }
      return .failed(failure)
    }
    return try store.update { files in
      var data = files.refreshData ?? WidgetRefreshData(holdings: [], realizedPnL: 0)
      data.take(priced, at: now)
      let portfolio = data.portfolioData(now: now)
      files.refreshData = data
      files.portfolio = portfolio
      var status = files.refreshStatus ?? RefreshStatus()
      status.lastSuccess = max(status.lastSuccess ?? now, now)
      status.failure = nil
      status.reason = nil
      status.failuresInARow = 0
      status.notBefore = answer.failures.first.map {
        policy.retry(after: $0, failuresInARow: 1, now: now)
      }
      files.refreshStatus = status
      return .refreshed(portfolio, failures: answer.failures)
    }
  }

  private func note(_ failure: PriceFailure, in files: inout WidgetFiles, now: Date) {
    var status = files.refreshStatus ?? RefreshStatus()
    status.failure = failure.isOffline ? .offline : .unableToRefresh
    status.reason = failure.reason
    status.failuresInARow += 1
    status.notBefore = policy.retry(
      after: failure, failuresInARow: status.failuresInARow, now: now)
    files.refreshStatus = status
  }
}

extension WidgetRefreshData {
  /// Takes over prices, but never an older one for a newer, nor an older refresh for a newer.
  mutating func take(_ coins: [Coin], at now: Date) {
    let fresh = Dictionary(coins.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in holdings.indices {
      guard let coin = fresh[holdings[index].coinId] else { continue }
      let known = holdings[index].coin
      if let old = known.lastUpdated, let new = coin.lastUpdated, new < old, old <= now { continue }
      holdings[index].coin = coin
    }
    lastUpdated = max(lastUpdated ?? now, now)
  }
}
