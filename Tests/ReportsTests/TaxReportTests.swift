import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import Widgets

/// What `bitpal tax` shows of a year.
struct TaxReportTests {
  private static func row(
    _ type: TransactionType, _ day: String, _ price: Decimal, coin: String = "bitcoin",
    of what: TransactionKind? = nil, isEstimated: Bool = false
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: 1, pricePerCoin: price, date: utc(day), kind: what,
      valuation: isEstimated ? Valuation(kind: .dailyPrice) : nil)
  }

  private static func report(
    _ rows: [Transaction], _ year: String, _ country: TaxCountry
  ) throws -> TaxReport {
    let gains = computeGains(rows, costBasis: country.costBasis)
    return TaxReport(
      gains, year: try #require(TaxYear(year, of: country)), costBasis: country.costBasis,
      ReportStyle(
        isPrivate: false, width: nil, calendar: .utc, now: utc("2026-05-02"),
        format: NumberFormat(code: country.currency)))
  }

  private static func texts(_ report: Report) -> [[String]] {
    report.rows.map { $0.map { $0.text(isPrivate: false) } }
  }

  @Test("us: the totals of a box that contains an estimate are marked, those of another are not")
  func boxes() throws {
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

  @Test("uk: each sum is marked that contains an estimate, and no other")
  func sums() throws {
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
}
