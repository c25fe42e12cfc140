import CellGrid
import Charts
import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// The lines of the Portfolio tab, prepared when data arrives; what is done with them at a key only
/// chooses and orders.
struct PortfolioLines: Equatable, Sendable {
  /// The holdings in the order of their values.
  private(set) var holdings: [HoldingLine] = []
  /// A line for each coin with closed cycles.
  private(set) var closed: [ClosedLine] = []
  /// The order of the holdings by each of their columns.
  private(set) var ranks: [HoldingColumn: Ranks] = [:]
  private(set) var widths = HoldingWidths()
  /// Holdings with a price, highest value first.
  private(set) var byShare: [HoldingLine] = []
  /// The shares of those side by side, each in a color of its own.
  private(set) var allocation = AllocationBar([])
  /// Holdings with a price, the greatest gain first.
  private(set) var byGain: [HoldingLine] = []
  /// Holdings whose change over a day is known, the greatest gain first.
  private(set) var byDayChange: [HoldingLine] = []

  init() {}

  init(
    _ positions: Positions, closed coins: [ClosedCoin], book: CoinBook,
    history: [String: [ExactDecimal?]], refreshed: Date?,
    format: NumberFormat
  ) {
    let total = positions.summary.totalValue
    holdings = positions.holdings.enumerated().map { rank, holding in
      HoldingLine(
        holding, rank: rank, label: book[holding.id], total: total,
        history: history[holding.id] ?? [],
        refreshed: refreshed, format: format)
    }
    closed = ClosedLine.lines(coins, positions.closedSums, book: book, format: format)
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
