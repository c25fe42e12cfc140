import Exact
public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

extension Report {
  /// Closed positions, newest first.
  ///
  /// - Parameters:
  ///   - snapshot: The portfolio.
  ///   - coinIds: Only these coins; all if empty.
  ///   - isInPeriod: Whether a closing date counts.
  ///   - period: The period in a sentence, such as `in 2025`; `nil` for all dates.
  ///   - estimated: The estimated figures by position id.
  ///   - open: What the figures leave out.
  public static func closedPositions(
    _ snapshot: PortfolioSnapshot, of coinIds: [String] = [],
    isInPeriod: (Date) -> Bool = { _ in true }, period: String? = nil,
    estimated: [UUID: EstimatedFigures] = [:], open: OpenItems = OpenItems(),
    _ style: ReportStyle
  ) -> Report {
    let closed = snapshot.positions.closedPositions.including { coinId, date in
      (coinIds.isEmpty || coinIds.contains(coinId)) && isInPeriod(date)
    }
    let hasPart = closed.hasPartialGains
    let estimatedCount = estimated.isEmpty ? 0 : closed.count { estimated[$0.id] != nil }
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
        Column("estimated", nil), Column("id", nil),
      ] + style.currencyColumn + (hasPart ? [Column("gainOf", nil)] : []),
      of: closed,
      emptyNote: ([
        "No position\(coinIds.isEmpty ? "" : " in \(coinIds.joined(separator: " or "))") "
          + (period.map { "was closed \($0)." } ?? "has been closed.")
      ] + open.notes()).joined(separator: "\n"),
      notes: estimatedNote(estimatedCount, of: closed.count)
        + snapshot.currencyNotes + open.notes()
    ) { position in
      row(position, estimated[position.id] ?? [], style) + style.currencyValue
        + (hasPart ? [.quantity(position.gainOf)] : [])
    }
  }

  private static func row(
    _ position: ClosedPosition, _ estimated: EstimatedFigures, _ style: ReportStyle
  ) -> [FormattedValue] {
    let (format, isEstimated) = (style.format, estimated.isGainEstimated)
    func known(_ value: ExactDecimal, _ isKnown: Bool) -> ExactDecimal? { isKnown ? value : nil }
    return [
      .text(position.coinId), .text(position.coinSymbol.uppercased()), .text(position.coinName),
      .day(position.closedDate, style), .quantity(position.totalQuantity),
      .paidPrice(known(position.avgCostPrice, position.isCostKnown), format)
        .estimated(estimated.contains(.cost)),
      .paidPrice(known(position.avgSellPrice, position.isSellPriceKnown), format)
        .estimated(estimated.contains(.proceeds)),
      .change(known(position.realizedPnL, position.isResultKnown), format).estimated(isEstimated),
      .percentage(known(position.realizedPnLPercentage, position.isResultKnown)).estimated(
        isEstimated),
      .flag(isEstimated), .text(position.id.uuidString.lowercased()),
    ]
  }
}
