public import Exact

/// What a portfolio was worth at the end of a UTC day, and what had been made by then (SPEC §3.16).
///
/// Money is in the currency the history counts in.
public struct HistoryPoint: Equatable, Sendable {
  /// The day.
  public let date: UTCDay
  /// Value of what is held and priced; `nil` when something is held and nothing of it is priced.
  public let value: ExactDecimal?
  /// Cost of all that is held, priced or not; `nil` where an exchange rate that it needs is
  /// unknown.
  public let invested: ExactDecimal?
  /// Result of everything sold until then; `nil` as for ``invested``.
  public let realizedPnL: ExactDecimal?
  /// Value less cost of what is held and priced; `nil` as for ``value`` and ``invested``.
  public let unrealizedPnL: ExactDecimal?
  /// Coins held.
  public let holdingCount: Int
  /// Coins held that have a price on that day; the others are left out of ``value``.
  public let pricedCount: Int
  /// Which of the figures are estimated.
  public let estimated: EstimatedResults
  /// The time-weighted return in percent from the beginning of the range to this day, where it was
  /// asked for and is known.
  public internal(set) var returnSoFar: ExactDecimal?

  /// What was paid for all that ``value`` counts: what a line of the value is held against.
  public var costOfPriced: ExactDecimal? {
    value.flatMap { value in unrealizedPnL.map { value - $0 } }
  }
}

/// The figures of a portfolio that rest on an estimate: a stablecoin or a daily price valued a part
/// of what they are made of.
public struct EstimatedResults: OptionSet, Hashable, Sendable {
  /// The figures as bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Cost of what is held.
  public static let invested = EstimatedResults(rawValue: 1)
  /// Result of what was sold.
  public static let realized = EstimatedResults(rawValue: 2)
  /// Value less cost of what is held and priced.
  public static let unrealized = EstimatedResults(rawValue: 4)
}

/// The returns of a range of days.
public struct HistoryReturns: Equatable, Sendable {
  /// Result in percent of the range, whatever was paid in and out, to 10 decimal places.
  ///
  /// `nil` when a price it needs is unknown or nothing was held.
  public let timeWeighted: ExactDecimal?
  /// ``timeWeighted`` in percent a year of 365 days, within the bounds of ``moneyWeighted``.
  public let timeWeightedPerYear: ExactDecimal?
  /// The internal rate of return in percent a year of 365 days (XIRR), to 10 decimal places.
  ///
  /// `nil` when a price it needs is unknown, nothing was paid in or out, or no rate up to
  /// 1,000,000 % a year fits.
  public let moneyWeighted: ExactDecimal?

  /// Makes returns.
  public init(
    timeWeighted: ExactDecimal?, timeWeightedPerYear: ExactDecimal?, moneyWeighted: ExactDecimal?
  ) {
    self.timeWeighted = timeWeighted
    self.timeWeightedPerYear = timeWeightedPerYear
    self.moneyWeighted = moneyWeighted
  }
}

/// A portfolio over time.
public struct PortfolioHistory: Equatable, Sendable {
  /// The ends of intervals within the range, ascending.
  public let points: [HistoryPoint]
  /// The returns of the whole range.
  public let returns: HistoryReturns
  /// The figures of the whole range.
  public let figures: RangeFigures
  /// What the figures need, those of the whole range first, then those of the other ranges asked
  /// for in their order; with what is held now they are those up to now.
  public let bases: [RangeBasis]

  /// Makes a history.
  public init(
    points: [HistoryPoint], returns: HistoryReturns, figures: RangeFigures,
    bases: [RangeBasis] = []
  ) {
    self.points = points
    self.returns = returns
    self.figures = figures
    self.bases = bases
  }
}

extension PortfolioHistory {
  /// The history of nothing.
  public static func empty(since day: UTCDay) -> PortfolioHistory {
    let basis = RangeBasis(since: day)
    return PortfolioHistory(
      points: [],
      returns: HistoryReturns(timeWeighted: nil, timeWeightedPerYear: nil, moneyWeighted: nil),
      figures: basis.figures([]), bases: [basis])
  }
}

/// How far apart the points of a history are.
public enum HistoryInterval: String, CaseIterable, Sendable {
  /// Every day.
  case day
  /// Every Sunday.
  case week
  /// The last day of every month.
  case month

  /// Whether an interval ends with a day.
  public func ends(on day: UTCDay) -> Bool {
    switch self {
    case .day: true
    case .week: day.weekday == 7
    case .month: day.advanced(by: 1).text.hasSuffix("-01")
    }
  }
}
