import ArgumentParser
import Portfolio
import Testing

@testable import BitpalCommands

/// One grammar for every command (SPEC 7).
struct GrammarTests {
  private typealias Command = (words: [String], tree: CommandTree)

  private static func commands(_ tree: CommandTree, _ path: [String] = []) -> [Command] {
    [(path, tree)] + tree.subcommands.flatMap { commands($0, path + [$0.name]) }
  }

  /// Every command except the parser's own `help`.
  private static func all() throws -> [Command] {
    commands(try CommandTree.all()).filter { $0.words.first != "help" }
  }

  @Test func `a short option means the same everywhere, and is there wherever its word is`() throws
  {
    let shorts = [
      "--period": "-p", "--currency": "-c", "--account": "-a", "--limit": "-n", "--output": "-o",
      "--quiet": "-q", "--verbose": "-v", "--yes": "-y", "--json": "-j", "--help": "-h",
    ]
    for (words, tree) in try Self.all() {
      for argument in tree.allArguments where argument.kind != .positional && !argument.isHidden {
        let long = argument.names.first { $0.hasPrefix("--") } ?? ""
        let short = argument.names.first { !$0.hasPrefix("--") }
        #expect(short == shorts[long], "\(words) \(long)")
      }
    }
  }

  @Test func `superseded spellings are hidden, and days are a period`() throws {
    for (words, tree) in try Self.all() {
      let names = Set(tree.arguments.flatMap(\.names))
      var superseded: Set<String> = ["--since", "--until", "--year", "--range", "--from", "--to"]
      // Here they name another account.
      if words == ["moves", "answer"] { superseded.subtract(["--from", "--to"]) }
      #expect(names.isDisjoint(with: superseded), "\(words)")
      // In an import it states which coin a name means.
      #expect(words == ["import"] || !names.contains("--coin"), "\(words)")
    }
  }

  @Test func `where days or coins have an old option, there is -p, or a word for the coin`() throws
  {
    let days: Set<String> = ["--since", "--until", "--year", "--range", "--from", "--to"]
    var withCoins: Set<String> = []
    for (words, tree) in try Self.all() where words != ["import"] && words != ["moves", "answer"] {
      let hidden = Set(tree.allArguments.filter(\.isHidden).flatMap(\.names))
      let names = Set(tree.arguments.flatMap(\.names))
      if !hidden.isDisjoint(with: days) { #expect(names.contains("--period"), "\(words)") }
      guard hidden.contains("--coin") else { continue }
      withCoins.insert(words.joined(separator: " "))
      #expect(tree.arguments.contains { $0.kind == .positional }, "\(words)")
    }
    #expect(withCoins.isSuperset(of: ["transactions", "holdings", "summary", "gains", "accounts"]))
  }

  @Test func `every command takes what all do, before its name or behind it`() throws {
    let common = ["--color", "never", "--private", "-q", "--verbose"]
    for (words, tree) in try Self.all() where tree.subcommands.isEmpty && words != ["complete"] {
      for line in [common + words, words + common] {
        let line = CommandLineCheck(line).commandFirst() ?? line
        do {
          _ = try BitpalCommand.parse(line, CommandLineCheck(line))
        } catch {
          let sentence =
            (error as? CommandFailure)?.sentence ?? BitpalCommand.message(for: error)
          for option in common {
            #expect(!sentence.contains(option), "\(line): \(sentence)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    ("list", "transactions"), ("ls", "transactions"), ("add", "buy"), ("balance", "holdings"),
    ("fetch", "refresh"), ("rm", "delete"), ("remove", "delete"),
  ])
  func `words that people try are commands`(alias: String, name: String) throws {
    let found = try CommandTree.all().subcommands.first { $0.aliases.contains(alias) }
    #expect(found?.name == name)
  }

  @Test(
    arguments: [
      (["--private", "holdings"], ["holdings", "--private"]),
      (["-c", "EUR", "moves", "list", "btc"], ["moves", "list", "-c", "EUR", "btc"]),
      (["--account", "list", "ls"], ["ls", "--account", "list"]),
      (["--size", "small"], nil), (["holdings", "--private"], nil), (["--", "holdings"], nil),
    ] as [([String], [String]?)])
  func `options before a command belong to it`(typed: [String], read: [String]?) {
    #expect(CommandLineCheck(typed).commandFirst() == read)
  }

  @Test func `an option that masks is never dropped with those that a command does not have`()
    throws
  {
    let words = ["holdings", "--private", "-q", "--color", "never"]
    #expect(
      try CommandLineCheck(words).withoutCommonOptions()
        == ["holdings", "--private", "--color", "never"])
    #expect(throws: CommandFailure.self) {
      try CommandLineCheck(["buy", "--color", "pink"]).withoutCommonOptions()
    }
  }
}

/// Accepted spellings of periods.
struct PeriodTests {
  @Test(
    arguments: [
      ("2025", "2025-01-01", "2025-12-31"), ("2024-02", "2024-02-01", "2024-02-29"),
      ("2025-Q1", "2025-01-01", "2025-03-31"), ("2025-q4", "2025-10-01", "2025-12-31"),
      ("2025-03-04", "2025-03-04", "2025-03-04"), ("1d", "2026-03-31", "2026-03-31"),
      ("30d", "2026-03-02", "2026-03-31"), ("1w", "2026-03-25", "2026-03-31"),
      ("1m", "2026-03-01", "2026-03-31"), ("6m", "2025-10-01", "2026-03-31"),
      ("1y", "2025-04-01", "2026-03-31"), ("YTD", "2026-01-01", "2026-03-31"),
      ("all", nil, nil), ("..", nil, nil), ("2025..", "2025-01-01", nil),
      ("..2024-06", nil, "2024-06-30"), ("2024..2025-01", "2024-01-01", "2025-01-31"),
      ("2025-01-05..2025-02-01", "2025-01-05", "2025-02-01"),
    ] as [(String, String?, String?)])
  func `a period is read`(text: String, first: String?, last: String?) throws {
    let today = try #require(UTCDay(text: "2026-03-31"))
    let bounds = try Period(text: text).bounds(today: today)
    #expect(bounds.first?.text == first)
    #expect(bounds.last?.text == last)
  }

  @Test(arguments: [
    "", "soon", "0d", "-3d", "2025-13", "2025-Q5", "25", "2025-02-30", "2026..2025", "x..2025",
    "2025..2025-1", "1.5y", "+3d", "1d..3d",
  ])
  func `other words are refused`(text: String) {
    #expect(throws: ValidationError.self) { try Period(text: text) }
  }

  @Test(arguments: [
    ("2024", "2024", "in 2024"), ("2024-01-01..2024-12-31", "2024", "in 2024"),
    ("2024-q2", "2024-Q2", "in the 2nd quarter of 2024"),
    ("2024-10-01..2024-12-31", "2024-Q4", "in the 4th quarter of 2024"),
    ("2024-02", "2024-02", "in February 2024"), ("2024-02-03", "2024-02-03", "on 2024-02-03"),
    ("2024..", "2024-01-01..", "since 2024-01-01"), ("..2024", "..2024-12-31", "until 2024-12-31"),
    ("2024-02..2024-03", "2024-02-01..2024-03-31", "from 2024-02-01 through 2024-03-31"),
    ("1d", "1d", "today"), ("2w", "14d", "in the last 14 days"),
    ("1m", "1m", "in the last month"), ("6m", "6m", "in the last 6 months"),
    ("1y", "12m", "in the last year"), ("2y", "24m", "in the last 2 years"),
    ("ytd", "ytd", "this year"), ("..", "all", "so far"),
  ])
  func `a period is said in words, and written as it is read`(
    typed: String, text: String, words: String
  ) throws {
    let period = try Period(text: typed)
    #expect(period.text == text && period.words == words, "\(period.text) \(period.words)")
    let today = try #require(UTCDay(text: "2026-03-31"))
    let (read, first) = (try Period(text: text).bounds(today: today), period.bounds(today: today))
    #expect(read.first == first.first && read.last == first.last)
  }

  @Test func `days end today, and begin with the first transaction where nothing is said`() throws {
    let today = try #require(UTCDay(text: "2026-03-31"))
    let first = try #require(UTCDay(text: "2025-06-01"))
    func days(_ text: String) throws -> String? {
      try Period(text: text).days(until: today, from: first).map {
        "\($0.lowerBound.text)..\($0.upperBound.text)"
      }
    }
    #expect(try days("all") == "2025-06-01..2026-03-31")
    #expect(try days("..2025-12") == "2025-06-01..2025-12-31")
    #expect(try days("2026") == "2026-01-01..2026-03-31")
    #expect(try days("2027..") == nil)
  }
}
