import Foundation
import Testing

/// Another currency than US dollars, as a user meets it.
struct CurrencyTests {
  private func desk() throws -> Desk {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try desk.bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2024-05-02")
    try desk.bitpal("sell", "bitcoin", "1", "--price", "60000", "--date", "2025-03-11")
    let prices = try desk.file("prices.json", #"{"bitcoin": "75000"}"#)
    try desk.bitpal("refresh", "--prices", prices)
    return desk
  }

  private func file(_ name: String, _ desk: Desk) throws -> String {
    try String(contentsOfFile: "\(desk.widgetData)/\(name)", encoding: .utf8)
  }

  @Test func `the setting rewrites the widget files, and unsetting it does too`() throws {
    let desk = try desk()
    #expect(try !file("portfolio.json", desk).contains("\"currency\""))
    #expect(try desk.bitpal("config", "set", "currency", "eur").status == 0)
    #expect(try file("portfolio.json", desk).contains("\"currency\": \"EUR\""))
    let small = try desk.bitpal("--size", "small").output
    #expect(small.contains("€"))
    #expect(small.contains("rate 2026-04-2"))
    #expect(try desk.bitpal("verify").status == 0)
    #expect(try desk.bitpal("config", "unset", "currency").status == 0)
    #expect(try !file("portfolio.json", desk).contains("\"currency\""))
    #expect(try !file("refresh_data.json", desk).contains("\"rate\""))
  }

  @Test func `a widget in another currency equals the same widget by the setting`() throws {
    let desk = try desk()
    for size in ["small", "medium", "large", "line"] {
      let asked = try desk.bitpal("--size", size, "--currency", "CHF").output
      try desk.bitpal("config", "set", "currency", "CHF")
      #expect(try desk.bitpal("--size", size).output == asked)
      #expect(try desk.bitpal("--size", size, "--currency", "USD").output.contains("$75,000"))
      try desk.bitpal("config", "unset", "currency")
    }
  }

  @Test func `a refresh keeps the widgets in their currency`() throws {
    let desk = try desk()
    try desk.bitpal("config", "set", "currency", "EUR")
    let prices = try desk.file("prices.json", #"{"bitcoin": "80000"}"#)
    try desk.bitpal("refresh", "--prices", prices)
    let line = try desk.bitpal("--size", "line").output
    #expect(line.hasPrefix("€"))
    #expect(try line == desk.bitpal("--size", "line", "--currency", "EUR").output)
    let summary = try desk.bitpal("summary", "--json").output
    #expect(summary.contains("\"currency\": \"EUR\""))
    #expect(try desk.bitpal("verify", "--currency", "EUR").status == 0)
  }

  @Test func `what is kept in a currency follows every change of the ledger`() throws {
    let desk = try desk()
    let before = try desk.bitpal("summary", "--currency", "GBP", "--json").output
    try desk.bitpal("buy", "ethereum", "1", "--price", "2000", "--date", "2025-04-01")
    #expect(try desk.bitpal("summary", "--currency", "GBP", "--json").output != before)
    try desk.bitpal("undo")
    #expect(try desk.bitpal("summary", "--currency", "GBP", "--json").output == before)
    #expect(try desk.bitpal("verify", "--currency", "GBP").status == 0)
  }

  @Test func `what is kept may be lost or damaged`() throws {
    let desk = try desk()
    let before = try desk.bitpal("holdings", "--currency", "SEK", "--json").output
    let kept = "\(desk.container)/Library/Application Support/CountedPositions-SEK.json"
    for text in ["", "{}", "{\"format\": \"1\", \"rates\": \"x\", \"coins\": [{}]}"] {
      try text.write(toFile: kept, atomically: true, encoding: .utf8)
      #expect(try desk.bitpal("holdings", "--currency", "SEK", "--json").output == before)
    }
  }

  @Test func `an unknown code is refused everywhere and never dollars`() throws {
    let desk = try desk()
    let refused = try desk.bitpal("config", "set", "currency", "XYZ")
    #expect(refused.status == 2)
    #expect(refused.complaints.contains("currency \"XYZ\" is not known; use one of AED"))
    #expect(try desk.bitpal("summary", "--currency", "XYZ").status == 64)
    let path = try desk.bitpal("config", "path").output.trimmingCharacters(in: .newlines)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try "currency = \"XYZ\"\n".write(toFile: path, atomically: true, encoding: .utf8)
    for command in [["summary"], ["--size", "small"], ["holdings", "--json"], ["config"]] {
      let ended = try desk.run(command)
      // The settings are listed all the same, so that one can be mended.
      let isSilent = ended.output.isEmpty || command == ["config"]
      #expect(ended.status == 2 && isSilent, "\(command)")
      #expect(ended.complaints.contains("is not known"), "\(command)")
    }
    #expect(try desk.bitpal("config", "set", "currency", "EUR").status == 0)
    #expect(try desk.bitpal("summary").status == 0)
  }

  @Test func `every command takes a currency`() throws {
    let desk = try desk()
    try desk.bitpal("watch", "add", "bitcoin")
    let range = ["--range", "2025-03-01..2025-03-31"]
    let commands = [
      ["summary"], ["holdings"], ["closed"], ["transactions"], ["gains"], ["watch", "list"],
      ["explain", "bitcoin"], ["explain", "total"], ["verify"], ["history"] + range,
      ["chart", "--format", "text"] + range, ["chart", "bitcoin", "--format", "text"] + range,
      ["--size", "large"], ["--size", "line", "--format", "waybar"], ["share", "--amounts"],
    ]
    for command in commands {
      let ended = try desk.run(command + ["--currency", "EUR"])
      #expect(ended.status == 0, "\(command): \(ended.complaints)")
      #expect(!ended.output.contains("$"), "\(command)")
    }
  }

  @Test func `a day without a rate makes its figures unknown and says so`() throws {
    let desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try desk.bitpal("buy", "bitcoin", "1", "--price", "1", "--date", "2008-05-02")
    try desk.bitpal("buy", "ethereum", "1", "--price", "100", "--date", "2025-05-02")
    let summary = try desk.bitpal("summary", "--currency", "EUR").output
    #expect(summary.contains("No rate of EUR on 2008-05-02: figures that need it are unknown."))
    let holdings = try desk.bitpal("holdings", "--currency", "EUR", "--json").output
    #expect(holdings.contains("\"avgCost\": null"))
    let history = try desk.bitpal(
      "history", "--currency", "EUR", "--range", "2025-05-02..2025-05-03", "--interval", "day",
      "--json"
    ).output
    #expect(history.contains("\"invested\": null"))
  }

  @Test func `what changed since a day adds up, in any currency, and names what is left out`()
    throws
  {
    let desk = try desk()
    try desk.bitpal("buy", "litecoin", "5", "--price", "2", "--date", "2025-06-01")
    for code in ["USD", "EUR", "JPY"] {
      let ended = try desk.bitpal("summary", "--since", "2025-01-01", "--currency", code, "--json")
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
      func figure(_ key: String) throws -> Double {
        try #require((json[key] as? String).flatMap(Double.init), "\(key)")
      }
      let sum =
        try figure("valueThen") + figure("bought") - figure("sold") + figure("income")
        + figure("gain")
      #expect(try abs(sum - figure("valueNow")) < 0.01, "\(code)")
      #expect(json["leftOut"] as? [String] == ["litecoin"])
    }
    let text = try desk.bitpal("summary", "--since", "2025-01-01").output
    #expect(text.contains("Value on 2024-12-31"))
    #expect(text.contains("Left out, no price then or now: litecoin (1 of 2 coins)."))
    #expect(try desk.bitpal("summary", "--since", "2027-01-01").status == 2)
    #expect(try desk.bitpal("summary", "--since", "tomorrow").status == 2)
  }

  @Test func `form 8949 is in US dollars whatever the setting`() throws {
    let desk = try desk()
    let dollars = try desk.bitpal("gains", "--cost-basis", "fifo", "--format", "form8949").output
    try desk.bitpal("config", "set", "currency", "EUR")
    #expect(
      try desk.bitpal("gains", "--cost-basis", "fifo", "--format", "form8949").output == dollars)
    #expect(try desk.bitpal("gains", "--format", "form8949", "--currency", "EUR").status == 64)
  }
}
