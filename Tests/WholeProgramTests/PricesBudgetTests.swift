import BitpalTesting
import FlyingFox
import Foundation
import Synchronization
import Testing

/// Many processes, or many coins, within one budget.
struct PricesBudgetTests {
  private static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Starts many programs at once and returns their exit codes.
  static func together(
    _ count: Int, _ home: TestHome, _ arguments: [String]
  ) throws -> [Int32] {
    let results = Mutex<[Int32]>([])
    let failed = Mutex(false)
    let threads = DispatchGroup()
    for _ in 0..<count {
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        do {
          let ended = try home.run(arguments)
          results.withLock { $0.append(ended.status) }
        } catch {
          failed.withLock { $0 = true }
        }
      }
    }
    threads.wait()
    #expect(!failed.withLock { $0 })
    return results.withLock { $0 }
  }

  @Test func `many refreshes make the calls of one minute`() async throws {
    let count = Repetition.isLong ? 200 : 30
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let requests = try await withPrices(pricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let codes = try Self.together(count, home, ["refresh"])
      #expect(codes == Array(repeating: 0, count: count))
    }
    #expect(requests.count == 3)
    for name in ["portfolio.json", "refresh_data.json", "refresh_status.json"] {
      #expect(!(try Self.json("\(home.widgetData)/\(name)").isEmpty))
    }
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: home.widgetData))
        == ["portfolio.json", "prices.json", "refresh_data.json", "refresh_status.json"])
    let past = try Data(
      contentsOf: URL(
        fileURLWithPath:
          "\(home.container)/Library/Application Support/PastPrices/bitcoin.prices"))
    #expect(past.count == 16 + 24)
    #expect(try home.bitpal("doctor").output.contains("0 of 3 calls left this minute"))
  }

  /// Both dashboards start at the same instant, since their clock is fixed.
  @Test func `two dashboards make no more calls than one`() async throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let requests = try await withPrices(pricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      let first = try Tmux(home)
      try first.start("")
      try first.wait(for: "$2.00")
      let second = try Tmux(home)
      try second.start("")
      try second.wait(for: "$2.00")
      // By the time a dashboard handles a key, it has checked whether a refresh is due.
      for terminal in [first, second] {
        try terminal.type("2")
        try terminal.wait(for: "›2Portfolio")
        try terminal.type("q")
        try terminal.wait(for: "home>")
      }
    }
    #expect(requests.count == 1)
  }

  @Test func `a month of calls is counted for all`() async throws {
    let home = try TestHome()
    try home.recordExample()
    _ = try home.run(["config", "set", "prices.key"], input: "CG-key\n")
    try home.bitpal("config", "set", "prices.tier", "pro")
    try home.bitpal("config", "set", "prices.calls-per-minute", "50")
    try home.bitpal("config", "set", "prices.calls-per-month", "4")
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    let requests = try await withPrices(pricesOfAll) { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      for _ in 0..<6 {
        let ended = try home.bitpal("refresh")
        #expect(ended.status == 0)
      }
      let doctor = try home.bitpal("doctor")
      #expect(doctor.output.contains("of 4 calls left this month"))
    }
    // Half of a month's calls may be made at once; the rest is spread over the remaining days.
    #expect(requests.count == 2)
  }

  @Test func `held back after a success is no failure`() async throws {
    let home = try TestHome()
    try home.recordExample()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try await withPrices {
      pricesOfAll($0, madeAt: "2026-04-28T11:59:00Z")
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      for _ in 0..<3 { try home.bitpal("refresh") }
      home.environment["BITPAL_NOW"] = "2026-04-28T12:00:20Z"
      let held = try home.bitpal("refresh")
      #expect(held.status == 0)
      #expect(
        held.output == "Rate limit: next refresh in 40 s. Prices were fetched just now.\n")
      #expect(held.standardError == "")
      let quiet = try home.bitpal("refresh", "--quiet")
      #expect(quiet.status == 0 && quiet.output == "" && quiet.standardError == "")
      home.environment["BITPAL_NOW"] = "2026-04-28T12:01:00Z"
      let next = try home.bitpal("refresh")
      #expect(next.output == "$2.00 · 1 of 1 holding priced\n")
    }
  }

  @Test func `more coins than a minute allows all have their turn`() async throws {
    let home = try TestHome()
    let ids = (100..<650).map { "coin-\($0)" }
    let rows = ids.map { "\($0),buy,1,1,2025-01-01," }
    let file = try home.file(
      "many.csv", "coin_id,type,amount,price,date,notes\n\(rows.joined(separator: "\n"))\n")
    #expect(try home.bitpal("import", file).status == 0)
    let requests = try await withPrices { request in
      // The API no longer has the first 300 coins; they must not block others.
      let alive = pricesAsked(request).filter { $0 >= "coin-400" }.map { id in
        #"{"id":"\#(id)","symbol":"s","name":"N","current_price":2,"#
          + #""last_updated":"2026-04-28T08:01:08.825Z"}"#
      }
      return pricesJSON("[\(alive.joined(separator: ","))]")
    } _: { url in
      home.environment["BITPAL_API_BASE_URL"] = url
      for minute in 0..<6 {
        home.environment["BITPAL_NOW"] = "2026-04-28T12:0\(minute):00Z"
        try home.bitpal("refresh")
      }
    }
    let asked = requests.map(pricesAsked)
    #expect(asked.allSatisfy { $0.count <= 100 })
    #expect(Set(asked.joined()) == Set(ids))
    // Refreshes without any price lengthen the pause, so that the second of them is delayed.
    #expect((9...18).contains(asked.count))
    let line = try home.bitpal("--size", "small").output
    #expect(line.contains("250 of 550"))
  }
}
