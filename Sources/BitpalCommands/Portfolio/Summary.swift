import Application
import ArgumentParser
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

/// `bitpal summary`.
struct Summary: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "summary",
    abstract: "Show the portfolio's totals.",
    discussion: """
      24 h is the change over the last day; if it is not known for every coin, the line says for \
      how many. With --period: value at its end = value before it + bought - sold + gain, at daily \
      prices. Rewards are gain. Coins without a price then or now are left out and listed. \
      --columns selects figures by the keys of the JSON.


      """
        + examples(
          "bitpal summary", "bitpal summary bitcoin --cost-basis hifo",
          "bitpal summary -p ytd", "bitpal summary --csv --columns totalValue,totalPnL"))

  @OptionGroup var coin: OneCoinArgument
  @Option(
    name: .shortAndLong, help: Period.help("Show what changed"),
    transform: Period.init(text:))
  var period: Period?
  /// The spelling of version 1.0.
  @Option(name: .long, help: .hidden) var since: String?
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    guard period == nil || since == nil else {
      throw ValidationError("Choose --period or --since.")
    }
    try report.refuseColumnsOfJSON()
  }

  /// Whether figures are written by the keys of the JSON, not by their labels.
  ///
  /// The CSV of `--since` keeps the figures of version 1.0.
  private var usesJSONKeys: Bool {
    report.columns != nil || report.csvStyle != nil && (period != nil || since == nil)
  }

  func run() throws {
    let context = try AppContext()
    let period = try period ?? since.map { .between(try context.day($0), nil) }
    let coinId = try coin.id(context)
    let coinIds = [coinId].compactMap(\.self)
    let snapshot = try context.snapshot(
      of: coinId, costBasis: costBasis.method(context),
      currency: currency.code(context))
    let style = context.style(report.privacy, currency)
    if let period {
      let report = try context.report(
        of: period, coinId: coinId, snapshot, open: try context.openItems(of: coinIds), style)
      guard !self.report.json else { return try context.write(report.json) }
      try context.noteIncompleteHistory(of: coinIds)
      let rows = self.report.csvStyle == nil ? report.report : report.versionOneReport
      return try (usesJSONKeys ? report.row : rows).write(self.report, context)
    }
    let summary = SummaryReport(
      snapshot, coinId: coinId, open: try context.openItems(of: coinIds), style)
    guard !report.json else { return try context.write(summary.json) }
    try context.noteIncompleteHistory(of: coinIds)
    if usesJSONKeys {
      try summary.row.write(report, context)
    } else {
      Console.write(OutputAppearance(context, report.appearance).text(of: summary.grid))
      if let steps = try context.firstSteps() { Console.writeError(steps) }
    }
  }
}

extension AppContext {
  /// Writes figures of all coins as JSON, with the coins whose history lacks waiting rows.
  fileprivate func write(_ figures: JSONValue) throws {
    let members = (figures.object?.members ?? []) + [try incompleteCoins()]
    Console.writeData(JSONValue.object(JSONObject(members)).text(pretty: true) + "\n")
  }

  /// The current portfolio, or one coin's share of it.
  ///
  /// - Throws: A refusal of a coin without transactions, or an error reading the ledger.
  fileprivate func snapshot(
    of coinId: String?, costBasis: CostBasis, currency: String
  ) throws -> PortfolioSnapshot {
    let snapshot = try service.snapshot(costBasis: costBasis, currency: currency)
    guard let coinId else { return snapshot }
    guard try ledger.count(TransactionQuery(coinId: coinId)) > 0 else {
      throw withoutTransactions(coinId)
    }
    return snapshot.only(
      [coinId],
      estimates: try service.estimates(of: coinId, costBasis: costBasis, currency: currency))
  }

  /// Parses a day.
  fileprivate func day(_ text: String) throws -> UTCDay {
    switch try writtenDate(text) {
    case .day(let day): day
    case .instant(let date): UTCDay(date)
    }
  }

  /// Portfolio performance over a period; the notes on a past one are about its end.
  ///
  /// - Throws: A refusal of future days, or an error reading the ledger.
  fileprivate func report(
    of period: Period, coinId: String?, _ snapshot: PortfolioSnapshot, open: OpenItems,
    _ style: ReportStyle
  ) throws -> RangeReport {
    let source = try HistorySource(
      coinId: coinId, period: period, currency: snapshot.currency, self)
    let last = source.days.upperBound
    let isPast = last < UTCDay(now)
    // Only amounts and payments are used, which don't depend on the cost basis.
    let history = try source.history(isPast ? .day : .month, .average)
    guard isPast else {
      return RangeReport(
        history.bases[0].figures(snapshot.positions.holdings), open: open,
        notes: [snapshot.freshnessLine, snapshot.estimates.note].compactMap(\.self)
          + snapshot.currencyNotes, style)
    }
    let end = history.points.last.flatMap { point in
      point.pricedCount < point.holdingCount && source.hasRate(on: last)
        ? "\(point.pricedCount) of \(point.holdingCount) priced on \(last.text)" : nil
    }
    let estimates = try service.estimates(of: coinId, before: last.advanced(by: 1).start)
    return RangeReport(
      history.figures, until: last, open: open,
      notes: [end, estimates.note].compactMap(\.self) + source.currencyNotes, style)
  }
}
