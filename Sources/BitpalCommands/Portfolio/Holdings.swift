import Application
import ArgumentParser
import Reports

/// `bitpal holdings`.
struct Holdings: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "holdings",
    abstract: "Show what you hold, at the latest prices and with their age.",
    discussion: givingWay("Share, 24 h, Avg cost, Name, Id, Price, Priced, Quantity, P&L, P&L %")
      + examples(
        "bitpal holdings", "bitpal holdings --cost-basis fifo",
        "bitpal holdings --account Kraken", "bitpal holdings --at 2025-12-31"))

  @OptionGroup var positions: PositionOptions
  @Option(name: .long, help: "Only what this account holds; cost is counted over all accounts.")
  var account: String?
  @Option(
    name: .long, help: .init("At the end of this day, at its prices.", valueName: "date"))
  var at: String?
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    if let account {
      let coinId = try positions.coin.map(context.coinId(of:))
      return try context.balancesReport(of: account, coinId: coinId, at: at, currency, privacy)
        .write(report, context)
    }
    let method = positions.costBasis.method(context)
    let time = try PointInTime(at, currency.code(context), context)
    let snapshot =
      try time.end == nil
      ? context.service.snapshot(costBasis: method, currency: time.currency)
      : time.portfolio(method)
    let coinId = try positions.coin.map(context.coinId(of:))
    if !report.isData { try context.noteIncompleteHistory(of: coinId) }
    Report.holdings(
      snapshot, coinId: coinId, moment: time.moment, open: try context.openItems(of: coinId),
      context.style(report.privacy, currency)
    ).write(report, context)
  }
}
