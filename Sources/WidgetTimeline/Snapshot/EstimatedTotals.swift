import Exact
public import Portfolio

/// Which totals rest on transactions that a stablecoin or a daily price valued.
///
/// The value never does: it is amounts at the last prices.
public struct EstimatedTotals: Equatable, Sendable {
  /// A purchase of what is held and priced is estimated.
  public var unrealized: Bool
  /// A sale of a closed cycle, or what it sold, is.
  public var closed: Bool
  /// A sale of an open cycle, or what it sold, is.
  public var partial: Bool

  /// Makes the marks; by default, none.
  public init(unrealized: Bool = false, closed: Bool = false, partial: Bool = false) {
    self.unrealized = unrealized
    self.closed = closed
    self.partial = partial
  }

  /// Finds the totals that rest on estimates.
  ///
  /// Where ``Estimates/found`` is unknown, every coin with an estimated transaction counts.
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

  /// Whether the whole result does.
  public var overall: Bool { unrealized || realized }
}
