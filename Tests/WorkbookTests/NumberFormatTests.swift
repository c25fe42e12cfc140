import Testing

@testable import Workbook

/// A number format says whether a cell shows a day, a time, seconds or a currency.
struct NumberFormatTests {
  /// What a format shows: d for days, t for times, s for seconds, e for elapsed time.
  private func shown(_ format: NumberFormat) -> String {
    let parts = [
      ("d", format.showsDay), ("t", format.showsTime), ("s", format.showsSeconds),
      ("e", format.isElapsed),
    ]
    return parts.filter(\.1).map(\.0).joined() + format.currency
  }

  @Test(
    arguments: [
      ("General", ""), ("0.00", ""), ("#,##0.00000000", ""), ("0.00E+00", ""), ("@", ""),
      ("0%", ""), ("# ?/?", ""), ("#,##0_);[Red](#,##0)", ""), ("[Red]General", ""),
      ("0.0 \"days\"", ""), ("[>=100]0;0.0", ""), ("\"yes\";\"no\"", ""), ("0\\ \\d", ""),
      ("yyyy\\-mm\\-dd", "d"), ("m/d/yy", "d"), ("[$-409]d\\-mmm\\-yy;@", "d"), ("mmmm", "d"),
      ("yyyy\"年\"m\"月\"d\"日\"", "d"), ("DD.MM.YYYY", "d"),
      ("dd/mm/yyyy hh:mm", "dt"), ("yyyy-mm-dd\\ hh:mm:ss", "dts"),
      ("yyyy-mm-dd\"T\"hh:mm:ss.000", "dts"), ("m/d/yy h:mm AM/PM", "dt"),
      ("h:mm", "t"), ("[$-F400]h:mm:ss\\ AM/PM", "ts"), ("mm:ss.0", "ts"), ("h \"o'clock\"", "t"),
      ("[h]:mm:ss", "tse"), ("[mm]:ss", "tse"), ("[hh]:mm", "te"),
      ("\"$\"#,##0.00", "$"), ("[$€-407]\\ #,##0.00", "€"), ("#,##0.00\\ [$€-2]", "€"),
      ("\"R$\"\\ #,##0.00", "R$"), ("[$R$-416]#,##0.00", "R$"), ("$#,##0.00_);($#,##0.00)", "$"),
      ("_-* #,##0.00\\ \"€\"_-;\\-* #,##0.00\\ \"€\"_-", "€"), ("0.00\" BTC\"", ""),
      ("[$-409]0.00", ""), ("\"open", ""), ("[", ""), ("\\", ""), ("_", ""), ("", ""),
    ])
  func `a code shows`(_ code: String, _ parts: String) {
    #expect(shown(NumberFormat(code: code)) == parts)
  }

  @Test(
    arguments: [
      (0, ""), (2, ""), (9, ""), (13, ""), (14, "d"), (17, "d"), (18, "t"), (19, "ts"), (20, "t"),
      (21, "ts"), (22, "dt"), (37, ""), (44, ""), (45, "ts"), (46, "tse"), (47, "ts"), (49, ""),
      (27, "d"), (58, "d"), (200, ""),
    ])
  func `a built in format shows`(_ id: Int, _ parts: String) {
    #expect(shown(NumberFormat(builtIn: id)) == parts)
  }
}
