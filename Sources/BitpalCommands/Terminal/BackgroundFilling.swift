import AppGroup
import FoundationEssentials
import LedgerStore
import Portfolio
import Synchronization
import WidgetTimeline

/// Fills in past prices while the dashboard is open.
///
/// After each refresh, a background thread makes as many calls as the budgets allow.
final class BackgroundFilling: Sendable {
  /// Seconds before failed sources are asked again.
  private static let pauseAfterFailure: TimeInterval = 900

  /// The number of days filled in so far.
  struct Progress: Equatable, Sendable {
    let done: Int
    let all: Int
    /// Whether prices were added since the last report.
    var hasNew: Bool
  }

  private struct State {
    var isOver = false
    var progress: Progress?
  }

  private let state = Mutex(State())
  private let reports: WakePipe
  private let starts: WakePipe

  /// Starts the thread, which waits for ``start()``.
  ///
  /// - Throws: A refusal if no file descriptor is available.
  init(_ context: AppContext) throws {
    (reports, starts) = (try WakePipe(), try WakePipe())
    onBackgroundThread { [self] in
      var work = Work(context)
      while starts.wait(milliseconds: -1) {
        starts.drain()
        guard !state.withLock({ $0.isOver }) else { return }
        work.fill { progress in
          state.withLock { state in
            var progress = progress
            progress.hasNew = progress.hasNew || state.progress?.hasNew ?? false
            state.progress = progress
          }
          reports.wake()
          return !state.withLock { $0.isOver }
        }
      }
    }
  }

  /// Becomes readable when there is progress.
  var descriptor: Int32 { reports.descriptor }

  /// Continues filling; called after a refresh.
  func start() { starts.wake() }

  /// The progress, if it changed.
  func nextProgress() -> Progress? {
    reports.drain()
    return state.withLock { state in
      defer { state.progress = nil }
      return state.progress
    }
  }

  /// Stops making calls without waiting for a running one, whose result is stored or lost whole.
  func close() {
    state.withLock { $0.isOver = true }
    starts.wake()
  }

  /// The state kept between refreshes, so that no source is asked twice for days it lacks.
  private struct Work {
    private let context: AppContext
    private var filling: PastPriceFilling?
    private var subject: String?
    private var all = 0
    private var failed: Date?

    init(_ context: AppContext) { self.context = context }

    /// Makes the calls allowed now.
    ///
    /// - Parameter report: Receives the progress; returns `false` to stop.
    mutating func fill(_ report: (Progress) -> Bool) {
      do {
        try renew()
        guard var filling else { return }
        defer { self.filling = filling }
        var hasNew = false
        while report(
          Progress(done: all - filling.coinsToAsk, all: all, hasNew: hasNew))
        {
          hasNew = false
          switch try filling.step() {
          case .fetched(let count, _, _): hasNew = count > 0
          case .failed: failed = context.now
          case .waiting, .done: return
          }
        }
      } catch {
        // Errors of the store or the ledger are reported where they are shown; the next refresh
        // retries.
        filling = nil
        subject = nil
      }
    }

    /// Searches for missing days again if the ledger, the watchlist or the day changed, and some
    /// time after a failure.
    private mutating func renew() throws {
      let now = context.now
      let version = try context.ledger.version()
      let followed = context.store.watchlist()?.coinIds ?? []
      let subject = "\(version) \(UTCDay(now).text) \(followed.joined(separator: " "))"
      let isRested = failed.map { now.timeIntervalSince($0) > pauseAfterFailure } ?? false
      guard subject != self.subject || isRested else { return }
      failed = nil
      self.subject = subject
      let new = try PastPriceFilling(
        PastPriceRequests(context).requests(of: [], nil), minMissing: AppContext.minMissing,
        context)
      all = new.coinsToAsk
      filling = all > 0 ? new : nil
    }
  }
}
