import Application
public import ArgumentParser
import ConfigurationFile
import Exact
import FoundationEssentials
public import Portfolio
import Reports
import Widgets

extension TaxCountry: ExpressibleByArgument {}

/// `bitpal tax`.
struct Tax: PrivateCommand {
  static let configuration = CommandConfiguration(
    commandName: "tax",
    abstract: "Show what a tax form asks for of one tax year.",
    discussion: """
      us: the totals of form 8949 by box, with the line of Schedule D. uk: the sums of SA108, in \
      pounds, from 6 April to 5 April; write the year as 2024 or 2024-25. Income is listed by \
      month and label. Days are those of the setting tax.zone. This is not tax advice: \
      docs/tax says which rules are followed, and which are not.


      """
        + examples(
          "bitpal tax 2025 --country us", "bitpal tax 2024-25 --country uk --json",
          "bitpal config set tax.country uk"))

  @Argument(help: "The tax year.") var year: String
  @Option(name: .long, help: "The state (default: the setting tax.country).")
  var country: TaxCountry?
  @Option(name: .long, help: "us: what your forms 1099 report; it decides the boxes.")
  var reported: Form8949.Reported?
  @Flag(name: .long, help: "Show only the income.") var income = false
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    if income, report.json {
      throw ValidationError("--income is a table or CSV of its own: leave --json out.")
    }
  }

  func run() throws {
    let context = try AppContext()
    guard let country = country ?? context.configuration.taxCountry else {
      throw CommandFailure(
        "No state is set. Name one: bitpal tax \(year) --country us or uk, or keep it: "
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
    guard !income else { return table.income.write(report, look, style) }
    table.form.write(report, look, style)
    guard !table.income.rows.isEmpty else { return }
    guard report.csvStyle == nil else {
      return Console.writeError(
        "The income is a table of its own: bitpal tax \(year.title) --income --csv.")
    }
    Console.print("")
    Console.print("Income: rewards at their value on receipt")
    table.income.write(report, look, style)
  }

  /// The cost basis: the one asked for, else the configured one where the form takes it, else the
  /// state's own.
  private func method(_ country: TaxCountry, _ context: AppContext) throws -> CostBasis {
    if let asked = costBasis.asked {
      guard country.accepts(asked) else {
        throw CommandFailure(
          "The form of \(country.rawValue) cannot be filled in by \(asked.rawValue). Leave "
            + "--cost-basis out: \(country.costBasis.rawValue) is used.", .usage)
      }
      return asked
    }
    let configured = context.configuration.costBasis
    return country.accepts(configured) ? configured : country.costBasis
  }

  private func taxReport(
    of year: TaxYear, _ method: CostBasis, _ context: AppContext
  ) throws -> TaxReport {
    let currency = year.country.currency
    let ledger = try context.counted(in: currency)
    let calendar = try context.service.taxCalendar()
    let gains = computeGains(
      ledger.transactions, costBasis: method, calendar: calendar,
      carrying: try context.service.carriedLots(in: currency, methods: [method]))
    let wanted =
      try year.country == .unitedStates
      ? context.lotsOfAccountsAreWanted(gains.rows.filter { year.days.contains($0.soldDay) }) : nil
    var style = context.style(privacy)
    style.format = NumberFormat(code: currency)
    let counted = ledger.transactions.filter {
      calendar.day(of: $0.date) <= year.days.upperBound
    }
    return TaxReport(
      gains, year: year, costBasis: method, reported: reported ?? .nothing,
      open: try context.openItems(),
      notes: year.unmetRules(counted, calendar) + ledger.missingDayNotes
        + [wanted].compactMap(\.self), style)
  }
}

extension TaxYear {
  /// Rules of the state that the ledger's rows ask for and that are not followed.
  fileprivate func unmetRules(
    _ transactions: [Transaction], _ calendar: LocalCalendar
  ) -> [String] {
    switch country {
    case .unitedStates:
      let swaps = transactions.count { $0.kind == .swap && $0.type == .buy && $0.fee != nil }
      return swaps == 0
        ? []
        : [
          "Fees of \(countOf(swaps, "swap")) are in the cost of the coins received; 26 CFR "
            + "1.1012-1(h) takes them off the proceeds of the coins given."
        ]
    case .unitedKingdom:
      let gifts = transactions.count {
        $0.kind == .give && days.contains(calendar.day(of: $0.date))
      }
      return gifts == 0
        ? []
        : [
          "\(countOf(gifts, "gift")) given away left at cost; HMRC counts them at market value, "
            + "unless a spouse or a charity received them (CRYPTO22100): bitpal edit ID --kind spend."
        ]
    }
  }
}
