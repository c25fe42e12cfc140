import AppGroup
import FoundationEssentials
import LedgerStore
import Portfolio
import Synchronization
import WidgetTimeline

/// Fills past prices while the dashboard is open: after each refresh as many calls as the budgets
/// allow, on a thread of its own.
final class BackgroundFilling: Sendable {
  /// Seconds after which sources that failed are asked again.
  private static let pauseAfterFailure: TimeInterval = 900

  /// How far it is.
  struct Progress: Equatable, Sendable {
    let done: Int
    let all: Int
    /// Whether prices came since the last report.
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
  /// - Throws: A refusal when no descriptor is left.
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

  /// Goes on filling; called after a refresh.
  func start() { starts.wake() }

  /// How far it is, where that changed.
  func nextProgress() -> Progress? {
    reports.drain()
    return state.withLock { state in
      defer { state.progress = nil }
      return state.progress
    }
  }

  /// Makes no further call; one that runs is not waited for, as what it brings is stored or not.
  func close() {
    state.withLock { $0.isOver = true }
    starts.wake()
  }

  /// What is filled, kept between two refreshes so that no source is asked twice for what it lacks.
  private struct Work {
    private let context: AppContext
    private var filling: PastPriceFilling?
    private var subject: String?
    private var all = 0
    private var failed: Date?

    init(_ context: AppContext) { self.context = context }

    /// Makes the calls that are allowed now.
    ///
    /// - Parameter report: Hears how far it is; ends the work by `false`.
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
        // What keeps the store or the ledger from being read or written is said by those who show
        // them; the next refresh tries again.
        filling = nil
        subject = nil
      }
    }

    /// Looks again at what is missing, where the ledger, the watchlist or the day is another, and a
    /// while after a failure.
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
        PastPriceWishes(context).wishes(of: [], nil), leastMissing: AppContext.leastMissing,
        context)
      all = new.coinsToAsk
      filling = all > 0 ? new : nil
    }
  }
}
