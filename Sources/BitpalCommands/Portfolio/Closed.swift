import Application
import ArgumentParser
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
    let snapshot = try context.service.snapshot(
      costBasis: positions.costBasis.method(context), currency: currency.code(context))
    let coinId = try positions.coin.map(context.coinId(of:))
    let hasEstimates = snapshot.estimates.count > 0
    Report.closedPositions(
      snapshot, coinId: coinId,
      estimated: hasEstimates ? try context.service.estimatedClosings() : [],
      context.style(report.privacy, currency)
    ).write(report, context)
  }
}
