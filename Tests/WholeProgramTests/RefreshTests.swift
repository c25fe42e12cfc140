import FlyingFox
import Foundation
import Synchronization
import Testing

/// A refresh shows exact figures with their age, and a failure keeps the last ones.
///
/// - Being offline, refused and partly priced are distinguished.
/// - A price that is old at its source is shown as old everywhere.
/// - A wrong clock changes no figure and is named.
/// - Damaged widget files are rebuilt from the ledger or from each other.
/// - A price far from the last one does not count until it is confirmed.
struct RefreshTests {
  @Test func `the example of the issue comes out to the last digit`() async throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:30:00Z"
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try home.recordExample()
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("refresh")
      #expect(ended.output == "$55,000.00 · 1 of 1 holding priced\n")
    }
    #expect(prices.paths == ["/api/v3/coins/markets?ids=bitcoin"])
    #expect(try home.bitpal("holdings", "--json").output.contains("\"avgCost\": \"40000\""))
    let summary = try home.bitpal("summary", "--json").output
    for figure in [
      "\"unrealizedPnL\": \"15000\"", "\"realizedPnL\": \"10000\"", "\"totalPnL\": \"25000\"",
      "\"totalPnLPercentage\": \"31.25\"",
    ] {
      #expect(summary.contains(figure))
    }
    let widget = try home.bitpal("--size", "small").output
    #expect(widget.contains("$55,000.00") && widget.contains("▲   +$25,000.00"))
    #expect(widget.contains("+31.25%"))
  }

  @Test func `with the server gone no figure changes and the badge shows`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try home.recordExample()
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      try home.bitpal("refresh")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: "\(home.widgetData)/portfolio.json"))
    let gone = try home.bitpal("refresh")
    #expect(gone.status == 69)
    #expect(gone.output == "")
    #expect(
      gone.standardError.contains("cannot be reached") && gone.standardError.contains("are kept"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: "\(home.widgetData)/portfolio.json")) == before)
    let widget = try home.bitpal("--size", "medium").output
    #expect(widget.contains("Offline") && widget.contains("$55,000.00"))
  }

  @Test func `a refusal is told apart from being offline`() async throws {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.refuse(with: .internalServerError)
    try home.recordExample()
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let refused = try home.bitpal("refresh")
      #expect(refused.status == 69)
      let paused = try home.bitpal("refresh")
      #expect(paused.status == 69 && paused.standardError.contains("Next refresh in"))
    }
    #expect(prices.paths.count == 1, "the pause after a failure holds for every process")
    #expect(try home.bitpal("--size", "large").output.contains("Unable to refresh"))
  }

  @Test func `a part of the prices updates that part`() async throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T08:30:00Z"
    let prices = PriceReplay()
    try home.recordExample()
    try home.bitpal("buy", "ethereum", "1", "--price", "3000", "--date", "2025-01-01")
    prices.set(["bitcoin": "55000"])
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.bitpal("refresh")
      #expect(ended.output == "$55,000.00 · 1 of 2 holdings priced\n")
    }
    #expect(try home.bitpal("--size", "small").output.contains("1 of 2 priced"))
    #expect(try home.bitpal("holdings").output.contains("—"))
  }

  @Test func `prices of a file that are older than the known ones are named`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.recordExample()
    let newer = try home.file("newer.json", #"{"bitcoin": "55000"}"#)
    #expect(try home.bitpal("refresh", "--prices", newer).standardError.isEmpty)
    let older = try home.file(
      "older.json",
      #"[{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "current_price": 54000, "#
        + #""last_updated": "2026-04-28T11:00:00Z"}]"#)
    let refreshed = try home.bitpal("refresh", "--prices", older)
    #expect(refreshed.output == "$55,000.00 · 1 of 1 holding priced\n")
    #expect(refreshed.standardError == "Not used, because newer prices are known: bitcoin\n")
    #expect(try home.bitpal("refresh", "--quiet", "--prices", older).standardError.isEmpty)
  }

  @Test func `what a refresh says is in the currency of the figures`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T10:00:00Z"
    try home.bitpal("config", "set", "currency", "JPY")
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    let file = try home.file("prices.json", #"{"bitcoin": "55000"}"#)
    let said = try home.bitpal("refresh", "--prices", file).output
    let total = try #require(said.split(separator: " ").first)
    #expect(total.hasPrefix("¥") || total.hasPrefix("JPY"), "\(said)")
    #expect(try home.bitpal("summary").output.contains(total))
  }

  @Test func `figures grow old by the clock alone`() throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-05-01T10:00:00Z"
    let file = try home.file("prices.json", #"{"bitcoin": "55000"}"#)
    try home.bitpal("refresh", "--prices", file)
    home.environment["BITPAL_NOW"] = "2026-05-01T11:00:00Z"
    #expect(!(try home.bitpal("--size", "small").output.contains("Stale")))
    home.environment["BITPAL_NOW"] = "2026-05-01T11:00:01Z"
    let widget = try home.bitpal("--size", "small").output
    #expect(widget.contains("Stale") && widget.contains("Updated 1 h ago"))
  }

  @Test func `a price that is old at its source is old everywhere`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for coin in ["bitcoin", "ethereum", "solana"] {
      try home.bitpal("buy", coin, "1", "--price", "10", "--date", "2025-01-01")
    }
    func row(_ id: String, _ time: String) -> String {
      """
      {"id": "\(id)", "symbol": "\(id)", "name": "\(id)", "current_price": 100,
      "price_change_percentage_24h": 1, "last_updated": "2026-04-28T\(time):00Z"}
      """
    }
    let rows = [row("bitcoin", "11:59"), row("ethereum", "04:00"), row("solana", "12:00")]
    let file = try home.file("prices.json", "[\(rows.joined(separator: ","))]")
    try home.bitpal("refresh", "--prices", file)
    for size in ["small", "medium", "large", "line"] {
      let widget = try home.run(["--size", size, "--max-age", "1h"])
      #expect(widget.status == 3 && widget.output.contains("Stale"), "\(widget.output)")
      #expect(widget.standardError.contains("The oldest price is from 8 h ago"))
      if size != "line" { #expect(widget.output.contains("Updated 8 h ago")) }
    }
    let bar = try home.bitpal("--format", "waybar").output
    #expect(bar.contains(#""class":["gain","stale"]"#), "\(bar)")
    let speech = try home.bitpal("--size", "small", "--format", "speech").output
    #expect(speech.hasPrefix("Portfolio, updated 8 hours ago.\nThe oldest price is more"))
    let summary = try home.bitpal("summary").output
    #expect(summary.contains("Updated 8 h ago · Stale · Old price: ethereum 8 h ago"))
    let data = try String(contentsOfFile: "\(home.widgetData)/portfolio.json", encoding: .utf8)
    #expect(data.contains(#""lastUpdated": "2026-04-28T12:00:00Z""#))
    #expect(data.contains(#""asOf": "2026-04-28T04:00:00Z""#))
  }

  @Test func `a coin bought again has its last price with its age`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T10:00:00Z"
    try home.bitpal("buy", "ethereum", "1", "--price", "3000", "--date", "2025-01-01")
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    let file = try home.file("prices.json", #"{"bitcoin": "55000", "ethereum": "2000"}"#)
    try home.bitpal("refresh", "--prices", file)
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("sell", "bitcoin", "1", "--price", "56000")
    try home.bitpal("refresh", "--prices", file)
    try home.bitpal("buy", "bitcoin", "1", "--price", "54000")
    let widget = try home.bitpal("--size", "large").output
    #expect(widget.contains("$57,000.00") && !widget.contains("priced"))
    let data = try String(contentsOfFile: "\(home.widgetData)/refresh_data.json", encoding: .utf8)
    #expect(data.contains("2026-04-28T10:00:00Z"), "the price keeps its own time")
    #expect(try home.bitpal("verify").status == 0)
  }

  /// The server's time is 11:00; the machine's clock is an hour ahead or behind.
  @Test(arguments: [("12", "60 min ahead"), ("10", "60 min behind")])
  func `a clock that is an hour off changes no figure, and is named next to the ages it spoils`(
    hour: String, words: String
  ) async throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-04-28T\(hour):00:00Z"
    _ = try await withPrices { request in
      var answer = pricesOfAll(request, madeAt: "2026-04-28T10:59:00Z")
      answer.headers[HTTPHeader("Date")] = "Tue, 28 Apr 2026 11:00:00 GMT"
      return answer
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let refreshed = try home.bitpal("refresh").output
      #expect(refreshed.hasPrefix("$2.00 · 1 of 1 holding priced"))
      #expect(refreshed.contains("oldest price 1 h ago") == (hour == "12"))
      for command in ["summary", "holdings"] {
        let ended = try home.bitpal(command)
        #expect(
          ended.standardError
            == "The clock of this machine is \(words): set it, or ages and dates are wrong.\n")
        #expect(ended.output.contains("$2.00"))
        // A price from the clock's future counts as current, but never as newer.
        #expect(ended.output.contains(hour == "10" ? "just now" : "1 h ago"), "\(ended.output)")
      }
      // After correcting the clock the figures are unchanged, and the age is right.
      home.environment["BITPAL_NOW"] = "2026-04-28T11:02:00Z"
      try home.bitpal("refresh")
      let right = try home.bitpal("holdings")
      #expect(right.output.contains("$2.00") && right.standardError.isEmpty, "\(right)")
    }
  }

  @Test func `a price of more than a week ago is kept with its age`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-20T10:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    try home.bitpal("refresh", "--prices", try home.file("prices.json", #"{"bitcoin": "55000"}"#))
    try home.bitpal("sell", "bitcoin", "1", "--price", "56000")
    home.environment["BITPAL_NOW"] = "2026-04-28T10:00:00Z"
    try home.bitpal("buy", "bitcoin", "1", "--price", "54000")
    let widget = try home.bitpal("--size", "large").output
    #expect(widget.contains("$55,000.00") && widget.contains("Stale"), "\(widget)")
  }

  @Test(arguments: [["refresh"], ["--size", "small", "--refresh"]])
  func `lost files are made again from the ledger before prices are asked for`(_ words: [String])
    async throws
  {
    let home = try TestHome()
    let prices = PriceReplay()
    prices.set(["bitcoin": "55000"])
    try home.recordExample()
    try "{ half a fi".write(
      toFile: "\(home.widgetData)/refresh_data.json", atomically: false, encoding: .utf8)
    try await prices.serve { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let ended = try home.run(words)
      #expect(ended.output.contains("$55,000.00"))
    }
    #expect(prices.paths == ["/api/v3/coins/markets?ids=bitcoin"])
  }

  @Test func `a damaged widget file is replaced from the other`() throws {
    let home = try TestHome()
    try home.recordExample()
    try home.bitpal("refresh", "--prices", try home.file("prices.json", #"{"bitcoin": "55000"}"#))
    let path = "\(home.widgetData)/portfolio.json"
    try "{ half a fi".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(try home.bitpal("--size", "small").output.contains("$55,000.00"))
    try home.bitpal("buy", "bitcoin", "1", "--price", "1")
    let names = try FileManager.default.contentsOfDirectory(atPath: home.widgetData)
    #expect(names.contains { $0.hasPrefix("portfolio.json.corrupt-") })
    #expect(try home.bitpal("--size", "small").output.contains("$110,000.00"))
  }

  @Test(arguments: ["{ half a fi", "\0\0\0\0", ""])
  func `a damaged widget file without a ledger is a placeholder`(bytes: String) throws {
    let home = try TestHome()
    #expect(try home.bitpal("--size", "small").output.contains("No holdings"))
    try FileManager.default.createDirectory(
      atPath: home.widgetData, withIntermediateDirectories: true)
    let path = "\(home.widgetData)/portfolio.json"
    try bytes.write(toFile: path, atomically: false, encoding: .utf8)
    let widget = try home.run(["--size", "small", "--max-age", "1h"])
    #expect(widget.output.contains("░░░") && !widget.output.contains("No holdings"))
    #expect(widget.status == 4 && widget.standardError.contains("bitpal doctor names them"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == bytes, "the bytes are kept")
  }

  @Test func `a glitch is named and does not count`() async throws {
    let price = Mutex((price: "78030", time: "08:01:08", change: "-1.5"))
    let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
      guard request.path.hasSuffix("/markets") else { return pricesJSON(#"{"prices":[]}"#) }
      let (price, time, change) = price.withLock { $0 }
      return pricesJSON(
        #"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(price),"#
          + #""price_change_percentage_24h":\#(change),"last_updated":"2026-04-28T\#(time)Z"}]"#)
    }
    _ = try await withPrices(answer) { url in
      let home = try TestHome()
      home.environment["BITPAL_API_BASE_URL"] = url
      func refresh(_ figure: String, _ minute: Int, change: String = "-1.5") throws -> Ended {
        price.withLock { $0 = (figure, "08:0\(minute):08", change) }
        home.environment["BITPAL_NOW"] = "2026-04-28T08:0\(minute):30Z"
        return try home.bitpal("refresh")
      }
      try home.bitpal("buy", "bitcoin", "1", "--price", "60000", "--date", "2025-01-02")
      try home.bitpal("alert", "add", "bitcoin", "below", "50000")
      #expect(try refresh("78030", 1).output.hasPrefix("$78,030.00"))
      let glitch = try refresh("95", 3)
      #expect(glitch.output == "$78,030.00 · 1 of 1 holding priced\n")
      #expect(
        glitch.standardError
          == "bitcoin: $95.00 is far from the last price, $78,030.00, and does not count until it "
          + "is confirmed.\n")
      let explained = try home.done("explain bitcoin").split(whereSeparator: \.isWhitespace)
      #expect(
        explained.joined(separator: " ").contains(
          "? bitcoin: $95.00 is far from the last price and does not count until it is confirmed."))
      #expect(try refresh("78100", 5).standardError.isEmpty)
      // A fall confirmed by the source's own change counts at once, and the alert fires.
      let fall = try refresh("48000", 7, change: "-38.5")
      #expect(fall.output.hasPrefix("$48,000.00"))
      #expect(fall.output.contains("Alert: bitcoin is at $48,000.00"))
    }
  }
}
