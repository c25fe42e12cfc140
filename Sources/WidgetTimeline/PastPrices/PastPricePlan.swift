public import Portfolio

/// The days for which a coin's prices are needed.
public struct PastPriceRequest: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// UTC days in the past.
  public let days: ClosedRange<UTCDay>

  /// Makes a request for days.
  public init(coinId: String, days: ClosedRange<UTCDay>) {
    self.coinId = coinId
    self.days = days
  }
}

/// The state of a coin's price on a day.
public enum PastPriceState: Equatable, Sendable {
  /// A price is known.
  case priced
  /// No price is known; the named sources were asked.
  case missing(asked: Set<String>)
}

/// One call to a source for past prices.
public struct PastPriceCall: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// The source's name.
  public let source: String
  /// The days to request, no more than one call can return.
  public let days: ClosedRange<UTCDay>
  /// The days in it to request from this source because they lack a price, newest first.
  public let missing: [UTCDay]

  /// Makes a call.
  public init(coinId: String, source: String, days: ClosedRange<UTCDay>, missing: [UTCDay]) {
    self.coinId = coinId
    self.source = source
    self.days = days
    self.missing = missing
  }
}

/// Decides which coin and which days to request next: everything the first source has before what
/// only the second has, and the newest days of all coins first.
///
/// A day is requested from the first source that reaches back to it and was not asked yet. Days
/// that every source was asked for remain gaps.
public struct PastPricePlan: Sendable {
  private let sources: [any PastPriceSource]
  private let today: UTCDay

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - sources: The sources in order of preference, with distinct names.
  ///   - today: The present UTC day.
  public init(sources: [any PastPriceSource], today: UTCDay) {
    self.sources = sources
    self.today = today
  }

  /// The next call to each source about one coin.
  ///
  /// - Parameters:
  ///   - request: The coin and its days.
  ///   - state: The state of a day for that coin.
  /// - Returns: At most one call for each source, in the order of sources; none if nothing is left
  ///   to request.
  public func calls(
    for request: PastPriceRequest, state: (UTCDay) -> PastPriceState
  ) -> [PastPriceCall] {
    var drafts = sources.map { source in
      source.reach(of: request.coinId, today: today).map { Draft(source: source.name, reach: $0) }
    }
    for number in request.days.reversed(below: today) {
      let day = UTCDay(number: number)
      guard case .missing(let asked) = state(day) else { continue }
      let first = drafts.indices.first { index in
        drafts[index].map { $0.reaches(day) && !asked.contains($0.source) } ?? false
      }
      if let first { drafts[first]?.add(day) }
    }
    return drafts.compactMap { $0?.call(for: request) }
  }

  /// The call to make first.
  ///
  /// It goes to the earliest source with any calls, for the newest day; among calls for the same
  /// day, the one that lacks the most days is first. With few calls a month, this keeps coins that
  /// only lack yesterday from delaying a coin without any price.
  ///
  /// - Parameter calls: Calls in the order of coins, which breaks ties.
  public func first(of calls: some Sequence<PastPriceCall>) -> PastPriceCall? {
    var best: (order: (Int, Int, Int), call: PastPriceCall)?
    for call in calls {
      guard let day = call.missing.first,
        let rank = sources.firstIndex(where: { $0.name == call.source })
      else { continue }
      let order = (rank, -day.number, -call.missing.count)
      if let best, best.order <= order { continue }
      best = (order, call)
    }
    return best?.call
  }
}

/// The days for one call to a source, collected from the newest backward.
private struct Draft {
  let source: String
  private let reach: PastPriceReach
  private var missing: [UTCDay] = []

  init(source: String, reach: PastPriceReach) {
    self.source = source
    self.reach = reach
  }

  func reaches(_ day: UTCDay) -> Bool { reach.earliest.map { $0 <= day } ?? true }

  /// Adds a day unless it is too far from the later days of the call.
  mutating func add(_ day: UTCDay) {
    guard let newest = missing.first else {
      missing = [day]
      return
    }
    if newest.number - day.number < reach.daysPerCall { missing.append(day) }
  }

  func call(for request: PastPriceRequest) -> PastPriceCall? {
    guard let newest = missing.first, let oldest = missing.last else { return nil }
    // Copying drops spare capacity: there are calls for every coin.
    return PastPriceCall(
      coinId: request.coinId, source: source, days: oldest...newest, missing: Array(missing[...]))
  }
}

extension ClosedRange<UTCDay> {
  /// The numbers of the days before another day, newest first.
  fileprivate func reversed(below day: UTCDay) -> ReversedCollection<Range<Int>> {
    let end = Swift.min(upperBound.number + 1, day.number)
    return (Swift.min(lowerBound.number, end)..<end).reversed()
  }
}
