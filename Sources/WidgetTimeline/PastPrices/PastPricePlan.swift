public import Portfolio

/// The days of a coin whose prices are wanted.
public struct PastPriceWish: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// UTC days that have ended.
  public let days: ClosedRange<UTCDay>

  /// Makes a wish.
  public init(coinId: String, days: ClosedRange<UTCDay>) {
    self.coinId = coinId
    self.days = days
  }
}

/// What is known of a coin on a day.
public enum PastPriceState: Equatable, Sendable {
  /// A price is known.
  case priced
  /// None is; the sources of these names were asked.
  case missing(asked: Set<String>)
}

/// One call to a source for past prices.
public struct PastPriceCall: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// The source's name.
  public let source: String
  /// The stretch to ask for, at most what one call brings.
  public let days: ClosedRange<UTCDay>
  /// The days in it that lack a price and that this source is to be asked for, newest first.
  public let missing: [UTCDay]

  /// Makes a call.
  public init(coinId: String, source: String, days: ClosedRange<UTCDay>, missing: [UTCDay]) {
    self.coinId = coinId
    self.source = source
    self.days = days
    self.missing = missing
  }
}

/// Which coin and which stretch of days to ask for next: what the first source has before what only
/// the second has, and the newest days of all coins first.
///
/// A day is asked of the first source that reaches back to it and was not asked yet. Days that
/// every source was asked for stay gaps.
public struct PastPricePlan: Sendable {
  private let sources: [any PastPriceSource]
  private let today: UTCDay

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - sources: Whom to ask, the first one first; their names differ.
  ///   - today: The present UTC day.
  public init(sources: [any PastPriceSource], today: UTCDay) {
    self.sources = sources
    self.today = today
  }

  /// The next call to each source about one coin.
  ///
  /// - Parameters:
  ///   - wish: The coin and its days.
  ///   - state: What is known of a day of that coin.
  /// - Returns: At most one call for each source, in the order of sources; none where nothing is
  ///   left to ask.
  public func calls(
    for wish: PastPriceWish, state: (UTCDay) -> PastPriceState
  ) -> [PastPriceCall] {
    var drafts = sources.map { source in
      source.reach(of: wish.coinId, today: today).map { Draft(source: source.name, reach: $0) }
    }
    for number in wish.days.reversed(below: today) {
      let day = UTCDay(number: number)
      guard case .missing(let asked) = state(day) else { continue }
      let first = drafts.indices.first { index in
        drafts[index].map { $0.reaches(day) && !asked.contains($0.source) } ?? false
      }
      if let first { drafts[first]?.add(day) }
    }
    return drafts.compactMap { $0?.call(for: wish) }
  }

  /// The call to make first: to the first source that has any, the one for the newest day, and of
  /// calls for the same day the one that lacks the most days.
  ///
  /// Where a month allows few calls, a coin without any price is so not kept waiting by others that
  /// lack yesterday.
  ///
  /// - Parameter calls: Calls in the order of coins, which decides between equals.
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

/// The days for one call to a source, collected from the newest on.
private struct Draft {
  let source: String
  private let reach: PastPriceReach
  private var missing: [UTCDay] = []

  init(source: String, reach: PastPriceReach) {
    self.source = source
    self.reach = reach
  }

  func reaches(_ day: UTCDay) -> Bool { reach.earliest.map { $0 <= day } ?? true }

  /// Takes a day, unless the call is for later ones already.
  mutating func add(_ day: UTCDay) {
    guard let newest = missing.first else {
      missing = [day]
      return
    }
    if newest.number - day.number < reach.daysPerCall { missing.append(day) }
  }

  func call(for wish: PastPriceWish) -> PastPriceCall? {
    guard let newest = missing.first, let oldest = missing.last else { return nil }
    // A copy has no room for more days: there are calls for every coin.
    return PastPriceCall(
      coinId: wish.coinId, source: source, days: oldest...newest, missing: Array(missing[...]))
  }
}

extension ClosedRange<UTCDay> {
  /// The numbers of the days before another day, newest first.
  fileprivate func reversed(below day: UTCDay) -> ReversedCollection<Range<Int>> {
    let end = Swift.min(upperBound.number + 1, day.number)
    return (Swift.min(lowerBound.number, end)..<end).reversed()
  }
}
