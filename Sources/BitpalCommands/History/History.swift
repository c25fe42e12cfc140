import ArgumentParser
import ConfigurationFile
import Exact
public import Portfolio
import Reports

extension HistoryInterval: NamedChoice {}

/// `bitpal history`.
struct History: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "history",
    abstract: "Show the portfolio's value by day, week or month.",
    discussion: """
      Days are those of UTC, weeks end on Sunday. The price of a day is the last one known on that \
      day, from your own file, a refresh or the built-in prices. A day without a price is a gap \
      (—); coins without a price are left out and counted. Two returns follow the table: \
      time-weighted, which ignores money paid in and out, and money-weighted, in percent a year \
      (XIRR).


      """
        + collapseOrder("Realized, Invested, Unrealized, Priced")
        + examples(
          "bitpal history", "bitpal history bitcoin -p 30d",
          "bitpal history -p 2025 --interval month",
          "bitpal history -p all --csv > history.csv"))

  @OptionGroup var options: HistoryOptions
  @Option(
    name: .long,
    help: "The interval (default: the one that fills about a page).")
  var interval: HistoryInterval?
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws { try report.refuseColumnsOfJSON() }

  func run() throws {
    let context = try AppContext()
    let source = try HistorySource(options, context)
    guard source.first != nil else {
      let nothing = PortfolioHistory.empty(since: source.days.lowerBound)
      return try write(nothing, note: source.emptyNote, source, context)
    }
    let interval = interval ?? source.days.readableInterval
    let history = try source.history(interval, options.costBasis.method(context))
    try write(
      history, note: "No \(interval.rawValue) ends in that range. Choose a longer one.", source,
      context)
  }

  private func write(
    _ history: PortfolioHistory, note: String, _ source: HistorySource, _ context: AppContext
  ) throws {
    let style = context.style(report.privacy, options.currency)
    if report.json {
      let json = history.json(try source.open, old: try source.oldPrices(), style)
      Console.writeData(json.text(pretty: true) + "\n")
    } else {
      try Report.history(
        history, style, emptyNote: note, notes: try source.notes(), hasRate: source.hasRate
      )
      .orFirstSteps(context).write(report, context)
    }
  }
}

extension ClosedRange<UTCDay> {
  /// The interval that gives a page or two of points.
  fileprivate var readableInterval: HistoryInterval {
    switch upperBound.number - lowerBound.number {
    case ..<32: .day
    case ..<366: .week
    default: .month
    }
  }
}
