import AppGroup
import FoundationEssentials
import Portfolio
import Synchronization
import WidgetTimeline

/// Refreshes prices in the background, so that no key waits for the network.
final class BackgroundRefresh {
  /// Seconds between two refreshes while the dashboard is open.
  static let dashboardInterval: TimeInterval = 30
  private static let stretchedInterval: TimeInterval = 60

  /// When the next refresh is due, `nil` while one runs.
  private(set) var due: Date? = .distantPast

  /// Seconds from when the next refresh was planned to when it is due.
  private var wait: TimeInterval = 0
  private let refresher: PriceRefresher
  private let interval: TimeInterval
  /// Whether refreshes are a minute apart at least, so that a plan of few calls has one left for
  /// past prices.
  var isStretched = false
  private let clock: @Sendable () -> Date
  private let outcome = Box()
  private let pipe: WakePipe
  /// Whether the refresh that runs was asked for.
  private(set) var isAsked = false
  private var isAskedNext = false

  /// One place for the outcome, shared with the thread that refreshes.
  private final class Box: Sendable {
    let outcome = Mutex<RefreshOutcome?>(nil)
  }

  /// Prepares for refreshes; none is started.
  ///
  /// - Parameters:
  ///   - refresher: Fetches and writes.
  ///   - interval: Seconds between two refreshes, other processes' counted.
  ///   - clock: The present instant.
  init(
    _ refresher: PriceRefresher, every interval: TimeInterval = dashboardInterval,
    clock: @escaping @Sendable () -> Date
  ) throws {
    self.refresher = refresher
    self.interval = interval
    self.clock = clock
    pipe = try WakePipe()
  }

  /// Becomes readable when a refresh has ended.
  var descriptor: Int32 { pipe.descriptor }

  /// Starts a refresh when it is time.
  ///
  /// A clock that was set back would make the wait longer than it was ever meant to be: then it is
  /// over.
  func startIfDue(at now: Date) {
    guard let due else { return }
    if due <= now || due.timeIntervalSince(now) > wait + 1 { start(at: now, isAsked: false) }
  }

  /// Starts a refresh; one that runs already is left to end.
  ///
  /// That one may have its answer already: who asks meanwhile has another after it.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - isAsked: Whether the user asked for it, and so hears what came of it.
  func start(at now: Date, isAsked: Bool) {
    guard due != nil else {
      if isAsked { isAskedNext = true }
      return
    }
    self.isAsked = isAsked
    due = nil
    let (refresher, clock, outcome, pipe) = (refresher, clock, outcome, pipe)
    let minimumAge = isAsked ? 0 : interval
    onBackgroundThread {
      let result = refresher.refresh(minimumAge: minimumAge, clock: clock)
      outcome.outcome.withLock { $0 = result }
      pipe.wake()
    }
  }

  /// What came of a refresh that ended, and whether it was asked for.
  func nextOutcome(now: Date) -> (outcome: RefreshOutcome, wasAsked: Bool)? {
    pipe.drain()
    let ended = outcome.outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
    guard let ended else { return nil }
    let wasAsked = isAsked
    isAsked = false
    switch ended {
    case .waiting(let until), .monthSpent(let until): due = max(until, now.addingTimeInterval(1))
    case .failed:
      due = now.addingTimeInterval(min(interval, PriceRefresher.longestWaitAfterFailure))
    case .refreshed, .fresh, .nothingToRefresh, .notWritten:
      due = now.addingTimeInterval(isStretched ? max(interval, Self.stretchedInterval) : interval)
    }
    wait = due?.timeIntervalSince(now) ?? 0
    if isAskedNext {
      isAskedNext = false
      start(at: now, isAsked: true)
    }
    return (ended, wasAsked)
  }
}
