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

  /// When the next refresh is due; `nil` while one runs.
  private(set) var due: Date? = .distantPast

  /// Seconds between scheduling the next refresh and its due date.
  private var wait: TimeInterval = 0
  private let refresher: PriceRefresher
  private let interval: TimeInterval
  /// Whether refreshes are at least a minute apart, so that a small plan has calls left for past
  /// prices.
  var isStretched = false
  private let clock: @Sendable () -> Date
  private let outcome = Box()
  private let pipe: WakePipe
  /// Whether the user asked for the running refresh.
  private(set) var isAsked = false
  private var isAskedNext = false

  /// Holds the outcome, shared with the refreshing thread.
  private final class Box: Sendable {
    let outcome = Mutex<RefreshOutcome?>(nil)
  }

  /// Prepares refreshes without starting one.
  ///
  /// - Parameters:
  ///   - refresher: Fetches and stores prices.
  ///   - interval: Seconds between refreshes, including those of other processes.
  ///   - clock: Returns the current time.
  init(
    _ refresher: PriceRefresher, every interval: TimeInterval = dashboardInterval,
    clock: @escaping @Sendable () -> Date
  ) throws {
    self.refresher = refresher
    self.interval = interval
    self.clock = clock
    pipe = try WakePipe()
  }

  /// Becomes readable when a refresh ends.
  var descriptor: Int32 { pipe.descriptor }

  /// Starts a refresh if it is due.
  ///
  /// A clock that was set back would extend the wait, so a wait longer than planned is over.
  func startIfDue(at now: Date) {
    guard let due else { return }
    if due <= now || due.timeIntervalSince(now) > wait + 1 { start(at: now, isAsked: false) }
  }

  /// Starts a refresh, unless one is running.
  ///
  /// The running one may already have its prices, so if the user asks, another follows it.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - isAsked: Whether the user asked for it and should see its outcome.
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

  /// The outcome of a refresh that ended, and whether the user asked for it.
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
