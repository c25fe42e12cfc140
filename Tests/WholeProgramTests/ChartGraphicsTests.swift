import Testing

/// `bitpal chart` with `charts.graphics`, on a terminal that the test controls.
@Suite(.serialized)
struct ChartGraphicsTests {
  private static let question =
    "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[?62;22c"
  private static let sixel = "\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[?62;4;22c"
  private static let neither = "\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[?62;22c"

  private func home(_ graphics: String?) throws -> TestHome {
    let home = try TestHome()
    try home.recordExample()
    if let graphics { try home.bitpal("config", "set", "charts.graphics", graphics) }
    return home
  }

  private func chart(
    _ home: TestHome, cell: (width: UInt16, height: UInt16) = (8, 16)
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      bitpal: "chart", "-p", "2025-01-02..2025-03-01", at: home, columns: 80, rows: 30, cell: cell)
  }

  /// The chart's output to a terminal that responds once the text is printed.
  private func output(_ home: TestHome, answer: String) throws -> String {
    let terminal = try chart(home)
    let text = try terminal.wait(for: "Feb 17")
    #expect(text.contains(Self.question) && text.contains("⢕"), "the text waits for no answer")
    try terminal.type(answer + "ls\n")
    #expect(try terminal.end() == 0)
    #expect(try terminal.unread() == "ls\n", "what follows the answer is the shell's")
    #expect(terminal.settings == terminal.firstSettings)
    return String(decoding: terminal.output, as: UTF8.self)
  }

  @Test(arguments: [
    ("kitty", Self.kitty, "\u{1B}_Ga=T,"), ("auto", Self.kitty, "\u{1B}_Ga=T,"),
    ("sixel", Self.sixel, "\u{1B}P0;1q"), ("auto", Self.sixel, "\u{1B}P0;1q"),
  ])
  func `pixels are drawn where they are offered and asked for`(
    graphics: String, answer: String, start: String
  ) async throws {
    try await onThread {
      let output = try output(try home(graphics), answer: answer)
      let pictures = output.matches(of: /\x1B(?:_Ga=T,|P0;1q)/)
      #expect(pictures.count == 1 && output.contains(start))
      // The text is printed first, and then again without its dots.
      let again = try #require(output.split(separator: "\u{1B}[26A").last)
      #expect(output.contains("\u{1B}[26A") && again.contains("Feb 17"))
      #expect(!again.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
      let sixels = output.firstMatch(of: /\x1BP0;1q"1;1;(\d+);(\d+)/)
      let keys = output.firstMatch(of: /\x1B_Ga=T,f=32,o=z,s=(\d+),v=(\d+)/)
      let size = sixels.map { ($0.1, $0.2) } ?? keys.map { ($0.1, $0.2) }
      let (width, height) = try #require(size)
      #expect((Int(width) ?? 0) % 8 == 0 && (400...640).contains(Int(width) ?? 0))
      #expect((Int(height) ?? 0) % 16 == 0 && (160...480).contains(Int(height) ?? 0))
    }
  }

  @Test(arguments: [("kitty", Self.sixel), ("sixel", Self.kitty), ("auto", Self.neither)])
  func `a terminal that does not offer what is asked for shows text`(
    graphics: String, answer: String
  ) async throws {
    try await onThread {
      let plain = try chart(try home(nil))
      #expect(try plain.end() == 0)
      let output = try output(try home(graphics), answer: answer)
      #expect(output == Self.question + String(decoding: plain.output, as: UTF8.self))
    }
  }

  @Test func `a silent terminal shows text`() async throws {
    try await onThread {
      let terminal = try chart(try home("auto"))
      #expect(try terminal.end() == 0)
      let output = String(decoding: terminal.output, as: UTF8.self)
      #expect(output.contains("⢕") && output.matches(of: /\x1B(?:_Ga=T|P)/).isEmpty)
      #expect(terminal.settings == terminal.firstSettings)
    }
  }

  @Test(arguments: [
    ["NO_COLOR": "1"], ["TERM": "linux"], ["TERM": "screen-256color"], ["TMUX": "/tmp/t,1,0"],
    ["TERM": "no-such-terminal"], ["LC_ALL": "C", "TERM": "vt100"],
  ])
  func `nothing is asked, and nothing else is written, where no picture can be`(
    environment: [String: String]
  ) async throws {
    try await onThread {
      let outputs = try [nil, "kitty", "sixel", "auto"].map { graphics in
        let home = try home(graphics)
        home.environment.merge(environment) { $1 }
        let terminal = try chart(home)
        #expect(try terminal.end() == 0)
        return terminal.output
      }
      #expect(Set(outputs).count == 1 && !outputs[0].isEmpty)
    }
  }

  @Test func `a terminal that does not know its pixels, a pipe and a file show text`() async throws
  {
    try await onThread {
      let (plain, asking) = (try home(nil), try home("auto"))
      let terminals = try [plain, asking].map { try chart($0, cell: (0, 0)) }
      for terminal in terminals { #expect(try terminal.end() == 0) }
      #expect(terminals[0].output == terminals[1].output)
      try asking.bitpal("config", "set", "charts.graphics", "sextants")
      for words in [["chart"], ["chart", "--format", "ansi"], ["chart", "--format", "svg"]] {
        let range = ["-p", "2025-01-02..2025-03-01", "--size", "80x20"]
        let outputs = try [plain, asking].map { try $0.run(words + range).output }
        #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty, "\(words)")
      }
    }
  }

  @Test func `sextants are drawn on a terminal where a person says that it has them`() async throws
  {
    try await onThread {
      let home = try home("sextants")
      func text() throws -> String {
        let terminal = try chart(home)
        #expect(try terminal.end() == 0)
        return String(decoding: terminal.output, as: UTF8.self)
      }
      func count(_ text: String, _ range: ClosedRange<UInt32>) -> Int {
        text.unicodeScalars.count { range.contains($0.value) }
      }
      let (lines, areas): (ClosedRange<UInt32>, Set<Unicode.Scalar>) = (
        0x1FB00...0x1FB3B, ["⢕", "⠡"]
      )
      let sextants = try text()
      #expect(count(sextants, lines) > 30)
      #expect(
        sextants.unicodeScalars.allSatisfy {
          !(0x2800...0x28FF).contains($0.value) || areas.contains($0)
        })
      #expect(!sextants.contains("\u{1B}_G"))
      home.environment["TERM"] = "linux"
      #expect(try count(text(), lines) == 0)
    }
  }

  @Test func `the dashboard shows pixels in its cells where the terminal has them`() async throws {
    try await onThread {
      let home = try home("kitty")
      home.environment["TERM"] = "xterm-kitty"
      home.environment["COLORTERM"] = "truecolor"
      let terminal = try PseudoTerminal(
        bitpal: "view", at: home, columns: 120, rows: 40, cell: (8, 16))
      _ = try terminal.wait(for: Self.question)
      try terminal.wait(for: "⢕")
      try terminal.type(Self.kitty)
      let drawn = try terminal.wait(for: "\u{1B}_Gq=2,m=0;")
      #expect(drawn.contains("\u{1B}_Ga=T,f=32,o=z,") && drawn.contains(",U=1,i=201,q=2,m=1;"))
      #expect(drawn.unicodeScalars.contains("\u{10EEEE}"))
      try terminal.type("6")
      try terminal.wait(for: "\u{1B}_Ga=d,d=I,i=201")
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }

  @Test func `the dashboard sends its pixels again after Ctrl-Z and fg`() async throws {
    try await onThread {
      let home = try home("kitty")
      home.environment["TERM"] = "xterm-kitty"
      home.environment["COLORTERM"] = "truecolor"
      let shell =
        "set -m; \(try TestHome.program) view; echo at the shell; read line; fg; echo left"
      let terminal = try PseudoTerminal(
        home, ["/bin/bash", "-c", shell], columns: 120, rows: 40, cell: (8, 16))
      try terminal.wait(for: "⢕")
      try terminal.type(Self.kitty)
      try terminal.wait(for: "\u{1B}_Gq=2,m=0;")
      try terminal.type("\u{1A}")
      try terminal.wait(for: "at the shell")
      // A terminal discards the pictures of its alternate screen when a program returns to it.
      try terminal.type("\n")
      let again = try terminal.wait(for: "\u{1B}_Gq=2,m=0;")
      #expect(again.contains("\u{1B}_Ga=T,f=32,o=z,") && again.contains(",U=1,i=201,q=2,m=1;"))
      #expect(again.unicodeScalars.contains("\u{10EEEE}"))
      try terminal.type("q")
      try terminal.wait(for: "left")
      #expect(try terminal.end() == 0)
    }
  }

  @Test func `another word is refused with those there are`() throws {
    let home = try TestHome()
    #expect(
      try home.refused("config set charts.graphics png")
        .contains("text, sextants, kitty, sixel or auto"))
    #expect(try home.done("config get charts.graphics") == "text\n")
  }
}
