import Application
import ArgumentParser
import FoundationEssentials
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal closed`.
struct Closed: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "closed",
    abstract: "Show closed positions, newest first.",
    discussion: givingWay("Name, Avg cost, Avg sale, Id, Quantity, Realized %")
      + examples("bitpal closed", "bitpal closed --coin bitcoin --json"))

  @OptionGroup var positions: PositionOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let coinId = try positions.coin.map(context.coinId(of:))
    let snapshot = try context.service.snapshot(
      costBasis: positions.costBasis.method(context), currency: currency.code(context),
      closed: coinId.map(ClosedSelection.coin) ?? .all)
    // A list is exact however long the ledger is; the totals of a snapshot need not be.
    let estimates =
      snapshot.estimates.found != nil
      ? snapshot.estimates
      : try context.service.estimates(
        of: coinId, costBasis: snapshot.costBasis, currency: snapshot.currency, limit: .max)
    Report.closedPositions(
      snapshot, coinId: coinId,
      estimated: estimates.found?.values.reduce(into: [:]) {
        $0.merge($1.closed) { first, _ in first }
      } ?? [:],
      open: try context.openItems(of: coinId), context.style(report.privacy, currency)
    ).write(report, context)
  }
}
