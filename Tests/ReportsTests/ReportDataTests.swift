import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing

/// Values in machine-readable form.
struct ReportDataTests {
  /// A number of 39 digits, as a division can produce, a negative one, and zero.
  private static let figures = ["340282366920938463463374607431768211455", "-21.5", "0"].map {
    ExactDecimal($0) ?? 0
  }

  @Test(arguments: figures)
  func `a cell of CSV is the value's data in at most 38 digits`(figure: ExactDecimal) throws {
    let values: [FormattedValue] = [
      .quantity(figure), .money(figure), .paidPrice(figure), .marketPrice(figure),
      .change(figure).estimated(true), .percentage(figure), .share(figure), .money(nil),
      .number(3), .flag(true), .text("a,\"b\""), .text(nil), .notes("=1"), .id(UUID()),
      .ids([UUID(), UUID()]),
    ]
    let report = Report(columns: values.map { _ in .init("x", nil) }, rows: [values])
    for style in [CSVStyle.exact, .spreadsheet] {
      var text = ""
      report.writeCSV(style) { text += $0 }
      let line = try #require(text.split(separator: "\n", maxSplits: 1).last)
      #expect(line == csvLine(values.map(\.data.csvText), style))
      let digits = line.prefix { $0 != "," }.filter(\.isNumber).trimmingPrefix { $0 == "0" }
      #expect(digits.reversed().drop { $0 == "0" }.count <= 38, "\(line)")
    }
  }
}
