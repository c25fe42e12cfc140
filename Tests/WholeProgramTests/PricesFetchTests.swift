import BitpalTesting
import FlyingFox
import Foundation
import Glibc
import Synchronization
import Testing

/// `bitpal prices fetch`, against CoinGecko, DefiLlama and Kraken on 127.0.0.1.
struct PricesFetchTests {
  /// 2026-04-28T00:00:00Z.
  private static let midnight = 1_777_334_400
  private static let day = 86_400

  /// Every source has every day since 2024-01-01: CoinGecko's prices end in .25, DefiLlama's in .5.
  private static func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path.hasSuffix("/markets") { return pricesOfAll(request) }
    if request.path.hasSuffix("/market_chart") {
      let points = (0...364).map { "[\((midnight - $0 * day) * 1000),\(1000 + $0).25]" }
      return pricesJSON(#"{"prices":[\#(points.joined(separator: ","))]}"#)
    }
    guard request.path.hasPrefix("/chart/"),
      let start = request.query["start"].flatMap({ Int($0) }),
      let span = request.query["span"].flatMap({ Int($0) })
    else { return pricesJSON("{}") }
    let key = request.path.split(separator: "/").last ?? ""
    let points = (0..<span).map { start + $0 * day }.filter { $0 > 1_704_067_200 }
      .map { #"{"timestamp":\#($0 + 9),"price":\#($0 / day).5}"# }
    return pricesJSON(
      #"{"coins":{"\#(key)":{"symbol":"X","confidence":0.99,"#
        + #""prices":[\#(points.joined(separator: ","))]}}}"#)
  }

  @Test func `nothing held is said`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let ended = try TestHome.priced(by: url).bitpal("prices", "fetch")
      #expect(ended.status == 0)
      #expect(
        ended.output == "Nothing to fetch: you have no coins and follow none. "
          + "`bitpal watch add COIN` follows one.\n")
    }
    #expect(requests.isEmpty)
  }

  @Test func `the last year is coin geckos and days before it defi llamas`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "kaspa", "2", "--price", "3", "--date", "2024-01-01T00:00:00Z")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(ended.output == "Fetched 848 prices of 1 coin from CoinGecko and DefiLlama.\n")
      // Every report uses the fetched prices.
      let chart = try home.bitpal("chart", "kaspa", "--range", "all", "--json").output
      #expect(chart.contains(#""1000.25""#))
      #expect(chart.contains(#""19724.5""#))
      let history = try home.bitpal(
        "history", "--range", "2024-06-01..2024-06-02", "--json")
      #expect(history.output.contains(#""pricedCount": 1"#))
      #expect(try home.bitpal("summary", "--since", "2025-01-01").status == 0)
      // They are not requested again.
      #expect(try home.bitpal("prices", "fetch").output == "No past price is missing.\n")
      let report = try home.bitpal("doctor").output
      #expect(report.contains("1 coin, all readable"))
    }
    #expect(
      requests.map(\.path).filter { !$0.hasSuffix("/markets") } == [
        "/api/v3/coins/kaspa/market_chart", "/chart/coingecko:kaspa",
      ])
  }

  @Test func `progress is shown on a terminal and nowhere else`() async throws {
    _ = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa", "monero")
      let terminal = try PseudoTerminal(bitpal: "prices", "fetch", at: home)
      try terminal.wait(for: "Past prices: day 365 of 730 (50%)")
      try terminal.wait(for: "Fetched 730 prices of 2 coins from CoinGecko.")
      #expect(try terminal.end() == 0)
      try home.bitpal("watch", "add", "aave")
      home.environment["BITPAL_NOW"] = "2026-04-28T08:04:00Z"
      let piped = try home.bitpal("prices", "fetch")
      #expect(piped.output == "Fetched 365 prices of 1 coin from CoinGecko.\n")
      #expect(piped.standardError.isEmpty)
    }
  }

  @Test func `only coins that are held sold or followed are asked about`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "monero")
      let refused = try home.bitpal("prices", "fetch", "kaspa")
      #expect(refused.status == 2)
      #expect(refused.standardError.contains("bitpal watch add kaspa"))
      #expect(try home.bitpal("prices", "fetch", "xmr", "-p", "1w").status == 0)
    }
    #expect(requests.map(\.path) == ["/api/v3/coins/monero/market_chart"])
  }

  @Test func `a gap is said kept and asked for again on request`() async throws {
    // CoinGecko lacks one day, and so do the other sources.
    let gap = (Self.midnight - 30 * Self.day) * 1000
    let requests = try await withPrices({ request in
      guard request.path.hasSuffix("/market_chart") else {
        return pricesJSON(request.path.hasPrefix("/chart/") ? #"{"coins":{}}"# : "{}")
      }
      let points = (0...364).map { (Self.midnight - $0 * Self.day) * 1000 }.filter { $0 != gap }
        .map { "[\($0),7]" }
      return pricesJSON(#"{"prices":[\#(points.joined(separator: ","))]}"#)
    }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.status == 0)
      #expect(ended.output == "Fetched 364 prices of 1 coin from CoinGecko.\n")
      let sentence = "1 day of kaspa has no price at any source and stays a gap."
      #expect(ended.standardError.contains(sentence))
      let later = try home.bitpal("prices", "fetch")
      #expect(later.output.isEmpty)
      #expect(later.standardError.contains(sentence))
      #expect(try home.bitpal("prices", "fetch", "--again").standardError.contains(sentence))
    }
    #expect(
      requests.map(\.path) == [
        "/api/v3/coins/kaspa/market_chart", "/chart/coingecko:kaspa",
        "/api/v3/coins/kaspa/market_chart", "/chart/coingecko:kaspa",
      ])
  }

  @Test func `the budget leaves room for a refresh and says when it goes on`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "algorand", "kaspa", "monero")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.status == 69)
      #expect(ended.output == "Fetched 730 prices of 2 coins from CoinGecko.\n")
      #expect(
        ended.standardError.hasSuffix(
          "Not all prices were fetched: 365 days of monero are missing. Rate limit: next request "
            + "in 60 s. Run the command again then.\n"))
      // A refresh is still allowed.
      #expect(try home.bitpal("refresh").standardError.contains("Rate limit") == false)
      home.environment["BITPAL_NOW"] = "2026-04-28T08:04:00Z"
      let rest = try home.bitpal("prices", "fetch")
      #expect(rest.output == "Fetched 365 prices of 1 coin from CoinGecko.\n")
    }
    #expect(requests.filter { $0.path.hasSuffix("/market_chart") }.count == 3)
  }

  @Test func `without a network nothing changes`() throws {
    let home = try TestHome.priced(by: "http://127.0.0.1:1/api/v3")
    try home.bitpal("watch", "add", "kaspa")
    let ended = try home.bitpal("prices", "fetch")
    #expect(ended.status == 69)
    #expect(ended.output.isEmpty)
    #expect(
      ended.standardError.contains(
        "Nothing was fetched: 365 days of kaspa are missing. CoinGecko cannot be reached: no "
          + "connection. DefiLlama cannot be reached: no connection."))
    // The pause after a failure also applies to the next command.
    #expect(
      try home.bitpal("prices", "fetch").standardError.contains("Rate limit: next request in"))
  }

  @Test(arguments: [
    "<html>login</html>", "NaN", "{", "[]", #"{"prices":[[1777334400000,1e400]]}"#, "",
    #"{"prices":[[1777334400000,-5],[4102444800000,5],["x",5],[1777334400000]]}"#,
    String(repeating: "9", count: 2_000_000),
  ]) func `nonsense is never a price`(_ body: String) async throws {
    _ = try await withPrices({ _ in pricesJSON(body) }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.output.isEmpty)
      #expect([0, 69].contains(ended.status))
      #expect(!ended.standardError.isEmpty)
    }
  }

  @Test func `a refresh fills past prices as far as the budget allows`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa", "monero")
      for hour in ["08", "09", "10", "11"] {
        home.environment["BITPAL_NOW"] = "2026-04-28T\(hour):02:00Z"
        #expect(try home.bitpal("refresh").status == 0)
      }
      #expect(try home.bitpal("chart", "kaspa", "--json").output.contains(#""1000.25""#))
      #expect(try home.bitpal("prices", "fetch").output == "No past price is missing.\n")
    }
    let past = requests.map(\.path).filter { $0.hasSuffix("/market_chart") }
    #expect(
      past.sorted() == [
        "/api/v3/coins/kaspa/market_chart", "/api/v3/coins/monero/market_chart",
      ])
    // Prices that are old at CoinGecko are requested from the next source.
    #expect(
      requests.allSatisfy {
        $0.path.hasPrefix("/api/v3/coins/") || $0.path.hasPrefix("/prices/current/")
      })
  }

  @Test func `a refresh fills what was sold and days before the last year too`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("buy", "kaspa", "2", "--price", "3", "--date", "2024-03-01T00:00:00Z")
      try home.bitpal("sell", "kaspa", "2", "--price", "4", "--date", "2024-05-01T00:00:00Z")
      try home.bitpal("watch", "add", "monero")
      for hour in ["08", "09", "10", "11", "12", "13"] {
        home.environment["BITPAL_NOW"] = "2026-04-28T\(hour):02:00Z"
        #expect(try home.bitpal("refresh").status == 0)
      }
      // A sold coin has every day since its purchase; a followed coin has a year.
      #expect(try home.bitpal("prices", "fetch").output == "No past price is missing.\n")
      let sold = try home.bitpal("history", "--range", "2024-03-02..2024-04-02", "--json").output
      #expect(sold.contains(#""pricedCount": 1"#) && !sold.contains(#""pricedCount": 0"#))
    }
    let past = requests.map(\.path).filter {
      $0.hasSuffix("/market_chart") || $0.hasPrefix("/chart/")
    }
    #expect(
      Set(past) == [
        "/api/v3/coins/kaspa/market_chart", "/api/v3/coins/monero/market_chart",
        "/chart/coingecko:kaspa",
      ])
    // The last year is requested first.
    #expect(past.first?.hasSuffix("/market_chart") == true)
  }

  /// Prices are stored as they arrive: the next command continues wherever this one was
  /// interrupted.
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func `a fetch that is interrupted keeps what came and goes on`(_ signal: Int32) async throws {
    let server = try RawServer()
    let home = try TestHome.priced(by: "\(server.baseURL)/api/v3")
    try await onThread {
      try home.bitpal("watch", "add", "kaspa", "monero")
      let process = Mutex<pid_t>(0)
      let isKnown = DispatchSemaphore(value: 0)
      let points = (0...364).map { "[\((Self.midnight - $0 * Self.day) * 1000),\(1000 + $0).25]" }
      let body = #"{"prices":[\#(points.joined(separator: ","))]}"#
      let head =
        "HTTP/1.1 200 OK\r\nConnection: close\r\n" + "Content-Length: \(body.utf8.count)\r\n\r\n"
      Thread.detachNewThread {
        server.answerOnce(Array((head + body).utf8), then: .close)
        server.answerOnce(
          [],
          then: .calling {
            isKnown.wait()
            kill(process.withLock { $0 }, signal)
          })
        server.close()
      }
      let id = try start(
        try TestHome.program, ["prices", "fetch"], environment: home.environment,
        output: "\(home.path)/out", standardError: "\(home.path)/err")
      process.withLock { $0 = id }
      isKnown.signal()
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      #expect(status & 0x7F == signal)
      let said = try String(contentsOfFile: "\(home.path)/err", encoding: .utf8)
      let words = "Interrupted: what was fetched is kept. Run the command again to continue."
      #expect(said.contains(words) == (signal == SIGINT), "\(said)")
      #expect(try home.bitpal("doctor").output.contains("1 coin, all readable"))
      #expect(try home.bitpal("chart", "kaspa", "--json").output.contains(#""1000.25""#))
    }
    let requests = try await withPrices(Self.answer) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      home.environment["BITPAL_NOW"] = "2026-04-28T08:04:00Z"
      let rest = try home.bitpal("prices", "fetch")
      #expect(rest.output == "Fetched 365 prices of 1 coin from CoinGecko.\n", "\(rest)")
    }
    #expect(requests.map(\.path) == ["/api/v3/coins/monero/market_chart"])
  }

  /// A plan of three calls a month, two of them for past prices, and four followed coins.
  private static func fewCalls(_ url: String) throws -> TestHome {
    let home = try TestHome.priced(by: url)
    _ = try home.run(["config", "set", "prices.key"], input: "CG-key\n")
    for (name, value) in [
      ("tier", "pro"), ("calls-per-minute", "50"), ("calls-per-month", "3"),
    ] {
      try home.bitpal("config", "set", "prices.\(name)", value)
    }
    try home.bitpal("watch", "add", "kaspa", "monero", "aave", "algorand")
    return home
  }

  @Test
  func `a month that is spent in the middle goes on in the next with the coins that lack most`()
    async throws
  {
    let requests = try await withPrices(Self.answer) { url in
      let home = try Self.fewCalls(url)
      try home.bitpal("config", "set", "prices.sources", "coingecko")
      let fetched = try home.bitpal("prices", "fetch", "-p", "1m")
      #expect(fetched.status == 69)
      #expect(fetched.output.hasPrefix("Fetched 62 prices of 2 coins from CoinGecko"), "\(fetched)")
      #expect(fetched.standardError.contains("62 days of kaspa, monero are missing"), "\(fetched)")
      #expect(fetched.standardError.contains("Rate limit: next request in 3 d"), "\(fetched)")
      // The fetched prices are stored and valid, and nothing more is requested this month.
      #expect(try home.bitpal("doctor").output.contains("all readable"))
      home.environment["BITPAL_NOW"] = "2026-04-30T23:59:00Z"
      #expect(try home.bitpal("prices", "fetch", "-p", "1m").status == 69)
      // The next month begins with coins without prices, not with the newest day of others.
      home.environment["BITPAL_NOW"] = "2026-05-01T00:01:00Z"
      let next = try home.bitpal("prices", "fetch", "-p", "1m")
      #expect(next.output.contains(" prices of 2 coins from CoinGecko"), "\(next)")
      #expect(next.standardError.contains("days of aave, algorand"), "\(next)")
      for coin in ["kaspa", "monero"] {
        let chart = try home.bitpal("chart", coin, "--range", "1m", "--json").output
        #expect(chart.contains(#""1005.25""#), "\(chart)")
      }
    }
    #expect(
      requests.map { $0.path.split(separator: "/")[3] } == ["aave", "algorand", "kaspa", "monero"])
  }

  @Test func `a source whose month is spent leaves its days to the next`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try Self.fewCalls(url)
      let fetched = try home.bitpal("prices", "fetch", "-p", "1m")
      #expect(fetched.status == 0, "\(fetched)")
      #expect(fetched.output == "Fetched 124 prices of 4 coins from CoinGecko and DefiLlama.\n")
    }
    #expect(requests.count == 4)
  }

  @Test(arguments: [HTTPStatusCode.internalServerError, .notFound, .ok])
  func `a refresh says nothing of past prices that fail`(_ status: HTTPStatusCode) async throws {
    _ = try await withPrices({ request in
      request.path.hasSuffix("/market_chart")
        ? pricesJSON("<html>", status: status) : Self.answer(request)
    }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa")
      let ended = try home.bitpal("refresh")
      #expect(ended.status == 0)
      #expect(ended.standardError.isEmpty)
    }
  }

  @Test func `a running clock is not taken for a rate limit`() async throws {
    let requests = try await withPrices({ request in
      guard request.path.hasSuffix("/market_chart") else { return pricesJSON("{}") }
      let today = Int(Date().timeIntervalSince1970) / Self.day * Self.day
      let points = (-1...366).map { "[\((today - $0 * Self.day) * 1000),7]" }
      return pricesJSON(#"{"prices":[\#(points.joined(separator: ","))]}"#)
    }) { url in
      let home = try TestHome.priced(by: url)
      home.environment["BITPAL_NOW"] = nil
      try home.bitpal("watch", "add", "kaspa", "monero")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.status == 0, "\(ended.standardError)")
      #expect(ended.output == "Fetched 730 prices of 2 coins from CoinGecko.\n")
    }
    #expect(requests.count == 2)
  }

  @Test func `where the first source fails the second has the year`() async throws {
    let requests = try await withPrices({ request in
      request.path.hasSuffix("/market_chart")
        ? pricesJSON("{}", status: .internalServerError) : Self.answer(request)
    }) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "kaspa")
      let ended = try home.bitpal("prices", "fetch")
      #expect(ended.output == "Fetched 365 prices of 1 coin from DefiLlama.\n")
      #expect(ended.status == 0)
    }
    #expect(requests.count == 2)
  }

  @Test func `twenty at once stay within one budget and lose nothing`() async throws {
    let requests = try await withPrices(Self.answer) { url in
      let home = try TestHome.priced(by: url)
      try home.bitpal("watch", "add", "algorand", "kaspa", "monero")
      let ended = Mutex<[Int32]>([])
      DispatchQueue.concurrentPerform(iterations: 20) { _ in
        do {
          let status = try home.run(["prices", "fetch"]).status
          ended.withLock { $0.append(status) }
        } catch { Issue.record(error) }
      }
      #expect(ended.withLock(\.self).allSatisfy { $0 == 69 || $0 == 0 })
      // Two processes may request the same coin at the same time.
      let report = try home.bitpal("doctor").output
      #expect(report.contains("1 coin, all readable") || report.contains("2 coins, all readable"))
    }
    #expect(requests.filter { $0.path.hasSuffix("/market_chart") }.count == 2)
  }
}
