import Foundation
import Testing

/// `lots = account`, `bitpal lots` and reports of past days, as a user sees them.
struct LotsPerAccountTests {
  /// Kraken buys twice and sends 1.5 to Ledger; Ledger, which bought once, sells 2.
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["TZ"] = "UTC"
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try home.done("buy bitcoin 1 --price 100 --date 2025-03-01 --account Kraken")
    _ = try home.done("buy bitcoin 1 --price 200 --date 2025-03-15 --account Ledger")
    _ = try home.done("buy bitcoin 1 --price 300 --date 2025-04-01 --account Kraken")
    _ = try home.done("transfer bitcoin 1.5 Kraken Ledger --date 2025-05-01")
    _ = try home.done("sell bitcoin 2 --price 400 --date 2026-03-01 --account Ledger")
    return home
  }

  private func perAccount() throws -> TestHome {
    let home = try home()
    _ = try home.done("config set cost-basis lifo")
    _ = try home.done("config set lots account")
    return home
  }

  private func rows(_ home: TestHome, _ line: String) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(try home.done(line).utf8))
    let rows = (document as? [String: Any])?["rows"] ?? document
    return try #require(rows as? [[String: Any]])
  }

  @Test func `a sale uses the lots of its account`() throws {
    let home = try perAccount()
    let gains = try rows(home, "gains --json")
    #expect(gains.map { $0["account"] as? String } == ["Ledger", "Ledger"])
    #expect(gains.map { $0["cost"] as? String } == ["300", "200"])
    #expect(gains.map { $0["term"] as? String } == ["short", "short"])
    #expect(try home.done("gains").contains("lots per account"))
    // A single book would take the newest lot of all, which is the same here, but not by FIFO.
    #expect(
      try rows(home, "gains --json --cost-basis fifo").map { $0["cost"] as? String } == [
        "100", "200",
      ])
    let held = try rows(home, "holdings --json")
    #expect(held.map { $0["totalAmount"] as? String } == ["1"])
    #expect(held.map { $0["avgCost"] as? String } == ["100"])
    _ = try home.done("config set lots all")
    #expect(
      try rows(home, "holdings --json --cost-basis fifo").map { $0["avgCost"] as? String } == [
        "300"
      ])
  }

  @Test func `lots have age, result and the day they turn long`() throws {
    let home = try perAccount()
    let prices = try home.file("own.csv", "date,coin_id,usd\n2025-12-31,bitcoin,120\n")
    #expect(try home.bitpal("prices", "import", prices).status == 0)
    let lots = try rows(home, "lots --json --at 2025-12-31")
    #expect(
      lots.map { "\($0["account"] ?? "") \($0["amount"] ?? "") \($0["profitLoss"] ?? "")" } == [
        "Kraken 0.5 10", "Ledger 0.5 10", "Ledger 1 -80", "Ledger 1 -180",
      ])
    #expect(
      lots.map { $0["longFrom"] as? String } == [
        "2026-03-02", "2026-03-02", "2026-03-16", "2026-04-02",
      ])
    #expect(lots.map { $0["daysHeld"] as? Int } == [305, 305, 291, 274])
    #expect(Set(lots.compactMap { $0["term"] as? String }) == ["short"])
    let harvest = try rows(home, "lots --harvest --json --at 2025-12-31")
    #expect(harvest.first?["profitLoss"] as? String == "-180")
    #expect(try home.done("lots --harvest --at 2025-12-31").contains("losses -$260.00"))
    #expect(try rows(home, "lots bitcoin --account kraken --json").count == 1)
    #expect(try home.done("lots --csv").hasPrefix("id,coinId,account,acquired,daysHeld,amount,"))
    _ = try home.done("config set lots all")
    #expect(try home.refused("lots --account Kraken").contains("bitpal config set lots account"))
    #expect(try rows(home, "lots --json").map { $0["account"] is NSNull } == [true])
  }

  @Test func `holdings and accounts of a day of the past are at its prices`() throws {
    let home = try perAccount()
    let prices = try home.file("own.csv", "date,coin_id,usd\n2025-12-31,bitcoin,120\n")
    #expect(try home.bitpal("prices", "import", prices).status == 0)
    let held = try rows(home, "holdings --at 2025-12-31 --json")
    #expect(held.map { $0["totalAmount"] as? String } == ["3"])
    #expect(held.map { $0["currentValue"] as? String } == ["360"])
    #expect(held.map { $0["profitLoss"] as? String } == ["-240"])
    #expect(try home.done("holdings --at 2025-12-31").contains("At the end of 2025-12-31 (UTC)"))
    let accounts = try rows(home, "accounts --at 2025-12-31 --json")
    #expect(
      accounts.map { "\($0["account"] ?? "") \($0["amount"] ?? "") \($0["currentValue"] ?? "")" }
        == ["Kraken 0.5 60", "Ledger 2.5 300"])
    #expect(try rows(home, "accounts --at 2025-04-15 --json").count == 2)
    #expect(try home.refused("holdings --at 2027-01-01").contains("is in the future"))
  }

  @Test func `an open deposit makes figures unknown, and says so`() throws {
    let home = try perAccount()
    _ = try home.done("deposit bitcoin 1 Coinbase --date 2026-03-02")
    _ = try home.done("sell bitcoin 0.5 --price 500 --date 2026-03-03 --account Coinbase")
    let gains = try rows(home, "gains --json")
    #expect(gains.last?["gain"] is NSNull)
    for report in ["gains", "holdings", "lots", "summary"] {
      #expect(try home.done(report).contains("no row explains"), "\(report)")
    }
    let explained = try home.done("explain bitcoin")
    #expect(explained.contains("Coinbase                 0.5      —     —"))
    #expect(explained.contains("cost        100 for 1 of 1.5"))
    #expect(explained.contains("unexplained 1.5 in lots - 0.5 = 1"))
    #expect(explained.contains("2026-03-03     0.5       250     —         —"))
    let data = try JSONSerialization.jsonObject(
      with: Data(try home.done("explain bitcoin --json").utf8))
    let document = try #require(data as? [String: Any])
    #expect(document["totalCost"] is NSNull && document["realizedPnL"] is NSNull)
    #expect(document["totalAmount"] as? String == "0.5")
    let total = try home.done("explain total")
    #expect(total.contains("realized    needs a cost that is unknown"))
    let past = try home.done("holdings --at 2026-04-01")
    #expect(past.contains("no row explains"))
    _ = try home.done("verify")
    #expect(try rows(home, "holdings --json").first?["avgCost"] is NSNull)
    let prices = try home.file("own.csv", "date,coin_id,usd\n2026-04-28,bitcoin,120\n")
    #expect(try home.bitpal("prices", "import", prices).status == 0)
    let today = try #require(try rows(home, "history --json -p 1d").first)
    #expect(today["value"] as? String == "60")
    #expect(today["invested"] is NSNull && today["unrealizedPnL"] is NSNull, "\(today)")
    let fetched = try home.file("now.json", #"{"bitcoin": "120"}"#)
    #expect(try home.bitpal("refresh", "--prices", fetched).status == 0)
    let priced = try home.done("explain bitcoin")
    #expect(priced.contains("× 120") && priced.contains("→ $60.00"), "\(priced)")
    #expect(priced.contains("P&L         needs a cost that is unknown"), "\(priced)")
    #expect(try home.done("history -p 1d").contains("no row explains"))
    #expect(try home.bitpal("chart", "-p", "1w").standardError.contains("no row explains"))
    // A coin of unknown worth has a reason of its own, and hides no other.
    let reward =
      "coin_id,type,amount,price,date,valuation,kind\n"
      + "kusama,buy,3,0,2026-04-02,unknown,reward\n"
    let staked = try home.file("staked.csv", reward)
    #expect(try home.bitpal("import", staked, "--yes").status == 0)
    let both = try home.done("summary")
    #expect(both.contains("no row explains") && both.contains("what 1 transaction was worth"))
    let before = try #require(try rows(home, "history --json -p 2026-03-01").first)
    #expect(before["invested"] as? String == "100", "\(before)")
  }

  @Test func `the journal for hledger moves lots from account to account`() throws {
    let home = try perAccount()
    let line = "export --format hledger"
    let journal = try home.done(line)
    func has(_ parts: [String], in text: String) -> Bool {
      text.contains(parts.joined(separator: "\n    ") + "\n")
    }
    func lot(_ account: String, _ amount: String, _ cost: Int, _ day: String) -> String {
      "assets:\(account):bitcoin  \(amount) \"bitcoin\" {{\(cost) USD}} [\(day)] @@ \(cost) USD  "
        + "; lot:\(day)"
    }
    #expect(
      has(
        [
          "2025-05-01 * transfer", "; 2025-05-01T00:00:00Z",
          lot("Kraken", "-1", 300, "2025-04-01"), lot("Kraken", "-0.5", 50, "2025-03-01"),
          lot("Ledger", "1", 300, "2025-04-01"), lot("Ledger", "0.5", 50, "2025-03-01"),
        ], in: journal))
    #expect(
      has(
        [
          lot("Ledger", "-1", 300, "2025-04-01"), lot("Ledger", "-1", 200, "2025-03-15"),
          "gains:bitcoin  -300 USD", "equity:cash  800 USD",
        ], in: journal))
    // Transfers before `lots.from` carry the average; lots are assigned on that day.
    _ = try home.done("config set lots.from 2025-06-01")
    #expect(
      has(
        [
          "2025-06-01 * lots per account", "; 2025-06-01T00:00:00Z",
          "assets:Kraken:bitcoin  -0.5 \"bitcoin\" @@ 100 USD",
          lot("Kraken", "0.5", 50, "2025-03-01"),
          "assets:Ledger:bitcoin  -2.5 \"bitcoin\" @@ 500 USD",
          lot("Ledger", "0.5", 50, "2025-03-01"), lot("Ledger", "1", 200, "2025-03-15"),
          lot("Ledger", "1", 300, "2025-04-01"),
        ], in: try home.done(line)))
    // Coins of unknown origin have no cost, and their sale has no gain.
    _ = try home.done("deposit bitcoin 1 Coinbase --date 2026-03-02")
    _ = try home.done("sell bitcoin 0.5 --price 500 --date 2026-03-03 --account Coinbase")
    #expect(
      has(
        [
          "assets:Coinbase:bitcoin  -0.5 \"bitcoin\"", "equity:deposits  0.5 \"bitcoin\"",
          "equity:unexplained  -250 USD", "equity:cash  250 USD",
        ], in: try home.done(line)))
  }

  /// New Year's Eve in five time zones: a purchase in its last minute, one at midnight, one on the
  /// next day without a time, and a move on each day.
  @Test(arguments: [
    ("America/Los_Angeles", "2026-01-01T07:59:59Z", "2026-01-01T08:00:00Z"),
    ("Europe/London", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"),
    ("Asia/Kathmandu", "2025-12-31T18:14:59Z", "2025-12-31T18:15:00Z"),
    ("Pacific/Auckland", "2025-12-31T10:59:59Z", "2025-12-31T11:00:00Z"),
    ("Pacific/Kiritimati", "2025-12-31T09:59:59Z", "2025-12-31T10:00:00Z"),
  ])
  func `a report of a day has what is of it, to the millisecond`(
    zone: String, eve: String, midnight: String
  ) throws {
    let home = try TestHome()
    home.environment["TZ"] = zone
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try home.done("buy bitcoin 10 --price 1 --date 2025-12-31 --account Kraken")
    _ = try home.done("buy bitcoin 1 --price 1 --date \(eve) --account Kraken")
    _ = try home.done("buy bitcoin 100 --price 1 --date \(midnight) --account Kraken")
    _ = try home.done("buy bitcoin 1000 --price 1 --date 2026-01-01 --account Kraken")
    _ = try home.done("transfer bitcoin 2 Kraken Ledger --date \(eve)")
    _ = try home.done("transfer bitcoin 5 Kraken Ledger --date 2026-01-01")
    // A day without a time, as files write it.
    let rows = "coin_id,type,amount,price,date,account\nbitcoin,buy,500,1,2026-01-01,Kraken\n"
    #expect(try home.bitpal("import", try home.file("own.csv", rows)).status == 0)
    func amounts(_ line: String, _ key: String) throws -> [String] {
      try self.rows(home, line + " --json").compactMap { $0[key] as? String }
    }
    #expect(try amounts("holdings --at 2025-12-31", "totalAmount") == ["11"])
    #expect(try amounts("accounts --at 2025-12-31", "amount") == ["9", "2"])
    #expect(try amounts("holdings --at 2025-12-30", "totalAmount") == [])
    #expect(try amounts("holdings --at 2026-01-01", "totalAmount") == ["1611"])
    #expect(try amounts("accounts --at 2026-01-01", "amount") == ["1604", "7"])
    _ = try home.done("config set lots account")
    #expect(
      try amounts("lots --at 2025-12-31 --cost-basis fifo", "amount") == ["8", "1", "2"])
  }

  @Test func `a sale that is only worked out names its account`() throws {
    let home = try perAccount()
    #expect(
      try home.refused("sell bitcoin 0.5 --what-if --price 100").contains("--account Kraken"))
    let answer = try home.done("sell bitcoin 0.5 --what-if --price 100 --account kraken --json")
    #expect(answer.contains("\"realized\": \"0\"") || answer.contains("\"realized\":\"0\""))
  }

  @Test func `form 8949 of 2025 and later wants the lots of the account`() throws {
    let home = try home()
    let line = "gains --format form8949 --cost-basis fifo"
    let way = try home.refused(line)
    #expect(way.contains("bitpal config set lots.from 2025-01-01"))
    #expect(try home.done("tax 2026 --country us").hasSuffix(way))
    #expect(try !home.done("tax 2025 --country us").contains("lots.from"))
    _ = try home.done("config set lots.from 2025-01-01")
    _ = try home.done("config set lots account")
    #expect(try home.done(line).contains("1 bitcoin"))
    _ = try home.done("config set lots.from 2025-06-01")
    #expect(try home.refused(line).contains("Form 8949"))
  }

  @Test func `a changed setting shows no old figure`() throws {
    let home = try home()
    _ = try home.done("config set cost-basis lifo")
    let history = "history -p 2026-02-27..2026-03-02 --json"
    let one = try home.done(history)
    let widget = try home.done("--size medium --format json")
    _ = try home.done("config set lots.order highest-cost")
    _ = try home.done("config set lots.from 2025-04-15")
    _ = try home.done("config set lots account")
    let accounts = try home.done(history)
    #expect(accounts != one)
    #expect(try home.done("--size medium --format json") != widget)
    _ = try home.done("config set lots.order earliest")
    #expect(try home.done(history) != accounts)
    _ = try home.done("config set lots all")
    #expect(try home.done(history) == one)
    #expect(try home.done("--size medium --format json") == widget)
    _ = try home.done("verify")
  }
}
