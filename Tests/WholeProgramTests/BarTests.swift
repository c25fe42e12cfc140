import Foundation
import FoundationXML
import Testing

/// The recipes in `docs/recipes.md`, checked by the rules of each bar.
@Suite(.serialized)
struct BarTests {
  /// Runs each bar or prompt command as documented, except for `--watch`, which never ends.
  @Test func `every recipe's command prints the line`() throws {
    let home = try priced()
    home.environment["BITPAL_API_BASE_URL"] = "http://127.0.0.1:1/api/v3"
    let bin = "\(home.path)/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(bin)/bitpal", withDestinationPath: try TestHome.program)
    let pages = try DocumentationPage.all.filter { $0.name == "docs/recipes.md" }
    let lines = pages.flatMap(\.blocks).filter { $0.language != "console" }.flatMap(\.lines)
    let commands = lines.compactMap { line in
      line.firstMatch(of: /bitpal --size [^")'\n]*/).map { String($0.0) }
    }
    #expect(commands.count == 10, "\(commands)")
    for command in commands {
      let once = command.replacing(" --watch", with: "")
      let said = try home.execute(
        "/usr/bin/env", ["PATH=\(bin):/usr/bin:/bin", "/bin/sh", "-c", "\(once); echo \"[$?]\""])
      #expect(said.contains("$55,000.00") && said.contains("[0]"), "\(command): \(said)")
    }
  }

  @Test func `waybar reads text tooltip and class`() throws {
    let home = try priced()
    let bar = try json(home.bitpal("--size", "line", "--format", "waybar"))
    let text = try #require(bar["text"] as? String)
    #expect(text.contains("$55,000.00") && text.contains("<span color=\"#4fc46d\">▲ +$25,000.00"))
    let tooltip = try #require(bar["tooltip"] as? String)
    #expect(tooltip.contains("Total P&amp;L") && tooltip.contains("Bitcoin"))
    for markup in [text, tooltip] {
      // Pango refuses invalid XML, and the bar then shows nothing.
      let parser = XMLParser(data: Data("<markup>\(markup)</markup>".utf8))
      #expect(parser.parse(), "\(markup)")
    }
    #expect(bar["class"] as? [String] == ["gain"])
    let masked = try json(home.bitpal("--format", "waybar", "--private"))
    #expect(masked["class"] as? [String] == ["gain", "private"])
    let whole = "\(masked["text"] ?? "")\(masked["tooltip"] ?? "")"
    #expect(!whole.contains("55,000") && !whole.contains("25,000") && whole.contains("•••••"))
  }

  @Test func `i 3 blocks reads a block`() throws {
    let block = try json(priced().bitpal("--size", "line", "--format", "i3bar"))
    #expect(block["name"] as? String == "bitpal" && block["markup"] as? String == "pango")
    #expect(try #require(block["full_text"] as? String).contains("$55,000.00"))
    #expect(try #require(block["short_text"] as? String).contains("$55,000.00"))
  }

  @Test func `tmux shows it in its status line`() async throws {
    try await onThread {
      let home = try priced()
      let style = try home.bitpal("--format", "tmux").output
      #expect(style.contains("#[fg=green]▲ +$25,000.00#[default]"))
      let settings = try home.file(
        "status.conf",
        """
        set -g status-style default
        set -g status-right-length 60
        set -g status-right '#(\(try TestHome.program) --size line --format tmux)'
        """)
      // A status line is drawn only for a client: another tmux, in this one's pane.
      let terminal = try Tmux(home)
      let inner = "tmux -L inner-\(UUID().uuidString)"
      try terminal.type("TMUX= \(inner) -u -f \(settings) new-session sh", "Enter")
      try terminal.wait(for: "$55,000.00 ▲ +$25,000.00 +31.25%")
      let styled = try terminal.styledScreen
      #expect(styled.contains("\u{1B}[32m▲ +$25,000.00") && !styled.contains("##"))
      try terminal.type("exit", "Enter")
      try terminal.wait(for: "[exited]")
    }
  }

  @Test func `polybars tags are closed`() throws {
    let home = try priced()
    let text = try home.bitpal("--size", "line", "--format", "polybar").output
    #expect(
      text.components(separatedBy: "%{F#").count == text.components(separatedBy: "%{F-}").count)
    #expect(text.contains("%{F#4fc46d}▲ +$25,000.00%{F-}"))
    let plain = try home.bitpal("--format", "polybar", "--color", "never").output
    #expect(plain == "$55,000.00 ▲ +$25,000.00 +31.25%\n")
    #expect(seenInPolybar(text) == plain)
  }

  /// The text that polybar shows: `%{` opens a tag up to `}`, and any other `%` is literal.
  private func seenInPolybar(_ text: String) -> String {
    var (seen, rest) = ("", Substring(text))
    while let character = rest.popFirst() {
      if character == "%", rest.first == "{" {
        rest = rest.drop { $0 != "}" }.dropFirst()
      } else {
        seen.append(character)
      }
    }
    return seen
  }

  @Test func `bash prompts know their width`() throws {
    let home = try priced()
    let prompt = "PS1='$(\(try TestHome.program) --size line --format ps1) \\$ '"
    let output = "\(home.path)/prompt"
    let status = try spawn(
      "/bin/bash", ["-c", "\(prompt); printf %s \"${PS1@P}\""], environment: home.environment,
      output: output)
    let decoded = try String(contentsOfFile: output, encoding: .utf8)
    #expect(status == 0)
    #expect(decoded.contains("\u{1}\u{1B}[32m\u{2}▲ +$25,000.00\u{1}\u{1B}[0m\u{2}"))
    // The visible text is what remains after removing the parts between the marks.
    let seen = decoded.split(separator: "\u{1}", omittingEmptySubsequences: false)
      .map { $0.split(separator: "\u{2}").last.map(String.init) ?? "" }.joined()
    #expect(seen.contains("$55,000.00 ▲ +$25,000.00 +31.25%"), "\(seen)")
    #expect(!seen.contains("\u{1B}"))
  }

  @Test
  func `a watched bar writes a line for each change`() async throws {
    try await onThread {
      let home = try priced()
      let stream = try Streamed(home, ["--size", "line", "--format", "i3bar", "--watch"])
      #expect(try stream.line() == "{\"version\":1}")
      #expect(try stream.line() == "[")
      #expect(try stream.line().contains("$55,000.00"))
      try home.bitpal("refresh", "--prices", try home.file("q.json", #"{"bitcoin": "60000"}"#))
      let next = try stream.line()
      #expect(next.hasPrefix(",[{") && next.contains("$60,000.00"))
      #expect(try stream.stop() == SIGTERM)
    }
  }

  @Test func `a bar ends without a fault however old its prices are`() throws {
    let home = try priced()
    home.environment["BITPAL_NOW"] = "2040-01-01T00:00:00Z"
    let ended = try home.bitpal("--format", "waybar", "--max-age", "10m")
    #expect(ended.status == 0)
    #expect(try json(ended)["class"] as? [String] == ["gain", "stale"])
    #expect(try home.bitpal("--size", "small", "--format", "tmux").status == 64)
  }

  private func priced() throws -> TestHome {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
    return home
  }

  private func json(_ ended: Ended) throws -> [String: Any] {
    #expect(ended.status == 0 && ended.output.split(separator: "\n").count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(ended.output.utf8))
    return try #require(object as? [String: Any])
  }
}

/// A run of the program whose lines are read through a named pipe as they arrive.
private final class Streamed {
  private let pid: pid_t
  private let pipe: Int32
  private var rest: [UInt8] = []

  init(_ home: TestHome, _ arguments: [String]) throws {
    let name = "\(home.path)/stream"
    try #require(mkfifo(name, 0o600) == 0)
    // Also open for writing, so that opening never waits for the other end.
    pipe = open(name, O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    pid = try start(
      TestHome.program, arguments, environment: home.environment, output: name)
  }

  deinit {
    kill(pid, SIGKILL)
    close(pipe)
  }

  func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      // A missing line is a failure, not an endless wait.
      var ready = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 60_000) == 1, "no line within a minute")
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(pipe, &bytes, bytes.count)
      try #require(count > 0, "the stream has ended")
      rest += bytes.prefix(count)
    }
  }

  /// Stops the program and returns the signal that ended it.
  func stop() throws -> Int32 {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F
  }
}
