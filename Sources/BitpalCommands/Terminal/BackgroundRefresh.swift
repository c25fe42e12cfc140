import AppGroup
import FoundationEssentials
import Glibc
import Portfolio
import Synchronization
import WidgetTimeline

/// Refreshes prices beside what is shown, so that no key waits for the network.
final class BackgroundRefresh {
  /// Seconds between two refreshes while the dashboard is open.
  static let dashboardInterval: TimeInterval = 30

  /// Becomes readable when a refresh has ended.
  let descriptor: Int32
  /// When the next refresh is due, `nil` while one runs.
  private(set) var due: Date?

  private let refresher: PriceRefresher
  private let interval: TimeInterval
  private let clock: @Sendable () -> Date
  private let outcome = Box()
  private let wake: Int32
  private var isAsked = false
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
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(
        "The system has no more open files to give. Close some programs and try again.",
        .inputOutput)
    }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (descriptor, wake) = (ends[0], ends[1])
    due = .distantPast
  }

  /// Starts a refresh when it is time.
  func startIfDue(at now: Date) {
    if let due, due <= now { start(at: now, isAsked: false) }
  }

  /// Starts a refresh; one that runs already is left to end.
  ///
  /// That one may have its answer already: who asks meanwhile has another after it.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - isAsked: Whether the user asked for it, and so will be told what came of it.
  func start(at now: Date, isAsked: Bool) {
    guard due != nil else {
      if isAsked { isAskedNext = true }
      return
    }
    self.isAsked = isAsked
    due = nil
    let (refresher, clock, outcome, wake) = (refresher, clock, outcome, wake)
    let minimumAge = isAsked ? 0 : interval
    Task.detached {
      let result = refresher.refresh(minimumAge: minimumAge, clock: clock)
      outcome.outcome.withLock { $0 = result }
      _ = write(wake, "!", 1)
    }
  }

  /// What came of a refresh that ended, and whether it was asked for.
  func takeOutcome(now: Date) -> (outcome: RefreshOutcome, wasAsked: Bool)? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard read(descriptor, &bytes, bytes.count) > 0,
      let result = outcome.outcome.withLock({ outcome in
        defer { outcome = nil }
        return outcome
      })
    else { return nil }
    let wasAsked = isAsked
    isAsked = false
    if case .waiting(let until) = result {
      due = max(until, now.addingTimeInterval(1))
    } else {
      due = now.addingTimeInterval(interval)
    }
    if isAskedNext {
      isAskedNext = false
      start(at: now, isAsked: true)
    }
    return (result, wasAsked)
  }
}
