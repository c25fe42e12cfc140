import FlyingFox
import Foundation
import Testing

/// `bitpal chart COIN --candles`, and the price credits in pictures.
struct CandleChartTests {
  /// Kraken's recorded candles of 2026-08-08 to 17, as its clients forwarded them.
  private static let recorded: String = {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "\(folder)/KrakenTests/Fixtures/ohlc_daily_2026-08.json"
    do { return try String(contentsOfFile: path, encoding: .utf8) } catch { return "\(error)" }
  }()

  private func home(_ url: String) throws -> TestHome {
    let home = try TestHome.priced(by: url)
    home.environment["BITPAL_NOW"] = "2026-08-17T12:00:00Z"
    try home.bitpal("buy", "bitcoin", "2", "--price", "3", "--date", "2026-08-10T00:00:00Z")
    return home
  }

  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.path == "/0/public/OHLC", request.query["interval"] == "1440" else {
      return pricesOfAll(request, madeAt: "2026-08-17T11:59:00Z")
    }
    return pricesJSON(recorded)
  }

  @Test func `candles are Kraken's own, fetched once and kept`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try home(url)
      let words = ["chart", "btc", "--candles", "--range", "1m", "--size", "90x20"]
      let chart = try home.run(words)
      #expect(chart.status == 0, "\(chart)")
      #expect(chart.output.contains("Kraken to 2026-08-17"), "\(chart.output)")
      #expect(chart.output.contains("High $65,425.50 (2026-08-09) · Low $62,490.00 (2026-08-14)"))
      #expect(chart.output.contains("█") && chart.output.contains("│"))
      #expect(try home.run(words).output == chart.output)
      let text = try String(
        contentsOfFile:
          "\(home.container)/Library/Application Support/Candles/bitcoin.csv", encoding: .utf8)
      #expect(text.hasPrefix("2026-08-08,64886.2,65141.9,64800,64901.1,408.98379809\n"))
      // Offline, it draws the stored candles and says why there are no newer ones.
      home.environment["BITPAL_NOW"] = "2026-08-19T12:00:00Z"
      home.environment["BITPAL_KRAKEN_BASE_URL"] = "http://127.0.0.1:1"
      let later = try home.run(words)
      #expect(later.status == 0 && later.output.contains("█"))
      #expect(later.standardError.contains("No new candles: Kraken cannot be reached"), "\(later)")
      #expect(try home.bitpal("doctor").status == 0)
    }
    #expect(requests.map(\.path) == ["/0/public/OHLC"])
  }

  @Test func `in another currency each candle counts at its day's rate`() async throws {
    _ = try await withPrices(Self.answer) { url in
      let home = try home(url)
      let words = [
        "chart", "btc", "--candles", "--range", "1m", "--size", "120x20", "--currency", "EUR",
      ]
      let chart = try home.run(words)
      #expect(chart.output.contains("High €"), "\(chart)")
    }
  }

  @Test func `nothing is made up for a coin without candles, and nothing is asked`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try home(url)
      try home.bitpal("watch", "add", "kaspa")
      let none = try home.bitpal("chart", "kaspa", "--candles")
      #expect(none.status == 69 && none.output.isEmpty)
      #expect(
        none.standardError == "No candles: only Kraken has them, and it does not trade this coin. "
          + "Draw its prices: bitpal chart kaspa\n")
      // A coin that is neither held, sold nor followed is not requested.
      let other = try home.bitpal("chart", "ethereum", "--candles")
      #expect(other.status == 69)
      #expect(other.standardError.contains("you neither hold, sold nor follow"), "\(other)")
      try home.bitpal("config", "set", "prices.sources", "coingecko")
      let dropped = try home.bitpal("chart", "bitcoin", "--candles")
      #expect(dropped.standardError.contains("prices.sources leaves it out"), "\(dropped)")
    }
    #expect(!requests.contains { $0.path.hasPrefix("/0/") })
  }

  @Test(arguments: [
    "<html>", "{}", #"{"error":["EGeneral:Too many requests"]}"#,
    #"{"error":[],"result":{"XXBTZUSD":[[1786147200,"1","NaN","1","1","1","1",5]]}}"#,
    #"{"error":[],"result":{"XXBTZUSD":[[1786147200,"9","2","1","1","1","1",5]]}}"#,
  ])
  func `an answer without candles is said, and nothing is written`(_ body: String) async throws {
    _ = try await withPrices({ $0.path == "/0/public/OHLC" ? pricesJSON(body) : pricesOfAll($0) }) {
      url in
      let home = try home(url)
      let none = try home.bitpal("chart", "bitcoin", "--candles")
      #expect(none.status == 69, "\(none)")
      #expect(none.standardError.hasPrefix("No new candles: "), "\(none)")
      let folder = "\(home.container)/Library/Application Support/Candles"
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test func `candles are of one coin, and drawn`() throws {
    let home = try TestHome()
    #expect(try home.bitpal("chart", "--candles").status == 64)
    #expect(try home.bitpal("chart", "bitcoin", "--candles", "--json").status == 64)
  }

  /// The text of a picture without elements, since a narrow picture wraps lines.
  private static func text(of picture: String) -> String {
    picture.replacing(/<[^>]*>/, with: "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test func `every picture of prices names whose they are, with a link`() async throws {
    _ = try await withPrices(Self.answer) { url in
      let home = try home(url)
      home.environment["BITPAL_NOW"] = "2026-08-16T12:00:00Z"
      try home.bitpal("refresh")
      home.environment["BITPAL_NOW"] = "2026-08-17T12:00:00Z"
      try home.bitpal("refresh")
      let gecko = #"<a href="https://www.coingecko.com">"#
      for words in [
        ["--size", "large"], ["--size", "small"], ["chart", "--range", "1w"],
        ["chart", "btc", "--range", "1w"],
      ] {
        for format in ["svg", "html"] {
          let picture = try home.run(words + ["--format", format]).output
          #expect(picture.contains(gecko), "\(words) \(format)")
          #expect(Self.text(of: picture).contains("Price data by CoinGecko"), "\(words) \(format)")
        }
      }
      let candles = try home.run(["chart", "btc", "--candles", "--format", "svg"]).output
      #expect(candles.contains(#"<a href="https://www.kraken.com">"#))
      #expect(candles.contains("Price data by Kraken"))
      // A price file is the user's own.
      let own = try home.file("own.json", #"{"bitcoin": "55000"}"#)
      let mine = try home.run(["--size", "large", "--prices", own, "--format", "svg"]).output
      #expect(!mine.contains("Price data by"))
      let demo = try home.run(["--demo", "--size", "large", "--format", "svg"]).output
      #expect(demo.contains("Price data by CoinGecko"))
    }
  }

  @Test func `a chart of today's price alone names whose it is`() async throws {
    _ = try await withPrices({ request in
      request.path.hasSuffix("/markets") ? pricesOfAll(request) : pricesJSON("{}")
    }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "kaspa", "2", "--price", "3", "--date", "2026-04-28T08:00:00Z")
      #expect(try home.bitpal("refresh").status == 0)
      for words in [["chart", "kaspa", "--format", "svg"], ["chart", "--format", "html"]] {
        let picture = try home.run(words)
        #expect(picture.output.contains("Price data by CoinGecko"), "\(picture)")
      }
      // Here too, a price file is the user's own.
      let own = try home.file("own.json", #"{"kaspa": "4"}"#)
      #expect(try home.bitpal("refresh", "--prices", own).status == 0)
      let mine = try home.bitpal("chart", "kaspa", "--format", "svg")
      #expect(mine.output.contains("<svg") && !mine.output.contains("Price data by"), "\(mine)")
    }
  }

  @Test func `pictures for reviews name whose prices the sample has`() throws {
    let home = try TestHome()
    for words in [
      [], ["--state", "euro", "--size", "small"], ["--size", "80x24", "--tab", "charts"],
      ["--size", "80x24", "--recording"],
    ] {
      let picture = try home.run(["screenshot", "--format", "svg"] + words).output
      #expect(picture.contains(#"<a href="https://www.coingecko.com">"#), "\(words)")
      #expect(Self.text(of: picture).contains("Price data by CoinGecko"), "\(words)")
    }
    #expect(
      try home.run(["screenshot", "--format", "html"]).output.contains("Price data by CoinGecko"))
    // Invented prices, or none.
    for state in ["huge", "empty", "placeholder", "unpriced"] {
      let picture = try home.run(["screenshot", "--format", "svg", "--state", state]).output
      #expect(picture.contains("<svg") && !picture.contains("Price data by"), "\(state)")
    }
  }

  @Test func `a recording says in words what it shows`() throws {
    let picture = try TestHome().run(["screenshot", "--size", "80x24", "--recording"]).output
    let pages = "Home, Portfolio, Transactions, Charts, Watchlist, Gains"
    #expect(picture.contains("<desc>Its pages, three seconds each: \(pages). "))
    #expect(picture.contains("Total value: 41,576.22 dollars."))
  }

  @Test(arguments: [
    ("bell", "\u{7}"), ("osc9", "\u{1B}]9;bitpal: "), ("osc777", "\u{1B}]777;notify;"),
  ])
  func `a terminal is called where that is asked for, and only a terminal`(
    _ notice: String, _ start: String
  ) throws {
    let home = try TestHome()
    try home.bitpal("buy", "bitcoin", "1", "--price", "3")
    let high = try home.file("high.json", #"{"bitcoin":"100000"}"#)
    func fire(_ words: [String]) throws -> String {
      try home.bitpal("alert", "add", "bitcoin", "above", "100000")
      let terminal = try PseudoTerminal(home, [try TestHome.program] + words)
      let said = try terminal.wait(for: "Alert: bitcoin is at") + terminal.rest()
      _ = try terminal.end(isRead: false)
      try home.bitpal("alert", "remove", "--fired")
      return said
    }
    let words = ["refresh", "--prices", high]
    #expect(!(try fire(words).contains(start)), "nothing unasked")
    try home.bitpal("config", "set", "alerts.terminal", notice)
    #expect(try fire(words).contains(start))
    try home.bitpal("alert", "add", "bitcoin", "above", "100000")
    let piped = try home.run(words)
    #expect(!piped.standardError.contains(start) && !piped.output.contains(start))
  }
}
