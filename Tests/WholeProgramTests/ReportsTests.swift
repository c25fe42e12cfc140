import Foundation
import Testing

/// Commands that explain, prove and back up the ledger, as a user sees them.
struct ReportsTests {
  @Test func `a sale that is only thought of changes nothing`() throws {
    let home = try TestHome()
    try home.recordExample()
    let before = try home.bitpal("export").output
    let shown = try home.bitpal("sell", "--what-if", "bitcoin", "0.5", "--price", "60000")
    #expect(shown.status == 0)
    for method in ["average", "buy-average", "fifo", "lifo", "hifo", "hmrc"] {
      #expect(shown.output.contains("\n\(method) "))
    }
    #expect(shown.output.contains("+$10,000.00"))
    #expect(try home.bitpal("export").output == before)
    let refused = try home.bitpal("sell", "--what-if", "bitcoin", "2", "--price", "60000")
    #expect(refused.status == 2)
    #expect(refused.standardError == "You only own 1 bitcoin. Cannot sell 2.\n")
  }

  @Test func `holdings, gains and charts are sentences for a screen reader`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2025-02-10T12:00:00Z"
    try home.recordExample()
    try home.bitpal("reward", "bitcoin", "0.1", "--price", "50000", "--date", "2025-02-04")
    try home.bitpal("refresh", "--prices", home.file("prices.json", #"{"bitcoin":"55000"}"#))
    let holdings = try home.bitpal("holdings", "--format", "speech").output
    #expect(holdings.hasPrefix("Bitcoin: quantity 1.1, average cost 40,"), "\(holdings)")
    #expect(holdings.contains("value 60,500.00 dollars, a gain of 15,500.00 dollars, up "))
    let gains = try home.bitpal("gains", "--format", "speech").output
    #expect(gains.hasPrefix("bitcoin: "), "\(gains)")
    #expect(gains.contains("proceeds 50,000.00 dollars, cost 40,000.00 dollars, a gain of 10,000"))
    #expect(gains.contains("\nIncome 5,000.00 dollars.\n"))
    // The same gain and return as on the screen.
    let words = ["chart", "-p", "2025-01-02..2025-02-10"]
    let drawn = try home.run(words + ["--size", "200x20"]).output
    let chart = try home.run(words + ["--format", "speech"]).output
    let gain = try #require(
      drawn.firstMatch(of: /gain \+\$([0-9,.]+) · time-weighted \+([0-9.]+)%/))
    #expect(drawn.components(separatedBy: "Invested $").count == 2, "\(drawn)")
    #expect(chart.contains("A gain of \(gain.1) dollars.\n"), "\(chart)")
    let compared = try home.run(
      ["chart", "bitcoin", "ethereum"] + words.dropFirst() + ["--format", "speech"])
    #expect(
      compared.output.contains("\nBitcoin from ") && compared.output.contains("\nEthereum from "))
    #expect(chart.contains("Time-weighted up \(gain.2) percent.\n"))
    let hidden = try ["holdings", "gains", "chart"].map {
      try home.bitpal($0, "--private", "--format", "speech").output
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
      #expect(try home.run([command, "--format", "speech", "--json"]).status == 64)
    }
  }

  @Test func `accounts have values, and totals say which moves they miss`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for line in [
      "buy bitcoin 1 --price 40000 --account Kraken --date 2025-01-02",
      "buy cardano 10 --price 1 --account Kraken --date 2025-01-02",
      "reward bitcoin 0.1 --price 50000 --label staking --date 2025-02-02",
      "sell bitcoin 0.2 --price 50000 --account Kraken --date 2025-03-02",
      "deposit bitcoin 0.5 Ledger --date 2025-04-02", "withdraw bitcoin 0.25 Kraken",
    ] {
      let ended = try home.run(line.split(separator: " ").map(String.init))
      #expect(ended.status == 0, "\(line): \(ended.standardError)")
    }
    try home.bitpal("refresh", "--prices", home.file("prices.json", #"{"bitcoin":"55000"}"#))

    let accounts = try home.bitpal("accounts").output
    for line in ["$30,250.00", "Total", "$63,250.00", "3 of 4 priced · Updated just now\n"] {
      #expect(accounts.contains(line), "\(accounts)")
    }
    #expect(accounts.hasSuffix("\n2 moves are open: bitpal moves\n"))
    let kraken = try home.bitpal("holdings", "--account", "kraken").output
    #expect(kraken.contains("1 of 2 priced · Updated just now\n1 move is open: bitpal moves\n"))
    let json = try JSONSerialization.jsonObject(
      with: Data(home.bitpal("accounts", "--account", "Ledger", "--json").output.utf8))
    #expect((json as? [[String: Any]])?.first?["currentValue"] as? String == "27500")

    let note = "2 moves are open and not in these figures: bitpal moves"
    for command in [["summary"], ["holdings"], ["gains"], ["summary", "--since", "2026-01-01"]] {
      #expect(try home.run(command).output.contains(note), "\(command)")
    }
    #expect(try home.bitpal("summary", "--json").output.contains(#""openMoveCount": 2"#))
    #expect(try !home.bitpal("summary", "--coin", "cardano").output.contains("open"))
    #expect(try home.bitpal("moves").output.contains("withdrawal"))

    let rewards = try home.bitpal("ls", "--kind", "reward", "--csv").output
    #expect(rewards.split(separator: "\n").count == 2 && rewards.contains(",reward,"))
    #expect(try home.bitpal("ls", "--kind", "deposit").output.contains("deposit"))
  }

  @Test func `the summary of one coin is that coin's part`() throws {
    let home = try TestHome()
    try home.recordExample()
    let prices = try home.file("prices.json", #"{"bitcoin":"55000","ethereum":"3000"}"#)
    try home.bitpal("buy", "ethereum", "1", "--price", "1000", "--date", "2025-01-02")
    try home.bitpal("refresh", "--prices", prices)
    let shown = try home.bitpal("summary", "--coin", "btc")
    #expect(shown.output.contains("Total value          $55,000.00"))
    #expect(shown.output.contains("+$25,000.00  +31.25%"))
    let json = try home.bitpal("summary", "--coin", "bitcoin", "--json").output
    #expect(json.contains("\"coinId\": \"bitcoin\"") && json.contains("\"holdingCount\": 1"))
    #expect(try home.bitpal("summary", "--coin", "bitcoin", "--csv").output.hasPrefix("coinId,"))
    let since = try home.bitpal("summary", "--coin", "ethereum", "--since", "2024-01-01").output
    #expect(since.contains("Bought                $1,000.00"), "\(since)")
    let refused = try home.bitpal("summary", "--coin", "solana")
    #expect(refused.status == 2 && refused.standardError.contains("no transaction of solana"))
  }

  @Test func `the notes of chosen holdings are about these`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-25T12:00:00Z"
    for coin in ["bitcoin", "solana", "cardano"] {
      try home.bitpal("buy", coin, "1", "--price", "10", "--date", "2024-04-20")
    }
    let old = try home.file("old.json", #"{"bitcoin": "64000", "solana": "80"}"#)
    #expect(try home.bitpal("refresh", "--prices", old).status == 0)
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let new = try home.file("new.json", #"{"solana": "90"}"#)
    #expect(try home.bitpal("refresh", "--prices", new).status == 0)
    #expect(try home.bitpal("holdings").output.contains("Old price: bitcoin"))
    let one = try home.bitpal("holdings", "solana").output
    #expect(!one.contains("bitcoin") && !one.contains("Stale") && !one.contains("of 3"), "\(one)")
    let euros = try home.bitpal("accounts", "--at", "2026-04-28", "--currency", "EUR").output
    #expect(try home.bitpal("holdings", "--currency", "EUR").output.contains("rate of 2026-04-28"))
    #expect(euros.contains("rate of 2026-04-28"), "\(euros)")
    // Today has not ended; a past day has its own prices, which have no age.
    #expect(try home.bitpal("holdings", "--at", "2026-04-28").output.contains("$64,090.00"))
    let past = try home.bitpal("holdings", "--at", "2024-12-31").output
    #expect(past.contains("At the end of 2024-12-31") && !past.contains("just now"))
    let accounts = try home.bitpal("accounts", "--at", "2024-12-31").output
    #expect(!accounts.contains("just now"), "\(accounts)")
    let lots = try home.bitpal("lots", "--cost-basis", "fifo").output
    #expect(lots.contains("The sums leave out 1 lot of unknown result."), "\(lots)")
    #expect(lots.contains("2 of 3 priced · Updated 3 d ago · Stale"), "\(lots)")
  }

  @Test func `gains as JSON are sorted and limited like the table`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "3", "--price", "100", "--date", "2025-01-01")
    for (day, price) in ["200", "400", "300"].enumerated() {
      try home.bitpal("sell", "bitcoin", "1", "--price", price, "--date", "2025-02-0\(day + 1)")
    }
    let json = try home.bitpal("gains", "--json", "--sort", "gain", "-n", "2").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let rows = try #require(document["rows"] as? [[String: Any]])
    #expect(rows.map { $0["gain"] as? String } == ["300", "200"])
    let totals = try #require(document["totals"] as? [String: Any])
    #expect(totals["gain"] as? String == "600")
    #expect(try home.bitpal("log", "-p", "2020").standardError.contains("No change in that period"))
  }

  @Test func `the columns of a summary are the keys of its JSON, of a period too`() throws {
    let home = try TestHome()
    try home.recordExample()
    let prices = try home.file("prices.json", #"{"bitcoin":"55000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    #expect(
      try home.done("summary --csv --columns totalPnL,totalValue")
        == "totalPnL,totalValue\n25000,55000\n")
    #expect(try home.done("summary --columns totalValue").contains("$55,000.00"))
    #expect(try !home.done("summary --private --columns totalValue").contains("55,000"))
    for (words, key) in [
      ("summary --columns foo", "totalPnL"), ("summary -p 2025 --columns foo", "timeWeighted"),
    ] {
      let refused = try home.refused(words, status: 64)
      #expect(refused.contains("There is no column \"foo\"."))
      #expect(refused.contains(", \(key), "), "\(refused)")
    }
    let keys = try home.done("summary -p 2025 --csv").split(separator: ",")
    #expect(keys.prefix(4) == ["since", "until", "valueThen", "bought"])
    #expect(
      try home.done("summary -p 2025 --csv --columns since,until")
        == "since,until\n2025-01-01,2025-12-31\n")
  }

  @Test func `the spelling of version 1.0 keeps its CSV`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2025-02-10T12:00:00Z"
    try home.recordExample()
    let lines = try home.done("summary --since 2025-01-01 --csv").replacing("\r", with: "")
      .split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(
      lines == ["figure", "Value on 2024-12-31", "Bought", "Sold", "Income", "Gain", "Value now"])
    #expect(
      try home.done("summary --since 2025-01-01 --csv").hasPrefix("figure,amount"))
    #expect(
      try home.done("summary --since 2025-01-01 --csv --columns since,until")
        == "since,until\n2025-01-01,\n")
    #expect(try home.done("summary -p 2025-01-01.. --csv").hasPrefix("since,until,"))
    #expect(try home.bitpal("summary", "--since", "2025-01-01", "-p", "2024").status == 64)
    #expect(try home.done("summary --since 2025-01-01").contains("Income in it"))
  }

  @Test func `a widget follows the cost basis that is asked for`() throws {
    let home = try TestHome()
    for (amount, price) in [("1", "10"), ("1", "30"), ("1", "20")] {
      try home.bitpal("buy", "bitcoin", amount, "--price", price, "--date", "2025-01-02")
    }
    try home.bitpal("sell", "bitcoin", "1", "--price", "25", "--date", "2025-01-03")
    let prices = try home.file("prices.json", #"{"bitcoin":"40"}"#)
    try home.bitpal("refresh", "--prices", prices)
    for (method, realized) in [("fifo", "+$15.00"), ("hifo", "-$5.00"), ("average", "+$5.00")] {
      let widget = try home.bitpal("--size", "medium", "--cost-basis", method).output
      #expect(widget.contains(realized), "\(method)")
      let picture = try home.bitpal(
        "share", "--size", "medium", "--amounts", "--cost-basis", method
      ).output
      #expect(picture.contains(realized), "\(method)")
      let priced = try home.bitpal("--size", "medium", "--prices", prices, "--cost-basis", method)
      #expect(priced.output.contains(realized), "\(method)")
    }
  }

  @Test func `a picture to share replaces no file unasked`() throws {
    let home = try TestHome()
    try home.recordExample()
    let picture = try home.file("card.svg", "mine")
    let refused = try home.bitpal("share", "-o", picture)
    #expect(refused.status == 2)
    #expect(refused.standardError == "\(picture) exists. Use --force to replace it.\n")
    #expect(try String(contentsOfFile: picture, encoding: .utf8) == "mine")
    #expect(try home.bitpal("share", "-o", picture, "--force").status == 0)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg"))
  }

  @Test func `an explanation reads like a calculation on paper`() throws {
    let home = try TestHome()
    try home.recordExample()
    let prices = try home.file("prices.json", #"{"bitcoin":"55000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    let shown = try home.bitpal("explain", "bitcoin")
    #expect(shown.status == 0)
    let figures = [
      "quantity    2 - 1 = 1 ", "avg cost    40000 ÷ 1 = 40000 ", "value       1 × 55000 = 55000 ",
      "P&L         55000 - 40000 = 15000 ", "realized    50000 - 40000 = 10000 ", "→ +37.50%",
    ]
    for figure in figures { #expect(shown.output.contains(figure)) }
    #expect(shown.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let total = try home.bitpal("explain", "total")
    #expect(total.output.contains("25000 × 100 ÷ 80000 = 31.25 "))
  }

  @Test func `a long explanation lists the newest rows, and says of what`() throws {
    let home = try TestHome()
    for day in 1...3 {
      try home.bitpal("buy", "bitcoin", "1", "--price", "\(day)", "--date", "2023-0\(day)-01")
      try home.bitpal("sell", "bitcoin", "1", "--price", "9", "--date", "2023-0\(day)-15")
    }
    for day in 1...4 {
      try home.bitpal("buy", "bitcoin", "1", "--price", "10", "--date", "2024-03-0\(day)")
    }
    for day in 1...2 {
      try home.bitpal("sell", "bitcoin", "0.5", "--price", "20", "--date", "2024-04-0\(day)")
    }
    let whole = try home.bitpal("explain", "bitcoin", "--cost-basis", "fifo").output
    let part = try home.bitpal("explain", "bitcoin", "--cost-basis", "fifo", "-n", "1").output
    #expect(!whole.contains("lists all"))
    for note in [
      "Not listed: 5 earlier transactions (--limit 6 lists all)",
      "Not listed: 1 earlier sale (--limit 2 lists all)",
      "Not listed: 2 newer lots (--limit 3 lists all)",
      "Not listed: 2 earlier cycles (--limit 3 lists all)",
    ] { #expect(part.contains(note), "\(part)") }
    #expect(part.contains("2024-04-02") && !part.contains("2024-04-01"))
    #expect(part.contains("2023-03-15") && !part.contains("2023-02-15"))
    for line in whole.split(separator: "\n") where line.contains("=") {
      #expect(part.contains(line), "the sums are those of all rows")
    }
    let total = try home.bitpal("explain", "total", "-n", "1").output
    #expect(total.contains("Not listed: 2 earlier cycles (--limit 3 lists all)"))
    #expect(total.contains("closed      15 + 6 = 21 "), "\(total)")
    #expect(total.contains("cost, sold  3 + 3 + 10 = 16"), "\(total)")
    let json = try home.bitpal("explain", "bitcoin", "--json", "-n", "2").output
    #expect(json.components(separatedBy: "\"balance\"").count == 3)
    #expect(try home.bitpal("explain", "bitcoin", "-n", "0").status == 64)
    let closed = try home.bitpal("closed", "--csv").output.split(separator: "\n")
    let newest = try home.bitpal("closed", "--csv", "-n", "2").output.split(separator: "\n")
    #expect(newest == Array(closed.prefix(3)))
  }

  @Test func `an explanation adds up on the digits that it shows`() throws {
    let home = try TestHome()
    for trade in [["1e-18", "1e-18"], ["1e15", "1e12"], ["1e15", "1e12"]] {
      try home.bitpal("buy", "bitcoin", trade[0], "--price", trade[1])
    }
    let prices = try home.file("prices.json", #"{"bitcoin": "1000000000000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    let cost = "2000000000000000000000000000.000000000000000000000000000000000001"
    for subject in ["bitcoin", "total"] {
      let words = try home.bitpal("explain", subject).output.split { $0.isWhitespace }
      let text = words.joined(separator: " ")
      #expect(
        text.contains(
          "2000000000000000000000000000.000001 - \(cost) = "
            + "0.000000999999999999999999999999999999"), "\(text)")
    }
  }

  @Test func `a wrong figure in a widget file is found`() throws {
    let home = try TestHome()
    try home.recordExample()
    #expect(try home.bitpal("verify").status == 0)
    let path = "\(home.widgetData)/portfolio.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(#""realizedPnL": "10000.00""#, with: #""realizedPnL": "10000.01""#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    let found = try home.bitpal("verify")
    #expect(found.status == 1)
    #expect(
      found.standardError == "portfolio.json: realizedPnL is 10000.01 and should be 10000.00. "
        + "`bitpal refresh` rewrites it.\n")
  }

  @Test func `a backup brings the ledger back`() throws {
    let home = try TestHome()
    try home.recordExample()
    let before = try home.bitpal("export", "--format", "json").output
    #expect(try home.bitpal("backup", "\(home.path)/kept.sqlite").status == 0)
    try home.bitpal("sell", "bitcoin", "1", "--price", "1")
    let restored = try home.bitpal("restore", "\(home.path)/kept.sqlite")
    #expect(restored.status == 0)
    #expect(restored.output.hasPrefix("Restored 2 transactions from "))
    #expect(try home.bitpal("export", "--format", "json").output == before)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an export into a folder has the days name`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    #expect(try home.bitpal("export", "--format", "json", "-o", home.path).status == 0)
    let path = "\(home.path)/bitpal-portfolio-2026-04-28.json"
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == home.bitpal("export", "--format", "json").output)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `the figures of a past period speak of its end, not of today`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "rows.csv",
      """
      coin_id,type,amount,price,date,notes,payment,payment_currency,valuation,rate
      coin-of-mine,buy,1,100,2025-01-01,,,,,
      second-of-mine,buy,1,100,2025-01-01,,,,,
      second-of-mine,buy,1,100,2025-03-01,,100,USDT,stablecoin,1

      """)
    try home.done("import \(file)")
    let days = (1...9).map { "2025-01-0\($0),coin-of-mine,110\n" }.joined()
    try home.done("prices import \(home.file("own.csv", "date,coin_id,usd\n" + days))")
    try home.done("refresh --prices \(home.file("p.json", #"{"second-of-mine": "300"}"#))")
    let period = "-p 2025-01-02..2025-01-05"
    let past = try home.run("summary \(period)".split(separator: " ").map(String.init))
    let said = past.output + past.standardError
    #expect(said.contains("1 of 2 priced on 2025-01-05"), "\(said)")
    #expect(!said.contains("Updated") && !said.contains("estimated"), "\(said)")
    let present = try home.run(["summary", "-p", "2025-01-02.."])
    let now = present.output + present.standardError
    #expect(now.contains("1 of 2 priced · Updated") && now.contains("~ 1 of 3 estimated"), "\(now)")
    let card = try home.done("share --amounts \(period)")
    #expect(card.contains(">$110.00</text>") && card.contains("1 of 2 priced"), "\(card)")
    #expect(card.contains("Prices of 2025-01-05") && !card.contains("$600"), "\(card)")
  }

  @Test func `a cost basis edited by hand is not taken for a wrong figure`() throws {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file("config.toml", "")
    try home.recordExample()
    try home.bitpal("buy", "bitcoin", "1", "--price", "70000", "--date", "2025-03-04")
    _ = try home.file("config.toml", "cost-basis = \"buy-average\"\n")
    let found = try home.bitpal("verify")
    #expect(found.status == 1)
    #expect(
      found.standardError == """
        The widget files were written with the cost basis average, and the configuration says \
        buy-average. `bitpal config set cost-basis buy-average` rewrites them.

        """)
    #expect(try home.bitpal("config", "set", "cost-basis", "buy-average").status == 0)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a backup that is not there is an error of files`() throws {
    #expect(try TestHome().bitpal("restore", "/nowhere/kept.sqlite").status == 74)
  }
}
