import Foundation
import Testing

/// Currencies other than US dollars, as a user sees them.
struct CurrencyTests {
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2024-05-02")
    try home.bitpal("sell", "bitcoin", "1", "--price", "60000", "--date", "2025-03-11")
    let prices = try home.file("prices.json", #"{"bitcoin": "75000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    return home
  }

  private func file(_ name: String, _ home: TestHome) throws -> String {
    try String(contentsOfFile: "\(home.widgetData)/\(name)", encoding: .utf8)
  }

  @Test func `the setting rewrites the widget files, and unsetting it does too`() throws {
    let home = try home()
    #expect(try !file("portfolio.json", home).contains("\"currency\""))
    #expect(try home.bitpal("config", "set", "currency", "eur").status == 0)
    #expect(try file("portfolio.json", home).contains("\"currency\": \"EUR\""))
    let small = try home.bitpal("--size", "small").output
    #expect(small.contains("€"))
    #expect(small.contains("rate 2026-04-2"))
    #expect(try home.bitpal("verify").status == 0)
    #expect(try home.bitpal("config", "unset", "currency").status == 0)
    #expect(try !file("portfolio.json", home).contains("\"currency\""))
    #expect(try !file("refresh_data.json", home).contains("\"rate\""))
  }

  @Test func `a widget in another currency equals the same widget by the setting`() throws {
    let home = try home()
    for size in ["small", "medium", "large", "line"] {
      let asked = try home.bitpal("--size", size, "--currency", "CHF").output
      try home.bitpal("config", "set", "currency", "CHF")
      #expect(try home.bitpal("--size", size).output == asked)
      #expect(try home.bitpal("--size", size, "--currency", "USD").output.contains("$75,000"))
      try home.bitpal("config", "unset", "currency")
    }
  }

  @Test func `a refresh keeps the widgets in their currency`() throws {
    let home = try home()
    try home.bitpal("config", "set", "currency", "EUR")
    let prices = try home.file("prices.json", #"{"bitcoin": "80000"}"#)
    try home.bitpal("refresh", "--prices", prices)
    let line = try home.bitpal("--size", "line").output
    #expect(line.hasPrefix("€"))
    #expect(try line == home.bitpal("--size", "line", "--currency", "EUR").output)
    let summary = try home.bitpal("summary", "--json").output
    #expect(summary.contains("\"currency\": \"EUR\""))
    #expect(try home.bitpal("verify", "--currency", "EUR").status == 0)
  }

  @Test func `an explained value is the product of the digits before it`() throws {
    let home = try home()
    let prices = try home.file("prices.json", #"{"bitcoin": "75000.123"}"#)
    try home.bitpal("refresh", "--prices", prices)
    let text = try home.bitpal("explain", "bitcoin", "--currency", "EUR").output
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // One coin: amount × dollars ÷ rate, and the price uses the same numbers.
    let terms = try #require(words.firstMatch(of: #/value 1 × (75000\.123 USD ÷ [0-9.]+) = /#))
    #expect(words.contains("price \(terms.1) = "))
    #expect(words.contains("the price to 38 digits"))
  }

  @Test func `what is kept in a currency follows every change of the ledger`() throws {
    let home = try home()
    let before = try home.bitpal("summary", "--currency", "GBP", "--json").output
    try home.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2025-04-01")
    #expect(try home.bitpal("summary", "--currency", "GBP", "--json").output != before)
    try home.bitpal("undo")
    #expect(try home.bitpal("summary", "--currency", "GBP", "--json").output == before)
    #expect(try home.bitpal("verify", "--currency", "GBP").status == 0)
  }

  @Test func `a ledger with a migration is proved in every currency`() throws {
    let home = try home()
    try home.bitpal("migrate", "bitcoin", "ethereum", "1:10", "--date", "2025-05-01")
    #expect(try home.bitpal("verify").status == 0)
    let proof = try home.bitpal("verify", "--currency", "EUR")
    #expect(proof.status == 0, "\(proof.standardError)")
    #expect(try home.bitpal("verify", "--currency", "EUR").status == 0)
  }

  @Test func `what is kept may be lost or damaged`() throws {
    let home = try home()
    let before = try home.bitpal("holdings", "--currency", "SEK", "--json").output
    let kept = "\(home.container)/Library/Application Support/CountedPositions-SEK.json"
    let whole = try String(contentsOfFile: kept, encoding: .utf8)
    let wrong = whole.replacing("true", with: "false")
    #expect(wrong != whole)
    for text in [wrong, "", "{}", "{\"format\": \"1\", \"rates\": \"x\", \"coins\": [{}]}"] {
      try text.write(toFile: kept, atomically: true, encoding: .utf8)
      #expect(try home.bitpal("holdings", "--currency", "SEK", "--json").output == before)
    }
  }

  @Test func `an unknown code is refused everywhere and never dollars`() throws {
    let home = try home()
    let refused = try home.bitpal("config", "set", "currency", "XYZ")
    #expect(refused.status == 2)
    #expect(refused.standardError.contains("currency \"XYZ\" is not known. Use one of AED"))
    #expect(try home.bitpal("summary", "--currency", "XYZ").status == 64)
    let path = try home.bitpal("config", "path").output.trimmingCharacters(in: .newlines)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try "currency = \"XYZ\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    for command in [["summary"], ["--size", "small"], ["holdings", "--json"], ["config"]] {
      let ended = try home.run(command)
      // The settings are still listed, so that the currency can be corrected.
      let isSilent = ended.output.isEmpty || command == ["config"]
      #expect(ended.status == 2 && isSilent, "\(command)")
      #expect(ended.standardError.contains("is not known"), "\(command)")
    }
    #expect(try home.bitpal("config", "set", "currency", "EUR").status == 0)
    #expect(try home.bitpal("summary").status == 0)
  }

  @Test func `a currency that is quoted no longer is named, with the day of its last rate`() throws
  {
    let home = try home()
    let past = ["--range", "2024-05-01..2024-05-31"]
    for (code, last) in [("RUB", "2022-03-01"), ("HRK", "2022-12-30")] {
      let note = "No rate of \(code) since \(last)"
      for command in [
        ["summary"], ["holdings"], ["summary", "--since", "2025-01-01"], ["explain", "total"],
        ["history"] + past,
      ] {
        let ended = try home.run(command + ["--currency", code])
        #expect((ended.output + ended.standardError).contains(note), "\(command)")
        #expect(!ended.output.contains("No prices yet"), "\(command)")
      }
      let chart = try home.run(["chart", "--format", "text", "--currency", code] + past)
      #expect(chart.standardError.contains(note), "\(chart.standardError)")
      #expect(chart.output.contains("no rate of \(code) on 30 days"))
      #expect(try home.bitpal("--size", "small", "--currency", code).output.contains("No rate"))
      let sale = try home.bitpal("sell", "bitcoin", "1", "--what-if", "--currency", code)
      #expect(sale.status == 2 && sale.standardError.contains(note))
    }
    let never = try home.bitpal("summary", "--currency", "TND").output
    #expect(never.contains("No rate of TND is known"))
    let history = try home.run(["history", "--currency", "RUB"] + past).output
    #expect(history.contains("No rate of RUB: "))
    #expect(!history.contains("No price of any holding"))
  }

  @Test func `a missing rate leaves what was realized elsewhere known`() throws {
    let home = try home()
    try home.bitpal("buy", "ethereum", "1", "--price", "100", "--date", "2010-05-02")
    let summary = try home.bitpal("summary", "--currency", "ILS").output
    func line(_ label: String, of text: String) -> [Substring] {
      text.split(separator: "\n").first { $0.contains(label) }?.split(separator: " ") ?? []
    }
    #expect(line("partial sales", of: summary).last?.hasPrefix("+₪") == true)
    #expect(line("Realized", of: summary).last?.hasPrefix("+₪") == true)
    let coin = try home.bitpal("summary", "--coin", "ethereum", "--currency", "ILS").output
    #expect(line("Total P&L", of: coin).last == "—")
  }

  @Test func `the day of the rate is next to every present figure`() throws {
    let home = try home()
    let day = "rate 2026-04-2"
    let range = ["--range", "1m"]
    for command in [
      ["--size", "small"], ["--size", "medium"], ["--size", "large"],
      ["--size", "line", "--width", "120"],
      ["share", "--amounts"], ["share", "--size", "chart"],
      ["chart", "--format", "text"] + range, ["chart", "bitcoin", "--format", "svg"] + range,
    ] {
      let output = try home.run(command + ["--currency", "EUR"]).output
      #expect(output.contains(day), "\(command)")
    }
    for command in [["summary"], ["holdings"], ["explain", "total"], ["explain", "bitcoin"]] {
      let output = try home.run(command + ["--currency", "EUR"]).output
      #expect(output.contains("EUR at the rate of 2026-04-2"), "\(command)")
    }
    #expect(
      try home.run(["history", "--currency", "EUR"]).output.contains("the newest of 2026-04"))
  }

  @Test func `a sale only thought of counts in the currency`() throws {
    let home = try home()
    func rows(_ arguments: String...) throws -> [[String: Any]] {
      let ended = try home.run(["sell", "bitcoin", "0.5", "--what-if", "--json"] + arguments)
      #expect(ended.status == 0, "\(ended.standardError)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [[String: Any]])
    }
    let asked = try rows("--price", "70000", "--currency", "EUR")
    #expect(asked.count == 6)
    #expect(asked.allSatisfy { $0["currency"] as? String == "EUR" })
    // Half of the coin is left: 40,000 USD at the rate of the purchase day.
    let cost = try #require(asked[0]["cost"] as? String)
    #expect(asked[0]["realized"] as? String != nil && cost.hasPrefix("18695"), "\(cost)")
    try home.bitpal("config", "set", "currency", "EUR")
    let text = try home.bitpal("sell", "bitcoin", "0.5", "--what-if").output
    #expect(text.contains("€") && !text.contains("$") && text.contains("EUR at the rate of"))
    #expect(try rows("--currency", "USD").allSatisfy { $0["currency"] == nil })
    let refused = try home.bitpal("sell", "bitcoin", "1", "--what-if", "--fee", "1")
    #expect(refused.status == 64)
  }

  @Test func `every command takes a currency`() throws {
    let home = try home()
    try home.bitpal("watch", "add", "bitcoin")
    let range = ["--range", "2025-03-01..2025-03-31"]
    let commands = [
      ["summary"], ["holdings"], ["closed"], ["transactions"], ["gains"], ["watch", "list"],
      ["explain", "bitcoin"], ["explain", "total"], ["verify"], ["history"] + range,
      ["chart", "--format", "text"] + range, ["chart", "bitcoin", "--format", "text"] + range,
      ["--size", "large"], ["--size", "line", "--format", "waybar"], ["share", "--amounts"],
      ["alert", "list"], ["sell", "bitcoin", "1", "--what-if"], ["summary", "--coin", "bitcoin"],
      ["chart", "--csv"] + range,
    ]
    for command in commands {
      let ended = try home.run(command + ["--currency", "EUR"])
      #expect(ended.status == 0, "\(command): \(ended.standardError)")
      #expect(!ended.output.contains("$"), "\(command)")
    }
  }

  @Test func `a day without a rate makes its figures unknown and says so`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "1", "--date", "2010-05-02")
    try home.bitpal("buy", "ethereum", "1", "--price", "100", "--date", "2025-05-02")
    let summary = try home.bitpal("summary", "--currency", "ILS").output
    #expect(summary.contains("No rate of ILS on 2010-05-02: figures that need it are unknown."))
    let holdings = try home.bitpal("holdings", "--currency", "ILS", "--json").output
    #expect(holdings.contains("\"avgCost\": null"))
    let history = try home.bitpal(
      "history", "--currency", "ILS", "--range", "2025-05-02..2025-05-03", "--interval", "day",
      "--json"
    ).output
    #expect(history.contains("\"invested\": null"))
  }

  @Test func `what changed since a day adds up, in any currency, and names what is left out`()
    throws
  {
    let home = try home()
    try home.bitpal("buy", "litecoin", "5", "--price", "2", "--date", "2025-06-01")
    for code in ["USD", "EUR", "JPY"] {
      let ended = try home.bitpal("summary", "--since", "2025-01-01", "--currency", code, "--json")
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
      func figure(_ key: String) throws -> Double {
        try #require((json[key] as? String).flatMap(Double.init), "\(key)")
      }
      let sum =
        try figure("valueThen") + figure("bought") - figure("sold") + figure("gain")
      #expect(try abs(sum - figure("valueNow")) < 0.01, "\(code)")
      #expect(json["leftOut"] as? [String] == ["litecoin"])
    }
    let text = try home.bitpal("summary", "--since", "2025-01-01").output
    #expect(text.contains("Value on 2024-12-31"))
    #expect(text.contains("Left out, no price then or now: litecoin (1 of 2 coins)."))
    #expect(try home.bitpal("summary", "--since", "2027-01-01").status == 2)
    #expect(try home.bitpal("summary", "--since", "tomorrow").status == 2)
  }

  @Test func `form 8949 is in US dollars whatever the setting`() throws {
    let home = try home()
    let dollars = try home.bitpal("gains", "--cost-basis", "fifo", "--format", "form8949").output
    try home.bitpal("config", "set", "currency", "EUR")
    #expect(
      try home.bitpal("gains", "--cost-basis", "fifo", "--format", "form8949").output == dollars)
    #expect(try home.bitpal("gains", "--format", "form8949", "--currency", "EUR").status == 64)
  }
}
