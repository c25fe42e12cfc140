import Foundation
import Glibc
import Testing

/// Everything that temporarily controls the terminal: the prompt for a key, the pager, the editor,
/// and commands of the dashboard.
///
/// The terminal is usable after a key stops or ends them.
@Suite(.serialized)
struct ForegroundTests {
  private static let set = ["config", "set", "prices.key"]

  private func prompt(_ home: TestHome) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(home, [try TestHome.program] + Self.set)
    try terminal.wait(for: "prices.key: ")
    #expect(terminal.settings != terminal.firstSettings, "the echo is off")
    return terminal
  }

  private func savedFile(_ home: TestHome) throws -> String? {
    let path = "\(home.path)/.config/bitpal/config.toml"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a typed key is saved and not shown`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try prompt(home)
      try terminal.type(" CG-s3cret \n")
      #expect(try terminal.end() == 0)
      #expect(terminal.settings == terminal.firstSettings)
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains("s3cret"))
      #expect(try savedFile(home) == "[prices]\nkey = \"CG-s3cret\"\n")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGPIPE, SIGPWR, 40, SIGSEGV])
  func `a signal at the prompt ends it with the echo on`(_ number: Int32) async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try prompt(home)
      switch number {
      case SIGINT: try terminal.type("CG-\u{3}")
      case SIGQUIT: try terminal.type("CG-\u{1C}")
      default: kill(terminal.process, number)
      }
      #expect(try terminal.end() == 128 + number)
      #expect(terminal.settings == terminal.firstSettings)
      #expect(try savedFile(home) == nil)
    }
  }

  @Test func `a pasted key of two lines is refused and no line reaches the shell`() async throws {
    try await onThread {
      let home = try TestHome()
      let terminal = try PseudoTerminal(
        home,
        [
          "/bin/sh", "-c",
          "\(try TestHome.program) config set prices.key; read line; echo \"<$line>\"",
        ])
      try terminal.wait(for: "prices.key: ")
      try terminal.type("CG-one\nCG-two")
      try terminal.wait(for: "That has more than one line, and nothing was written.")
      try terminal.type("typed\n")
      try terminal.wait(for: "<typed>")
      #expect(try terminal.end() == 0)
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains("CG-"))
      #expect(try savedFile(home) == nil)
    }
  }

  @Test(arguments: ["fg", "bg"])
  func `stopped and continued, the prompt is there again without an echo`(_ command: String)
    async throws
  {
    try await onThread {
      let home = try TestHome()
      let terminal = try Tmux(home, columns: 160)
      try terminal.type("exec bash --norc --noprofile", "Enter")
      try terminal.start("config set prices.key")
      try terminal.wait(for: "prices.key:")
      try terminal.type("CG-ha", "C-z")
      try terminal.wait(for: "Stopped")
      if command == "bg" {
        try terminal.type("bg", "Enter")
        try terminal.wait(for: "prices.key &")
      }
      try terminal.type("fg", "Enter")
      try terminal.wait("the prompt once more") {
        $0.components(separatedBy: "prices.key:").count == 3
      }
      try terminal.type("CG-s3cret", "Enter")
      try terminal.wait("the shell") {
        $0.split(whereSeparator: \.isNewline).last?.hasPrefix("home>") == true
      }
      #expect(try !terminal.history.contains("s3cret"))
      #expect(try savedFile(home) == "[prices]\nkey = \"CG-s3cret\"\n")
    }
  }

  /// A program that keeps the terminal until a line is typed, and reports Ctrl-C.
  private func holder(_ home: TestHome) throws -> String {
    // Perl runs handlers only between operations, never during a read, so poll.
    let path = try home.file(
      "holder",
      #"""
      #!/usr/bin/perl
      $SIG{INT} = $SIG{QUIT} = sub { syswrite STDOUT, "heard a key\n" };
      @ARGV or () = <STDIN>;
      open my $terminal, "<", "/dev/tty" or die;
      vec(my $line = "", fileno $terminal, 1) = 1;
      syswrite STDOUT, "holding\n";
      1 until select(my $ready = $line, undef, undef, 0.02) > 0;
      print "got ", scalar <$terminal>;

      """#)
    try #require(chmod(path, 0o700) == 0)
    return path
  }

  @Test(arguments: ["\u{3}", "\u{1C}"])
  func `Ctrl-C is the pager's, and bitpal waits for its end`(key: String) async throws {
    try await onThread {
      let home = try TestHome()
      home.environment["PAGER"] = try holder(home)
      let terminal = try PseudoTerminal(bitpal: "config", at: home, rows: 5)
      try terminal.wait(for: "holding")
      try terminal.type(key)
      try terminal.wait(for: "heard a key")
      try terminal.type("line\n")
      try terminal.wait(for: "got line")
      let status = try terminal.end()
      #expect(status == 0, "\(String(decoding: terminal.output, as: UTF8.self))")
    }
  }

  @Test(arguments: ["\u{3}", "\u{1C}"])
  func `Ctrl-C is the editor's, and bitpal waits for its end`(key: String) async throws {
    try await onThread {
      let home = try TestHome()
      home.environment["EDITOR"] = try holder(home)
      let terminal = try PseudoTerminal(bitpal: "config", "edit", at: home)
      try terminal.wait(for: "holding")
      try terminal.type(key)
      try terminal.wait(for: "heard a key")
      try terminal.type("line\n")
      try terminal.wait(for: "got line")
      let status = try terminal.end()
      #expect(status == 0, "\(String(decoding: terminal.output, as: UTF8.self))")
    }
  }

  @Test func `ctrl c ends the command on the dashboard's terminal and not the dashboard`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      let file = try home.file(
        "trades.csv", "coin_id,type,amount,price,date\nbitcoin,buy,2,40000,2025-01-02\n")
      let terminal = try PseudoTerminal(home, [try TestHome.program])
      try terminal.wait(for: "No holdings")
      try terminal.type(":import \(file)\r")
      try terminal.wait(for: "[y/N]")
      try terminal.type("\u{3}")
      try terminal.wait(for: "Press Enter to go back")
      try terminal.type("\r")
      try terminal.wait(for: "No holdings")
      try terminal.type("q")
      #expect(try terminal.end() == 0)
    }
  }

  @Test func `Ctrl-Z stops the dashboard after a command had its terminal, and fg shows it`()
    async throws
  {
    try await onThread {
      let home = try TestHome()
      let shell = "set -m; \(try TestHome.program); echo at the shell; read line; fg; echo left"
      let terminal = try PseudoTerminal(home, ["/bin/bash", "-c", shell])
      try terminal.wait(for: "No holdings")
      try terminal.type(":import /nonexistent\r")
      try terminal.wait(for: "Press Enter to go back")
      try terminal.type("\r")
      try terminal.wait(for: "No holdings")
      try terminal.type("\u{1A}")
      try terminal.wait(for: "at the shell")
      try terminal.type("\n")
      try terminal.wait(for: "No holdings")
      try terminal.type("q")
      try terminal.wait(for: "left")
      #expect(try terminal.end() == 0)
    }
  }
}

extension Tmux {
  /// The screen and its scrollback.
  fileprivate var history: String { get throws { try tmux(["capture-pane", "-p", "-S", "-"]) } }
}
