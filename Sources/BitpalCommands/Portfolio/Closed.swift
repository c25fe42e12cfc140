import Application
import ArgumentParser
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal closed`.
struct Closed: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "closed",
    abstract: "Show closed positions, newest first.",
    discussion: collapseOrder("Name, Avg cost, Avg sale, Id, Quantity, Realized %")
      + examples("bitpal closed", "bitpal closed bitcoin -p 2025 --json"))

  @OptionGroup var coins: CoinArgument
  @OptionGroup var period: PeriodOption
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var order: SortOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let coinIds = try coins.ids(context)
    // Sorting and filtering by day or coin need all positions.
    let isByDate = order.sort == nil && period.period == nil && coinIds.count < 2
    let wanted = ClosedSelection(
      of: coinIds.count == 1 ? coinIds[0] : nil, newest: isByDate ? order.limit ?? .max : .max)
    let snapshot = try context.service.snapshot(
      costBasis: costBasis.method(context), currency: currency.code(context), closed: wanted)
    // A list is exact for any ledger size; the totals of a snapshot may not be.
    let estimates =
      snapshot.estimates.found != nil
      ? snapshot.estimates
      : try context.service.estimates(
        of: coinIds.count == 1 ? coinIds[0] : nil, costBasis: snapshot.costBasis,
        currency: snapshot.currency, limit: .max)
    try Report.closedPositions(
      snapshot, of: coinIds,
      isInPeriod: try period.contains(context), period: period.period?.words,
      estimated: estimates.found?.values.reduce(into: [:]) {
        $0.merge($1.closed) { first, _ in first }
      } ?? [:],
      open: try context.openItems(of: coinIds), context.style(report.privacy, currency)
    ).orFirstSteps(context).write(report, context, sorted: order)
  }
}
