import Foundation
import Testing

/// Values from a stablecoin or a daily price are marked wherever they are shown.
struct EstimateTests {
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "rows.csv",
      """
      coin_id,type,amount,price,date,notes,payment,payment_currency,valuation,rate
      bitcoin,buy,1,40000,2024-05-02,,40000,USDT,stablecoin,1
      ethereum,buy,2,2000,2024-05-03,,,,,
      solana,buy,5,100,2024-05-04,,500,USDT,stablecoin,1
      solana,sell,5,120,2024-06-04,,,,,
      solana,buy,5,90,2024-07-04,,,,,

      """)
    let imported = try home.bitpal("import", file)
    #expect(imported.status == 0, "\(imported.standardError)")
    let prices = try home.file(
      "prices.json", #"{"bitcoin": "75000", "ethereum": "2500", "solana": "100"}"#)
    try home.bitpal("refresh", "--prices", prices)
    return home
  }

  @Test func `the summary says how many transactions are estimated`() throws {
    let home = try home()
    #expect(try home.bitpal("summary").output.contains("~ 2 of 5 estimated"))
    let json = try home.bitpal("summary", "--json").output
    #expect(json.contains("\"estimatedCount\": 2") && json.contains("\"transactionCount\": 5"))
    #expect(try !home.bitpal("summary").output.contains("0 of"))
    for command in [["history"], ["summary", "--since", "2024-06-01"]] {
      #expect(try home.run(command).output.contains("~ 2 of 5 estimated"), "\(command)")
    }
    #expect(try home.bitpal("history", "bitcoin").output.contains("~ 1 of 1 estimated"))
  }

  @Test func `sums of a range and of lots with an estimated part have the mark`() throws {
    let home = try home()
    let days = ["2024-05-02", "2024-05-03", "2024-05-04", "2024-05-05"]
    let rows = days.flatMap { ["\($0),bitcoin,41000", "\($0),ethereum,2100", "\($0),solana,110"] }
    let prices = try home.file("own.csv", "date,coin_id,usd\n\(rows.joined(separator: "\n"))\n")
    try home.bitpal("prices", "import", prices)
    func figures(_ line: String, _ words: String) throws -> [Substring] {
      let output = try home.done(words)
      let row = try #require(
        output.split(separator: "\n").first { $0.hasPrefix(line) }, "\(output)")
      let found = row.split(whereSeparator: { " ·(".contains($0) })
        .filter { $0.contains { "$%".contains($0) } }
      #expect(!found.isEmpty, "\(output)")
      return found
    }
    let range = "-p 2024-05-01..2024-05-05"
    for (coin, mark) in [("bitcoin", "~"), ("ethereum", "")] {
      let words = "summary \(coin) \(range)"
      #expect(try figures("Gain", words).allSatisfy { $0.hasPrefix("\(mark)+$") })
      #expect(try figures("Bought", words).allSatisfy { $0.hasPrefix("\(mark)$") })
      #expect(try figures("Sold", words) == ["$0.00"])
      #expect(try figures("Return", words).allSatisfy { $0.hasPrefix("\(mark)+") })
      let foot = try figures("Time-weighted", "history \(coin) \(range)")
      #expect(foot.count == 4 && foot.allSatisfy { $0.hasPrefix("\(mark)+") }, "\(foot)")
      let lots = try figures("Long-term", "lots \(coin) --cost-basis fifo")
      #expect(lots.first?.hasPrefix("\(mark)+$") == true && lots.last == "$0.00", "\(lots)")
      let chart = try home.done("chart --format text --size 120x12 \(range)")
      #expect(chart.contains("gain ~+$") && chart.contains("time-weighted ~+"), "\(chart)")
      #expect(chart.contains("Invested ~$"), "\(chart)")
      let percent = try home.done("chart --percent --format text --size 80x12 \(range)")
      #expect(percent.contains("Portfolio ~+"), "\(percent)")
      let card = try home.done("share \(range)")
      #expect(card.contains(">~+"), "\(card)")
    }
    #expect(
      try home.done("summary bitcoin \(range) --csv --columns bought,gain")
        == "bought,gain\n40000,1000\n")
  }

  @Test func `a fee in a third coin marks the trade that it was paid for`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "binancecoin", "1", "--price", "300", "--date", "2024-01-01")
    try home.bitpal("buy", "bitcoin", "1", "--price", "5", "--date", "2024-03-01")
    let sold = try home.bitpal(
      "sell", "bitcoin", "1", "--total", "1000", "--fee", "0.1bnb", "--date", "2024-04-01")
    #expect(sold.status == 0, "\(sold.standardError)")
    let gains = try home.bitpal("gains", "--csv").output.split(separator: "\n")
    #expect(gains.count == 3)
    #expect(gains.dropFirst().allSatisfy { $0.contains(",true") })
    #expect(try home.bitpal("summary").output.contains("~ 2 of 4 estimated"))
    #expect(try home.bitpal("closed").output.contains("~$942.38"))
    #expect(try !home.bitpal("transactions").output.contains("~$5.00"))
    // The amount paid is stated; its fee in dollars is not.
    let text = try home.bitpal("gains").output
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("bitcoin ") })
    let figures = row.split(separator: " ").filter { $0.contains("$") }
    #expect(figures == ["~$942.38", "$5.00", "~+$937.38"], "\(text)")
    #expect(text.contains("fees ~$57.62"), "\(text)")
  }

  @Test func `a stated cost or price has no mark next to an estimated one`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let file = try home.file(
      "rows.csv",
      """
      coin_id,type,amount,price,date,notes,payment,payment_currency,valuation,rate
      bitcoin,buy,1,40000,2024-05-02,,40000,USDT,stablecoin,1
      bitcoin,sell,1,50000,2024-06-02,,,,,
      bitcoin,buy,2,30000,2024-07-02,,,,,
      bitcoin,sell,1,45000,2024-08-02,,45000,USDT,stablecoin,1

      """)
    #expect(try home.bitpal("import", file).status == 0)
    func cells(_ arguments: String...) throws -> [String] {
      let lines = try home.run(arguments).output.split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix("bitcoin ") && $0.contains("$") })
      return line.split(separator: " ").filter { $0.contains("$") || $0.contains("%") }
        .map(String.init)
    }
    #expect(try cells("gains") == ["$50,000.00", "~$40,000.00", "~+$10,000.00"])
    #expect(try cells("gains", "--by", "sale") == ["$50,000.00", "~$40,000.00", "~+$10,000.00"])
    #expect(
      try cells("gains", "--from", "2024-08-01") == ["~$45,000.00", "$30,000.00", "~+$15,000.00"])
    #expect(
      try cells("gains", "--by", "coin") == ["~$95,000.00", "~$70,000.00", "~+$25,000.00"])
    #expect(
      try cells("closed") == ["~$40,000.00", "$50,000.00", "~+$10,000.00", "~+25.00%"])
    #expect(
      try home.bitpal("gains", "--csv", "--from", "2024-08-01").output.contains(",15000,,true"))
    // The cost of the holding is stated; the proceeds of the sale are an estimate.
    let explained = try home.bitpal("explain", "bitcoin", "--cost-basis", "fifo").output
    #expect(explained.contains("→ $30,000.00") && explained.contains("→ ~+$15,000.00"))
    let history = try home.bitpal(
      "history", "--range", "2024-05-31..2024-08-31", "--interval", "month"
    ).output.split(separator: "\n")
    func figures(_ day: String) -> [Substring] {
      history.first { $0.hasPrefix(day) }?.split(separator: " ").filter { $0.contains("$") } ?? []
    }
    #expect(figures("2024-05-31").contains("~$40,000.00"), "\(history)")
    #expect(figures("2024-05-31").contains("+$0.00") || figures("2024-05-31").contains("$0.00"))
    #expect(figures("2024-07-31").contains("$60,000.00"), "\(history)")
    #expect(figures("2024-07-31").contains("~+$10,000.00"), "\(history)")
  }

  @Test func `totals are marked where a part of them is estimated, and the value never`() throws {
    let home = try home()
    func line(_ label: String, _ arguments: String...) throws -> String {
      let lines = try home.run(["summary"] + arguments).output.split(separator: "\n")
      return try String(#require(lines.first { $0.hasPrefix(label) }))
    }
    #expect(try !line("Total value").contains("~"))
    #expect(try line("Unrealized P&L").contains("~+$36,050.00  ~+"))
    #expect(try line("Realized P&L").contains("~+$100.00"))
    #expect(try line("  closed positions").contains("~+$100.00"))
    #expect(try !line("  partial sales").contains("~"))
    #expect(try line("Total P&L").contains("~+$36,150.00"))
    #expect(try !home.bitpal("summary", "--coin", "ethereum").output.contains("~"))
    #expect(try !line("Unrealized P&L", "--coin", "solana").contains("~"))
    #expect(try line("Realized P&L", "--coin", "solana").contains("~+$100.00"))
  }

  @Test func `widgets, bars and speech carry the marks of the summary`() throws {
    let home = try home()
    let line = try home.bitpal("--size", "line").output
    #expect(line.contains("▲ ~+$36,150.00") && !line.contains("~$"), "\(line)")
    let large = try home.bitpal("--size", "large").output
    #expect(large.contains("~+$36,050.00") && large.contains("~+$100.00"), "\(large)")
    #expect(try home.bitpal("--size", "line", "--format", "waybar").output.contains("~+$36,150.00"))
    let spoken = try home.bitpal("--size", "large", "--format", "speech").output
    #expect(spoken.contains("Total result: an estimated gain of 36,150.00 dollars"), "\(spoken)")
    #expect(spoken.contains("Bitcoin: 75,000.00 dollars, an estimated gain of"), "\(spoken)")
    #expect(spoken.contains("Ethereum: 5,000.00 dollars, a gain of"), "\(spoken)")
    // A refresh uses only the files.
    try home.bitpal("refresh", "--prices", home.file("more.json", #"{"bitcoin": "76000"}"#))
    #expect(try home.bitpal("--size", "line").output.contains("~+$37,150.00"))
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a sale before the estimated purchase is not marked, one after it is`() throws {
    let home = try home()
    let file = try home.file(
      "more.csv",
      """
      coin_id,type,amount,price,date,notes,payment,payment_currency,valuation,rate
      cardano,buy,4,1,2024-05-01,,,,,
      cardano,sell,1,2,2024-05-02,,,,,
      cardano,buy,4,1,2024-05-03,,4,USDT,stablecoin,1

      """)
    #expect(try home.bitpal("import", file).status == 0)
    func partial(_ arguments: String...) throws -> String {
      let lines = try home.run(["summary", "--coin", "cardano"] + arguments).output
      return try String(#require(lines.split(separator: "\n").first { $0.contains("partial") }))
    }
    #expect(try !partial().contains("~"))
    #expect(try partial("--cost-basis", "buy-average").contains("~+$1.00"))
    let explained = try home.bitpal("explain", "cardano").output
    #expect(explained.contains("→ +$1.00") && explained.contains("→ ~$7.00"), "\(explained)")
    let sale = try home.bitpal("sell", "cardano", "3", "--what-if", "--price", "3").output
    func row(_ method: String) -> [Substring] {
      sale.split(separator: "\n").first { $0.hasPrefix("\(method) ") }?.split(separator: " ") ?? []
    }
    #expect(row("average") == ["average", "~$3.00", "~+$6.00", "4", "~$4.00"], "\(sale)")
    #expect(row("fifo") == ["fifo", "$3.00", "+$6.00", "4", "~$4.00"], "\(sale)")
    let json = try home.bitpal("sell", "cardano", "3", "--what-if", "--price", "3", "--json").output
    #expect(json.contains("\"estimated\": true") && json.contains("\"estimated\": false"))
  }

  @Test func `a holding is marked when a purchase of what is held is estimated`() throws {
    let home = try home()
    let rows = try home.bitpal("holdings").output.split(separator: "\n").map(String.init)
    let bitcoin = try #require(rows.first { $0.hasPrefix("bitcoin") })
    #expect(bitcoin.contains("~$40,000.00") && bitcoin.contains("~+$35,000.00"))
    #expect(bitcoin.contains("~+87.50%"))
    // Solana's estimated purchase belongs to a closed cycle.
    for name in ["ethereum", "solana"] {
      let row = try #require(rows.first { $0.hasPrefix(name) })
      #expect(!row.contains("~"))
    }
    let json = Data(try home.bitpal("holdings", "--json").output.utf8)
    let objects = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    let marked = objects.filter { $0["estimated"] as? Bool == true }.map { $0["id"] as? String }
    #expect(marked == ["bitcoin"])
  }

  @Test func `a closed position is marked when a transaction of its cycle is estimated`() throws {
    let home = try home()
    let file = try home.file(
      "more.csv",
      """
      coin_id,type,amount,price,date,notes
      solana,sell,5,95,2024-08-04,
      cardano,buy,5,1,2024-07-04,
      cardano,sell,5,2,2024-07-05,

      """)
    #expect(try home.bitpal("import", file).status == 0)
    let text = try home.bitpal("closed").output
    let marked = text.split(separator: "\n").filter { $0.contains("~+") }
    #expect(marked.count == 1)
    #expect(marked.first?.contains("2024-06-04") == true)
    #expect(marked.first?.contains("~+$100.00") == true)
    #expect(text.contains("~ 1 of 3 estimated"))
    let json = Data(try home.bitpal("closed", "--json").output.utf8)
    let rows = try #require(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    #expect(rows.compactMap { $0["estimated"] as? Bool } == [false, false, true])
  }

  @Test func `an explanation marks the rows and what follows from them`() throws {
    let home = try home()
    let text = try home.bitpal("explain", "bitcoin").output
    #expect(text.contains("~40000"))
    #expect(text.contains("→ ~$40,000.00"))
    #expect(text.contains("~ 1 of 1 transaction estimated"))
    #expect(try !home.bitpal("explain", "ethereum").output.contains("~"))
    let json = try home.bitpal("explain", "bitcoin", "--json").output
    #expect(json.contains("\"estimated\": true"))
  }

  @Test func `transactions and exports carry the valuation`() throws {
    let home = try home()
    let json = try home.bitpal("transactions", "--coin", "bitcoin", "--json").output
    #expect(json.contains("\"valuation\": \"stablecoin\"") && json.contains("\"rate\": \"1\""))
    #expect(try home.bitpal("export").output.contains("stablecoin"))
    #expect(try home.bitpal("export", "--format", "json").output.contains("\"stablecoin\""))
  }

  @Test func `the total's change of the day says of how many holdings it is`() throws {
    let home = try home()
    let prices = try home.file(
      "prices.json",
      #"""
      [{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "current_price": 75000,
        "price_change_percentage_24h": 25, "last_updated": "2026-04-28T12:00:00Z"},
       {"id": "ethereum", "symbol": "eth", "name": "Ethereum", "current_price": 2500,
        "price_change_percentage_24h": null, "last_updated": "2026-04-28T12:00:00Z"}]
      """#)
    try home.bitpal("refresh", "--prices", prices)
    let summary = try home.bitpal("summary").output
    #expect(summary.contains("24 h, 1 of 3"))
    let day = summary.split(separator: "\n").first { $0.contains("24 h") }
    #expect(day?.split(separator: " ").suffix(2) == ["+$15,000.00", "+25.00%"])
    #expect(
      try home.bitpal("--size", "line", "--width", "120").output.contains(
        "24 h, 1 of 3 ▲ +$15,000.00 +25.00%"))
  }
}
