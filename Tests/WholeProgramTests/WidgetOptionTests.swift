import Foundation
import Testing

/// The options of a widget choose its size, format, prices, colors and privacy.
///
/// - The exit status says whether prices are too old or missing.
/// - Shortcuts for prompts and bars give the same output as `bitpal view`.
/// - Prices from a file are shown and not stored.
/// - A narrow width gets a smaller widget, then a line.
/// - Options take precedence over the environment and the settings.
struct WidgetOptionTests {
  private func priced() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-01-01T10:00:00Z"
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
    return home
  }

  @Test func `the exit code says whether the figures can be relied on`() throws {
    let home = try priced()
    #expect(try home.bitpal("--size", "line", "--max-age", "90m").status == 0)
    home.environment["BITPAL_NOW"] = "2026-01-01T11:30:00Z"
    #expect(try home.bitpal("--max-age", "90m").status == 0, "as old as allowed")
    home.environment["BITPAL_NOW"] = "2026-01-01T11:30:01Z"
    let stale = try home.bitpal("--size", "line", "--max-age", "90m")
    #expect(stale.status == 3 && stale.output.contains("$55,000.00"))
    #expect(stale.standardError.split(separator: "\n").count == 1)
    #expect(stale.standardError.contains("over 90m ago"))
    home.environment["BITPAL_NOW"] = "2026-01-01T10:00:00Z"
    try home.bitpal("buy", "ethereum", "1", "--price", "1", "--date", "2025-01-01")
    let partly = try home.bitpal("--size", "line", "--max-age", "90m")
    #expect(partly.status == 4 && partly.output.contains("$55,000.00 (1/2) ▲"))
    #expect(partly.standardError == "Only 1 of 2 holdings have a price.\n")
  }

  /// Options used by prompts and bars bypass the argument parser.
  @Test func `a widget is the same with and without its verb`() throws {
    let home = try priced()
    let sizes = ["small", "medium", "large", "line", "huge", ""]
    let formats = ["text", "json", "svg", "ps1", "waybar", "speech", "none", ""]
    var words = sizes.map { ["--size", $0] }
    words += sizes.flatMap { size in formats.map { ["--size", size, "--format", $0] } }
    words += [["--size", "--size"], ["--size", "small", "--size", "large"], ["--size"]]
    for words in words {
      let (short, long) = (try home.run(words), try home.run(["view"] + words))
      #expect(short.status == long.status && short.output == long.output, "\(words)")
      #expect(short.standardError == long.standardError, "\(words)")
    }
  }

  @Test func `an empty portfolio needs no prices`() throws {
    let widget = try TestHome().bitpal("--size", "small", "--max-age", "1s")
    #expect(
      widget.status == 0 && widget.standardError == "" && widget.output.contains("No holdings"))
  }

  @Test func `a time that is none is a usage error`() throws {
    let ended = try TestHome().bitpal("--max-age", "soon")
    #expect(ended.status == 64 && ended.output == "")
  }

  @Test func `prices of a file are shown and not kept`() throws {
    let home = try priced()
    let other = try home.file("other.json", #"{"bitcoin": "60000.5"}"#)
    let before = try home.files()
    let shown = try home.bitpal("--size", "large", "--prices", other)
    #expect(shown.status == 0 && shown.output.contains("$60,000.50"))
    #expect(shown.output.contains("▲  +$20,000.50"))
    #expect(try home.files() == before)
    #expect(try home.bitpal("--size", "large").output.contains("$55,000.00"))
    let none = try home.bitpal(
      "--size", "small", "--max-age", "1d", "--prices", try home.file("none.json", "{}"))
    #expect(none.status == 4 && none.output.contains("No prices yet"))
    #expect(try home.bitpal("--prices", try home.file("bad.json", "[")).status == 2)
    #expect(try home.bitpal("--prices", "\(home.path)/missing").status == 74)
  }

  @Test func `the last days are drawn where their prices are known`() throws {
    let home = try priced()
    home.environment["BITPAL_NOW"] = "2027-01-15T10:00:00Z"
    #expect(try !home.bitpal("--size", "large").output.contains("30 d"))
    let days = (20...31).map { "2026-12-\($0)" } + (10...14).map { "2027-01-\($0)" }
    let lines = days.enumerated().map { "\($1),bitcoin,\(50_100 + $0 * 100)" }
    try home.bitpal("prices", "import", try home.file("d.csv", lines.joined(separator: "\n")))
    let large = try home.bitpal("--size", "large").output
    #expect(large.contains("│ 30 d                   $50,100.00 – $55,000.00 │"), "\(large)")
    #expect(try home.bitpal("--size", "small").output.contains("│ 30 d "))
    #expect(try !home.bitpal("--size", "large", "--private").output.contains("50,100"))
  }

  @Test func `a theme of one's own is chosen by its name`() throws {
    let home = try priced()
    home.environment["BITPAL_CONFIG"] = try home.file(
      "own.toml", "[theme.mine]\nbase = \"dusk\"\npage = \"#101418\"\n")
    let arguments = ["--size", "small", "--format", "svg"]
    #expect(try home.run(arguments + ["--theme", "mine"]).output.contains("#101418"))
    #expect(try home.bitpal("config", "set", "theme", "mine").status == 0)
    #expect(try home.run(arguments).output.contains("#101418"))
    #expect(try home.bitpal("config", "set", "theme", "yours").status == 2)
    #expect(try home.run(arguments + ["--theme", "yours"]).status == 64)
  }

  @Test func `the sample is drawn at prices of a file`() throws {
    let home = try TestHome()
    let prices = try home.file("p.json", #"{"bitcoin": "100000"}"#)
    let picture = try home.bitpal("screenshot", "--size", "small", "--prices", prices)
    #expect(picture.status == 0 && picture.output.contains("$35,000.00"))
    #expect(picture.output.contains("1 of 9 priced"))
    #expect(try home.bitpal("screenshot", "--prices", prices, "--state", "loss").status == 64)
  }

  @Test func `a narrow place has a smaller widget and then a line`() throws {
    let home = try priced()
    let small = try home.bitpal("--size", "small").output
    #expect(try home.bitpal("--size", "large", "--width", "49").output == small)
    #expect(try home.bitpal("--size", "large", "--width", "24").output == small)
    let line = try home.bitpal("--size", "large", "--width", "23").output
    #expect(line == "$55,000.00\n")
    #expect(
      try home.bitpal("--size", "line", "--width", "60").output
        == "$55,000.00 ▲ +$25,000.00 +31.25%\n")
    #expect(try home.bitpal("--size", "line", "--width", "0").status == 64)
  }

  @Test func `the widget is spoken`() throws {
    let home = try priced()
    #expect(
      try home.bitpal("--size", "large", "--format", "speech").output == """
        Portfolio, updated just now.
        Total value: 55,000.00 dollars.
        Unrealized result: a gain of 15,000.00 dollars, 37.50 percent.
        Realized result: a gain of 10,000.00 dollars.
        Total result: a gain of 25,000.00 dollars, 31.25 percent.
        Bitcoin: 55,000.00 dollars, a gain of 15,000.00 dollars, 37.50 percent.

        """)
    let masked = try home.bitpal("--size", "large", "--format", "speech", "--private").output
    #expect(!masked.contains("000") && masked.contains("31.25 percent"))
  }

  @Test(
    arguments: [
      ([:], [], false), (["CLICOLOR_FORCE": "1"], [], true), (["CLICOLOR_FORCE": "0"], [], false),
      (["FORCE_COLOR": "1"], [], true), (["FORCE_COLOR": "0"], [], false),
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], [], false),
      (["NO_COLOR": "", "FORCE_COLOR": "1"], [], true),
      (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], [], false),
      (["NO_COLOR": "1"], ["--color", "always"], true),
      (["FORCE_COLOR": "3"], ["--color", "never"], false),
    ] as [([String: String], [String], Bool)])
  func `the environment decides about colors, an option over it`(
    _ variables: [String: String], options: [String], areColors: Bool
  ) throws {
    let home = try priced()
    home.environment.merge(variables) { $1 }
    let output = try home.run(["--size", "small"] + options).output
    #expect(output.contains("\u{1B}[") == areColors)
  }

  @Test func `the palette is chosen on the command line or in the configuration`() throws {
    let home = try priced()
    let arguments = ["--size", "small", "--color", "always"]
    #expect(try home.run(arguments).output.contains("\u{1B}[32m▲"))
    #expect(try home.run(arguments + ["--palette", "color-blind"]).output.contains("\u{1B}[94m▲"))
    let mono = try home.run(arguments + ["--palette", "mono"]).output
    #expect(mono.contains("\u{1B}[1m") && !mono.contains("\u{1B}[32m"))
    try home.bitpal("config", "set", "palette", "colour-blind")
    try home.bitpal("config", "set", "private", "true")
    #expect(try home.run(arguments).output.contains("\u{1B}[94m+$•••••"))
    let shown = try home.run(arguments + ["--no-private"]).output
    #expect(shown.contains("\u{1B}[94m+$25,000.00"))
    try home.bitpal("config", "set", "color", "never")
    #expect(try home.run(arguments).output.contains("\u{1B}[94m"), "an option beats a setting")
    try home.bitpal("config", "set", "color", "always")
    for report in ["holdings", "summary", "explain"] {
      let subject = report == "explain" ? ["bitcoin"] : []
      #expect(try home.run([report] + subject).output.contains("\u{1B}["), "\(report)")
      let plain = try home.run([report, "--color", "never"] + subject).output
      #expect(!plain.contains("\u{1B}"), "\(report)")
    }
  }
}

extension TestHome {
  /// All files of the container with their bytes.
  fileprivate func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: container) {
      files[name] = FileManager.default.contents(atPath: "\(container)/\(name)")
    }
    return files
  }
}
