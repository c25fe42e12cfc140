import Application
import ArgumentParser
import Reports

/// `bitpal holdings`.
struct Holdings: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "holdings",
    abstract: "Show what you hold, at the latest prices.",
    discussion: collapseOrder(
      "Id, Name, Priced, Share, 24 h, Price, Quantity, Avg cost, P&L %, P&L")
      + examples(
        "bitpal holdings", "bitpal holdings btc eth --cost-basis fifo",
        "bitpal holdings -a Kraken", "bitpal holdings -p 2025"),
    aliases: ["balance"])

  @OptionGroup var coins: CoinArgument
  @OptionGroup var costBasis: CostBasisOption
  @Option(
    name: .shortAndLong,
    help: .init(
      "Only what this account holds, without its cost.", valueName: "name"))
  var account: String?
  @OptionGroup var dayEnd: DayEndOption
  @Option(name: .long, help: "speech: sentences to be read aloud.") var format: SpeechFormat?
  @OptionGroup var order: SortOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws { try report.refuseData(isSpoken: format != nil) }

  func run() throws {
    let context = try AppContext()
    let coinIds = try coins.ids(context)
    let style = context.style(report.privacy, currency)
    let look = OutputAppearance(context, report.appearance)
    if let account {
      return try context.balancesReport(
        of: account, coinIds, at: dayEnd.day(context), currency, privacy
      )
      .orFirstSteps(context).write(report, look, style, sorted: order, isSpoken: format != nil)
    }
    let method = costBasis.method(context)
    let time = try PointInTime(dayEnd.day(context), currency.code(context), context)
    let snapshot =
      try time.end == nil
      ? context.service.snapshot(costBasis: method, currency: time.currency)
      : time.portfolio(method)
    if !report.isData { try context.noteIncompleteHistory(of: coinIds) }
    try Report.holdings(
      snapshot, of: coinIds, moment: time.moment, open: try context.openItems(of: coinIds),
      style
    ).orFirstSteps(context).write(report, look, style, sorted: order, isSpoken: format != nil)
  }
}
