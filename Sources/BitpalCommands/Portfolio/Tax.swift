import Application
public import ArgumentParser
import ConfigurationFile
import Exact
import FoundationEssentials
import LedgerStore
public import Portfolio
import Reports
import Widgets

extension TaxCountry: ExpressibleByArgument {}

/// `bitpal tax`.
struct Tax: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "tax",
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
  /// The year as every other command takes it.
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
      throw ValidationError("--income is a table or CSV of its own: leave --json out.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let year = word ?? period ?? ""
    guard let country = country ?? context.configuration.taxCountry else {
      throw CommandFailure(
        "No country is set. Name one: bitpal tax \(year) --country us, uk or fr, or save it: "
          + "bitpal config set tax.country us.", .usage)
    }
    guard let year = TaxYear(year, of: country) else {
      throw CommandFailure(
        "That is not a tax year of \(country.rawValue). Write it as "
          + (country == .unitedKingdom ? "2024 or 2024-25." : "2025."), .usage)
    }
    let table = try taxReport(of: year, try method(country, context), context)
    if report.json { return Console.writeData(table.json.text(pretty: true) + "\n") }
    let (look, style) = (OutputAppearance(context, report.appearance), context.style(privacy))
    guard !income else { return try table.income.write(report, look, style) }
    try table.form.write(report, look, style)
    guard !table.income.rows.isEmpty else { return }
    guard report.csvStyle == nil else {
      return Console.writeError(
        "The income is a table of its own: bitpal tax \(year.title) --income --csv.")
    }
    Console.print("")
    Console.print("Income: rewards at their value on receipt")
    try table.income.write(report, look, style)
  }

  /// The cost basis: the one asked for, else the configured one where the form takes it, else the
  /// state's own.
  private func method(_ country: TaxCountry, _ context: AppContext) throws -> CostBasis {
    if let asked = costBasis.asked {
      guard country.accepts(asked) else {
        let used = country.costBasis?.rawValue ?? "the value of all coins"
        throw CommandFailure(
          "The form of \(country.rawValue) does not take the cost basis \(asked.rawValue). Leave "
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
    let form = try context.gains(
      as: year.country, in: currency, costBasis: method, calendar: calendar)
    let gains = form.gains
    let wanted =
      try year.country == .unitedStates
      ? context.lotsOfAccountsAreWanted(gains.rows.lazy.filter { year.days.contains($0.soldDay) })
      : nil
    var style = context.style(privacy)
    style.format = NumberFormat(code: currency)
    return TaxReport(
      gains, year: year, costBasis: method, reported: reported ?? .nothing,
      portfolio: year.country == .france ? try context.portfolio(in: currency, calendar) : nil,
      open: try context.openItems(),
      notes: year.notes(on: form.special, calendar) + form.notes
        + [wanted].compactMap(\.self), style)
  }
}

extension AppContext {
  /// The gains of the ledger as a state's forms count them.
  ///
  /// Coin by coin where no rule of the state changes a row: what it changes is of two coins, and
  /// needs the whole ledger.
  ///
  /// - Parameters:
  ///   - currency: The money of the form.
  ///   - coinId: The coin whose sales are wanted, `nil` for all.
  ///   - days: The days whose sales are wanted, `nil` for all.
  /// - Returns: The gains, the swaps and gifts among the rows, and what figures lack.
  func gains(
    as country: TaxCountry, in currency: String, coinId: String? = nil, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar
  ) throws -> (gains: Gains, special: [Transaction], notes: [String]) {
    var special: [Transaction] = []
    let streamed = try service.gains(
      of: coinId, in: currency, costBasis: costBasis, days: days, holdingPeriod: holdingPeriod
    ) { row in
      if row.kind == .swap || row.kind == .give { special.append(row) }
    }
    let rules = TaxRules(country, special)
    let isOfTwoCoins = coinId != nil && special.contains { $0.kind == .swap }
    guard isOfTwoCoins || rules.counted(special) != special else {
      return (
        rules.measured(streamed.gains, holdingPeriod), special, streamed.missingDayNotes
      )
    }
    let ledger = service.counted(try ledger.transactions(), in: currency)
    let whole = TaxRules(country, ledger.transactions)
    let rows = whole.counted(ledger.transactions)
    let carried = CarriedLots(
      rows, methods: [costBasis], calendar: calendar,
      accounts: try service.carriedLots(in: currency, methods: []).accounts)
    let gains = computeGains(
      coinId.map { id in rows.filter { $0.coinId == id } } ?? rows, costBasis: costBasis,
      days: days, holdingPeriod: holdingPeriod, calendar: calendar, carrying: carried)
    return (whole.measured(gains, holdingPeriod), special, ledger.missingDayNotes)
  }
}

extension AppContext {
  /// All coins as one portfolio, at the prices of each sale's day.
  fileprivate func portfolio(
    in currency: String, _ calendar: LocalCalendar
  ) throws -> GlobalPortfolio {
    let evidence = try evidence()
    let rows = service.counted(try ledger.transactions(), in: currency).transactions
    return GlobalPortfolio(rows, calendar: calendar) { coinId, day in
      guard let price = evidence.price(of: coinId, on: day)?.rate else { return nil }
      return evidence.rates.rate(from: usDollarCode, to: currency, on: day)?
        .converted(Cost(price))
    }
  }
}

extension TaxYear {
  /// What of the ledger's rows the user has to look at.
  fileprivate func notes(
    on transactions: [Transaction], _ calendar: LocalCalendar
  ) -> [String] {
    guard country == .unitedKingdom else { return [] }
    let gifts = transactions.count {
      $0.kind == .give && !$0.isGivenWithoutGain && days.contains(calendar.day(of: $0.date))
    }
    return gifts == 0
      ? []
      : [
        "\(countOf(gifts, "gift")) given away at market value (CRYPTO22100). Those to a spouse or a "
          + "charity: bitpal edit ID --no-gain."
      ]
  }
}
