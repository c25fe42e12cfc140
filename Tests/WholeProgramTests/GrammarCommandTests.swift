import Foundation
import Testing

/// Words mean the same in every command, and refusals state the reason and the remedy.
struct GrammarCommandTests {
  private func home() throws -> TestHome {
    let home = try TestHome()
    try home.done("add btc 1 -a Kraken --price 40000 --date 2024-12-31")
    try home.done("buy eth 5 --price 2000 --date 2025-03-31 -a Ledger")
    try home.done("sell btc 0.3 --price 90000 --date 2025-06-03 -c USD")
    return home
  }

  private func rows(_ line: String, _ home: TestHome) throws -> Int {
    try home.done(line + " --csv").split(separator: "\n").count - 1
  }

  @Test func `a period and coins stand behind every list`() throws {
    let home = try home()
    #expect(try rows("ls -p 2025", home) == 2)
    #expect(try rows("list btc -p 2025-Q2", home) == 1)
    #expect(try rows("ls btc eth", home) == 3)
    #expect(try rows("-p ..2024 ls", home) == 1)
    #expect(try rows("ls -a Kraken -p 2024-12-31", home) == 1)
    #expect(try rows("gains btc -p 2025", home) == 1)
    #expect(try rows("gains -p ..2024", home) == 0)
    #expect(try rows("lots eth -p 2025 --cost-basis fifo", home) == 1)
    #expect(try rows("lots btc -p 2025 --cost-basis fifo", home) == 0)
    #expect(try rows("balance btc", home) == 1)
    #expect(try rows("holdings -p 2024", home) == 1)
    #expect(try rows("holdings -p 2024..", home) == 2)
    #expect(try rows("accounts -p ..2025-03-30", home) == 1)
    #expect(try rows("accounts eth -a Ledger", home) == 1)
    #expect(try rows("log -p 1d -n 2", home) == 2)
    #expect(try rows("log -p ..2020", home) == 0)
    // The spellings of version 1.0.
    #expect(
      try rows("ls --coin bitcoin --since 2025-01-01 --until 2025-12-31 --limit 5", home) == 1)
    #expect(try rows("gains --coin bitcoin --year 2025", home) == 1)
    #expect(try rows("gains --from 2025-06-03 --to 2025-06-03", home) == 1)
  }

  @Test func `a summary of a period ends where the period does`() throws {
    let home = try home()
    let past = try home.done("summary btc -p 2025-06 --json")
    #expect(past.contains(#""until": "2025-06-30""#))
    #expect(past.contains(#""sold": "27000""#))
    #expect(try home.done("summary -p 2025..").contains("Value now"))
  }

  @Test func `a refusal repeats what was typed, on one line`() throws {
    let home = try home()
    #expect(try home.refused("ls -p -5d", status: 64).hasPrefix("\"-5d\" is not a period."))
    #expect(try home.refused("ls -p 2024-Q5", status: 64).hasPrefix("\"2024-Q5\" is not a period."))
    #expect(
      try home.refused("ls -p 2024-Q1..Q7", status: 64).hasPrefix("\"Q7\" is not a valid date."))
    let broken = try home.bitpal("buy", "zz\nqx", "1", "--price", "1")
    #expect(broken.labeled.split(separator: "\n").allSatisfy { $0.contains(": ") }, "\(broken)")
    let restored = try home.refused("restore \(home.path)")
    #expect(restored.contains("is not a file") && restored.contains("bitpal restore FILE"))
  }

  @Test func `an empty list says what it was asked for`() throws {
    let home = try home()
    #expect(
      try home.bitpal("accounts", "eth", "-a", "Kraken").standardError.hasSuffix(
        "Kraken does not hold ethereum.\n"))
    #expect(
      try home.bitpal("accounts", "solana").standardError.hasSuffix("No account holds solana.\n"))
    for (period, words) in [
      ("2024", "in 2024"), ("2024-02", "in February 2024"), ("1d", "today"),
      ("2024-01-01..2024-03-31", "in the 1st quarter of 2024"), ("2024..", "since 2024-01-01"),
    ] {
      #expect(
        try home.bitpal("closed", "-p", period).standardError
          == "No position was closed \(words).\n")
    }
  }

  @Test func `a delisted coin that was never held cannot migrate, and that is the reason`() throws {
    let home = try home()
    let words = "migrate matic-network polygon-ecosystem-token 1:1"
    #expect(try home.refused(words).hasPrefix("You hold no matic-network."))
    #expect(
      try home.refused(words + " --date 2024-09-04").hasPrefix(
        "You held no matic-network on 2024-09-04."))
  }

  @Test func `a coin that migrated is explained by the coin it became`() throws {
    let home = try home()
    try home.done("buy matic-network 10 --price 1 --date 2023-01-01")
    try home.done("migrate matic-network polygon-ecosystem-token 1:1 --date 2024-09-04")
    let text = try home.done("explain matic-network").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      text.hasSuffix(
        "10 matic-network migrated to polygon-ecosystem-token on 2024-09-04, and its cost with it: "
          + "bitpal explain polygon-ecosystem-token"), "\(text)")
  }

  @Test func `columns, order and number of rows are chosen`() throws {
    let home = try home()
    #expect(
      try home.done("holdings --sort quantity -n 1 --columns coinId,quantity --csv")
        .replacing("\r", with: "") == "coinId,totalAmount\nethereum,5\n")
    #expect(try home.bitpal("gains", "-j", "--columns", "coin").status == 64)
    let unknown = try home.bitpal("ls", "--columns", "worth")
    #expect(unknown.status == 64)
    #expect(unknown.labeled.hasPrefix("error: There is no column \"worth\".\nhelp: Choose from "))
  }

  @Test func `options before a command are its own, and amounts stay masked`() throws {
    let home = try home()
    for line in ["--private holdings -q", "holdings --private -v --color never"] {
      let output = try home.done(line)
      #expect(output.contains("•••••") && !output.contains("40,000"), "\(line)")
    }
    #expect(try home.done("-c EUR holdings").contains("€"))
    #expect(try home.bitpal("-q", "ls", "btc").standardError.isEmpty)
  }

  @Test func `options of every command do not get in the way of help`() throws {
    let home = try home()
    let (topic, buy) = (try home.done("help dates"), try home.done("help buy"))
    for options in ["--color never", "--private -q", "--color=always -v"] {
      #expect(try home.done("\(options) help dates") == topic)
      #expect(try home.done("help dates \(options)") == topic)
      #expect(try home.done("\(options) help buy") == buy)
      #expect(try home.done("help buy \(options)") == buy)
    }
    #expect(buy.contains("USAGE: bitpal buy <coin> <amount> [<options>]\n"))
  }

  @Test func `an error is the reason, and the help how to go on`() throws {
    let home = try home()
    let id = try home.id("buy", "bitcoin")
    #expect(
      try home.bitpal("rm", id).labeled
        == """
        error: Can't delete it: the sale of 0.3 BTC on 2025-06-03 needs it.
        help: `bitpal ls bitcoin -p 2025-06-03` shows that sale.

        """)
    #expect(try home.bitpal("rm", id, "--private").labeled.contains("the sale of ••••• BTC on"))
    #expect(
      try home.bitpal("buy", "btc", "1", "--price", "80,000").labeled.hasSuffix(
        """
        error: The price "80,000" has a comma.
        help: Write 80000, without the comma.

        """))
    #expect(
      try home.bitpal("buy", "btc", "--color", "always").labeled.hasPrefix(
        "\u{1B}[1;31merror\u{1B}[0m: <amount> is missing.\nUsage: bitpal buy "))
  }

  @Test func `a price that is a thousandth of the day's is refused, and either can be written`()
    throws
  {
    let home = try home()
    let refused = try home.bitpal(
      "buy", "bitcoin", "1", "--price", "80.000", "--date", "2025-03-01")
    #expect(refused.status == 2)
    #expect(refused.labeled.contains("error: 80.000 is $80.00, and bitcoin was at $86,"))
    #expect(refused.labeled.contains("help: Write 80000 for $80,000.00, or 80 if $80.00 is right."))
    try home.done("buy bitcoin 1 --price 80000 --date 2025-03-01")
    try home.done("buy bitcoin 1 --price 80 --date 2025-03-01")
    // For another coin that price is plausible.
    try home.done("buy kaspa 1 --price 80.000 --date 2025-03-01")
    #expect(try rows("ls", home) == 6)
  }

  @Test(arguments: [
    "buy bitcoin 2 --total 160.000 --date 2025-03-01", "edit ROW --price 80.000",
    "edit ROW --total 160.000", "moves answer MOVE bought --price 80.000",
    "moves answer MOVE bought --total 160.000",
  ])
  func `a point of thousands is refused where a price or a total is typed`(line: String) throws {
    let home = try TestHome()
    try home.done("buy bitcoin 2 --price 80000 --date 2025-03-01")
    try home.done("deposit bitcoin 2 Ledger --date 2025-03-01")
    func id(_ list: String, _ field: String) throws -> String {
      let rows = try JSONSerialization.jsonObject(with: Data(try home.done("\(list) -j").utf8))
      return try #require((rows as? [[String: Any]])?.first?[field] as? String)
    }
    let words = line.replacing("ROW", with: try id("ls", "id"))
      .replacing("MOVE", with: try id("moves", "id")).split(separator: " ").map(String.init)
    let refused = try home.run(words)
    #expect(refused.status == 2)
    #expect(refused.labeled.contains("0.000 is $"), "\(refused.labeled)")
    #expect(refused.labeled.contains("and bitcoin was at $86,"), "\(refused.labeled)")
    let typed = try #require(words.first { $0.hasSuffix("0.000") })
    #expect(refused.labeled.contains("help: Write \(typed.replacing(".", with: "")) for $"))
    let ended = try home.run(words.map { $0.replacing(".000", with: "000") })
    #expect(ended.status == 0, "\(ended.labeled)")
  }

  @Test func `an old price tells thousands from decimals, and without any the reading is said`()
    throws
  {
    let home = try TestHome()
    let alert = try home.run(["alert", "add", "bitcoin", "above", "100.000"])
    #expect(alert.status == 2)
    #expect(alert.labeled.contains("100.000 is $100.00, and bitcoin was at $"), "\(alert.labeled)")
    #expect(alert.labeled.contains("help: Write 100000 for $100,000.00, or 100 if $100.00 is"))
    let unknown = try home.run(["alert", "add", "dogwifcoin", "above", "1.250"])
    #expect(unknown.status == 0)
    #expect(
      unknown.labeled.contains(
        "1.250 is read as $1.25: no price of dogwifcoin is known. For $1,250.00, write 1250."),
      "\(unknown.labeled)")
  }

  @Test func `what a figure with three decimals may mean is written with all of them`() throws {
    let refused = try TestHome().run(
      ["buy", "bitcoin", "1", "--price", "80.125", "--date", "2025-03-01"])
    #expect(refused.labeled.contains("Write 80125 for $80,125.00, or 80.1250 if $80.13 is right."))
  }

  @Test(arguments: [
    "", "list", "ls btc", "ls --kind reward", "holdings", "balance", "accounts", "lots", "closed",
    "summary", "gains", "gains --income", "tax 2025 --country us", "moves", "log", "history",
    "chart",
  ])
  func `an empty ledger names import, demo and buy in every list`(line: String) throws {
    let home = try TestHome()
    let words = line.split(separator: " ").map(String.init)
    let first = try home.run(words).standardError
    for command in ["bitpal import FILE", "bitpal buy ", "bitpal --demo"] {
      #expect(first.contains(command), "\(line): \(first)")
    }
    try home.done("deposit bitcoin 1 Ledger --date 2025-03-01")
    #expect(!(try home.run(words).standardError.contains("bitpal import FILE")), "\(line)")
  }

  @Test func `what a sale would bring is known from daily prices, with their age`() throws {
    let home = try TestHome()
    try home.done("buy bitcoin 1 --price 80000 --date 2025-03-01")
    let output = try home.done("sell bitcoin 0.5 --what-if")
    #expect(output.contains("Selling 0.5 bitcoin at $"))
    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("Price: ") })
    #expect(
      line.firstMatch(of: /: the daily price of 20\d\d-\d\d-\d\d \(\d+ days? old\);/) != nil,
      "\(line)")
    try home.done("buy dogwifcoin 1 --price 1 --date 2025-03-01")
    #expect(try home.run(["sell", "dogwifcoin", "1", "--what-if"]).status == 2)
  }

  @Test func `topics explain what commands have in common`() throws {
    let home = try TestHome()
    #expect(try home.done("help dates").contains("2025-Q1, 2025-03"))
    #expect(try home.done("help exit-codes").contains("64"))
    #expect(try home.done("help environment").contains("BITPAL_HOME"))
    // Continuation lines are indented to the column of descriptions.
    let line = "or one\n                      line for waybar, i3bar, tmux, polybar and ps1\n"
    #expect(try home.done("help formats").contains(line))
    #expect(try home.done("help options").contains("--no-pager"))
  }
}
