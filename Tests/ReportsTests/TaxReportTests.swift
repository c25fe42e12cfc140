import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import Widgets

/// The report of `bitpal tax` for a year.
struct TaxReportTests {
  private static func row(
    _ type: TransactionType, _ day: String, _ price: Price, coin: String = "bitcoin",
    of what: TransactionKind? = nil, isEstimated: Bool = false
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: 1, pricePerCoin: price, date: utc(day), kind: what,
      valuation: isEstimated ? Valuation(kind: .dailyPrice) : nil)
  }

  private static func report(
    _ rows: [Transaction], _ year: String, _ country: TaxCountry
  ) throws -> TaxReport {
    let costBasis = country.costBasis ?? .average
    var portfolio = GlobalPortfolio(calendar: .utc) { _, _ in 100 }
    for row in rows { portfolio.apply(row) }
    let year = try #require(TaxYear(year, of: country))
    return TaxReport(
      computeGains(rows, costBasis: costBasis, days: year.days, earlierLosses: country),
      year: year, costBasis: costBasis,
      portfolio: portfolio,
      ReportStyle(
        isPrivate: false, width: nil, calendar: .utc, now: utc("2026-05-02"),
        format: NumberFormat(code: country.currency)))
  }

  private static func texts(_ report: Report) -> [[String]] {
    report.rows.map { $0.map { $0.text(isPrivate: false) } }
  }

  @Test
  func `us: the totals of a box that contains an estimate are marked, those of another are not`()
    throws
  {
    let report = try Self.report(
      [
        Self.row(.buy, "2023-01-01", 10), Self.row(.sell, "2025-02-01", 50),
        Self.row(.buy, "2025-01-01", 20, coin: "ethereum", isEstimated: true),
        Self.row(.sell, "2025-03-01", 25, coin: "ethereum"),
        Self.row(.buy, "2025-04-01", 7, coin: "solana", of: .reward, isEstimated: true),
      ], "2025", .unitedStates)
    #expect(
      Self.texts(report.form).map { $0[4...6] } == [
        ["$25.00", "~$20.00", "~+$5.00"], ["$50.00", "$10.00", "+$40.00"],
      ])
    #expect(
      report.form.json.array?.map { $0["estimated"] } == [.bool(true), .bool(false)])
    #expect(report.form.notes.contains("~ 1 of 2 estimated"))
    #expect(report.income.notes == ["Income ~$7.00"])
  }

  @Test
  func `uk: each sum is marked that contains an estimate, and no other`() throws {
    let rows = [
      Self.row(.buy, "2023-01-01", 100, coin: "solana", isEstimated: true),
      Self.row(.sell, "2023-06-01", 60, coin: "solana"),
      Self.row(.buy, "2023-01-01", 10), Self.row(.sell, "2024-06-01", 50),
      Self.row(.buy, "2023-01-01", 30, coin: "ethereum"),
      Self.row(.sell, "2024-07-01", 20, coin: "ethereum", isEstimated: true),
    ]
    let report = try Self.report(rows, "2024-25", .unitedKingdom)
    #expect(
      Self.texts(report.form).map { $0[2] } == [
        "2", "~£70.00", "£40.00", "£40.00", "~£10.00", "~+£30.00", "~£40.00",
      ])
    #expect(report.form.notes.first == "~ 1 of 2 estimated")
    let later = try Self.report(rows, "2025-26", .unitedKingdom)
    #expect(Self.texts(later.form).map { $0[2] }[5...] == ["£0.00", "~£40.00"])
  }

  private static func unvalued(
    _ type: TransactionType, _ day: String, coin: String = "cosmos"
  ) -> Transaction {
    var row = row(type, day, 0, coin: coin)
    row.valuation = Valuation(kind: .unknown)
    return row
  }

  @Test(arguments: TaxCountry.allCases)
  func `sums leave out what has no worth, and name it`(country: TaxCountry) throws {
    let rows = [
      Self.unvalued(.buy, "2024-05-01"), Self.row(.buy, "2024-05-01", 10),
      Self.row(.sell, "2024-06-01", 50), Self.row(.sell, "2024-06-02", 30, coin: "cosmos"),
    ]
    let year = country == .unitedKingdom ? "2024-25" : "2024"
    let report = try Self.report(rows, year, country)
    let form = report.form
    #expect(report.json["leftOutCount"] == (country == .france ? nil : .number("1")))
    let note =
      country == .france
      ? "Nothing says what cosmos of 2024-05-01 was worth, and so the gains from then on are "
        + "unknown: bitpal inbox, or bitpal edit ID --price DOLLARS."
      : "Sums are of 1 of 2 rows, without 1 cosmos of unknown worth; these brought "
        + (country == .unitedKingdom ? "£30.00" : "$30.00") + " as far as known"
    #expect(form.notes.contains(note), "\(form.notes)")
    let texts = Self.texts(form)
    switch country {
    case .unitedStates: #expect(texts[0][4...6] == ["$50.00", "$10.00", "+$40.00"])
    case .unitedKingdom: #expect(texts[1][2] == "£50.00")
    case .france: #expect(texts[0][14] == "—")
    }
  }

  @Test(arguments: TaxCountry.allCases)
  func `every form fits sixty columns, and keeps the gain`(country: TaxCountry) throws {
    let rows = [
      Self.row(.buy, "2024-05-01", 1_000_000, coin: "lido-staked-ether", isEstimated: true),
      Self.row(.sell, "2024-06-01", 5_000_000, coin: "lido-staked-ether"),
    ]
    let year = country == .unitedKingdom ? "2024-25" : "2024"
    let style = ReportStyle(
      isPrivate: false, width: 60, calendar: .utc, now: utc("2026-05-02"),
      format: NumberFormat(code: country.currency))
    var lines: [String] = []
    TableLayout(try Self.report(rows, year, country).form, style).write(as: PlainText.text) {
      lines += $0.split(separator: "\n").map(String.init)
    }
    #expect(lines.allSatisfy { $0.count <= 60 }, "\(lines)")
    #expect(lines.contains { $0.contains("4,000,000.00") })
  }

  @Test
  func `fr: gains, losses, and prices of a year that are exempt`() throws {
    let rows = [
      Self.row(.buy, "2023-01-01", 100), Self.row(.buy, "2023-01-01", 100, coin: "solana"),
      Self.row(.buy, "2023-01-02", 700, coin: "ethereum"),
      Self.row(.sell, "2024-06-01", 300), Self.row(.sell, "2025-06-01", 400, coin: "ethereum"),
      Self.row(.sell, "2026-02-01", 900, coin: "solana"),
    ]
    let notes = try ["2024", "2025", "2026"].map {
      try Self.report(rows, $0, .france).form.notes[0]
    }
    // 300 of 500 use 540 of 900; 400 of 500 use 288 of the rest, 360; 900 of 900 use the other 72.
    #expect(
      notes == [
        "Sum ~-€240.00. Exempt: the prices of the year are 305 euros or less.",
        "Sum ~+€112.00, box 3AN of form 2042 C.", "Sum ~+€828.00, box 3AN of form 2042 C.",
      ])
    let loss = try Self.report(
      [Self.row(.buy, "2023-01-01", 900), Self.row(.sell, "2024-06-01", 400)], "2024", .france)
    #expect(
      loss.form.notes[0]
        == "Sum -€500.00, box 3BN of form 2042 C. A loss counts in its own year only.")
    #expect(
      Self.texts(loss.form)[0][..<15] == [
        "2024-06-01", "bitcoin", "1", "€400.00", "€400.00", "€0.00", "€400.00", "€0.00", "€400.00",
        "€400.00", "€900.00", "€0.00", "€0.00", "€900.00", "-€500.00",
      ])
    let later = try Self.report(rows, "2026", .france).form
    #expect(
      Self.texts(later)[0][3...14] == [
        "€900.00", "€900.00", "€0.00", "€900.00", "€0.00", "€900.00", "€900.00", "€900.00",
        "~€828.00", "€0.00", "~€72.00", "~+€828.00",
      ])
  }
}
