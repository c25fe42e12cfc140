import Foundation
import Testing

/// `bitpal history`, `chart` and `prices import`, as a user sees them.
struct HistoryTests {
  /// Buys 2 at 40,000 and sells 1 at 50,000, with the user's own prices for three days.
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for trade in [
      ["buy", "coin-of-mine", "2", "--price", "40000", "--date", "2026-04-20"],
      ["sell", "coin-of-mine", "1", "--price", "50000", "--date", "2026-04-22"],
    ] {
      // A coin that is not in the catalog can be imported from a file.
      let row = "\(trade[1]),\(trade[0]),\(trade[2]),\(trade[4]),\(trade[6])\n"
      let file = try home.file("\(trade[0]).csv", "coin_id,type,amount,price,date\n" + row)
      #expect(try home.bitpal("import", file).status == 0)
    }
    let prices = try home.file(
      "own.csv",
      """
      date,coin_id,usd
      2026-04-20,coin-of-mine,40000
      2026-04-22,coin-of-mine,50000
      2026-04-23,coin-of-mine,55000.5
      """)
    #expect(try home.bitpal("prices", "import", prices).status == 0)
    return home
  }

  private func rows(_ text: String) throws -> (rows: [[String: Any]], returns: [String: Any]) {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return (
      try #require(document["rows"] as? [[String: Any]]),
      try #require(document["returns"] as? [String: Any])
    )
  }

  @Test(arguments: ["average", "buy-average", "fifo", "lifo", "hifo", "hmrc"])
  func `a week follows from kept series, until something changes`(method: String) throws {
    let home = try home()
    let basis = ["--json", "--cost-basis", method]
    let week = ["history", "--range", "2026-04-22..2026-04-26"] + basis
    let folder = "\(home.container)/Library/Application Support"
    let kept = "\(folder)/HistorySeries-\(method).json"
    let first = try home.run(week).output
    #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("coin-of-mine"))
    // A later week uses the same series.
    let later = ["history", "-p", "2026-04-23..2026-04-28"] + basis
    let gone = try home.run(later).output
    #expect(try home.run(week).output == first)
    try FileManager.default.removeItem(atPath: kept)
    #expect(try home.run(later).output == gone)
    #expect(try home.run(week).output == first)
    // A row within the range, and one before it.
    for (date, price) in [("2026-04-24", "51000"), ("2026-04-21", "45000")] {
      try home.bitpal("buy", "coin-of-mine", "1", "--price", price, "--date", date)
      let changed = try home.run(week).output
      #expect(changed != first)
      try FileManager.default.removeItem(atPath: kept)
      #expect(try home.run(week).output == changed)
    }
    // A modified file is not trusted, and an unreadable one is recreated.
    let changed = try home.run(week).output
    let text = try String(contentsOfFile: kept, encoding: .utf8)
    #expect(text.contains(":\"3 "))
    for wrong in [text.replacing(":\"3 ", with: ":\"4 "), "{", "[]", ""] {
      try wrong.write(toFile: kept, atomically: false, encoding: .utf8)
      #expect(try home.run(week).output == changed)
    }
    #expect(try home.bitpal("undo", "--yes").status == 0 || home.bitpal("undo").status == 0)
    #expect(try home.run(week).output != changed)
  }

  @Test func `in euros a week follows from series kept at the same rates`() throws {
    let home = try home()
    let week = ["history", "--range", "2026-04-22..2026-04-26", "--json"]
    let euros = week + ["--currency", "EUR"]
    let folder = "\(home.container)/Library/Application Support"
    let kept = "\(folder)/HistorySeries-average-EUR.json"
    let first = try home.run(euros).output
    #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("coin-of-mine"))
    #expect(try home.run(euros).output == first)
    // Neither currency uses the series of the other.
    let dollars = try home.run(week).output
    #expect(dollars != first)
    #expect(try home.run(euros).output == first)
    // Series with other rates are not used.
    let text = try String(contentsOfFile: kept, encoding: .utf8)
    let other = text.replacing(/"rates":"[^"]*"/, with: #""rates":"2020-01-01 none""#)
    #expect(other != text)
    try other.write(toFile: kept, atomically: false, encoding: .utf8)
    #expect(try home.run(euros).output == first)
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == text)
    try home.bitpal("buy", "coin-of-mine", "1", "--price", "45000", "--date", "2026-04-21")
    let changed = try home.run(euros).output
    #expect(changed != first)
    try FileManager.default.removeItem(atPath: kept)
    #expect(try home.run(euros).output == changed)
  }

  @Test func `a chart's figures are written as JSON and CSV, a row a day`() throws {
    let home = try home()
    let range = ["--range", "2026-04-20..2026-04-22"]
    let csv = try home.run(["chart", "coin-of-mine", "--csv"] + range)
    #expect(
      csv.output == """
        date,price,bought,sold
        2026-04-20,40000,2,0
        2026-04-21,,0,0
        2026-04-22,50000,0,1

        """)
    let json = try home.run(["chart", "--json"] + range)
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["invested"] as? String } == ["80000", "80000", "40000"])
    #expect(rows[1]["value"] is NSNull && rows[2]["value"] as? String == "50000")
    #expect(try home.run(["chart", "--json", "--format", "svg"]).status == 64)
    #expect(try home.run(["chart", "--json", "--csv"]).status == 64)
  }

  @Test func `a gap is named in a chart of any size`() throws {
    let home = try home()
    for size in ["40x8", "30x5", "20x3", "12x1"] {
      let drawn = try home.bitpal(
        "chart", "coin-of-mine", "--range", "2026-04-20..2026-04-23", "--size", size, "--format",
        "text")
      #expect(drawn.output.contains("?"), "\(size): \(drawn.output)")
    }
  }

  @Test func `history follows every cost basis`() throws {
    let home = try home()
    for method in ["average", "buy-average", "fifo", "lifo", "hifo", "hmrc"] {
      let (rows, _) = try rows(
        home.bitpal(
          "history", "--range", "2026-04-20..2026-04-23", "--interval", "day", "--json",
          "--cost-basis", method
        ).output)
      #expect(rows.last?["realizedPnL"] as? String == "10000", "\(method)")
      #expect(rows.last?["invested"] as? String == "40000", "\(method)")
    }
  }

  @Test func `every day has its figures and a day without a price is a gap`() throws {
    let shown = try home().bitpal(
      "history", "--range", "2026-04-20..2026-04-23", "--interval", "day", "--json")
    #expect(shown.status == 0)
    let (rows, returns) = try rows(shown.output)
    #expect(
      rows.map { $0["date"] as? String } == [
        "2026-04-20", "2026-04-21", "2026-04-22", "2026-04-23",
      ])
    #expect(rows[0]["value"] as? String == "80000")
    #expect(rows[1]["value"] is NSNull)
    #expect(rows[1]["unrealizedPnL"] is NSNull)
    #expect(rows[1]["invested"] as? String == "80000")
    #expect(rows[1]["holdingCount"] as? Int == 1)
    #expect(rows[1]["pricedCount"] as? Int == 0)
    #expect(rows[3]["value"] as? String == "55000.5")
    #expect(rows[3]["invested"] as? String == "40000")
    #expect(rows[3]["realizedPnL"] as? String == "10000")
    #expect(rows[3]["unrealizedPnL"] as? String == "15000.5")
    // 40,000 → 50,000 → 55,000.5
    #expect(returns["timeWeighted"] as? String == "37.50125")
  }

  @Test func `a price of an earlier day counts today as in the summary, and is named`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-25T12:00:00Z"
    for (coin, price) in [("pax-gold", "62000"), ("pepe", "3")] {
      try home.bitpal("buy", coin, "1", "--price", price, "--date", "2026-04-20")
    }
    let known = "date,coin_id,usd\n2026-04-24,pax-gold,64001\n2026-04-24,pepe,3\n"
    try home.bitpal("prices", "import", try home.file("own.csv", known))
    let all = try home.file("all.json", #"{"pax-gold": "64000", "pepe": "4"}"#)
    #expect(try home.bitpal("refresh", "--prices", all).status == 0)
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let one = try home.file("one.json", #"{"pepe": "5"}"#)
    #expect(try home.bitpal("refresh", "--prices", one).status == 0)
    let week = ["-p", "2026-04-25..2026-04-28"]
    let shown = try home.run(["history", "--json"] + week).output
    let (rows, returns) = try rows(shown)
    #expect(rows.map { $0["value"] as? String } == ["64004", nil, nil, "64005"])
    #expect(returns["gain"] as? String == "1" && shown.contains(#""pax-gold""#))
    #expect(
      try home.run(["history"] + week).output.contains("Old price today: pax-gold of 2026-04-25."))
    let chart = try home.run(["chart", "--size", "140x20"] + week).output
    #expect(chart.contains("Value $64,005.00") && chart.contains("old price today: pax-gold"))
    #expect(try home.run(["summary", "--json"]).output.contains(#""64005""#))
    // Lines that are compared end with the same prices.
    let compared = try home.run(["chart", "--benchmark", "pax-gold", "--size", "140x20"] + week)
    #expect(compared.output.contains("old price today: pax-gold"), "\(compared.output)")
    // The user's own price of today does not change that, as it does not change the summary.
    let own = try home.file("today.csv", "date,coin_id,usd\n2026-04-28,pax-gold,63000\n")
    try home.bitpal("prices", "import", own)
    #expect(try home.run(["chart", "--size", "140x20"] + week).output.contains("Value $64,005.00"))
    // The chart of the coin itself has the price that is known for the day.
    #expect(try home.run(["chart", "pax-gold", "--csv"] + week).output.hasSuffix("28,63000,0,0\n"))
  }

  @Test func `gain and return are the same everywhere, and money paid in is neither`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    // The smallest coin has no past price, and on the day of one trade no coin has a price.
    for trade in [
      ["pax-gold", "1", "62000", "2026-04-20"], ["pepe", "1", "3", "2026-04-22"],
      ["pax-gold", "1", "64000", "2026-04-24"],
    ] {
      let shown = try home.bitpal(
        "buy", trade[0], trade[1], "--price", trade[2], "--date", trade[3])
      #expect(shown.status == 0)
    }
    let prices = "date,coin_id,usd\n2026-04-20,pax-gold,62000\n2026-04-24,pax-gold,64000\n"
    let today = "2026-04-28,pax-gold,64100\n2026-04-28,pepe,4\n"
    try home.bitpal("prices", "import", try home.file("own.csv", prices + today))
    let fetched = try home.file("now.json", #"{"pax-gold": "64100", "pepe": "4"}"#)
    #expect(try home.bitpal("refresh", "--prices", fetched).status == 0)
    let range = "2026-04-19..2026-04-28"
    let (_, returns) = try rows(try home.bitpal("history", "-p", range, "--json").output)
    let since = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try home.bitpal("summary", "--since", "2026-04-19", "--json").output.utf8))
        as? [String: Any])
    // 128,204 minus 126,003
    #expect(returns["gain"] as? String == "2201" && since["gain"] as? String == "2201")
    let percentage = try #require(returns["timeWeighted"] as? String)
    #expect(percentage.hasPrefix("3.38") && since["timeWeighted"] as? String == percentage)
    let chart = try home.bitpal("chart", "-p", range, "--size", "140x20").output
    #expect(chart.contains("gain +$2,201.00 · time-weighted +3.3"), "\(chart)")
    let masked = try home.bitpal("chart", "-p", range, "--size", "140x20", "--private").output
    #expect(!masked.contains("2,201") && masked.contains("time-weighted +3.3"))
  }

  @Test func `a table tells gaps in words and masks amounts`() throws {
    let home = try home()
    let range = ["history", "--range", "2026-04-20..2026-04-23", "--interval", "day"]
    let shown = try home.run(range)
    #expect(shown.output.contains("2026-04-21           —"))
    #expect(shown.output.contains("0 of 1"))
    #expect(shown.output.contains("Time-weighted +37.50%"))
    #expect(shown.output.contains("No price of any holding: 1 row."))
    let masked = try home.run(range + ["--private"])
    #expect(!masked.output.contains("55,000"))
    #expect(masked.output.contains("+37.50%"))
    let csv = try home.run(range + ["--csv"])
    #expect(csv.output.hasPrefix("date,value,invested,realizedPnL,unrealizedPnL,"))
    #expect(csv.output.contains("\n2026-04-21,,80000,0,,1,0\n"))
  }

  @Test func `a day that a long comparison skips is no gap, one without a price is`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "rows.csv", "coin_id,type,amount,price,date\ncoin-of-mine,buy,1,100,2024-01-01\n")
    try home.done("import \(file)")
    // 400 days from 2024-01-01 on.
    let days = (0..<400).map { day in
      Date(timeIntervalSince1970: Double(1_704_067_200 + day * 86_400)).ISO8601Format().prefix(10)
    }
    func speech(without gap: Range<Int>) throws -> String {
      let priced = days.enumerated().filter { !gap.contains($0.offset) }.map(\.element)
      let rows = priced.map { "\($0),coin-of-mine,110\n" }.joined()
      try home.done("prices import \(home.file("own.csv", "date,coin_id,usd\n" + rows))")
      return try home.done("chart --percent -p \(days[0])..\(days[399]) --format speech")
    }
    let gap = try speech(without: 200..<204)
    #expect(gap.contains("No figure 2024-07-"), "\(gap)")
    let whole = try speech(without: 0..<0)
    #expect(whole.contains("10.00 percent") && !whole.contains("No figure"), "\(whole)")
  }

  @Test func `a range that makes no sense is refused with the right form`() throws {
    let home = try home()
    for (range, status) in [
      ("2x", 64), ("2026-04-31..2026-05-01", 64), ("2026-04-20..2026-04-01", 64),
      ("2027-01-01..2027-02-01", 2),
    ] as [(String, Int32)] {
      let refused = try home.bitpal("history", "--range", range)
      #expect(refused.status == status, "\(range)")
      #expect(refused.output.isEmpty)
    }
    let ahead = try home.bitpal("history", "--range", "2026-04-20..2027-01-01", "--csv")
    #expect(ahead.status == 0)
    #expect(ahead.standardError.contains("up to today, 2026-04-28"))
  }

  @Test func `a chart leaves a coin that has lost its price out of every day, and names it`() throws
  {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for (coin, price) in [("bitcoin", "100"), ("ethereum", "1000")] {
      try home.done("buy \(coin) 1 --price \(price) --date 2026-04-20")
    }
    let days = (20...27).map { "2026-04-\($0),bitcoin,200\n2026-04-\($0),ethereum,3000\n" }
    try home.bitpal(
      "prices", "import", home.file("own.csv", "date,coin_id,usd\n" + days.joined()))
    try home.bitpal("refresh", "--prices", home.file("prices.json", #"{"bitcoin": "200"}"#))
    for period in ["2026-04-20..", "1y"] {
      let chart = try home.done("chart --format text --size 120x12 -p \(period)")
      #expect(chart.contains("High $200.00") && chart.contains("Invested $100.00"), "\(chart)")
      #expect(chart.contains("no price today: ethereum") && !chart.contains("3,"), "\(chart)")
      #expect(chart.contains("gain +$100.00") && chart.contains("1 of 2 coins"), "\(chart)")
    }
    // Both coins more than doubled, but only one of them is shown.
    let percent = try home.done("chart --percent --format text --size 120x12 -p 2026-04-20..")
    #expect(percent.contains("+100.00%") && !percent.contains("+200"), "\(percent)")
    #expect(percent.contains("no price today: ethereum"), "\(percent)")
    for words in ["", "--percent "] {
      let small = try home.done("chart \(words)--format text --size 40x12 -p 2026-04-20..")
      #expect(small.hasPrefix("Portfolio · ") && small.contains("1 left out\n"), "\(small)")
    }
    // The prices of days that have ended are not lost.
    let before = try home.done("chart --format text --size 120x12 -p 2026-04-20..2026-04-26")
    #expect(before.contains("High $3,200.00") && !before.contains("no price today"), "\(before)")
  }

  @Test func `prices are taken all or not at all and the same file changes nothing`() throws {
    let home = try home()
    let path = "\(home.container)/Library/Application Support/UserPrices.csv"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let bad = try home.file(
      "bad.csv", "date,coin_id,usd\n2026-04-24,bitcoin,1\n2026-04-31,bitcoin,2\n")
    let refused = try home.bitpal("prices", "import", bad)
    #expect(refused.status == 2)
    #expect(refused.standardError.contains("line 3: \"2026-04-31\" is not a valid date"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    let again = try home.bitpal("prices", "import", "\(home.path)/own.csv")
    #expect(again.output == "Nothing was changed.\n")
    let newer = try home.file(
      "newer.csv", "USD,Date,Coin_ID\n1.50,2026-04-20,a-coin\n41000,2026-04-20,coin-of-mine\n")
    let taken = try home.bitpal("prices", "import", newer)
    #expect(taken.output == "Added 1 price, replaced 1 price. You have 4 prices now.\n")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        date,coin_id,usd
        2026-04-20,a-coin,1.5
        2026-04-20,coin-of-mine,41000
        2026-04-22,coin-of-mine,50000
        2026-04-23,coin-of-mine,55000.5

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a file without a header is date coin price or is refused`() throws {
    let home = try home()
    let taken = try home.bitpal(
      "prices", "import", try home.file("bare.csv", "2026-04-24,bitcoin,77000.5\n"))
    #expect(taken.output == "Added 1 price. You have 4 prices now.\n", "\(taken)")
    for (rows, reason) in [
      (
        "2026-04-24,10,20",
        "line 1: \"10\" could be the coin or the price; begin the file with the line "
          + "date,coin_id,usd.\n"
      ),
      (
        "bitcoin,2026-04-24,20",
        "its first line \"bitcoin,2026-04-24,20\" is neither the header date,coin_id,usd, in any "
          + "order, nor a price such as 2025-01-31,bitcoin,102405.02."
      ),
    ] {
      let refused = try home.bitpal("prices", "import", try home.file("bad.csv", rows + "\n"))
      #expect(refused.status == 2 && refused.standardError.contains(reason), "\(refused)")
    }
  }

  @Test func `a change of which every coin is left out is unknown and not zero`() throws {
    let home = try home()
    for day in ["2026-04-24", "4 days ago"] {
      let text = try home.bitpal("summary", "--since", day).output
      #expect(text.contains("Since 2026-04-24") && text.contains("Left out"))
      #expect(!text.contains("$0.00"))
      let json = try home.bitpal("summary", "--since", day, "--json").output
      #expect(json.contains("\"valueNow\": null") && json.contains("\"incompleteCoins\": []"))
    }
  }

  @Test func `a chart is spoken in its picture and marks what was traded`() throws {
    let home = try home()
    let options = ["--range", "2026-04-20..2026-04-23", "--format"]
    let picture = try home.run(["chart", "coin-of-mine"] + options + ["svg"]).output
    #expect(
      picture.contains(
        "<desc>coin-of-mine: Price from 2026-04-20 to 2026-04-23. From $40,000.00 to "
          + "$55,000.50. High $55,000.50 (2026-04-23), low $40,000.00 (2026-04-20). "
          + "No figure 2026-04-21.</desc>"))
    #expect(picture.contains("<poly") || picture.contains("<path"))
    let text = try home.run(["chart", "coin-of-mine"] + options + ["text", "--size", "60x12"])
    #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(text.output.contains("B") && text.output.contains("S"))
    #expect(text.output.contains("No figure 2026-04-21"))
    let masked = try home.run(["chart", "--private"] + options + ["svg"]).output
    #expect(!masked.contains("40,000") && !masked.contains("55,000"))
  }
}
