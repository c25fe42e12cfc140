import FoundationEssentials
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
  /// Where ``Estimates/gains`` is unknown, every coin with an estimated transaction counts.
  public init(_ positions: Positions, _ estimates: Estimates) {
    unrealized = positions.holdings.contains {
      $0.currentValue != nil && estimates.isHeldEstimated($0.id)
    }
    guard let gains = estimates.gains else {
      closed = positions.closedPositions.contains { estimates.coins.contains($0.coinId) }
      partial = positions.holdings.contains {
        ($0.soldCost != 0 || $0.realizedPnL != 0) && estimates.coins.contains($0.id)
      }
      return
    }
    var lastClosed: [String: Date] = [:]
    for position in positions.closedPositions {
      lastClosed[position.coinId] = max(
        lastClosed[position.coinId] ?? position.closedDate, position.closedDate)
    }
    func isOfClosed(_ row: GainRow) -> Bool {
      lastClosed[row.coinId].map { row.sold <= $0 } ?? false
    }
    closed = gains.contains(where: isOfClosed)
    partial = gains.contains { !isOfClosed($0) }
  }

  /// Whether the realized result rests on an estimate.
  public var realized: Bool { closed || partial }

  /// Whether the whole result does.
  public var overall: Bool { unrealized || realized }
}
