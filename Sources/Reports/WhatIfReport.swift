public import FoundationEssentials
public import Portfolio

extension Report {
  /// The result of a sale under each cost basis.
  ///
  /// - Parameters:
  ///   - results: One per method.
  ///   - sale: The sale's id.
  ///   - estimates: The estimates under each method after the sale.
  ///   - notes: Lines below the table, such as the rate of the currency.
  public static func whatIf(
    _ results: [SaleWhatIf], of sale: UUID, estimates: [CostBasis: CoinEstimates],
    notes: [String] = [], _ style: ReportStyle
  ) -> Report {
    let format = style.format
    return Report(
      columns: [
        Column("costBasis", "Cost basis"), Column("cost", "Cost", isNumber: true),
        Column("realized", "Realized", isNumber: true),
        Column("amountLeft", "Left", isNumber: true, collapseOrder: 2),
        Column("costLeft", "Cost of it", isNumber: true, collapseOrder: 1),
        Column("estimated", nil),
      ] + style.currencyColumn,
      rows: results.map { result in
        let found = estimates[result.costBasis]
        let isEstimated = found?.sales[sale]?.isGainEstimated ?? false
        return [
          .text(result.costBasis.rawValue), .money(result.cost, format).estimated(isEstimated),
          .change(result.realized, format).estimated(isEstimated), .quantity(result.amountLeft),
          .money(result.costLeft, format).estimated(found?.isHeld ?? false),
          .flag(isEstimated),
        ] + style.currencyValue
      },
      notes: ["hmrc as of today: a purchase within the next 30 days would be matched with it."]
        + unknownNote(results) + notes)
  }

  /// Why some methods have no figure.
  private static func unknownNote(_ results: [SaleWhatIf]) -> [String] {
    let unknown = results.filter { $0.cost == nil }.map(\.costBasis.rawValue)
    guard !unknown.isEmpty else { return [] }
    let methods =
      unknown.count == results.count ? "any cost basis" : unknown.joined(separator: ", ")
    return ["No result under \(methods): the cost of some of the coins to sell is unknown."]
  }
}
