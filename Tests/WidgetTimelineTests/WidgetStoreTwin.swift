import Exact
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

/// The three files in memory, with the rules of the real store: updates are atomic, reads never
/// wait, and nested updates are an error.
final class WidgetStoreTwin: WidgetDataStore {
  /// Thrown by a nested update, where the real store would deadlock.
  struct UpdateWithinUpdate: Error {}

  /// Changes by another process while an update waits; the update rethrows its error.
  typealias Rival = @Sendable (inout WidgetFiles) throws -> Void

  private struct State {
    var files: WidgetFiles
    var history: [PriceRecord] = []
    var isUpdating = false
    var rivals: [Rival] = []
    var updates = 0
  }

  private let state: Mutex<State>

  init(_ files: WidgetFiles = WidgetFiles()) { state = Mutex(State(files: files)) }

  var files: WidgetFiles { state.withLock { $0.files } }
  /// All rows appended to the price history.
  var history: [PriceRecord] { state.withLock { $0.history } }
  var updates: Int { state.withLock { $0.updates } }

  func portfolio() -> WidgetPortfolioData? { files.portfolio }
  func refreshData() -> WidgetRefreshData? { files.refreshData }
  func prices() -> PriceBook? { files.prices }
  func watchlist() -> Watchlist? { files.watchlist }
  func alerts() -> PriceAlerts? { files.alerts }
  func pastPrice(of coinId: String, at instant: Date) -> ExactDecimal? {
    state.withLock { state in
      state.history.last { $0.coinId == coinId && $0.point.time <= instant }?.point.price
    }
  }
  func refreshStatus() -> RefreshStatus? { files.refreshStatus }

  /// Runs rivals first: the first one before the next update, the second before the one after.
  func makeWait(for rivals: Rival...) { state.withLock { $0.rivals += rivals } }

  func update<Result>(_ change: (inout WidgetFiles) throws -> Result) throws -> Result {
    let isNested = state.withLock { state in
      defer { state.isUpdating = true }
      return state.isUpdating
    }
    guard !isNested else {
      Issue.record("an update within an update")
      throw UpdateWithinUpdate()
    }
    defer { state.withLock { $0.isUpdating = false } }
    let rival = state.withLock { $0.rivals.isEmpty ? nil : $0.rivals.removeFirst() }
    var files = files
    if let rival {
      try rival(&files)
      state.withLock { [files] in $0.files = files }
    }
    let result = try change(&files)
    state.withLock { [files] in
      $0.files = files
      $0.files.newPrices = []
      $0.history += files.newPrices
      $0.updates += 1
    }
    return result
  }
}
