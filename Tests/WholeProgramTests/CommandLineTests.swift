import Foundation
import Testing

/// The command line itself: typing errors, odd input and dangerous input.
struct CommandLineTests {
  @Test(arguments: [
    (["byu"], "bitpal has no command \"byu\". Did you mean `bitpal buy`?\n"),
    (["help", "nope"], "bitpal has no command \"nope\". `bitpal --help` lists the commands.\n"),
    (["help", "config", "gt"], "bitpal config has no command \"gt\"."),
    (
      ["buy", "bitcoin", "1", "--pric", "5"],
      "Unknown option --pric for `bitpal buy`. Did you mean --price?\n"
    ),
    (["buy", "--pric", "5"], "Unknown option --pric for `bitpal buy`. Did you mean --price?\n"),
    (
      ["ls", "--limt", "5"],
      "Unknown option --limt for `bitpal transactions`. Did you mean --limit"
    ),
    (["--siez", "small"], "Unknown option --siez for `bitpal`. Did you mean --size?\n"),
    (
      ["coins", "serch", "btc"],
      "bitpal coins has no command \"serch\". Did you mean `bitpal coins search`?\n"
    ),
    (
      ["alert", "lst"],
      "bitpal alert has no command \"lst\". Did you mean `bitpal alert list`?\n"
    ),
    (
      ["config", "gett", "x"],
      "bitpal config has no command \"gett\". Did you mean `bitpal config get`?\n"
    ),
    (
      ["rates", "updat"],
      "bitpal rates has no command \"updat\". Did you mean `bitpal rates update`?\n"
    ),
    (
      ["prices", "nope"],
      "bitpal prices has no command \"nope\". `bitpal prices --help` lists the commands.\n"
    ),
    (
      ["config", "st"], "bitpal config has no command \"st\". Did you mean `bitpal config set`?\n"
    ),
    (["-x"], "Unknown option -x for `bitpal`. `bitpal --help` lists the options.\n"),
    (
      ["holdings", "--private=yes"],
      "--private takes no value. `bitpal holdings --help` has examples.\n"
    ),
    (
      ["doctor", "a", "b"],
      "`bitpal doctor` does not take \"a\". `bitpal doctor --help` has examples.\n"
    ),
    (
      ["buy", "bitcoin", "1", "--price", "5", "--notes", "-abc"],
      "--notes needs a value. Write a value that begins with a dash as --notes=-abc.\n"
    ),
  ])
  func `names the nearest command or option, the mistake first`(
    arguments: [String], sentence: String
  ) throws {
    let ended = try TestHome().run(arguments)
    #expect(ended.status == 64)
    #expect(ended.standardError.hasPrefix(sentence), "\(ended.standardError)")
  }

  @Test(arguments: [
    (["buy", "bitcoin", "-1", "--price", "5"], "Amount must be greater than zero.\n"),
    (["buy", "bitcoin", "-0.5", "--price", "5"], "Amount must be greater than zero.\n"),
    (["buy", "bitcoin", "1", "--price", "-5"], "Price must be greater than zero.\n"),
    (["buy", "bitcoin", "1", "--total", "-5"], "Total must be greater than zero.\n"),
  ])
  func `negative values reach our own check`(arguments: [String], sentence: String) throws {
    let ended = try TestHome().run(arguments)
    #expect(ended.status == 2 && ended.standardError == sentence, "\(ended.standardError)")
  }

  @Test(arguments: [["undo", "-1"], ["log", "--limit", "-1"], ["transactions", "--limit", "-3"]])
  func `a negative count is repeated as typed, with what is allowed`(arguments: [String]) throws {
    let ended = try TestHome().run(arguments)
    #expect(ended.status == 64)
    #expect(ended.standardError.contains("\"\(arguments.last ?? "")\""), "\(ended.standardError)")
    #expect(
      ended.standardError.contains("Write a whole number such as 3"), "\(ended.standardError)")
  }

  @Test func `help before a command's name is that command's`() throws {
    let home = try TestHome()
    #expect(
      try home.bitpal("--help", "buy").output == home.bitpal("buy", "--help").output)
    #expect(try home.bitpal("-h", "config", "set").output.hasPrefix("Give a setting a value."))
  }

  @Test
  func `values of a list are taken in any case`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(try home.bitpal("explain", "bitcoin", "--cost-basis", "FIFO").output.contains("fifo"))
    #expect(try home.bitpal("--size=SMALL").status == 0)
    #expect(try home.bitpal("completions", "Bash").output.contains("_bitpal"))
    #expect(try home.bitpal("ls", "--type", "Sell", "--csv").output.contains(",sell,"))
    #expect(try home.bitpal("config", "set", "cost-basis", "HIFO").status == 0)
    #expect(try home.bitpal("config", "get", "cost-basis").output == "hifo\n")
    #expect(try home.bitpal("--size", "small", "--theme", "solarised-dark").status == 0)
    #expect(try home.bitpal("config", "set", "theme", "solarised-dark").status == 0)
    #expect(try home.bitpal("explain", "bitcoin", "--cost-basis", "FIFOO").status == 64)
  }

  @Test(arguments: [
    ("2025-1-2", "\"2025-1-2\" is not a valid date. Write 2025-01-02.\n"),
    ("2025-01-02 10:00 CET", "\"2025-01-02 10:00 CET\" is not a valid date. Write the zone CET"),
    ("-1 days ago", "\"-1 days ago\" is not a valid date. Write 2025-01-31,"),
  ])
  func `a date that is nearly one is answered with what is wrong`(text: String, sentence: String)
    throws
  {
    let ended = try TestHome().bitpal("buy", "bitcoin", "1", "--price", "5", "--date", text)
    #expect(ended.status == 2 && ended.standardError.hasPrefix(sentence), "\(ended.standardError)")
  }

  @Test func `gains reads days as transactions does`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(try home.bitpal("gains", "--from", "400 days ago", "--to", "yesterday").status == 0)
    let wrong = try home.bitpal("gains", "--from", "someday")
    #expect(
      wrong.status == 2 && wrong.standardError.contains("yesterday"), "\(wrong.standardError)")
    #expect(try home.bitpal("gains", "--from", "today", "--to", "2020-01-01").status == 64)
  }

  @Test func `a folder that is missing is named as it was typed`() throws {
    let home = try TestHome()
    try home.recordExample()
    for arguments in [["export", "-o"], ["backup"]] {
      let ended = try home.run(arguments + ["\(home.path)/nope/x"])
      #expect(ended.status == 74)
      #expect(
        ended.standardError.contains("There is no folder \(home.path)/nope,"),
        "\(ended.standardError)")
    }
    #expect(try home.bitpal("backup", "").standardError.contains("is empty"))
  }

  @Test(arguments: ["nosuchpager", "false", "less"])
  func `a pager that cannot show a table leaves it to bitpal`(pager: String) throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["PAGER"] = pager == "less" ? "sed s/^/via-/" : pager
    for (words, last) in [
      (["log"], "Hash"), (["explain", "bitcoin"], "Realized"), (["doctor"], "Locale"),
    ] {
      let terminal = try PseudoTerminal(home, [try TestHome.program] + words, columns: 100, rows: 3)
      _ = try terminal.end()
      let text = String(decoding: terminal.output, as: UTF8.self)
      #expect(text.contains(last), "\(text)")
      #expect(text.contains("via-") == (pager == "less"), "\(words)")
    }
  }

  @Test(arguments: [["gains"], ["tax", "2025", "--country", "us"]])
  func `sales and income are in one pager`(words: [String]) throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("reward", "ethereum", "0.1", "--price", "2500", "--date", "2025-05-05")
    home.environment["PAGER"] = "sh -c 'cat; echo end-of-pager' sh"
    let terminal = try PseudoTerminal(home, [try TestHome.program] + words, columns: 100, rows: 3)
    #expect(try terminal.end() == 0)
    let text = String(decoding: terminal.output, as: UTF8.self)
    let parts = text.split(separator: "end-of-pager", omittingEmptySubsequences: false)
    #expect(parts.count == 2, "\(text)")
    #expect(parts[0].contains("Income: rewards"), "\(text)")
  }

  @Test
  func `named columns are those of the sales, and the income says where it is`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("reward", "ethereum", "0.1", "--price", "2500", "--date", "2025-05-05")
    let ended = try home.bitpal("gains", "--columns", "coin,gain")
    #expect(ended.status == 0, "\(ended.standardError)")
    #expect(ended.output.hasPrefix("Coin"))
    #expect(
      ended.standardError.contains("The income is a table of its own: bitpal gains --income."),
      "\(ended.standardError)")
  }

  @Test(arguments: [true, false])
  func `the preview of an import is paged as reports are`(isPaged: Bool) throws {
    let home = try TestHome()
    home.environment["PAGER"] = "sed s/^/via-/"
    let file = try home.file(
      "own.csv", "coin_id,type,amount,price,date\nbitcoin,buy,1,40000,2025-01-02\n")
    let words = ["import", file] + (isPaged ? [] : ["--no-pager"])
    let terminal = try PseudoTerminal(
      home, [try TestHome.program] + words, columns: 100, rows: 3)
    try terminal.wait(for: "Add 1 transaction? [y/N]")
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("via-") == isPaged, "\(text)")
    #expect(!text.contains("via-Add"))
    try terminal.type("y\n")
    #expect(try terminal.end() == 0)
  }

  @Test func `the ledger's own ids come before every symbol`() throws {
    let home = try TestHome()
    let row = "coin_id,type,amount,price,date\ndoge,buy,5,1,2025-01-02\n"
    try home.bitpal("import", "-", input: row)
    let sold = try home.bitpal("sell", "doge", "1", "--price", "2")
    #expect(sold.status == 0, "\(sold.standardError)")
    #expect(try home.bitpal("buy", "usd", "1", "--price", "1").status == 2)
    #expect(try home.bitpal("transactions", "--csv").output.split(separator: "\n").count == 3)
  }

  @Test func `a backup replaces no file unasked`() throws {
    let home = try TestHome()
    try home.recordExample()
    let file = try home.file("precious.txt", "mine")
    let refused = try home.bitpal("backup", file)
    #expect(refused.status == 2 && refused.standardError.contains("--force"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(try home.bitpal("backup", file, "--force").status == 0)
    let path = "\(home.path)/piped.sqlite"
    #expect(
      try spawn(
        "/bin/sh", ["-c", "cd \(home.path) && \(try TestHome.program) backup - > \(path)"],
        environment: home.environment, output: "/dev/null") == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/-"))
    #expect(try home.bitpal("restore", path).status == 0)
  }

  @Test func `a broken setting can be repaired`() throws {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file(
      "config.toml", "palette = \"pinkish\"\ncolor = \"sometimes\"\n")
    #expect(try home.bitpal("summary").status == 2)
    #expect(try home.bitpal("config", "set", "palette", "default").status == 0)
    #expect(try home.bitpal("config", "set", "color", "never").status == 0)
    #expect(try home.bitpal("config", "set", "palette", "color-blind").status == 0)
    #expect(try home.bitpal("config", "set", "palette", "colour-blind").status == 0)
    #expect(try home.bitpal("summary").status == 0)
  }

  @Test func `a demo removes only what a demo made`() throws {
    let home = try TestHome()
    let foreign = "\(home.path)/bitpal-demo.foreign"
    try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: true)
    _ = try home.file("bitpal-demo.foreign/diary.txt", "mine")
    #expect(try home.bitpal("--demo", "--size", "small").status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(foreign)/diary.txt"))
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path)
      .filter { $0.hasPrefix("bitpal-demo.") }
    #expect(left == ["bitpal-demo.foreign"])
  }

  @Test func `data is whole in a pipe`() throws {
    let home = try TestHome()
    let hostile = "\u{1B}]52;c;AAAA\u{07}\u{202E}\u{200B}end"
    try home.bitpal("buy", "bitcoin", "1", "--price", "1", "--notes", hostile)
    #expect(try home.bitpal("export").output.contains(hostile))
    #expect(try home.bitpal("transactions", "--csv").output.contains(hostile))
    let table = try home.bitpal("transactions").output
    #expect(!table.unicodeScalars.contains { [0x1B, 0x202E, 0x200B].contains($0.value) })
  }

  @Test func `masked commands name no amount`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("p.json", #"{"bitcoin": "55000"}"#))
    let runs = [
      ["summary"], ["holdings"], ["closed"], ["transactions"], ["explain", "bitcoin"],
      ["explain", "total"], ["refresh", "--prices", "\(home.path)/p.json"],
      ["sell", "bitcoin", "7", "--price", "1"], ["sell", "bitcoin", "1", "--what-if"],
    ]
    for arguments in runs {
      let ended = try home.run(arguments + ["--private"])
      let said = ended.output + ended.standardError
      for figure in ["40,000", "40000", "50000", "15,000", "10,000", "own 1", "80,000"] {
        #expect(!said.contains(figure), "\(arguments): \(said)")
      }
    }
    home.environment["BITPAL_CONFIG"] = try home.file("config.toml", "private = true\n")
    #expect(!(try home.bitpal("summary").output.contains("10,000")))
    #expect(try home.bitpal("summary", "--no-private").output.contains("10,000"))
    #expect(try home.bitpal("summary", "--json").output.contains("10000"))
  }
}

extension CommandLineTests {
  @Test func `every command takes the mask`() throws {
    let home = try TestHome()
    // A residue that is ignored when its cycle closes.
    try home.bitpal("buy", "bitcoin", "1", "--price", "100", "--date", "2025-01-01")
    try home.bitpal("sell", "bitcoin", "0.999999999", "--price", "77777", "--date", "2025-01-02")
    let runs = [
      ["verify"], ["doctor"], ["export", "--output", "\(home.path)/"], ["backup"],
      ["config"], ["version"], ["alert"], ["watch"], ["coins", "search", "bitcoin"],
      ["watch", "add", "solana"], ["alert", "add", "bitcoin", "above", "9"],
    ]
    for arguments in runs {
      let ended = try home.run(arguments + ["--private"])
      #expect(ended.status == 0, "\(arguments): \(ended.standardError)")
      #expect(try home.run(arguments + ["--no-private"]).status == 0)
    }
    #expect(try home.bitpal("verify").output.contains("0.00007"))
    let masked = try home.bitpal("verify", "--private").output
    #expect(masked.contains("••••• USD of fractions of coins") && !masked.contains("0.00007"))
    #expect(try home.bitpal("export", "--private").output.contains("0.999999999"))
    #expect(try home.bitpal("export", "--privat").status == 64)
  }
}
