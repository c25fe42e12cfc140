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
    commandName: "summary",
    abstract: "Show the portfolio's totals.",
    discussion: """
      24 h is the change over the last day; if it is not known for every coin, the line says for \
      how many. --since compares with the value at the end of the day before, at daily prices: \
      value now = value then + bought - sold + gain. Rewards are gain. Coins without a price then \
      or now are left out and listed.


      """
        + examples(
          "bitpal summary", "bitpal summary --coin bitcoin --cost-basis hifo",
          "bitpal summary --since 2026-01-01",
          "bitpal summary --json"))

  @Option(
    name: .long,
    help: .init(
      "Show what changed since this day, such as 2026-01-01 or \"30 days ago\".", valueName: "date")
  )
  var since: String?
  @OptionGroup var positions: PositionOptions
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let since = try since.map(context.day)
    let coinId = try positions.coin.map(context.coinId(of:))
    let snapshot = try context.snapshot(
      of: coinId, costBasis: positions.costBasis.method(context),
      currency: currency.code(context))
    let style = context.style(report.privacy, currency)
    if let since {
      let figures = try context.figures(
        since: since, coinId: coinId, holdings: snapshot.positions.holdings, currency)
      let report = RangeReport(
        figures, open: try context.openItems(of: coinId),
        notes: [snapshot.freshnessLine, snapshot.estimates.note].compactMap(\.self)
          + snapshot.currencyNotes, style)
      guard self.report.json else {
        try context.noteIncompleteHistory(of: coinId)
        return report.report.write(self.report, context)
      }
      return try context.write(report.json)
    }
    let summary = SummaryReport(
      snapshot, coinId: coinId, open: try context.openItems(of: coinId), style)
    if report.json {
      try context.write(summary.json)
    } else if let style = report.csvStyle {
      summary.writeCSV(style, Console.writeData)
    } else {
      try context.noteIncompleteHistory(of: coinId)
      Console.write(OutputAppearance(context, report.appearance).text(of: summary.grid))
    }
  }
}

extension AppContext {
  /// Writes figures of all coins as JSON, with the coins whose history lacks rows.
  fileprivate func write(_ figures: JSONValue) throws {
    let members = (figures.object?.members ?? []) + [try incompleteCoins()]
    Console.writeData(JSONValue.object(JSONObject(members)).text(pretty: true) + "\n")
  }

  /// The portfolio at this moment, or a coin's part of it.
  ///
  /// - Throws: A refusal of a coin without transactions, or why the ledger could not be read.
  fileprivate func snapshot(
    of coinId: String?, costBasis: CostBasis, currency: String
  ) throws -> PortfolioSnapshot {
    let snapshot = try service.snapshot(costBasis: costBasis, currency: currency)
    guard let coinId else { return snapshot }
    guard try ledger.count(TransactionQuery(coinId: coinId)) > 0 else {
      throw withoutTransactions(coinId)
    }
    return snapshot.only(
      coinId,
      estimates: try service.estimates(of: coinId, costBasis: costBasis, currency: currency))
  }

  /// The day that a user names.
  fileprivate func day(_ text: String) throws -> UTCDay {
    switch try writtenDate(text) {
    case .day(let day): day
    case .instant(let date): UTCDay(date)
    }
  }

  /// How the portfolio did since a day.
  ///
  /// - Throws: A refusal of a day that lies ahead, or why the ledger could not be read.
  fileprivate func figures(
    since: UTCDay, coinId: String?, holdings: [Holding], _ currency: CurrencyOption
  ) throws -> RangeFigures {
    let today = UTCDay(now)
    guard since <= today else {
      throw CommandFailure(
        "\(since.text) is in the future: today is \(today.text) in UTC.", .refused)
    }
    let source = try HistorySource(
      coin: coinId, range: .between(since...today), currency: currency.code(self), self)
    // What is held is counted by amounts and what was paid, which no method changes.
    let history = try source.history(.month, .average)
    return history.bases[0].figures(holdings)
  }
}
