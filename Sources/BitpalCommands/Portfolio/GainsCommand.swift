import Application
import ArgumentParser
import Exact
import FoundationEssentials
import ImportText
import LedgerStore
public import Portfolio
public import Reports
import Widgets

extension GainGroup.Kind: NamedChoice {}

extension Form8949.Reported: NamedChoice {}

/// `bitpal gains`.
struct GainsCommand: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "gains",
    abstract: "Show the gain of each sale, and income from rewards.",
    discussion: """
      Each row is the part of a lot that a sale used; --by adds up sales and rewards. \
      Days are those of the setting tax.zone. Fees are included in cost and proceeds. \
      Rewards are income at their value on receipt. They are listed separately, by coin, month \
      and label; --by sale lists each. --income writes only rewards, also as --csv. \
      ~ marks figures estimated from a stablecoin or a daily price.


      """
        + collapseOrder("Term, Days, Acquired, Amount, Proceeds, Cost")
        + examples(
          "bitpal gains -p 2025 --by month",
          "bitpal gains --income --by label",
          "bitpal gains -p 2025-04-06..2026-04-05 --cost-basis hmrc",
          "bitpal gains -p 2024 --cost-basis fifo --format form8949 > 8949.csv"))

  /// The output formats other than a table.
  enum Format: String, NamedChoice {
    case form8949, speech
  }

  @OptionGroup var coin: OneCoinArgument
  @OptionGroup var period: PeriodOption
  @OptionGroup var order: SortOptions
  /// The spellings of version 1.0.
  @Option(name: .long, help: .hidden) var year: Int?
  @Option(name: .long, help: .hidden) var from: String?
  @Option(name: .long, help: .hidden) var to: String?
  @Option(name: .long, help: "Add up sales and rewards; label: by what rewards were for.") var by:
    GainGroup.Kind?
  @Flag(name: .long, help: "Show only income: what rewards were worth on receipt.")
  var income = false
  @Option(
    name: .long,
    help: .init("Long-term by days held, not by the calendar year.", valueName: "days"))
  var longTermDays: Int?
  @Option(name: .long, help: "form8949: CSV with the columns of that form; speech: sentences.")
  var format: Format?
  @Option(name: .long, help: "What your forms 1099 report, which decides the form's boxes.")
  var reported: Form8949.Reported?
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func validate() throws {
    try report.refuseColumnsOfJSON()
    try report.refuseData(isSpoken: format == .speech)
    if year != nil, from != nil || to != nil {
      throw ValidationError("Choose --year, or --from and --to.")
    }
    if period.period != nil, year != nil || from != nil || to != nil {
      throw ValidationError("Choose --period, or --year, --from and --to.")
    }
    if let year, !(1970...9999).contains(year) {
      throw ValidationError("\(year) is not a year such as 2025.")
    }
    if let longTermDays, longTermDays < 0 {
      throw ValidationError("--long-term-days must be 0 or more.")
    }
    if format == .form8949, report.isData || by != nil || income {
      throw ValidationError(
        "--format form8949 is CSV of every lot.",
        help: "Leave --json, --csv, --by and --income out.")
    }
    if reported != nil, format != .form8949 {
      throw ValidationError("--reported goes with --format form8949 only.")
    }
    if income, report.json {
      throw ValidationError(
        "--income is a table or CSV of its own.",
        help: "Leave --json out, which has it already.")
    }
    if format == .form8949, let asked = currency.asked, asked.uppercased() != usDollarCode {
      throw ValidationError("Form 8949 is in US dollars.", help: "Leave --currency out.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let coinId = try coin.id(context)
    let method = costBasis.method(context)
    let calendar = try context.service.taxCalendar()
    let holdingPeriod = longTermDays.map { HoldingPeriod.days($0) } ?? .year
    let open = try context.openItems(of: [coinId].compactMap(\.self))
    guard format != .form8949 else {
      let gains = try context.service.gains(
        of: coinId, in: usDollarCode, costBasis: method, days: try days(context, calendar),
        holdingPeriod: holdingPeriod, calendar: calendar, as: .unitedStates
      ).gains
      if let message = try context.lotsOfAccountsAreWanted(gains.rows) {
        throw CommandFailure(message, .refused)
      }
      let form = Form8949(gains, reported: reported ?? .nothing)
      form.writeCSV(Console.writeData)
      var style = context.style(report.privacy)
      style.format = NumberFormat(code: usDollarCode)
      return (form.notes(method) + gains.leftOutNote(style) + open.notes())
        .forEach(Console.writeError)
    }
    let style = context.style(report.privacy, currency)
    if let csv = report.csvStyle, by == nil, order.isAsStored {
      return try writeRows(csv, of: coinId, method, holdingPeriod, context, style)
    }
    let ledger = try context.service.gains(
      of: coinId, in: currency.code(context), costBasis: method,
      days: try days(context, calendar), holdingPeriod: holdingPeriod)
    let table = GainsReport(
      ledger.gains, costBasis: method, isPerAccount: context.service.lots != nil, grouping: by,
      open: open,
      notes: ledger.missingDayNotes + context.unknownLotsNotes(ledger), style)
    if report.json {
      let rows = try table.sales(isData: true).sorted(by: order.sort, limit: order.limit).get()
      table.writeJSON(rows, Console.writeData)
    } else {
      try write(table, context, style)
    }
  }

  /// Writes a row per part of a lot, or per reward, year by year.
  private func writeRows(
    _ csv: CSVStyle, of coinId: String?, _ method: CostBasis, _ holdingPeriod: HoldingPeriod,
    _ context: AppContext, _ style: ReportStyle
  ) throws {
    let calendar = try context.service.taxCalendar()
    var data = DataRows(csv: csv)
    var (isEmpty, hasIncome) = (true, false)
    func write(_ gains: Gains) throws {
      let table = GainsReport(
        gains, costBasis: method, isPerAccount: context.service.lots != nil, style)
      let rows = income ? table.income(isData: true) : table.sales(isData: true)
      data.write(try rows.columns(of: report), Console.writeData)
      isEmpty = false
      hasIncome = hasIncome || !gains.income.isEmpty
    }
    try context.service.forEachYearOfGains(
      of: coinId, in: currency.code(context), costBasis: method,
      days: try days(context, calendar), holdingPeriod: holdingPeriod, write)
    if isEmpty { try write(Gains(income: [], calendar)) }
    if hasIncome, !income { Console.writeError(incomeHint) }
  }

  private func write(_ table: GainsReport, _ context: AppContext, _ style: ReportStyle) throws {
    let look = OutputAppearance(context, report.appearance)
    let rewards = table.income(isData: report.isData, isAlone: income)
    let isSpoken = format == .speech
    guard !income else {
      return try rewards.orFirstSteps(context).write(report, look, style, isSpoken: isSpoken)
    }
    let below = SecondReport(
      hint: incomeHint,
      title: "Income: rewards at their value on receipt", report: rewards)
    try table.sales(isData: report.isData).orFirstSteps(context).write(
      report, look, style, sorted: order, isSpoken: isSpoken,
      above: rewards.rows.isEmpty ? nil : below)
  }

  private var incomeHint: String {
    let words = [
      (coin.word ?? coin.named).map(quotedForShell), period.period.map { "-p \($0.text)" },
      year.map { "--year \($0)" }, from.map { "--from \(quotedForShell($0))" },
      to.map { "--to \(quotedForShell($0))" }, by.map { "--by \($0.rawValue)" },
      currency.asked.map { "-c \($0)" },
    ].compactMap(\.self)
    return "The income is a table of its own: "
      + "\((["bitpal gains"] + words).joined(separator: " ")) --income\(report.csvOption)."
  }

  private func days(
    _ context: AppContext, _ calendar: LocalCalendar
  ) throws -> ClosedRange<UTCDay>? {
    if let year {
      guard let first = UTCDay(year: year, month: 1, day: 1),
        let last = UTCDay(year: year, month: 12, day: 31)
      else { return nil }
      return first...last
    }
    let bounds = period.period?.bounds(today: calendar.today(at: context.now))
    let first =
      try from.map { try context.writtenDate($0).day(by: calendar) } ?? bounds?.first
    let last = try to.map { try context.writtenDate($0).day(by: calendar) } ?? bounds?.last
    guard first != nil || last != nil else { return nil }
    let range = (first ?? UTCDay(number: Int(Int32.min)), last ?? UTCDay(number: Int(Int32.max)))
    guard range.0 <= range.1 else { throw CommandFailure("--from lies after --to.", .usage) }
    return range.0...range.1
  }
}

extension AppContext {
  /// The first year in which the IRS requires lots by account.
  private static let firstYearOfAccounts = 2025

  /// Why form 8949 cannot be filled in: it requires lots by account, but one book covers several
  /// accounts; `nil` if it can.
  func lotsOfAccountsAreWanted(_ rows: some Sequence<GainRow>) throws -> ErrorMessage? {
    guard let first = UTCDay(year: Self.firstYearOfAccounts, month: 1, day: 1),
      rows.contains(where: { $0.soldDay >= first }), try ledger.accounts().count > 1,
      service.lots.map({ $0.from.map { $0 > first } ?? false }) ?? true
    else { return nil }
    return ErrorMessage(
      "Form 8949 needs lots per account from \(Self.firstYearOfAccounts) on, and your accounts "
        + "share theirs.",
      help: "Keep lots per account from then on: "
        + "bitpal config set lots.from \(first.text) && bitpal config set lots account")
  }

  /// Why gains are unknown although every rate is available.
  fileprivate func unknownLotsNotes(_ ledger: LedgerGains) -> [String] {
    let isUnknown = ledger.gains.rows.contains { $0.exactCost == nil && !$0.isUnvalued }
    return service.lots != nil && ledger.daysWithoutRate.isEmpty && isUnknown
      ? [PortfolioService.unknownLotsNote] : []
  }
}

extension WrittenDate {
  /// The day, or the day of an instant.
  fileprivate func day(by calendar: LocalCalendar) -> UTCDay {
    switch self {
    case .day(let day): day
    case .instant(let instant): calendar.day(of: instant)
    }
  }
}
