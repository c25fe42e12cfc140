import AppGroup
import Application
import CellGrid
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import WidgetTimeline

/// Fills in past prices, one call at a time, within each source's budget.
///
/// Each call's prices are stored immediately, so an interrupted run can be resumed.
struct PastPriceFilling {
  /// The result of a step.
  enum Step {
    /// A call returned this many prices of a coin from a source.
    case fetched(Int, coinId: String, source: String)
    /// A source failed; the others continue.
    case failed(PriceFailure, source: String)
    /// No call is allowed until then.
    case waiting(until: Date)
    /// Nothing is left to request, or no source is left to answer.
    case done
  }

  private let context: AppContext
  private let store: PriceStore
  private let requests: [PastPriceRequest]
  private let minMissing: Int
  private var sources: [PastPriceSourceInUse]
  /// Paused sources; their days go to the next source meanwhile.
  private var resting: Set<String> = []
  /// The state of each request's days.
  private var days: [RequestedDays]
  private var calls: [[PastPriceCall]] = []
  private var troubles: [String: Int] = [:]
  private var lastCalls: [String: ContinuousClock.Instant] = [:]

  /// The number of failures after which a responding source is dropped from this run.
  private static let maxTroubles = 3
  /// The maximum wait in seconds for a per-minute limit; a source that pauses for longer, or has no
  /// calls left this month, is skipped.
  private static let longestWait: TimeInterval = 60

  /// The number of days without a price at the start.
  let missingAtStart: Int
  /// The last failure of each failed source.
  private(set) var failures: [(source: String, failure: PriceFailure)] = []

  /// Determines the missing days without making calls.
  ///
  /// - Parameters:
  ///   - requests: The coins with their days, in order of priority.
  ///   - asksAgain: Whether to ask again for days that sources lacked before.
  ///   - minMissing: The minimum length of a gap to ask for, in days.
  init(
    _ requests: [PastPriceRequest], asksAgain: Bool = false, minMissing: Int = 1,
    _ context: AppContext
  ) throws {
    self.context = context
    self.requests = requests
    store = PriceStore(context.container)
    self.minMissing = minMissing
    sources = context.pastPriceSources
    let others = try context.service.dailyPrices()
    days = []
    for request in requests {
      days.append(
        RequestedDays(request, try store.prices(of: request.coinId), others, asksAgain: asksAgain))
    }
    missingAtStart = days.reduce(0) { $0 + $1.missing }
    plan()
  }

  /// The number of days without a price.
  var missing: Int { days.reduce(0) { $0 + $1.missing } }

  /// The coins that have days without a price.
  var coinsMissing: [String] { zip(requests, days).filter { $1.missing > 0 }.map(\.0.coinId) }

  /// The number of coins with calls left to make.
  var coinsToAsk: Int { calls.count { !$0.isEmpty } }

  /// Makes the next call that a budget allows.
  ///
  /// - Parameter limit: The longest time of the call; `nil` for the source's own.
  /// - Throws: If the store or the budget could not be written.
  mutating func step(within limit: Duration? = nil) throws -> Step {
    let now = context.now
    let waits = sources.map { (name: $0.name, until: $0.calls.earliest(at: now)) }
    let resting = Set(
      waits.filter { $0.until.timeIntervalSince(now) > Self.longestWait }.map(\.name))
    if resting != self.resting {
      self.resting = resting
      plan()
    }
    let free = Set(waits.filter { $0.until <= now }.map(\.name))
    let all = calls.flatMap(\.self)
    let plan = PastPricePlan(sources: sources.map(\.source), today: UTCDay(now))
    guard let call = plan.first(of: all.filter { free.contains($0.source) }),
      let source = sources.first(where: { $0.name == call.source })
    else {
      let wanted = Set(all.map(\.source))
      let until = waits.filter { wanted.contains($0.name) }.map(\.until).min()
      return until.map { .waiting(until: $0) } ?? .done
    }
    // Another process may have stored the prices meanwhile.
    if try isKnownByNow(call) { return try step(within: limit) }
    guard try source.calls.book() else { return .waiting(until: source.calls.earliest(at: now)) }
    rest(before: source)
    let answer = source.source.closes(of: call.coinId, days: call.days, within: limit)
    let isMissing = answer.failure?.isAboutTheCoin ?? false
    try source.calls.recordOutcome(calls: answer.calls, isMissing ? nil : answer.failure)
    if let failure = answer.failure, !isMissing {
      note(failure, of: call)
      return .failed(failure, source: source.name)
    }
    return .fetched(try keep(answer, of: call, source), coinId: call.coinId, source: source.name)
  }

  /// Whether the store now has prices for days of a call; if so, notes them.
  private mutating func isKnownByNow(_ call: PastPriceCall) throws -> Bool {
    guard let index = requests.firstIndex(where: { $0.coinId == call.coinId }),
      let stored = try store.prices(of: call.coinId)
    else { return false }
    let known = call.missing.filter { stored.day($0)?.price != nil }
    guard !known.isEmpty else { return false }
    for day in known { days[index].price(day) }
    plan(index)
    return true
  }

  /// Records a failure, and skips the source for the coin or, after repeated failures, for all
  /// coins.
  private mutating func note(_ failure: PriceFailure, of call: PastPriceCall) {
    failures.removeAll { $0.source == call.source }
    failures.append((call.source, failure))
    troubles[call.source, default: 0] += 1
    let most: Int
    switch failure {
    case .unreachable, .misconfigured, .refused: most = 1
    case .rateLimited, .overloaded, .malformed: most = Self.maxTroubles
    }
    guard troubles[call.source, default: 0] < most else {
      sources.removeAll { $0.name == call.source }
      plan()
      return
    }
    if case .malformed = failure { pass(over: call) }
  }

  /// Leaves the days of a call to the next sources.
  private mutating func pass(over call: PastPriceCall) {
    guard let index = requests.firstIndex(where: { $0.coinId == call.coinId }) else { return }
    for day in call.missing { days[index].note(call.source, wasAskedFor: day) }
    plan(index)
  }

  /// Waits until a free host may be asked again.
  private mutating func rest(before source: PastPriceSourceInUse) {
    let now = ContinuousClock.now
    if let last = lastCalls[source.name] {
      let left = (last + .seconds(source.pause)) - now
      if left > .zero { usleep(useconds_t(left / .microseconds(1))) }
    }
    lastCalls[source.name] = ContinuousClock.now
  }

  /// Stores the prices of a call, and that the source lacks the other requested days.
  private mutating func keep(
    _ answer: PastPriceAnswer, of call: PastPriceCall, _ source: PastPriceSourceInUse
  ) throws -> Int {
    guard let index = requests.firstIndex(where: { $0.coinId == call.coinId }) else { return 0 }
    // A close of a day that already has a price would never be read.
    var stored = answer.closes.filter { days[index].isMissing($0.key) }
      .map { StoredPrice(day: $0.key, .price($0.value, source.origin)) }
    // Sources may publish yesterday's price late, and a rejected coin may be listed tomorrow.
    let last = UTCDay(context.now).advanced(by: -1)
    if answer.failure == nil {
      stored += call.missing.filter { $0 < last && answer.closes[$0] == nil }
        .map { StoredPrice(day: $0, .gap(PriceOrigins(source.origin))) }
    }
    let before = days[index].missing
    if !stored.isEmpty {
      let kept = try store.add(stored, of: call.coinId, at: context.now)
      if let kept { context.warnings.say(AtomicFile.noteOfKept(kept)) }
    }
    for day in answer.closes.keys { days[index].price(day) }
    pass(over: call)
    return before - days[index].missing
  }

  private mutating func plan() {
    calls = requests.map { _ in [] }
    for index in requests.indices { plan(index) }
  }

  private mutating func plan(_ index: Int) {
    let awake = calls(for: index, to: sources.filter { !resting.contains($0.name) })
    calls[index] = awake.isEmpty ? calls(for: index, to: sources) : awake
  }

  private func calls(for index: Int, to sources: [PastPriceSourceInUse]) -> [PastPriceCall] {
    PastPricePlan(sources: sources.map(\.source), today: UTCDay(context.now))
      .calls(for: requests[index], state: days[index].state)
      .filter { $0.missing.count >= minMissing }
  }
}

extension PriceFailure {
  /// Whether the failure is about the coin only and not about others.
  fileprivate var isAboutTheCoin: Bool {
    switch self {
    case .refused(let status, _): [400, 404, 422].contains(status)
    case .unreachable, .rateLimited, .overloaded, .malformed, .misconfigured: false
    }
  }
}
