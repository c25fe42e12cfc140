import BitpalTesting
import FoundationEssentials
import Portfolio
import Synchronization
import Testing
import WidgetTimeline

/// A clock that stands still until it is moved.
final class StandingClock: Sendable {
  private let instant: Mutex<Date>

  init(_ text: String) { instant = Mutex(utc(text)) }

  var now: Date { instant.withLock { $0 } }

  func set(_ text: String) { instant.withLock { $0 = utc(text) } }
}

/// Prices from a script, one line per call; a call that is not in the script records an issue.
final class ScriptedPrices: PriceSource {
  typealias Line = @Sendable ([String]) -> PriceAnswer

  private struct State {
    var script: [Line]
    var asked: [[String]] = []
    var limits: [Duration?] = []
  }

  private let state: Mutex<State>

  init(_ script: Line..., name: String = "CoinGecko") {
    state = Mutex(State(script: script))
    self.name = name
  }

  let name: String

  func chunks(of ids: [String]) -> [[String]] { ids.sorted().map { [$0] } }

  /// The ids of every call, in order.
  var asked: [[String]] { state.withLock { $0.asked } }

  /// The time limits of every call, in order.
  var limits: [Duration?] { state.withLock { $0.limits } }

  func prices(of ids: [String], within limit: Duration?) -> PriceAnswer {
    let line = state.withLock { state in
      state.asked.append(ids)
      state.limits.append(limit)
      return state.script.isEmpty ? nil : state.script.removeFirst()
    }
    guard let line else {
      Issue.record("a call for \(ids) that is not in the script")
      return PriceAnswer()
    }
    return line(ids)
  }
}

/// A policy that allows calls from an instant on and records what is reported to it.
final class ScriptedPolicy: CallPolicy {
  enum Event: Equatable {
    case asked(calls: Int, Date)
    case began(calls: Int, Date)
    case settled(PriceAnswer, Date)
  }

  let callsPerRefresh: Int
  private let opening: Date?
  private let log = Mutex<[Event]>([])

  /// Allows calls from `opening` on, or always if it is `nil`.
  init(callsPerRefresh: Int = 1000, opening: Date? = nil) {
    self.callsPerRefresh = callsPerRefresh
    self.opening = opening
  }

  var events: [Event] { log.withLock { $0 } }

  func chunks(of ids: [String]) -> [[String]] {
    if ids.isEmpty { Issue.record("asked for the calls of no coins") }
    return ids.sorted().map { [$0] }
  }

  func earliest(calls: Int, status: RefreshStatus, now: Date) -> Date {
    log.withLock { $0.append(.asked(calls: calls, now)) }
    return max(now, opening ?? now)
  }

  func isMonthSpent(status: RefreshStatus, now: Date) -> Bool { false }

  func isFailing(status: RefreshStatus) -> Bool { status.failuresInARow > 0 }

  func lastCall(status: RefreshStatus) -> Date? { status.recentCalls.max() }

  func begin(calls: Int, status: inout RefreshStatus, now: Date) {
    log.withLock { $0.append(.began(calls: calls, now)) }
    status.recentCalls += Array(repeating: now, count: calls)
    status.callsThisMonth += calls
  }

  func recordOutcome(
    _ answer: PriceAnswer, begun: Int, status: inout RefreshStatus, now: Date
  ) {
    log.withLock { $0.append(.settled(answer, now)) }
    status.failuresInARow = answer.coins.isEmpty ? status.failuresInARow + 1 : 0
  }
}

/// A failed write.
struct DiskFull: Error, Equatable {}
