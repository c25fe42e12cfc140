import FoundationEssentials
import Portfolio
import WidgetTimeline

/// Which totals rest on transactions that a stablecoin or a daily price valued.
///
/// The value never does: it is amounts at the last prices.
struct EstimatedTotals {
  /// A purchase of what is held and priced is estimated.
  let unrealized: Bool
  /// A sale of a closed cycle, or what it sold, is.
  let closed: Bool
  /// A sale of an open cycle, or what it sold, is.
  let partial: Bool

  /// - Parameter gains: The estimated rows of gains; `nil` where they are too many to be looked at:
  ///   then every coin with an estimated transaction counts.
  init(_ snapshot: PortfolioSnapshot, gains: [GainRow]?) {
    let (positions, estimates) = (snapshot.positions, snapshot.estimates)
    unrealized = positions.holdings.contains {
      $0.currentValue != nil && estimates.isHeldEstimated($0.id)
    }
    guard let gains else {
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
}
