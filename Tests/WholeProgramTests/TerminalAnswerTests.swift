import Foundation
import Testing

/// Terminals that respond late, as over ssh, or not at all.
///
/// The test acts as the terminal: it responds only after seeing the expected output.
@Suite(.serialized)
struct TerminalAnswerTests {
  private static let light = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c"
  private static let dark = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c"
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let mainScreen = "\u{1B}[?1049l"
  /// The accent color on an unknown background, and on a light one.
  private static let (magenta, blue) = ("\u{1B}[35m", "\u{1B}[34m")

  /// A portfolio with old prices, so that its widgets show an amber badge.
  private func homeWithOldPrices() throws -> TestHome {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
    home.environment["BITPAL_NOW"] = "2031-01-01T00:00:00Z"
    return home
  }

  @Test func `the first picture waits for no answer and the answer changes its colors`()
    async throws
  {
    try await onThread {
      let terminal = try PseudoTerminal(bitpal: "--demo", at: try TestHome())
      let first = try terminal.wait(for: "quit")
      #expect(first.contains(Self.question) && first.contains(Self.magenta))
      #expect(!first.contains(Self.blue))
      try terminal.type(Self.light)
      try terminal.wait(for: Self.blue)
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }

  @Test(arguments: ["q", "\u{03}"])
  func `an answer that comes after leaving reaches no shell`(key: String) async throws {
    try await onThread {
      let terminal = try PseudoTerminal(bitpal: "--demo", at: try TestHome())
      #expect(try terminal.wait(for: "quit").contains(Self.question))
      try terminal.type(key)
      try terminal.wait(for: Self.mainScreen)
      try terminal.type(Self.light)
      let status = try terminal.end()
      #expect(status == (key == "q" ? 0 : 130))
      #expect(terminal.settings == terminal.firstSettings)
      #expect(try terminal.unread().isEmpty)
      guard key == "q" else { return }
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains("62;22c"), "no echo")
    }
  }

  @Test(arguments: ["xterm-of-tomorrow", "foot-of-tomorrow", "tmux-of-tomorrow"])
  func `a terminal that the system lacks but bitpal knows needs no answer`(_ name: String)
    async throws
  {
    try await onThread {
      let home = try TestHome()
      home.environment["TERM"] = name
      let terminal = try PseudoTerminal(bitpal: "--demo", at: home)
      try terminal.wait(for: "quit")
      try terminal.type("q")
      #expect(try terminal.end() == 0)
      let widget = try PseudoTerminal(bitpal: "--demo", "--size", "small", at: home)
      #expect(try widget.end() == 0)
      #expect(String(decoding: widget.output, as: UTF8.self).contains("\u{1B}["), "in colors")
    }
  }

  @Test func `a widget is in the colors of the terminal's background`() async throws {
    try await onThread {
      let home = try homeWithOldPrices()
      let (brown, yellow) = ("38;5;130m", "33m")
      func small(answer: String?) throws -> String {
        let widget = try PseudoTerminal(bitpal: "--size", "small", at: home)
        try widget.wait(for: Self.question)
        if let answer { try widget.type(answer) }
        #expect(try widget.end() == 0)
        #expect(try widget.unread().isEmpty)
        #expect(widget.settings == widget.firstSettings)
        return String(decoding: widget.output, as: UTF8.self)
      }
      let unanswered = try small(answer: nil)
      #expect(unanswered.contains(brown) && !unanswered.contains(yellow))
      #expect(try small(answer: Self.light).contains(brown))
      // On a busy machine a response may miss the picture, but must never reach the shell.
      let isSeen = try (0..<20).contains { _ in try small(answer: Self.dark).contains(yellow) }
      #expect(isSeen)
    }
  }

  @Test func `a widget's late answer reaches no shell`() async throws {
    try await onThread {
      let widget = try PseudoTerminal(bitpal: "--demo", "--size", "small", at: try TestHome())
      try widget.wait(for: "Total P&L")
      try widget.type(Self.light + "ls\n")
      #expect(try widget.end() == 0)
      #expect(try widget.unread() == "ls\n")
      #expect(!String(decoding: widget.output, as: UTF8.self).contains("62;22c"))
    }
  }

  @Test func `a watched widget takes a late answer`() async throws {
    try await onThread {
      let widget = try PseudoTerminal(
        bitpal: "--size", "small", "--watch", at: try homeWithOldPrices())
      let first = try widget.wait(for: "╯")
      #expect(first.contains("38;5;130m") && !first.contains("\u{1B}[33m"))
      try widget.type(Self.dark)
      try widget.wait(for: "33m")
      try widget.type("\u{03}")
      #expect(try widget.end() == 130)
    }
  }

  @Test func `a copied row is in the buffer of tmux`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home)
      try terminal.start("--demo")
      try terminal.waitForDemo()
      try terminal.type("3")
      try terminal.wait(for: "›")
      try terminal.type("y")
      try terminal.wait(for: "Row copied")
      // Read it from a file, since tmux would escape the tabs in its output.
      let file = "\(home.path)/row"
      _ = try terminal.tmux(["save-buffer", file])
      let row = try String(contentsOfFile: file, encoding: .utf8)
      #expect(row.split(separator: "\t").count == 6, "\(row)")
      try terminal.type("q")
      try terminal.wait(for: "home>")
    }
  }

  @Test func `where no program takes a row it is sent to the terminal and that is said`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      // Hide clipboard programs that the machine may have.
      home.environment["PATH"] = "/nowhere"
      let terminal = try PseudoTerminal(bitpal: "--demo", at: home)
      try terminal.wait(for: "quit")
      try terminal.type("3")
      try terminal.wait(for: "SOL")
      try terminal.type("y")
      let output = try terminal.wait(for: "sent to the terminal")
      #expect(output.contains("\u{1B}]52;c;") && !output.contains("copied"))
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }

  @Test func `the cursor is on the selection and where text goes`() async throws {
    try await onThread {
      let terminal = try Tmux(try TestHome())
      try terminal.start("--demo")
      try terminal.waitForDemo()
      #expect(try !terminal.cursor.isShown)
      func wait(_ what: String, _ isThere: @escaping (Substring, Substring) -> Bool) throws {
        try terminal.wait(what) { screen in
          let cursor = try terminal.cursor
          let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
          guard cursor.isShown, rows.indices.contains(cursor.row) else { return false }
          let row = rows[cursor.row]
          return isThere(row.prefix(cursor.column), row.dropFirst(cursor.column))
        }
      }
      try terminal.type("2")
      try wait("the first row") { $1.hasPrefix("› BTC") || $1.hasPrefix("›BTC") }
      try terminal.type("j")
      try wait("the second row") { $1.hasPrefix("›") && !$1.contains("BTC") }
      try terminal.type("/", "so")
      try wait("the end of the filter") { before, _ in before.hasSuffix("/so") }
      try terminal.type("Escape", "a", "Tab", "0.25")
      try wait("the end of the field") { before, _ in before.hasSuffix("Amount  0.25") }
    }
  }

  @Test func `in a pipe the locale limits characters too`() throws {
    let home = try TestHome()
    home.environment["LC_ALL"] = "C"
    for words in [["--demo"], ["--demo", "--size", "large"], ["chart", "bitcoin"]] {
      let output = try home.run(words).output
      #expect(!output.isEmpty && output.unicodeScalars.allSatisfy(\.isASCII), "\(words)")
    }
    #expect(try home.bitpal("--demo", "--size", "small").output.contains("+----"))
  }
}
