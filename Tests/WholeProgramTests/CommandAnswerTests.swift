import Foundation
import Testing

/// Command output: on one line, within the terminal's width, and without overwriting files.
struct CommandAnswerTests {
  @Test(arguments: [
    (["ls", "--limit", "x"], "\"x\" is not valid for --limit. Write a whole number such as 3."),
    (
      ["gains", "--by", "x"],
      "\"x\" is not valid for --by. Use sale, coin, month, year, term or label."
    ),
    (
      ["config", "get", "them"],
      "\"them\" is not a setting. Did you mean theme?"
    ),
    (
      ["config", "set", "zzzzzz", "1"],
      "\"zzzzzz\" is not a setting. `bitpal config` lists them all."
    ),
    (["ls", "--limit"], "--limit needs a value. `bitpal transactions --help` has examples."),
    (
      ["undo", "1", "foo"],
      "`bitpal undo` does not take \"foo\". `bitpal undo --help` has examples."
    ),
    (
      ["chart", "--size", "3"], "\"3\" is not valid for --size. Write a size such as 80x24."
    ),
    (["gains", "--year", "20x"], "\"20x\" is not valid for --year. Write a year such as 2025."),
    (
      ["import", "--format", "karken", "a.csv"],
      "\"karken\" is not a format that bitpal reads. Did you mean kraken?"
    ),
    (
      ["help", "buy", "x"],
      "`bitpal buy` has no commands of its own. `bitpal help buy` is its help."
    ),
  ])
  func `a wrong value is answered in one line that says what is allowed`(
    arguments: [String], sentence: String
  ) throws {
    let ended = try TestHome().run(arguments)
    #expect(ended.status == 64 && ended.standardError == sentence + "\n", "\(ended.standardError)")
  }

  @Test func `an empty ledger has nothing to share, and nothing is written`() throws {
    let home = try TestHome()
    for size in ["card", "chart", "small", "large"] {
      let ended = try home.run(["share", "--size", size, "-o", "\(home.path)/card.svg"])
      #expect(ended.status == 2)
      #expect(
        ended.standardError.hasPrefix("There is nothing to share: the ledger has no transactions"))
      #expect(!FileManager.default.fileExists(atPath: "\(home.path)/card.svg"))
    }
  }

  @Test func `pictures are drawn for every date that other commands take`() throws {
    let home = try TestHome()
    func foot(_ date: String) throws -> String {
      try home.run(["screenshot", "--size", "small", "--at", date]).output
    }
    #expect(try foot("2026-04-29").contains("Updated 15 h ago"))
    #expect(try foot("2026-04-28T09:05Z").contains("Updated 1 h ago"))
    #expect(try foot("yesterday").contains(" d ago"))
    let wrong = try home.run(["screenshot", "--size", "small", "--at", "31.1.2026"])
    #expect(wrong.status == 2)
    #expect(wrong.standardError.hasPrefix("\"31.1.2026\" is not a valid date. Write 2025-01-31"))
  }

  @Test func `pictures of a project's ledger are the same, whatever is set`() throws {
    let home = try TestHome()
    let ledger = try home.file(
      "ledger.csv",
      "coin_id,type,amount,price,date\nbitcoin,buy,2,40000,2025-01-02\nbitcoin,buy,2,60000,2025-02-02\n"
        + "bitcoin,sell,1,70000,2025-03-02\n")
    let prices = try home.file("prices.json", #"{"bitcoin": "55000"}"#)
    let fixture = ["--ledger", ledger, "--prices", prices, "--at", "2026-01-31T12:00:00Z"]
    let folder = "\(home.path)/pictures"
    #expect(try home.run(["screenshot", "--all", "-o", folder] + fixture).status == 0)
    try home.done("config set cost-basis fifo")
    try home.done("config set currency EUR")
    // The user's own ledger and settings are damaged.
    try Data("nonsense = [".utf8).write(
      to: URL(fileURLWithPath: "\(home.path)/.config/bitpal/config.toml"))
    let container = "\(home.path)/home/group.com.bitpal.shared"
    try FileManager.default.createDirectory(
      atPath: container, withIntermediateDirectories: true)
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: "\(container)/BitpalShared.sqlite"))
    let check = try home.run(["screenshot", "--check", folder] + fixture)
    #expect(check.status == 0, "\(check)")
    let widget = try home.run(["screenshot", "--size", "small", "--prices", prices])
    #expect(widget.status == 0 && widget.output.contains("Portfolio"), "\(widget)")
  }

  @Test func `what cannot be found is named, with what to do`() throws {
    let home = try TestHome()
    let missing = "No such file: nope.csv. Check the name and try again.\n"
    for words in [["import", "nope.csv"], ["prices", "import", "nope.csv"]] {
      let ended = try home.run(words)
      #expect(ended.status == 74 && ended.standardError == missing, "\(ended.standardError)")
    }
    #expect(
      try home.bitpal("import", "/").standardError
        == "That is a folder: /. Name the files in it, such as /*.csv.\n")
    let unknown = try home.bitpal("buy", "my-odd-coin", "1", "--price", "5")
    #expect(
      unknown.standardError
        == "Cryptocurrency 'my-odd-coin' not found. `bitpal coins search NAME` finds coins by name.\n"
    )
    let near = try home.bitpal("buy", "bitcion", "1", "--price", "5").standardError
    #expect(near == "Cryptocurrency 'bitcion' not found. Did you mean bitcoin (Bitcoin, rank 1)?\n")
    #expect(try home.bitpal("help", "help").output == home.bitpal("--help").output)
  }

  @Test func `the journal names a change and its coins`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2025-01-02")
    let file = try home.file(
      "some.csv",
      "coin_id,type,amount,price,date\nsui,gift,1,,2025-01-03\nmonero,gift,1,,2025-02-04\n")
    try home.bitpal("import", file)
    let log = try home.bitpal("log").output
    #expect(log.contains("some.csv: monero, sui  ") && log.contains("  buy bitcoin  "), "\(log)")
  }

  @Test func `verify says each thing once`() throws {
    let home = try TestHome()
    try home.recordExample()
    let lines = try home.bitpal("verify").output.split(separator: "\n")
    #expect(lines.map { $0.prefix(8) }.contains("Residue "))
    #expect(lines.allSatisfy { $0.prefix(14).hasSuffix("  ") }, "no sum of what is above: \(lines)")
  }

  @Test(arguments: [
    "holdings", "closed", "lots --cost-basis fifo", "gains", "log", "history", "watch list",
    "ls",
  ])
  func `columns give way in the order that the help states`(command: String) throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("sell", "bitcoin", "1", "--price", "50000", "--account", "Kraken", "--fee", "2")
    try home.bitpal("buy", "ethereum", "1", "--price", "2000")
    try home.bitpal("watch", "add", "bitcoin")
    // With this setting, lots have an account column.
    try home.bitpal("config", "set", "lots", "account")
    let words = command.split(separator: " ").map(String.init)
    let help = try home.run(words + ["--help"]).output.replacing("\n", with: " ")
    let stated = try #require(help.firstMatch(of: /in this order: ([^.]*)\./)).1
      .replacing(", then ", with: ", ").replacing(" and ", with: ", ")
      .components(separatedBy: ", ")
    var seen: [String] = []
    for columns in stride(from: UInt16(150), to: 20, by: -6) {
      let terminal = try PseudoTerminal(
        home, [try TestHome.program] + words, columns: columns, rows: 500)
      _ = try terminal.end()
      let text = String(decoding: terminal.output, as: UTF8.self)
        .replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "").replacing(/\s+/, with: " ")
      let hidden =
        (text.components(separatedBy: "Not shown at this width: ").dropFirst().first ?? "")
        .components(separatedBy: ", ")
      let gone = stated.filter { name in
        // The last one is followed by the next line of the report.
        hidden.contains(name) || hidden.last?.hasPrefix(name + " ") == true
      }
      #expect(Array(stated.prefix(gone.count)) == gone, "\(command) at \(columns): \(gone)")
      seen = gone.count > seen.count ? gone : seen
    }
    #expect(!seen.isEmpty)
  }

  @Test func `a coin without a price has a sentence in place of a chart`() throws {
    let home = try TestHome()
    let ended = try home.bitpal("chart", "monero", "--range", "1m")
    #expect(
      ended.output.isEmpty && ended.standardError.hasPrefix("No price"), "\(ended.standardError)")
    #expect(try home.bitpal("chart", "monero", "--format", "svg").output.hasPrefix("<svg"))
  }

  @Test(arguments: [40, 60] as [UInt16])
  func `no line of a report is wider than the terminal`(columns: UInt16) throws {
    let home = try TestHome()
    try home.recordExample()
    let commands = [
      ["ls"], ["holdings"], ["summary"], ["accounts"], ["log"], ["gains"], ["explain", "bitcoin"],
      ["explain", "total"], ["verify"], ["doctor"], ["config"], ["config", "keys"], ["nope"],
      ["coins", "search", "bitcoin"], ["import", "--formats"], ["import", "--help"], ["--help"],
    ]
    for words in commands {
      let terminal = try PseudoTerminal(
        home, [try TestHome.program] + words, columns: columns, rows: 500)
      _ = try terminal.end()
      let text = String(decoding: terminal.output, as: UTF8.self)
        .replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "")
      // A path is not wrapped, so that it can be copied.
      let wide = text.split(whereSeparator: \.isNewline).map(String.init).filter {
        $0.count > Int(columns) && $0.split(separator: " ").allSatisfy { $0.count < columns - 8 }
      }
      #expect(wide.isEmpty && !text.isEmpty, "\(words): \(wide)")
    }
  }

  @Test(arguments: [
    (["ls", "--account", "krakn"], 2, "names the account \"krakn\". Did you mean Kraken?\n"),
    (["moves", "--account", "krakn"], 2, "Did you mean Kraken?\n"),
    (
      ["ls", "--since", "2025-01-01", "--until", "2024-01-01"], 64,
      "--since 2025-01-01 is after --until 2024-01-01, so nothing can match.\n"
    ),
    (["holdings", "--coin", "monero"], 0, "You hold no monero."),
  ])
  func `an empty list says why it is empty`(arguments: [String], status: Int32, words: String)
    throws
  {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--account", "Kraken")
    let ended = try home.run(arguments)
    #expect(ended.status == status)
    #expect((ended.output + ended.standardError).contains(words), "\(ended)")
  }

  @Test func `a narrow list of transactions keeps the ids`() throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1.25", "--price", "5", "--account", "Kraken")
    for columns in [44, 50, 60] as [UInt16] {
      let terminal = try PseudoTerminal(
        home, [try TestHome.program, "ls"], columns: columns, rows: 50)
      _ = try terminal.end()
      let text = String(decoding: terminal.output, as: UTF8.self)
      #expect(text.contains("Id") && text.contains("Kind"), "\(columns): \(text)")
    }
  }

  @Test(arguments: ["lots --cost-basis fifo", "lots", "gains --cost-basis fifo", "ls", "moves"])
  func `an id of a coin that a command takes is whole at 80 columns`(command: String) throws {
    let home = try TestHome()
    let coin = "polygon-ecosystem-token"
    try home.done("buy \(coin) 1000000.123 --price 0.4567 --date 2024-05-01 -a Kraken")
    try home.done("sell \(coin) 1234.5678 --price 0.5678 --date 2025-05-02 -a Kraken")
    try home.done("withdraw \(coin) 1234.5678 Kraken --date 2025-05-03")
    let terminal = try PseudoTerminal(
      home, [try TestHome.program] + command.split(separator: " ").map(String.init), columns: 80,
      rows: 50)
    _ = try terminal.end()
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains(coin), "\(text)")
    if command.hasPrefix("lots") { #expect(text.contains("Cost"), "costs go last: \(text)") }
  }

  @Test func `a damaged ledger names the newest backup`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("backup")
    try Data(repeating: 1, count: 9000).write(
      to: URL(fileURLWithPath: "\(home.container)/BitpalShared.sqlite"))
    let said = try home.bitpal("summary").standardError
    let words = said.split(separator: "`")
    let command = try #require(words.first { $0.hasPrefix("bitpal restore ") }, "\(said)")
    #expect(command.hasPrefix("bitpal restore \(home.container)/Backups/BitpalShared-"))
    let file = String(command.dropFirst("bitpal restore ".count))
    #expect(try home.bitpal("restore", file).status == 0)
    #expect(try home.bitpal("ls", "--csv").output.split(separator: "\n").count == 3)
  }

  @Test func `an export replaces a named file only with --force`() throws {
    let home = try TestHome()
    try home.recordExample()
    let file = try home.file("mine.csv", "precious")
    let refused = try home.bitpal("export", "-o", file)
    #expect(refused.status == 2 && refused.standardError.contains("Use --force to replace it."))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    #expect(try home.bitpal("export", "-o", file, "--force").status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("coin_id,"))
    // A dated export replaces one of the same day, so that a nightly job can run twice.
    for _ in 1...2 { #expect(try home.bitpal("export", "-o", home.path).status == 0) }
  }

  @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles", "Asia/Kathmandu"])
  func `a sale of a past day follows that day's purchases`(zone: String) throws {
    let home = try TestHome()
    home.environment["TZ"] = zone
    home.environment["BITPAL_NOW"] = "2026-11-22T22:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2026-11-20 07:30")
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2026-11-20 18:30")
    let sold = try home.bitpal("sell", "bitcoin", "2", "--price", "6", "--date", "2026-11-20")
    #expect(sold.output.contains("on 2026-11-20"), "\(sold.standardError)")
    let early = try home.bitpal(
      "sell", "bitcoin", "1", "--price", "6", "--date", "2026-11-20 06:00")
    #expect(early.status == 2, "a time that was typed stays")
    try home.bitpal("buy", "solana", "1", "--price", "5")
    #expect(try home.bitpal("sell", "solana", "1", "--price", "5", "--date", "today").status == 0)
    #expect(try home.bitpal("verify").status == 0)
  }
}
