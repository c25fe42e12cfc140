import Foundation
import Glibc
import Testing

/// What `make install` installs, tested as installed.
struct InstallTests {
  /// The project's folder.
  private static let project =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// An installation for tests that only read it.
  private static let shared = Result {
    let home = try TestHome.keptUntilTheEnd()
    return try install(home)
  }

  /// Adds an installation to the home's path and returns the prefix.
  private func installed(_ home: TestHome) throws -> String {
    let prefix = try Self.shared.get()
    home.environment["PATH"] = "\(prefix)/bin:/usr/bin:/bin"
    return prefix
  }

  /// Installs the built program below the home and returns the prefix.
  private static func install(_ home: TestHome, prefix: String = "local") throws -> String {
    let stage = "\(home.path)/stage"
    _ = try home.execute(
      "/bin/sh",
      [
        "-c",
        "cd '\(project)' && scripts/stage.sh '\(try TestHome.program)' '\(stage)' && "
          + "'\(stage)/install.sh' --prefix '~/\(prefix)'",
      ])
    return "\(home.path)/\(prefix)"
  }

  /// Removes what ``install(_:prefix:)`` installed.
  private static func uninstall(_ home: TestHome, prefix: String = "local") throws {
    _ = try home.execute("\(home.path)/stage/uninstall.sh", ["--prefix", "~/\(prefix)"])
  }

  @Test func `timers and cron lines name the program with its folder`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    for file in [
      "share/systemd/user/bitpal-refresh.service", "share/doc/bitpal/examples/bitpal.cron",
      "share/applications/bitpal.desktop",
    ] {
      let text = try String(contentsOfFile: "\(prefix)/\(file)", encoding: .utf8)
      #expect(text.contains("\(prefix)/bin/bitpal "), "\(file)")
      #expect(!text.contains("@BINDIR@") && !text.contains("/dev/null"), "\(file)")
    }
    let timer = try String(
      contentsOfFile: "\(prefix)/share/systemd/user/bitpal-refresh.timer", encoding: .utf8)
    #expect(timer.contains("OnCalendar=") && timer.contains("Persistent=true"))
  }

  @Test func `whose data is built in is installed with the program`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    let notice = try String(
      contentsOfFile: "\(prefix)/share/doc/bitpal/NOTICE", encoding: .utf8)
    for name in ["European Central Bank", "CoinGecko", "DefiLlama", "Kraken"] {
      #expect(notice.contains(name))
    }
  }

  @Test func `the service that fetches prices is sandboxed, and make install builds nothing`()
    throws
  {
    let home = try TestHome()
    let unit = "\(try installed(home))/share/systemd/user/bitpal-refresh.service"
    // The allowed exposure is 3.0 of 10.
    let analyze =
      "systemd-analyze security --offline=true --threshold=30 '\(unit)' 2>&1; echo \"[$?]\""
    let exposure = try home.execute("/bin/sh", ["-c", analyze])
    #expect(exposure.hasSuffix("[0]\n"), "\(exposure)")
    let commands = try home.execute(
      "/usr/bin/make", ["--dry-run", "-C", Self.project, "install", "PREFIX=\(home.path)/local"])
    #expect(commands.contains("install.sh"))
    #expect(!commands.contains("swift build"), "\(commands)")
  }

  @Test func `a prefix with a tilde, a blank and signs is where everything points`() throws {
    let home = try TestHome()
    let prefix = try Self.install(home, prefix: "A & B")
    for (file, line) in [
      ("share/systemd/user/bitpal-refresh.service", "ExecStart=\"\(prefix)/bin/bitpal\" refresh"),
      ("share/applications/bitpal.desktop", "TryExec=\(prefix)/bin/bitpal\n"),
    ] {
      let text = try String(contentsOfFile: "\(prefix)/\(file)", encoding: .utf8)
      #expect(text.contains(line), "\(text)")
    }
    try Self.uninstall(home, prefix: "A & B")
    #expect(!FileManager.default.fileExists(atPath: prefix))
  }

  @Test
  func `the cron line runs in cron's environment, and is silent without a network`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    try home.bitpal("buy", "bitcoin", "1", "--price", "10")
    let cron = try String(
      contentsOfFile: "\(prefix)/share/doc/bitpal/examples/bitpal.cron", encoding: .utf8)
    let line = try #require(cron.split(separator: "\n").last { !$0.hasPrefix("#") })
    let command = line.split(separator: " ", maxSplits: 5).last.map(String.init) ?? ""
    let variables = "BITPAL_HOME='\(home.path)/home' BITPAL_API_BASE_URL=http://127.0.0.1:1/api/v3"
    let run =
      "env -i HOME='\(home.path)' PATH=/usr/bin:/bin \(variables) /bin/sh -c '\(command)' 2>&1"
    let said = try home.execute("/bin/sh", ["-c", "\(run); echo \"[$?]\""])
    #expect(said == "[69]\n", "no mail while prices are unavailable")
    try "no ledger".write(
      toFile: "\(home.container)/Library/Application Support/WidgetData/refresh_data.json",
      atomically: true, encoding: .utf8)
    try "no ledger".write(
      toFile: "\(home.container)/BitpalShared.sqlite", atomically: true, encoding: .utf8)
    let wrong = try home.execute("/bin/sh", ["-c", "\(run); echo \"[$?]\""])
    #expect(wrong.contains("BitpalShared.sqlite"), "what is wrong otherwise is said: \(wrong)")
  }

  @Test func `every command has a manual page that man formats without a warning`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    let pages = try FileManager.default.contentsOfDirectory(atPath: "\(prefix)/share/man/man1")
    #expect(pages.contains("bitpal.1") && pages.contains("bitpal-import.1"))
    let all = pages.map { "man1/\($0)" } + ["man5/bitpal-config.5"]
    let files = all.map { "'\(prefix)/share/man/\($0)'" }.joined(separator: " ")
    let said = try home.execute(
      "/bin/sh", ["-c", "LC_ALL=C.UTF-8 man -l --warnings=w \(files) 2>&1 >/dev/null"])
    #expect(said == "")
  }

  @Test func `manual pages name a command's other names, and pages to read next`() throws {
    let home = try TestHome()
    let list = try home.bitpal("man", "ls").output
    #expect(
      list.contains(".SH ALIASES\n\\fBbitpal ls\\fR, \\fBbitpal list\\fR mean the same."),
      "\(list)")
    // The date is that of the newest entry in the changelog.
    let changes = try String(contentsOfFile: "\(Self.project)/CHANGELOG.md", encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /\n## (\d\S*) - (\S+)\n/))
    #expect(
      list.contains(".TH BITPAL\\-TRANSACTIONS 1 \"\(newest.2)\" \"bitpal \(newest.1)\""), "\(list)"
    )
    #expect(list.contains(".BR bitpal (1),\n.BR bitpal\\-edit (1),"), "\(list)")
    let get = try home.bitpal("man", "config", "get").output
    #expect(get.hasSuffix(".BR bitpal\\-config (1),\n.BR bitpal\\-config (5)\n"), "\(get)")
    #expect(try home.bitpal("man", "help").output.contains("bitpal help config set"))
    // No page refers to a missing page.
    _ = try home.execute(
      "/bin/sh", ["-c", "'\(try TestHome.program)' man --all '\(home.path)/man'"])
    let pages = Set(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/man"))
    for page in pages {
      let text = try String(contentsOfFile: "\(home.path)/man/\(page)", encoding: .utf8)
      for name in text.matches(of: /\.BR (bitpal\S*) \((\d)\)/) {
        let file = "\(name.1.replacing("\\-", with: "-")).\(name.2)"
        #expect(pages.contains(file), "\(page) names \(file)")
      }
    }
  }

  @Test func `bash completes commands, coins and values, and goes on to file names`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    let script = "\(prefix)/share/bash-completion/completions/bitpal"
    func complete(_ words: String) throws -> [String] {
      let wordIndex = words.split(separator: " ", omittingEmptySubsequences: false).count
      let list = words.split(separator: " ", omittingEmptySubsequences: false)
        .map { "'\($0)'" }.joined(separator: " ")
      let said = try home.execute(
        "/usr/bin/env",
        [
          "PATH=\(home.environment["PATH"] ?? "")", "BITPAL_HOME=\(home.path)/home", "bash",
          "--norc", "-c",
          """
          source '\(script)'; COMP_WORDS=(bitpal \(list)); COMP_CWORD=\(wordIndex); _bitpal
          printf '%s\\n' "${COMPREPLY[@]}"; complete -p bitpal
          """,
        ])
      return said.split(separator: "\n").map(String.init)
    }
    #expect(try complete("bu").first == "buy")
    #expect(try complete("buy bitcoin-c").contains("bitcoin-cash"))
    #expect(try complete("holdings --cost-basis li").first == "lifo")
    let files = try complete("import some")
    #expect(files.count == 1, "nothing of our own where a file is meant")
    #expect(files[0].contains("-o default"), "file names stay on")
  }

  @Test(arguments: [
    (["holdings", "--currency", "EU"], "EUR"), (["holdings", "-c", "EU"], "EUR"),
    (["ls", "--so"], "--sort"), (["--si"], "--size"),
    (["help", "imp"], "import"), (["man", "hol"], "holdings"),
    (["explain", "tot"], "total"), (["config", "set", "theme", "du"], "dusk"),
    (["config", "unset", "pal"], "palette"), (["alert", "add", "bitcoin", ""], "above"),
    (["export", "--format", ""], "csv"), (["export", "--format", "krak"], ""),
    (["--format", "krak"], ""), (["import", "--format", "kraken-f"], "kraken-futures"),
  ])
  func `values, ids and other names are completed`(words: [String], first: String) throws {
    let said = try TestHome().run(["complete", "--"] + words).output
    #expect(said.split { "\t\n".contains($0) }.first.map(String.init) ?? "" == first, "\(said)")
  }

  @Test func `coins are completed where they are held, watched or in the ledger`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("buy", "solana", "1", "--price", "5", "--date", "2025-01-02")
    try home.bitpal("sell", "solana", "1", "--price", "5", "--date", "2025-01-03")
    try home.bitpal("watch", "add", "monero")
    func complete(_ words: String...) throws -> [Substring] {
      try home.run(["complete", "--"] + words + [""]).output.split(separator: "\n")
    }
    #expect(try complete("sell") == ["bitcoin\tBitcoin"])
    #expect(try complete("watch", "remove") == ["monero\tMonero"])
    #expect(try complete("ls") == ["bitcoin\tBitcoin", "solana\tSolana"])
  }

  @Test func `ids of alerts are completed where an alert is meant`() throws {
    let home = try TestHome()
    try home.bitpal("alert", "add", "bitcoin", "above", "100000")
    let said = try home.run(["complete", "--", "alert", "remove", ""]).output
    #expect(said.contains("\tbitcoin above"), "\(said)")
  }

  @Test func `fish completes commands with their notes, and file names`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    let file = try home.file("trades.csv", "")
    func complete(_ line: String) throws -> String {
      try home.execute(
        "/usr/bin/env",
        [
          "HOME=\(home.path)", "PATH=\(home.environment["PATH"] ?? "")",
          "BITPAL_HOME=\(home.path)/home", "fish", "--no-config", "-c",
          "source '\(prefix)/share/fish/vendor_completions.d/bitpal.fish'; complete -C '\(line)'",
        ])
    }
    #expect(try complete("bitpal bu").hasPrefix("buy\tRecord"))
    #expect(try complete("bitpal buy bitcoin-c").contains("bitcoin-cash\tBitcoin Cash"))
    #expect(try complete("bitpal import \(home.path)/tra").contains(file))
  }

  @Test func `zsh completes commands and file names at its prompt`() throws {
    let home = try TestHome()
    let prefix = try installed(home)
    _ = try home.file("trades.csv", "")
    let terminal = try Tmux(home, columns: 100, rows: 24)
    try terminal.type(
      "cd '\(home.path)' && PATH='\(home.environment["PATH"] ?? "")' "
        + "BITPAL_HOME='\(home.path)/home' PS1='zsh> ' zsh -f", "Enter")
    try terminal.wait(for: "zsh>")
    try terminal.type(
      "autoload -U compinit; compinit -u -d .dump; "
        + "source '\(prefix)/share/zsh/site-functions/_bitpal'; echo rea''dy", "Enter")
    try terminal.wait(for: "ready")
    try terminal.type("bitpal bu", "Tab")
    try terminal.wait(for: "bitpal buy")
    try terminal.type("C-u", "bitpal import tra", "Tab")
    try terminal.wait(for: "bitpal import trades.csv")
    try terminal.type("C-u", "exit", "Enter")
    try terminal.wait(for: "home>")
  }

  @Test func `what was installed is removed without a trace, and what others installed stays`()
    throws
  {
    let home = try TestHome()
    let prefix = try Self.install(home)
    try Self.uninstall(home)
    #expect(!FileManager.default.fileExists(atPath: prefix))

    _ = try Self.install(home)
    let other = "\(prefix)/bin/other"
    try "#!/bin/sh".write(toFile: other, atomically: true, encoding: .utf8)
    try Self.uninstall(home)
    #expect(try home.execute("/usr/bin/find", [prefix, "-type", "f"]) == other + "\n")
  }
}
