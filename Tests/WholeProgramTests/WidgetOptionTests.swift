import Foundation
import Testing

struct WidgetOptionTests {
  private func priced() throws -> Desk {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-01-01T10:00:00Z"
    try desk.recordExample()
    try desk.bitpal("refresh", "--prices", try desk.file("p.json", #"{"bitcoin": "55000"}"#))
    return desk
  }

  @Test func theExitCodeSaysWhetherTheFiguresCanBeReliedOn() throws {
    let desk = try priced()
    #expect(try desk.bitpal("--size", "line", "--max-age", "90m").status == 0)
    desk.environment["BITPAL_NOW"] = "2026-01-01T11:30:00Z"
    #expect(try desk.bitpal("--max-age", "90m").status == 0, "as old as allowed")
    desk.environment["BITPAL_NOW"] = "2026-01-01T11:30:01Z"
    let stale = try desk.bitpal("--size", "line", "--max-age", "90m")
    #expect(stale.status == 3 && stale.output.contains("$55,000.00"))
    #expect(stale.complaints.split(separator: "\n").count == 1)
    #expect(stale.complaints.contains("1 h ago") && stale.complaints.contains("90m"))
    desk.environment["BITPAL_NOW"] = "2026-01-01T10:00:00Z"
    try desk.bitpal("buy", "ethereum", "1", "--price", "1", "--date", "2025-01-01")
    let partly = try desk.bitpal("--size", "line", "--max-age", "90m")
    #expect(partly.status == 4 && partly.output.contains("$55,000.00 (1/2) ▲"))
    #expect(partly.complaints == "Only 1 of 2 holdings have a price.\n")
  }

  @Test func anEmptyPortfolioNeedsNoPrices() throws {
    let widget = try Desk().bitpal("--size", "small", "--max-age", "1s")
    #expect(widget.status == 0 && widget.complaints == "" && widget.output.contains("No holdings"))
  }

  @Test func aTimeThatIsNoneIsAUsageError() throws {
    let ended = try Desk().bitpal("--max-age", "soon")
    #expect(ended.status == 64 && ended.output == "")
  }

  @Test func pricesOfAFileAreShownAndNotKept() throws {
    let desk = try priced()
    let other = try desk.file("other.json", #"{"bitcoin": "60000.5"}"#)
    let before = try desk.files()
    let shown = try desk.bitpal("--size", "large", "--prices", other)
    #expect(shown.status == 0 && shown.output.contains("$60,000.50"))
    #expect(shown.output.contains("▲  +$20,000.50"))
    #expect(try desk.files() == before)
    #expect(try desk.bitpal("--size", "large").output.contains("$55,000.00"))
    let none = try desk.bitpal(
      "--size", "small", "--max-age", "1d", "--prices", try desk.file("none.json", "{}"))
    #expect(none.status == 4 && none.output.contains("No prices yet"))
    #expect(try desk.bitpal("--prices", try desk.file("bad.json", "[")).status == 2)
    #expect(try desk.bitpal("--prices", "\(desk.home)/missing").status == 74)
  }

  @Test func theLastDaysAreDrawnWhereTheirPricesAreKnown() throws {
    let desk = try priced()
    desk.environment["BITPAL_NOW"] = "2027-01-15T10:00:00Z"
    #expect(try !desk.bitpal("--size", "large").output.contains("30 d"))
    let days = (20...31).map { "2026-12-\($0)" } + (10...14).map { "2027-01-\($0)" }
    let lines = days.enumerated().map { "\($1),bitcoin,\(50_100 + $0 * 100)" }
    try desk.bitpal("prices", "import", try desk.file("d.csv", lines.joined(separator: "\n")))
    let large = try desk.bitpal("--size", "large").output
    #expect(large.contains("│ 30 d                   $50,100.00 – $55,000.00 │"), "\(large)")
    #expect(try desk.bitpal("--size", "small").output.contains("│ 30 d "))
    #expect(try !desk.bitpal("--size", "large", "--private").output.contains("50,100"))
  }

  @Test func aThemeOfOnesOwnIsChosenByItsName() throws {
    let desk = try priced()
    desk.environment["BITPAL_CONFIG"] = try desk.file(
      "own.toml", "[theme.mine]\nbase = \"dusk\"\npage = \"#101418\"\n")
    let arguments = ["--size", "small", "--format", "svg"]
    #expect(try desk.run(arguments + ["--theme", "mine"]).output.contains("#101418"))
    #expect(try desk.bitpal("config", "set", "theme", "mine").status == 0)
    #expect(try desk.run(arguments).output.contains("#101418"))
    #expect(try desk.bitpal("config", "set", "theme", "yours").status == 2)
    #expect(try desk.run(arguments + ["--theme", "yours"]).status == 64)
  }

  @Test func theSampleIsDrawnAtPricesOfAFile() throws {
    let desk = try Desk()
    let prices = try desk.file("p.json", #"{"bitcoin": "100000"}"#)
    let picture = try desk.bitpal("screenshot", "--size", "small", "--prices", prices)
    #expect(picture.status == 0 && picture.output.contains("$35,000.00"))
    #expect(picture.output.contains("1 of 9 priced"))
    #expect(try desk.bitpal("screenshot", "--prices", prices, "--state", "loss").status == 64)
  }

  @Test func aNarrowPlaceHasASmallerWidgetAndThenALine() throws {
    let desk = try priced()
    let small = try desk.bitpal("--size", "small").output
    #expect(try desk.bitpal("--size", "large", "--width", "49").output == small)
    #expect(try desk.bitpal("--size", "large", "--width", "24").output == small)
    let line = try desk.bitpal("--size", "large", "--width", "23").output
    #expect(line == "$55,000.00\n")
    #expect(
      try desk.bitpal("--size", "line", "--width", "60").output
        == "$55,000.00 ▲ +$25,000.00 +31.25%\n")
    #expect(try desk.bitpal("--size", "line", "--width", "0").status == 64)
  }

  @Test func theWidgetIsSpoken() throws {
    let desk = try priced()
    #expect(
      try desk.bitpal("--size", "large", "--format", "speech").output == """
        Portfolio, updated just now.
        Total value: 55,000.00 dollars.
        Unrealized result: a gain of 15,000.00 dollars, 37.50 percent.
        Realized result: a gain of 10,000.00 dollars.
        Total result: a gain of 25,000.00 dollars, 31.25 percent.
        Bitcoin: 55,000.00 dollars, a gain of 15,000.00 dollars, 37.50 percent.

        """)
    let masked = try desk.bitpal("--size", "large", "--format", "speech", "--private").output
    #expect(!masked.contains("000") && masked.contains("31.25 percent"))
  }

  @Test(
    "the environment decides about colors, an option over it",
    arguments: [
      ([:], [], false), (["CLICOLOR_FORCE": "1"], [], true), (["CLICOLOR_FORCE": "0"], [], false),
      (["FORCE_COLOR": "1"], [], true), (["FORCE_COLOR": "0"], [], false),
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], [], false),
      (["NO_COLOR": "", "FORCE_COLOR": "1"], [], true),
      (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], [], false),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["FORCE_COLOR": "3"], ["--color", "never"], false),
    ] as [([String: String], [String], Bool)])
  func colors(_ variables: [String: String], options: [String], areColors: Bool) throws {
    let desk = try priced()
    desk.environment.merge(variables) { $1 }
    let output = try desk.run(["--size", "small"] + options).output
    #expect(output.contains("\u{1B}[") == areColors)
  }

  @Test func thePaletteIsChosenOnTheCommandLineOrInTheConfiguration() throws {
    let desk = try priced()
    let arguments = ["--size", "small", "--color", "always"]
    #expect(try desk.run(arguments).output.contains("\u{1B}[32m▲"))
    #expect(try desk.run(arguments + ["--palette", "color-blind"]).output.contains("\u{1B}[94m▲"))
    let mono = try desk.run(arguments + ["--palette", "mono"]).output
    #expect(mono.contains("\u{1B}[1m") && !mono.contains("\u{1B}[32m"))
    try desk.bitpal("config", "set", "palette", "colour-blind")
    try desk.bitpal("config", "set", "private", "true")
    #expect(try desk.run(arguments).output.contains("\u{1B}[94m+$•••••"))
    let shown = try desk.run(arguments + ["--no-private"]).output
    #expect(shown.contains("\u{1B}[94m+$25,000.00"))
    try desk.bitpal("config", "set", "color", "never")
    #expect(try desk.run(arguments).output.contains("\u{1B}[94m"), "an option beats a setting")
    try desk.bitpal("config", "set", "color", "always")
    for report in ["holdings", "summary", "explain"] {
      let subject = report == "explain" ? ["bitcoin"] : []
      #expect(try desk.run([report] + subject).output.contains("\u{1B}["), "\(report)")
      let plain = try desk.run([report, "--color", "never"] + subject).output
      #expect(!plain.contains("\u{1B}"), "\(report)")
    }
  }
}

extension Desk {
  /// Every file of the container with its bytes.
  fileprivate func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: container) {
      files[name] = FileManager.default.contents(atPath: "\(container)/\(name)")
    }
    return files
  }
}
