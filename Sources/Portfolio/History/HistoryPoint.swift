public import Exact

/// A portfolio's value at the end of a UTC day, and its results up to then (SPEC §3.16).
///
/// Money is in the currency the history counts in.
public struct HistoryPoint: Equatable, Sendable {
  /// The day.
  public let date: UTCDay
  /// Value of priced holdings; `nil` when something is held and none of it is priced.
  public let value: ExactDecimal?
  /// Cost of everything held, priced or not; `nil` if an exchange rate that it needs is unknown.
  public let invested: ExactDecimal?
  /// Result of everything sold so far; `nil` as for ``invested``.
  public let realizedPnL: ExactDecimal?
  /// Value less cost of priced holdings; `nil` as for ``value`` and ``invested``.
  public let unrealizedPnL: ExactDecimal?
  /// Cost of what ``value`` counts, for comparison with it; `nil` as for ``invested``.
  ///
  /// Without any price it is the cost of everything that points show.
  public let shownCost: ExactDecimal?
  /// Coins held.
  public let holdingCount: Int
  /// Coins held that have a price on that day; ``value`` leaves out the others.
  public let pricedCount: Int
  /// Which of the figures are estimated.
  public internal(set) var estimated: EstimatedResults
  /// The time-weighted return in percent from the start of the range to this day, if requested and
  /// known.
  public internal(set) var returnSoFar: ExactDecimal?
  /// Whether ``returnSoFar`` was computed for this day; a long range skips days.
  public internal(set) var hasReturn = false
}

/// The estimated figures of a portfolio: a stablecoin or a daily price valued part of them.
public struct EstimatedResults: OptionSet, Hashable, Sendable {
  /// The figures as bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Cost of what is held.
  public static let invested = EstimatedResults(rawValue: 1)
  /// Result of what was sold.
  public static let realized = EstimatedResults(rawValue: 2)
  /// Value less cost of priced holdings.
  public static let unrealized = EstimatedResults(rawValue: 4)
  /// Cost of what the value counts.
  public static let shownCost = EstimatedResults(rawValue: 8)
  /// The return from the start of the range.
  public static let returnSoFar = EstimatedResults(rawValue: 16)
}

/// The estimated flows of a range: a stablecoin or a daily price valued part of them.
public struct EstimatedFlows: OptionSet, Hashable, Sendable {
  /// The flows as bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Paid for purchases.
  public static let paidIn = EstimatedFlows(rawValue: 1)
  /// Proceeds of sales.
  public static let takenOut = EstimatedFlows(rawValue: 2)
  /// Rewards at their value on receipt.
  public static let income = EstimatedFlows(rawValue: 4)

  /// Whether the gain and the return are estimated, which follow from what was paid and received.
  public var isGainEstimated: Bool { !isDisjoint(with: [.paidIn, .takenOut]) }
}

/// The returns of a range of days.
public struct HistoryReturns: Equatable, Sendable {
  /// Return of the range in percent, independent of money paid in and out, to 10 decimal places.
  ///
  /// `nil` when a price it needs is unknown or nothing was held.
  public let timeWeighted: ExactDecimal?
  /// ``timeWeighted`` in percent per year of 365 days, within the bounds of ``moneyWeighted``.
  public let timeWeightedPerYear: ExactDecimal?
  /// The internal rate of return in percent per year of 365 days (XIRR), to 10 decimal places.
  ///
  /// `nil` when a price it needs is unknown, nothing was paid in or out, or no rate up to 1,000,000
  /// % per year fits.
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
  /// The bases of the figures: the whole range first, then the other requested ranges in order.
  ///
  /// With the current holdings they give the figures up to now.
  public let bases: [RangeBasis]

  /// Creates a history.
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
  /// An empty history.
  public static func empty(since day: UTCDay) -> PortfolioHistory {
    let basis = RangeBasis(since: day)
    return PortfolioHistory(
      points: [],
      returns: HistoryReturns(timeWeighted: nil, timeWeightedPerYear: nil, moneyWeighted: nil),
      figures: basis.figures([]), bases: [basis])
  }
}

/// The distance between the points of a history.
public enum HistoryInterval: String, CaseIterable, Sendable {
  /// Every day.
  case day
  /// Every Sunday.
  case week
  /// The last day of every month.
  case month

  /// Whether an interval ends on a day.
  public func ends(on day: UTCDay) -> Bool {
    switch self {
    case .day: true
    case .week: day.weekday == 7
    case .month: day.advanced(by: 1).text.hasSuffix("-01")
    }
  }
}
