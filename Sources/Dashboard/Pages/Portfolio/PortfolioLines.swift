import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Lines of the Portfolio tab, prepared when data arrives, so that a key only selects and sorts
/// them.
struct PortfolioLines: Equatable, Sendable {
  /// Holdings by value.
  private(set) var holdings: [HoldingLine] = []
  /// One line per coin with closed cycles.
  private(set) var closed: [ClosedLine] = []
  /// Ranks of the holdings by column.
  private(set) var ranks: [HoldingColumn: Ranks] = [:]
  private(set) var widths = HoldingWidths()
  /// Priced holdings, highest value first.
  private(set) var byShare: [HoldingLine] = []
  /// Their shares side by side, each in its own color.
  private(set) var allocation = AllocationBar([])
  /// Priced holdings, greatest gain first.
  private(set) var byGain: [HoldingLine] = []
  /// Holdings with a known 24-hour change, greatest gain first.
  private(set) var byDayChange: [HoldingLine] = []

  init() {}

  init(
    _ positions: Positions, closed coins: [ClosedCoin], estimates: Estimates, book: CoinBook,
    history: [String: [ExactDecimal?]], refreshed: Date?,
    format: NumberFormat
  ) {
    let total = positions.summary.totalValue
    holdings = positions.holdings.enumerated().map { rank, holding in
      HoldingLine(
        holding, rank: rank, label: book[holding.id], total: total,
        isEstimated: estimates.isHeldEstimated(holding.id), history: history[holding.id] ?? [],
        refreshed: refreshed, format: format)
    }
    closed = coins.compactMap { closed in
      let id = closed.coin.id
      return positions.closedSums[id].map {
        ClosedLine(
          closed, $0, label: book[id], isEstimated: estimates.isClosedEstimated(id), format: format)
      }
    }
    widths = HoldingWidths(holdings, closed: closed)
    byShare = holdings.filter { $0.share != nil }
    allocation = AllocationBar(
      byShare.map {
        AllocationBar.Part($0.label.symbol, $0.holding.currentValue ?? 0, role: .series($0.rank))
      })
    for column in HoldingColumn.allCases { ranks[column] = Ranks(holdings, by: column) }
    byGain = HoldingOrder(column: .profitLoss).sorted(self).filter { $0.share != nil }
    byDayChange = HoldingOrder(column: .day).sorted(self)
      .filter { $0.holding.coin.priceChange24h != nil }
  }
}
