public import ArgumentParser
import ConfigurationFile
import Exact
public import Portfolio
import Reports

extension HistoryInterval: ExpressibleByArgument {}

/// `bitpal history`.
struct History: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show the portfolio's value at the end of each day, week or month.",
    discussion: """
      Days are those of UTC, weeks end on Sunday. A day's price is the last one known on that very \
      day: of your own file, of refreshes, or built in. A day without one is a gap (—), and coins \
      without a price are left out and counted. Below stand two returns of the range: \
      time-weighted, whatever was paid in and out, and money-weighted in percent a year (XIRR).


      """
        + examples(
          "bitpal history", "bitpal history bitcoin --range 1m",
          "bitpal history --range 2025-01-01..2025-12-31 --interval month",
          "bitpal history --currency EUR", "bitpal history --range all --csv > history.csv"))

  @OptionGroup var options: HistoryOptions
  @Option(
    name: .long,
    help: "The interval (default: whatever gives about a page).")
  var interval: HistoryInterval?
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let source = try HistorySource(options, context)
    guard source.first != nil else {
      let nothing = PortfolioHistory(
        points: [],
        returns: HistoryReturns(timeWeighted: nil, timeWeightedPerYear: nil, moneyWeighted: nil))
      return try write(nothing, note: source.emptyNote, source, context)
    }
    let interval = interval ?? source.days.readableInterval
    let history = try source.history(interval, options.costBasis.method(context))
    try write(
      history, note: "No \(interval.rawValue) ends in that range. Name a longer one.", source,
      context)
  }

  private func write(
    _ history: PortfolioHistory, note: String, _ source: HistorySource, _ context: AppContext
  ) throws {
    let style = context.style(report.privacy, options.currency)
    if report.json {
      Console.writeData(history.json(style).text(pretty: true) + "\n")
    } else {
      Report.history(
        history, style, emptyNote: note, notes: try source.notes(), hasRate: source.hasRate
      )
      .write(report, context)
    }
  }
}

extension ClosedRange<UTCDay> {
  /// The interval whose points fit a page or two.
  fileprivate var readableInterval: HistoryInterval {
    switch upperBound.number - lowerBound.number {
    case ..<32: .day
    case ..<366: .week
    default: .month
    }
  }
}
