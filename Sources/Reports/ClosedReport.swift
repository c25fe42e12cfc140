import Portfolio
public import WidgetTimeline

extension Report {
  /// Closed positions, newest first.
  ///
  /// - Parameters:
  ///   - snapshot: The portfolio.
  ///   - coinId: Only this coin, `nil` for all.
  public static func closedPositions(
    _ snapshot: PortfolioSnapshot, coinId: String? = nil, _ style: ReportStyle
  ) -> Report {
    let closed = snapshot.positions.closedPositions.filter {
      coinId == nil || $0.coinId == coinId
    }
    return Report(
      columns: [
        Column("coinId", "Id", collapseOrder: 4, minimumWidth: 12),
        Column("coinSymbol", "Symbol"),
        Column("coinName", "Name", collapseOrder: 1, minimumWidth: 10),
        Column("closedDate", "Closed"),
        Column("totalQuantity", "Quantity", isNumber: true, collapseOrder: 5),
        Column("avgCostPrice", "Avg cost", isNumber: true, collapseOrder: 2),
        Column("avgSellPrice", "Avg sale", isNumber: true, collapseOrder: 3),
        Column("realizedPnL", "Realized", isNumber: true),
        Column("realizedPnLPercentage", "Realized %", isNumber: true, collapseOrder: 6),
      ],
      rows: closed.map { row($0, style) }, emptyNote: "No position has been closed.")
  }

  private static func row(_ position: ClosedPosition, _ style: ReportStyle) -> [FormattedValue] {
    [
      .text(position.coinId), .text(position.coinSymbol.uppercased()), .text(position.coinName),
      .day(position.closedDate, style), .quantity(position.totalQuantity),
      .paidPrice(position.avgCostPrice), .paidPrice(position.avgSellPrice),
      .change(position.realizedPnL), .percentage(position.realizedPnLPercentage),
    ]
  }
}
