import Foundation
import Testing

/// What explains, proves and keeps the ledger, as a user meets it.
struct ReportsTests {
  @Test func aSaleThatIsOnlyThoughtOfChangesNothing() throws {
    let desk = try Desk()
    try desk.recordExample()
    let before = try desk.bitpal("export").output
    let shown = try desk.bitpal("sell", "--what-if", "bitcoin", "0.5", "--price", "60000")
    #expect(shown.status == 0)
    for method in ["average", "buy-average", "fifo", "lifo", "hifo", "hmrc"] {
      #expect(shown.output.contains("\n\(method) "))
    }
    #expect(shown.output.contains("+$10,000.00"))
    #expect(try desk.bitpal("export").output == before)
    let refused = try desk.bitpal("sell", "--what-if", "bitcoin", "2", "--price", "60000")
    #expect(refused.status == 2)
    #expect(refused.complaints == "You only own 1 bitcoin. Cannot sell 2.\n")
  }

  @Test func `holdings, gains and charts are sentences for a screen reader`() throws {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2025-02-10T12:00:00Z"
    try desk.recordExample()
    try desk.bitpal("reward", "bitcoin", "0.1", "--price", "50000", "--date", "2025-02-04")
    try desk.bitpal("refresh", "--prices", desk.file("prices.json", #"{"bitcoin":"55000"}"#))
    let holdings = try desk.bitpal("holdings", "--format", "speech").output
    #expect(holdings.hasPrefix("Bitcoin: quantity 1.1, average cost 40,"), "\(holdings)")
    #expect(holdings.contains("value 60,500.00 dollars, a gain of 15,500.00 dollars, up "))
    let gains = try desk.bitpal("gains", "--format", "speech").output
    #expect(gains.hasPrefix("bitcoin: "), "\(gains)")
    #expect(gains.contains("proceeds 50,000.00 dollars, cost 40,000.00 dollars, a gain of 10,000"))
    #expect(gains.contains("\nIncome 5,000.00 dollars.\n"))
    // The same gain and return as on the screen.
    let words = ["chart", "-p", "2025-01-02..2025-02-10"]
    let drawn = try desk.run(words + ["--size", "200x20"]).output
    let chart = try desk.run(words + ["--format", "speech"]).output
    let gain = try #require(
      drawn.firstMatch(of: /gain \+\$([0-9,.]+) · time-weighted \+([0-9.]+)%/))
    #expect(chart.contains("A gain of \(gain.1) dollars.\n"), "\(chart)")
    #expect(chart.contains("Time-weighted up \(gain.2) percent.\n"))
    let hidden = try ["holdings", "gains", "chart"].map {
      try desk.bitpal($0, "--private", "--format", "speech").output
    }.joined()
    for amount in ["60,500", "50,000", "10,000", "15,500", gain.1] {
      #expect(!hidden.contains(amount), "\(hidden)")
    }
    for text in [holdings, gains, chart, hidden] {
      for line in text.split(separator: "\n") {
        #expect(line.hasSuffix("."), "\(line)")
        #expect(!line.contains { "$+~%•·—()".contains($0) }, "\(line)")
      }
    }
    for command in ["holdings", "gains"] {
      #expect(try desk.run([command, "--format", "speech", "--json"]).status == 64)
    }
  }

  @Test func `accounts have values, and totals say which moves they miss`() throws {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for line in [
      "buy bitcoin 1 --price 40000 --account Kraken --date 2025-01-02",
      "buy cardano 10 --price 1 --account Kraken --date 2025-01-02",
      "reward bitcoin 0.1 --price 50000 --label staking --date 2025-02-02",
      "sell bitcoin 0.2 --price 50000 --account Kraken --date 2025-03-02",
      "deposit bitcoin 0.5 Ledger --date 2025-04-02", "withdraw bitcoin 0.25 Kraken",
    ] {
      let ended = try desk.run(line.split(separator: " ").map(String.init))
      #expect(ended.status == 0, "\(line): \(ended.complaints)")
    }
    try desk.bitpal("refresh", "--prices", desk.file("prices.json", #"{"bitcoin":"55000"}"#))

    let accounts = try desk.bitpal("accounts").output
    for line in ["$30,250.00", "Total", "$63,250.00", "3 of 4 priced · Updated just now\n"] {
      #expect(accounts.contains(line), "\(accounts)")
    }
    #expect(accounts.hasSuffix("\n2 moves are open: bitpal moves\n"))
    let kraken = try desk.bitpal("holdings", "--account", "kraken").output
    #expect(kraken.contains("1 of 2 priced · Updated just now\n1 move is open: bitpal moves\n"))
    let json = try JSONSerialization.jsonObject(
      with: Data(desk.bitpal("accounts", "--account", "Ledger", "--json").output.utf8))
    #expect((json as? [[String: Any]])?.first?["currentValue"] as? String == "27500")

    let note = "2 moves are open and not in these figures: bitpal moves"
    for command in [["summary"], ["holdings"], ["gains"], ["summary", "--since", "2026-01-01"]] {
      #expect(try desk.run(command).output.contains(note), "\(command)")
    }
    #expect(try desk.bitpal("summary", "--json").output.contains(#""openMoveCount": 2"#))
    #expect(try !desk.bitpal("summary", "--coin", "cardano").output.contains("open"))
    #expect(try desk.bitpal("moves").output.contains("withdrawal"))

    let rewards = try desk.bitpal("ls", "--kind", "reward", "--csv").output
    #expect(rewards.split(separator: "\n").count == 2 && rewards.contains(",reward,"))
    #expect(try desk.bitpal("ls", "--kind", "deposit").output.contains("deposit"))
  }

  @Test func `the summary of one coin is that coin's part`() throws {
    let desk = try Desk()
    try desk.recordExample()
    let prices = try desk.file("prices.json", #"{"bitcoin":"55000","ethereum":"3000"}"#)
    try desk.bitpal("buy", "ethereum", "1", "--price", "1000", "--date", "2025-01-02")
    try desk.bitpal("refresh", "--prices", prices)
    let shown = try desk.bitpal("summary", "--coin", "btc")
    #expect(shown.output.contains("Total value          $55,000.00"))
    #expect(shown.output.contains("+$25,000.00  +31.25%"))
    let json = try desk.bitpal("summary", "--coin", "bitcoin", "--json").output
    #expect(json.contains("\"coinId\": \"bitcoin\"") && json.contains("\"holdingCount\": 1"))
    #expect(try desk.bitpal("summary", "--coin", "bitcoin", "--csv").output.hasPrefix("coinId,"))
    let since = try desk.bitpal("summary", "--coin", "ethereum", "--since", "2024-01-01").output
    #expect(since.contains("Bought                $1,000.00"), "\(since)")
    let refused = try desk.bitpal("summary", "--coin", "solana")
    #expect(refused.status == 2 && refused.complaints.contains("no transaction of solana"))
  }

  @Test func `a widget follows the cost basis that is asked for`() throws {
    let desk = try Desk()
    for (amount, price) in [("1", "10"), ("1", "30"), ("1", "20")] {
      try desk.bitpal("buy", "bitcoin", amount, "--price", price, "--date", "2025-01-02")
    }
    try desk.bitpal("sell", "bitcoin", "1", "--price", "25", "--date", "2025-01-03")
    let prices = try desk.file("prices.json", #"{"bitcoin":"40"}"#)
    try desk.bitpal("refresh", "--prices", prices)
    for (method, realized) in [("fifo", "+$15.00"), ("hifo", "-$5.00"), ("average", "+$5.00")] {
      let widget = try desk.bitpal("--size", "medium", "--cost-basis", method).output
      #expect(widget.contains(realized), "\(method)")
      let picture = try desk.bitpal(
        "share", "--size", "medium", "--amounts", "--cost-basis", method
      ).output
      #expect(picture.contains(realized), "\(method)")
      let priced = try desk.bitpal("--size", "medium", "--prices", prices, "--cost-basis", method)
      #expect(priced.output.contains(realized), "\(method)")
    }
  }

  @Test func `a picture to share replaces no file unasked`() throws {
    let desk = try Desk()
    try desk.recordExample()
    let picture = try desk.file("card.svg", "mine")
    let refused = try desk.bitpal("share", "-o", picture)
    #expect(refused.status == 2)
    #expect(refused.complaints == "\(picture) exists. Use --force to replace it.\n")
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "mine")
    #expect(try desk.bitpal("share", "-o", picture, "--force").status == 0)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg"))
  }

  @Test func anExplanationReadsLikeACalculationOnPaper() throws {
    let desk = try Desk()
    try desk.recordExample()
    let prices = try desk.file("prices.json", #"{"bitcoin":"55000"}"#)
    try desk.bitpal("refresh", "--prices", prices)
    let shown = try desk.bitpal("explain", "bitcoin")
    #expect(shown.status == 0)
    let figures = [
      "quantity    2 - 1 = 1 ", "avg cost    40000 ÷ 1 = 40000 ", "value       1 × 55000 = 55000 ",
      "P&L         55000 - 40000 = 15000 ", "realized    50000 - 40000 = 10000 ", "→ +37.50%",
    ]
    for figure in figures { #expect(shown.output.contains(figure)) }
    #expect(shown.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let total = try desk.bitpal("explain", "total")
    #expect(total.output.contains("25000 × 100 ÷ 80000 = 31.25 "))
  }

  @Test func anExplanationAddsUpOnTheDigitsThatItShows() throws {
    let desk = try Desk()
    for trade in [["1e-18", "1e-18"], ["1e15", "1e12"], ["1e15", "1e12"]] {
      try desk.bitpal("buy", "bitcoin", trade[0], "--price", trade[1])
    }
    let prices = try desk.file("prices.json", #"{"bitcoin": "1000000000000"}"#)
    try desk.bitpal("refresh", "--prices", prices)
    let cost = "2000000000000000000000000000.000000000000000000000000000000000001"
    for subject in ["bitcoin", "total"] {
      let words = try desk.bitpal("explain", subject).output.split { $0.isWhitespace }
      let text = words.joined(separator: " ")
      #expect(
        text.contains(
          "2000000000000000000000000000.000001 - \(cost) = "
            + "0.000000999999999999999999999999999999"), "\(text)")
    }
  }

  @Test func aWrongFigureInAWidgetFileIsFound() throws {
    let desk = try Desk()
    try desk.recordExample()
    #expect(try desk.bitpal("verify").status == 0)
    let path = "\(desk.widgetData)/portfolio.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(#""realizedPnL": "10000.00""#, with: #""realizedPnL": "10000.01""#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let found = try desk.bitpal("verify")
    #expect(found.status == 1)
    #expect(
      found.complaints == "portfolio.json: realizedPnL is 10000.01 and should be 10000.00. "
        + "`bitpal refresh` rewrites it.\n")
  }

  @Test func aBackupBringsTheLedgerBack() throws {
    let desk = try Desk()
    try desk.recordExample()
    let before = try desk.bitpal("export", "--format", "json").output
    #expect(try desk.bitpal("backup", "\(desk.home)/kept.sqlite").status == 0)
    try desk.bitpal("sell", "bitcoin", "1", "--price", "1")
    let restored = try desk.bitpal("restore", "\(desk.home)/kept.sqlite")
    #expect(restored.status == 0)
    #expect(restored.output.hasPrefix("Restored 2 transactions from "))
    #expect(try desk.bitpal("export", "--format", "json").output == before)
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func anExportIntoAFolderHasTheDaysName() throws {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try desk.recordExample()
    #expect(try desk.bitpal("export", "--format", "json", "-o", desk.home).status == 0)
    let path = "\(desk.home)/bitpal-portfolio-2026-04-28.json"
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == desk.bitpal("export", "--format", "json").output)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func aCostBasisEditedByHandIsNotTakenForAWrongFigure() throws {
    let desk = try Desk()
    desk.environment["BITPAL_CONFIG"] = try desk.file("config.toml", "")
    try desk.recordExample()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "70000", "--date", "2025-03-04")
    _ = try desk.file("config.toml", "cost-basis = \"buy-average\"\n")
    let found = try desk.bitpal("verify")
    #expect(found.status == 1)
    #expect(
      found.complaints == """
        The widget files were written with the cost basis average, and the configuration says \
        buy-average. `bitpal config set cost-basis buy-average` rewrites them.

        """)
    #expect(try desk.bitpal("config", "set", "cost-basis", "buy-average").status == 0)
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func aBackupThatIsNotThereIsAnErrorOfFiles() throws {
    #expect(try Desk().bitpal("restore", "/nowhere/kept.sqlite").status == 74)
  }
}
