import Foundation
import Testing

struct PreviewTests {
  @Test func theDemoWithoutATerminalIsThreeWidgetsAndLeavesNothing() throws {
    let desk = try Desk()
    let demo = try desk.bitpal("--demo")
    #expect(demo.status == 0 && demo.complaints == "")
    #expect(demo.output.components(separatedBy: "╭").count == 4)
    #expect(!demo.output.unicodeScalars.contains { $0.value == 0x1B })
    for figure in ["$41,576.22", "+$7,009.41", "+20.28%", "+$10,886.31", "+$17,895.72", "+36.74%"] {
      #expect(demo.output.contains(figure), "worked out by hand in docs/accounting.md: \(figure)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: desk.home)
    #expect(!left.contains { $0 == "home" || $0.hasPrefix("bitpal-demo") })
  }

  @Test func aFirstRunShowsHowToBeginAndWritesNothing() throws {
    let desk = try Desk()
    let widget = try desk.bitpal("--size", "medium")
    #expect(widget.output.contains("No holdings") && widget.output.contains("bitpal buy bitcoin"))
    #expect(try desk.bitpal().output == widget.output, "without a terminal: the medium widget")
    #expect(!FileManager.default.fileExists(atPath: "\(desk.home)/home"))
  }

  @Test(
    "a screenshot is the same bytes on every run",
    arguments: ["text", "ansi", "svg", "html", "json"])
  func screenshotsAreDeterministic(_ format: String) throws {
    let first = try Desk()
    let second = try Desk()
    second.environment["TERM"] = "dumb"
    second.environment["BITPAL_NOW"] = "2030-01-01"
    let arguments = [
      "screenshot", "--size", "large", "--at", "2026-04-28T12:00:00Z", "--format", format,
    ]
    let one = try first.run(arguments)
    #expect(one.status == 0 && !one.output.isEmpty)
    #expect(try second.run(arguments).output == one.output)
    #expect(!FileManager.default.fileExists(atPath: "\(first.home)/home"))
  }

  @Test func theScreenshotOfTheIssueIsStaleAtNoon() throws {
    let text = try Desk().bitpal(
      "screenshot", "--size", "large", "--at", "2026-04-28T12:00:00Z", "--format", "text"
    ).output
    #expect(text.contains("Stale") && text.contains("Updated 3 h ago"))
  }

  @Test func thePanelSaysWhatTheSummarySays() throws {
    let desk = try Desk()
    try desk.recordExample()
    try desk.bitpal("refresh", "--prices", try desk.file("p.json", #"{"bitcoin": "55123.456"}"#))
    let panel = try desk.bitpal("--size", "large").output
    let summary = try desk.bitpal("summary").output
    for figure in ["$55,123.46", "+$15,123.46", "+$10,000.00", "+$25,123.46"] {
      #expect(panel.contains(figure) && summary.contains(figure))
    }
  }

  @Test func coloursAndMasksAreGivenOnRequest() throws {
    let desk = try Desk()
    try desk.recordExample()
    try desk.bitpal("refresh", "--prices", try desk.file("p.json", #"{"bitcoin": "55000"}"#))
    #expect(try desk.bitpal("--size", "small", "--color", "always").output.contains("\u{1B}["))
    #expect(!(try desk.bitpal("--size", "small").output.contains("\u{1B}")))
    let masked = try desk.bitpal("--size", "large", "--private").output
    #expect(!masked.contains("55,000") && masked.contains("+31.25%"))
  }

  @Test func nonsenseOnTheCommandLineIsAUsageError() throws {
    let desk = try Desk()
    #expect(try desk.bitpal("--size", "huge").status == 64)
    let unknown = try desk.bitpal("frobnicate")
    #expect(unknown.status == 64)
    #expect(
      unknown.complaints
        == "bitpal has no command \"frobnicate\". `bitpal --help` lists the commands.\n")
    #expect(try desk.bitpal("--help").status == 0)
    let version =
      /[0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{7,}(-dirty)?\))?\nPrice data by CoinGecko, .*\n/
    #expect(try desk.bitpal("--version").output.wholeMatch(of: version) != nil)
    #expect(try desk.bitpal("version").output == desk.bitpal("--version").output)
    #expect(try desk.bitpal("open", "https://example.org").status == 64)
  }
}
