public import Portfolio

extension Report {
  /// What a sale would do under each cost basis.
  public static func whatIf(_ results: [SaleWhatIf]) -> Report {
    Report(
      columns: [
        Column("costBasis", "Cost basis"), Column("cost", "Cost", isNumber: true),
        Column("realized", "Realized", isNumber: true),
        Column("amountLeft", "Left", isNumber: true, collapseOrder: 2),
        Column("costLeft", "Cost of it", isNumber: true, collapseOrder: 1),
      ],
      rows: results.map { result in
        [
          .text(result.costBasis.rawValue), .money(result.cost), .change(result.realized),
          .quantity(result.amountLeft), .money(result.costLeft),
        ]
      })
  }
}
