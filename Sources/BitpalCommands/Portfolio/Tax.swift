import Application
import ArgumentParser
import ConfigurationFile
import Exact
import FoundationEssentials
import LedgerStore
public import Portfolio
import Reports
import Widgets

extension TaxCountry: NamedChoice {}

/// `bitpal tax`.
struct Tax: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "tax",
    abstract: "Show what a tax form asks for about one tax year.",
    discussion: """
      us: the totals of form 8949 by box, with the line of Schedule D. uk: the sums of SA108, in \
      pounds, from 6 April to 5 April; write the year as 2024 or 2024-25. fr: the lines of form \
      2086, in euros. Income is listed by month and label. Days are those of the setting tax.zone. This is not tax advice: \
      docs/tax says which rules are followed, and which are not.


      """
        + examples(
          "bitpal tax 2025 --country us", "bitpal tax 2024-25 --country uk --json",
          "bitpal config set tax.country uk"))

  @Argument(help: .init("The tax year.", valueName: "year")) var word: String?
  /// The year, in the form other commands use.
  @Option(name: .shortAndLong, help: .hidden) var period: String?
  @Option(name: .long, help: "The country (default: the setting tax.country).")
  var country: TaxCountry?
  @Option(name: .long, help: "us: what your forms 1099 report; it decides the boxes.")
  var reported: Form8949.Reported?
  @Flag(name: .long, help: "Show only the income.") var income = false
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    try report.refuseColumnsOfJSON()
    guard (word == nil) != (period == nil) else {
      throw ValidationError("Name one tax year, such as bitpal tax 2025.")
    }
    if income, report.json {
      throw ValidationError(
        "--income is a table or CSV of its own.",
        help: "Leave --json out.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let year = word ?? period ?? ""
    guard let country = country ?? context.configuration.taxCountry else {
      throw CommandFailure(
        "No country is set.",
        help: "Name yours, us, uk or fr: bitpal tax \(year) --country us", .usage)
    }
    if reported != nil, country != .unitedStates {
      throw CommandFailure(
        "Only the United States has Forms 1099.", help: "Leave --reported out.", .usage)
    }
    guard let year = TaxYear(year, of: country) else {
      throw CommandFailure(
        "That is not a tax year of \(country.rawValue).",
        help: "Write it as "
          + (country == .unitedKingdom ? "2024 or 2024-25." : "2025."), .usage)
    }
    let table = try taxReport(of: year, try method(country, context), context)
    if report.json { return Console.writeData(table.json.text(pretty: true) + "\n") }
    let (look, style) = (OutputAppearance(context, report.appearance), context.style(privacy))
    guard !income else {
      return try table.income.orFirstSteps(context).write(report, look, style)
    }
    let named = self.country.map { " --country \($0.rawValue)" } ?? ""
    let below = SecondReport(
      hint: "The income is a table of its own: "
        + "bitpal tax \(year.title)\(named) --income\(report.csvOption).",
      title: "Income: rewards at their value on receipt", report: table.income)
    try table.form.orFirstSteps(context).write(
      report, look, style, above: table.income.rows.isEmpty ? nil : below)
  }

  /// The cost basis: the requested one, else the configured one if the form accepts it, else the
  /// country's default.
  private func method(_ country: TaxCountry, _ context: AppContext) throws -> CostBasis {
    if let asked = costBasis.asked {
      guard country.accepts(asked) else {
        let used = country.costBasis?.rawValue ?? "the value of all coins"
        throw CommandFailure(
          "The form of \(country.rawValue) does not take the cost basis \(asked.rawValue).",
          help: "Leave "
            + "--cost-basis out: \(used) is used.", .usage)
      }
      return asked
    }
    let configured = context.configuration.costBasis
    return country.accepts(configured) ? configured : country.costBasis ?? configured
  }

  private func taxReport(
    of year: TaxYear, _ method: CostBasis, _ context: AppContext
  ) throws -> TaxReport {
    let currency = year.country.currency
    let calendar = try context.service.taxCalendar()
    let (portfolio, ledger) = try figures(year, method, calendar, context)
    let wanted =
      try year.country == .unitedStates
      ? context.lotsOfAccountsAreWanted(ledger.gains.rows) : nil
    var style = context.style(privacy)
    style.format = NumberFormat(code: currency)
    return TaxReport(
      ledger.gains, year: year, costBasis: method, reported: reported ?? .nothing,
      portfolio: portfolio, open: try context.openItems(),
      notes: try context.giftNotes(year, calendar) + ledger.missingDayNotes
        + [wanted?.sentence].compactMap(\.self), style)
  }

  /// The input of the form: the year's gains, plus earlier losses if the form lists them, or all
  /// coins as one portfolio.
  private func figures(
    _ year: TaxYear, _ method: CostBasis, _ calendar: LocalCalendar, _ context: AppContext
  ) throws -> (GlobalPortfolio?, LedgerGains) {
    let country = year.country
    guard country.costBasis != nil else {
      return try context.service.globalPortfolio(
        days: year.days, in: country.currency, calendar: calendar)
    }
    return (
      nil,
      try context.service.gains(
        in: country.currency, costBasis: method, days: year.days, calendar: calendar,
        as: country, hasEarlierLosses: country == .unitedKingdom)
    )
  }
}

extension AppContext {
  /// Notes on the ledger's gifts that the user has to check.
  fileprivate func giftNotes(_ year: TaxYear, _ calendar: LocalCalendar) throws -> [String] {
    guard year.country == .unitedKingdom else { return [] }
    var gifts = 0
    try ledger.forEachTransactionCounted(TransactionQuery(kind: .give)) { gift in
      let isOfYear = year.days.contains(calendar.day(of: gift.date))
      if isOfYear, !gift.isGivenWithoutGain { gifts += 1 }
    }
    return gifts == 0
      ? []
      : [
        "\(countOf(gifts, "gift")) given away at market value (CRYPTO22100). Those to a spouse or a "
          + "charity: bitpal edit ID --no-gain."
      ]
  }
}
