import Exact
public import Portfolio

/// Which totals rest on transactions valued by a stablecoin or a daily price.
///
/// The value never does: it is amounts at the last prices.
public struct EstimatedTotals: Equatable, Sendable {
  /// Whether a purchase of held, priced coins is estimated.
  public var unrealized: Bool
  /// Whether a sale in a closed cycle, or the cost of what it sold, is estimated.
  public var closed: Bool
  /// Whether a sale in an open cycle, or the cost of what it sold, is estimated.
  public var partial: Bool

  /// Makes the marks; all are off by default.
  public init(unrealized: Bool = false, closed: Bool = false, partial: Bool = false) {
    self.unrealized = unrealized
    self.closed = closed
    self.partial = partial
  }

  /// Finds the totals that rest on estimates.
  ///
  /// If ``Estimates/found`` is unknown, every coin with an estimated transaction counts.
  public init(_ positions: Positions, _ estimates: Estimates) {
    unrealized = positions.holdings.contains {
      $0.currentValue != nil && estimates.isHeldEstimated($0.id)
    }
    closed = positions.closedSums.contains {
      $0.value.count > 0 && estimates.isClosedEstimated($0.key)
    }
    partial = positions.holdings.contains {
      ($0.soldCost != 0 || $0.realizedPnL != 0)
        && estimates.figures(ofOpen: $0.id).isGainEstimated
    }
  }

  /// Whether the realized result rests on an estimate.
  public var realized: Bool { closed || partial }

  /// Whether the total result rests on an estimate.
  public var overall: Bool { unrealized || realized }
}
