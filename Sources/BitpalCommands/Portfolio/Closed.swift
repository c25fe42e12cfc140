import Application
import ArgumentParser
import Portfolio
import Widgets

/// `bitpal closed`.
struct Closed: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Show closed positions, newest first.")

  @OptionGroup var positions: PositionOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let context = try AppContext()
    let closed = try context.service.positions(costBasis: positions.costBasis.method(context))
      .closedPositions
      .filter(try context.filter(positions.coin))
    Report(
      columns: Self.columns, rows: closed.map(Self.row),
      emptyNote: "No position has been closed."
    ).write(report, OutputAppearance(context, report.appearance))
  }

  private static let columns: [Report.Column] = [
    .init(key: "coinId", title: "Id", isNumber: false),
    .init(key: "coinSymbol", title: "Symbol", isNumber: false),
    .init(key: "coinName", title: "Name", isNumber: false),
    .init(key: "closedDate", title: "Closed", isNumber: false),
    .init(key: "totalQuantity", title: "Quantity", isNumber: true),
    .init(key: "avgCostPrice", title: "Avg cost", isNumber: true),
    .init(key: "avgSellPrice", title: "Avg sale", isNumber: true),
    .init(key: "realizedPnL", title: "Realized", isNumber: true),
    .init(key: "realizedPnLPercentage", title: "Realized %", isNumber: true),
  ]

  private static func row(_ position: ClosedPosition) -> [Report.Value] {
    [
      .text(position.coinId), .text(position.coinSymbol.uppercased()), .text(position.coinName),
      .date(position.closedDate),
      .figure(position.totalQuantity, Figures.quantity),
      .figure(position.avgCostPrice, Figures.unitPrice),
      .figure(position.avgSellPrice, Figures.unitPrice),
      .change(position.realizedPnL, Figures.signedUSD),
      .change(position.realizedPnLPercentage, Figures.percent),
    ]
  }
}
