import Foundation
import Testing

/// Widgets, the demo and screenshots show the figures of the reports and write no files.
///
/// - A first run shows how to begin.
/// - A closed pipe ends the demo silently; a full disk is an error.
/// - A screenshot has the same bytes on every run.
/// - Colors and masked amounts are available as options.
/// - Unknown commands and values are usage errors.
struct PreviewTests {
  @Test func `the demo without a terminal is three widgets and leaves nothing`() throws {
    let home = try TestHome()
    let demo = try home.bitpal("--demo")
    #expect(demo.status == 0 && demo.standardError == "")
    #expect(demo.output.components(separatedBy: "╭").count == 4)
    #expect(!demo.output.unicodeScalars.contains { $0.value == 0x1B })
    for figure in ["$41,576.22", "+$7,009.41", "+20.28%", "+$10,886.31", "+$17,895.72", "+36.74%"] {
      #expect(demo.output.contains(figure), "worked out by hand in docs/accounting.md: \(figure)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(!left.contains { $0 == "home" || $0.hasPrefix("bitpal-demo") })
  }

  @Test func `a reader that closes the pipe ends the demo without a word`() throws {
    let home = try TestHome()
    let program = "cd \(home.path); \(try TestHome.program)"
    for words in ["--demo", "share --demo"] {
      let said = try home.execute(
        "/bin/bash", ["-c", "\(program) \(words) 2>said | true; cat said"])
      #expect(said.isEmpty, "\(said)")
      let full = try home.execute(
        "/bin/bash", ["-c", "\(program) \(words) 2>said >/dev/full; echo $?; cat said"])
      #expect(full.hasPrefix("74\nerror: The results could not be written"), "\(full)")
    }
  }

  @Test func `a first run shows how to begin and writes nothing`() throws {
    let home = try TestHome()
    let widget = try home.bitpal("--size", "medium")
    #expect(widget.output.contains("No holdings") && widget.output.contains("bitpal buy bitcoin"))
    #expect(try home.bitpal().output == widget.output, "without a terminal: the medium widget")
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/home"))
  }

  @Test(arguments: ["text", "ansi", "svg", "html", "json"])
  func `a screenshot is the same bytes on every run`(_ format: String) throws {
    let first = try TestHome()
    let second = try TestHome()
    second.environment["TERM"] = "dumb"
    second.environment["BITPAL_NOW"] = "2030-01-01"
    let arguments = [
      "screenshot", "--size", "large", "--at", "2026-04-28T12:00:00Z", "--format", format,
    ]
    let one = try first.run(arguments)
    #expect(one.status == 0 && !one.output.isEmpty)
    #expect(try second.run(arguments).output == one.output)
    #expect(!FileManager.default.fileExists(atPath: "\(first.path)/home"))
  }

  @Test func `the screenshot of the issue is stale at noon`() throws {
    let text = try TestHome().bitpal(
      "screenshot", "--size", "large", "--at", "2026-04-28T12:00:00Z", "--format", "text"
    ).output
    #expect(text.contains("Stale") && text.contains("Updated 3 h ago"))
  }

  @Test func `the panel says what the summary says`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55123.456"}"#))
    let panel = try home.bitpal("--size", "large").output
    let summary = try home.bitpal("summary").output
    for figure in ["$55,123.46", "+$15,123.46", "+$10,000.00", "+$25,123.46"] {
      #expect(panel.contains(figure) && summary.contains(figure))
    }
  }

  @Test func `Colours and masks are given on request`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
    #expect(try home.bitpal("--size", "small", "--color", "always").output.contains("\u{1B}["))
    #expect(!(try home.bitpal("--size", "small").output.contains("\u{1B}")))
    let masked = try home.bitpal("--size", "large", "--private").output
    #expect(!masked.contains("55,000") && masked.contains("+31.25%"))
  }

  @Test func `nonsense on the command line is a usage error`() throws {
    let home = try TestHome()
    #expect(try home.bitpal("--size", "huge").status == 64)
    let unknown = try home.bitpal("frobnicate")
    #expect(unknown.status == 64)
    #expect(
      unknown.standardError
        == "bitpal has no command \"frobnicate\". `bitpal --help` lists the commands.\n")
    #expect(try home.bitpal("--help").status == 0)
    let version =
      /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{7,}(-dirty)?\))?\nPrice data by CoinGecko, .*\n/
    #expect(try home.bitpal("--version").output.wholeMatch(of: version) != nil)
    #expect(try home.bitpal("version").output == home.bitpal("--version").output)
    #expect(try home.bitpal("open", "https://example.org").status == 64)
  }
}
