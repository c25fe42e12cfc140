import Exact
import Foundation
import Portfolio
import Testing

/// Days in the taxpayer's time zone, through the whole program.
struct TaxZoneTests {
  /// New Year's Eve and New Year's Day of 2026, half an hour from midnight in a time zone.
  private static let zones = [
    ("America/Los_Angeles", "2026-01-01T07:30:00Z", "2026-01-01T08:30:00Z"),
    ("Europe/London", "2025-12-31T23:30:00Z", "2026-01-01T00:30:00Z"),
    ("Asia/Kathmandu", "2025-12-31T17:45:00Z", "2025-12-31T18:45:00Z"),
    ("Pacific/Auckland", "2025-12-31T10:30:00Z", "2025-12-31T11:30:00Z"),
    ("Pacific/Kiritimati", "2025-12-31T09:30:00Z", "2025-12-31T10:30:00Z"),
  ]

  private func gains(_ home: TestHome, _ line: String) throws -> JSONValue {
    try JSONValue(parsing: home.done("gains --json --cost-basis fifo " + line).utf8)
  }

  private func trade(_ home: TestHome, _ kind: String, _ price: Int, at date: String) throws {
    try home.done("\(kind) bitcoin 1 --price \(price) --date \(date)")
  }

  @Test func `a purchase after UTC midnight counts at one rate in every report`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "America/Los_Angeles"
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.done("buy ethereum 4 --total 10000 --date 2026-01-16T06:42:10Z")
    let averages = try ["2026-01-15", "2026-01-16"].map { day in
      try JSONValue(parsing: home.done("holdings --json -c GBP --at \(day)").utf8)
        .array?.first?["avgCost"]?.string
    }
    #expect(averages[0]?.hasPrefix("1865.8001") == true && averages[0] == averages[1])
  }

  @Test(arguments: zones)
  func `New Year's Eve is the old year's in gains, the form and every filter`(
    zone: String, eve: String, day: String
  ) throws {
    let home = try TestHome()
    home.environment["TZ"] = zone
    for price in [10, 20] { try trade(home, "buy", price, at: "2024-12-31") }
    try trade(home, "sell", 100, at: eve)
    try trade(home, "sell", 200, at: day)
    try home.done("reward ethereum 1 --label staking --price 7 --date \(eve)")
    let old = try gains(home, "--year 2025")
    #expect(old["totals"]?["gain"] == .string("90") && old["zone"] == .string(zone))
    #expect(old["rows"]?.array?.first?["soldDay"] == .string("2025-12-31"))
    // The anniversary, a day without a time, is short-term; the day after is long-term.
    #expect(old["rows"]?.array?.first?["term"] == .string("short"))
    #expect(old["income"]?.array?.map { $0["value"] } == [.string("7")])
    let new = try gains(home, "--year 2026")
    #expect(new["totals"]?["gain"] == .string("180"))
    #expect(new["rows"]?.array?.first?["term"] == .string("long"))
    #expect(try gains(home, "--from 2026-01-01 --to 2026-01-01")["rows"]?.array?.count == 1)
    let form = try home.done("gains --year 2025 --cost-basis fifo --format form8949")
    #expect(form.contains("I,I,1 bitcoin,12/31/2024,12/31/2025,100.00,10.00,,,90.00\n"))
    let text = try home.done("gains --by year --cost-basis fifo")
    #expect(text.contains("Cost basis fifo, days by \(zone)."))
    #expect(text.contains("2025") && text.contains("2026"))
    let listed = try home.done("ls --until 2025-12-31 --kind sell --csv")
    #expect(listed.split(separator: "\n").count == 2)
    #expect(try home.done("ls --since 2026-01-01 --csv").split(separator: "\n").count == 2)
    try home.done("verify")
  }

  @Test
  func `the zone is taken once, kept in the ledger, and changed after what that changes was shown`()
    throws
  {
    let home = try TestHome()
    home.environment["TZ"] = "America/Los_Angeles"
    try trade(home, "buy", 10, at: "2024-01-01")
    try trade(home, "buy", 10, at: "2024-01-02")
    try trade(home, "sell", 100, at: "2026-01-01T02:30:00Z")
    func listed() throws -> [[Substring]] {
      try home.done("config").split(separator: "\n").map { $0.split(separator: " ") }
    }
    #expect(try listed().contains(["tax.zone", "America/Los_Angeles", "default"]))
    try home.done("gains")
    home.environment["TZ"] = "Europe/London"
    #expect(try listed().contains(["tax.zone", "America/Los_Angeles", "ledger"]))
    #expect(try home.done("config get tax.zone") == "America/Los_Angeles\n")
    #expect(try gains(home, "--year 2025")["totals"]?["gain"] == .string("90"))
    let changed = try home.done("config set tax.zone Europe/London")
    #expect(
      changed == """
        Days by Europe/London instead of America/Los_Angeles:
        1 of 1 sale and 0 rewards are on another day.
        0 of the lots sold change between short-term and long-term.
        2025: gain +$90.00 → $0.00 · income $0.00 → $0.00
        2026: gain $0.00 → +$90.00 · income $0.00 → $0.00
        tax.zone is Europe/London.

        """)
    #expect(try gains(home, "--year 2025")["rows"]?.array?.isEmpty == true)
    try home.done("verify")
    // The setting is not a change: `undo` reverses the sale.
    try home.done("undo")
    #expect(try home.done("config get tax.zone") == "Europe/London\n")
    #expect(try home.done("ls --kind sell") == "")
  }

  @Test
  func `what another zone changes is counted with the lots of accounts, where those are kept`()
    throws
  {
    let home = try TestHome()
    home.environment["TZ"] = "America/Los_Angeles"
    for line in [
      "config set lots account", "config set cost-basis fifo",
      "buy bitcoin 1 --price 10 --date 2024-01-01 --account A",
      "buy bitcoin 1 --price 50 --date 2024-01-02 --account B",
      "sell bitcoin 1 --price 100 --date 2026-01-01T02:30:00Z --account B",
    ] {
      try home.done(line)
    }
    #expect(try gains(home, "--year 2025")["totals"]?["gain"] == .string("50"))
    let changed = try home.done("config set tax.zone Europe/London")
    #expect(changed.contains("2025: gain +$50.00 → $0.00"), "\(changed)")
    #expect(changed.contains("2026: gain $0.00 → +$50.00"), "\(changed)")
  }

  @Test
  func `a backup brings its zone back`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "Asia/Kathmandu"
    try trade(home, "buy", 10, at: "2024-01-01")
    try home.done("gains")
    let file = "\(home.path)/kept.sqlite"
    try home.done("backup \(file)")
    try home.done("config set tax.zone Pacific/Auckland")
    try home.done("restore \(file)")
    #expect(try home.done("config get tax.zone") == "Asia/Kathmandu\n")
    try home.done("verify")
  }

  @Test
  func `a zone that the machine does not know is refused, and none takes its place`() throws {
    let home = try TestHome()
    try trade(home, "buy", 10, at: "2024-01-01")
    let refused = try home.refused("config set tax.zone Europe/Londn")
    #expect(refused.hasPrefix("This machine has no time zone \"Europe/Londn\"."))
    #expect(try home.refused("config set tax.zone ../../etc/passwd").hasPrefix("This machine"))
    try home.done("config set tax.zone Europe/London")
    home.environment["TZDIR"] = home.path
    #expect(try home.refused("gains").contains("config set tax.zone UTC"))
    try home.done("config set tax.zone UTC")
    try home.done("gains")
  }

  @Test
  func `under hmrc widgets and history follow the zone at once`() throws {
    let home = try TestHome()
    home.environment["TZ"] = "Europe/London"
    home.environment["BITPAL_NOW"] = "2026-07-10T12:00:00Z"
    try home.done("config set cost-basis hmrc")
    try trade(home, "buy", 10, at: "2026-01-01")
    try trade(home, "buy", 10, at: "2026-01-02")
    // Half past midnight on 1 July in London, and the evening of the same day.
    try trade(home, "sell", 100, at: "2026-06-30T23:30:00Z")
    try trade(home, "buy", 60, at: "2026-07-01T20:00:00Z")
    func figures() throws -> [String?] {
      let summary = try JSONValue(parsing: home.done("summary --json").utf8)
      let history = try JSONValue(parsing: home.done("history --range 1w --json").utf8)
      return [
        summary["realizedPnL"]?.string, history["rows"]?.array?.last?["realizedPnL"]?.string,
      ]
    }
    #expect(try figures() == ["40", "40"])
    #expect(try home.done("gains").contains("same day"))
    try home.done("config set tax.zone UTC")
    #expect(try figures() == ["40", "40"])
    #expect(try home.done("gains").contains("30 days"))
    // The sale is on 31 May in UTC and on 1 June in London, 30 days before a second purchase.
    try trade(home, "sell", 200, at: "2026-05-31T23:30:00Z")
    try trade(home, "buy", 60, at: "2026-07-01T20:00:01Z")
    #expect(try figures() == ["230", "230"])
    try home.done("config set tax.zone Europe/London")
    #expect(try figures() == ["180", "180"])
    try home.done("verify")
  }

  @Test
  func `the file of settings does not take the zone`() throws {
    let home = try TestHome()
    home.environment["BITPAL_CONFIG"] = try home.file("bitpal.toml", "[tax]\nzone = \"UTC\"\n")
    #expect(try home.refused("gains").contains("tax.zone is kept in the ledger"))
  }
}
