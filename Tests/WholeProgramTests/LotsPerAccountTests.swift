import Foundation
import Testing

/// `lots = account`, `bitpal lots` and reports of a day of the past, as a user meets them.
struct LotsPerAccountTests {
  /// Kraken buys twice, sends 1.5 to Ledger, and Ledger, which bought once, sells 2.
  private func desk() throws -> Desk {
    let desk = try Desk()
    desk.environment["TZ"] = "UTC"
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try desk.done("buy bitcoin 1 --price 100 --date 2025-03-01 --account Kraken")
    _ = try desk.done("buy bitcoin 1 --price 200 --date 2025-03-15 --account Ledger")
    _ = try desk.done("buy bitcoin 1 --price 300 --date 2025-04-01 --account Kraken")
    _ = try desk.done("transfer bitcoin 1.5 Kraken Ledger --date 2025-05-01")
    _ = try desk.done("sell bitcoin 2 --price 400 --date 2026-03-01 --account Ledger")
    return desk
  }

  private func perAccount() throws -> Desk {
    let desk = try desk()
    _ = try desk.done("config set cost-basis lifo")
    _ = try desk.done("config set lots account")
    return desk
  }

  private func rows(_ desk: Desk, _ line: String) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(try desk.done(line).utf8))
    let rows = (document as? [String: Any])?["rows"] ?? document
    return try #require(rows as? [[String: Any]])
  }

  @Test func `a sale uses the lots of its account`() throws {
    let desk = try perAccount()
    let gains = try rows(desk, "gains --json")
    #expect(gains.map { $0["account"] as? String } == ["Ledger", "Ledger"])
    #expect(gains.map { $0["cost"] as? String } == ["300", "200"])
    #expect(gains.map { $0["term"] as? String } == ["short", "short"])
    #expect(try desk.done("gains").contains("lots per account"))
    // One book takes the newest of all, which is the same here; by fifo it is not.
    #expect(
      try rows(desk, "gains --json --cost-basis fifo").map { $0["cost"] as? String } == [
        "100", "200",
      ])
    let held = try rows(desk, "holdings --json")
    #expect(held.map { $0["totalAmount"] as? String } == ["1"])
    #expect(held.map { $0["avgCost"] as? String } == ["100"])
    _ = try desk.done("config set lots all")
    #expect(
      try rows(desk, "holdings --json --cost-basis fifo").map { $0["avgCost"] as? String } == [
        "300"
      ])
  }

  @Test func `lots have age, result and the day they turn long`() throws {
    let desk = try perAccount()
    let prices = try desk.file("own.csv", "date,coin_id,usd\n2025-12-31,bitcoin,120\n")
    #expect(try desk.bitpal("prices", "import", prices).status == 0)
    let lots = try rows(desk, "lots --json --at 2025-12-31")
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
    let harvest = try rows(desk, "lots --harvest --json --at 2025-12-31")
    #expect(harvest.first?["profitLoss"] as? String == "-180")
    #expect(try desk.done("lots --harvest --at 2025-12-31").contains("losses -$260.00"))
    #expect(try rows(desk, "lots bitcoin --account kraken --json").count == 1)
    #expect(try desk.done("lots --csv").hasPrefix("id,coinId,account,acquired,daysHeld,amount,"))
    _ = try desk.done("config set lots all")
    #expect(try desk.refused("lots --account Kraken").contains("bitpal config set lots account"))
    #expect(try rows(desk, "lots --json").map { $0["account"] is NSNull } == [true])
  }

  @Test func `holdings and accounts of a day of the past are at its prices`() throws {
    let desk = try perAccount()
    let prices = try desk.file("own.csv", "date,coin_id,usd\n2025-12-31,bitcoin,120\n")
    #expect(try desk.bitpal("prices", "import", prices).status == 0)
    let held = try rows(desk, "holdings --at 2025-12-31 --json")
    #expect(held.map { $0["totalAmount"] as? String } == ["3"])
    #expect(held.map { $0["currentValue"] as? String } == ["360"])
    #expect(held.map { $0["profitLoss"] as? String } == ["-240"])
    #expect(try desk.done("holdings --at 2025-12-31").contains("At the end of 2025-12-31 (UTC)"))
    let accounts = try rows(desk, "accounts --at 2025-12-31 --json")
    #expect(
      accounts.map { "\($0["account"] ?? "") \($0["amount"] ?? "") \($0["currentValue"] ?? "")" }
        == ["Kraken 0.5 60", "Ledger 2.5 300"])
    #expect(try rows(desk, "accounts --at 2025-04-15 --json").count == 2)
    #expect(try desk.refused("holdings --at 2027-01-01").contains("is in the future"))
  }

  @Test func `an open deposit makes figures unknown, and says so`() throws {
    let desk = try perAccount()
    _ = try desk.done("deposit bitcoin 1 Coinbase --date 2026-03-02")
    _ = try desk.done("sell bitcoin 0.5 --price 500 --date 2026-03-03 --account Coinbase")
    let gains = try rows(desk, "gains --json")
    #expect(gains.last?["gain"] is NSNull)
    for report in ["gains", "holdings", "lots", "summary"] {
      #expect(try desk.done(report).contains("no row explains"), "\(report)")
    }
    let explained = try desk.done("explain bitcoin")
    #expect(explained.contains("Coinbase                 0.5      —     —"))
    #expect(explained.contains("cost        100 for 1 of 1.5"))
    #expect(explained.contains("unexplained 1.5 in lots - 0.5 = 1"))
    #expect(explained.contains("2026-03-03     0.5       250     —         —"))
    let data = try JSONSerialization.jsonObject(
      with: Data(try desk.done("explain bitcoin --json").utf8))
    let document = try #require(data as? [String: Any])
    #expect(document["totalCost"] is NSNull && document["realizedPnL"] is NSNull)
    #expect(document["totalAmount"] as? String == "0.5")
    let total = try desk.done("explain total")
    #expect(total.contains("realized    needs a cost that is unknown"))
    let past = try desk.done("holdings --at 2026-04-01")
    #expect(past.contains("no row explains"))
    _ = try desk.done("verify")
    #expect(try rows(desk, "holdings --json").first?["avgCost"] is NSNull)
  }

  @Test func `the journal for hledger moves lots from account to account`() throws {
    let desk = try perAccount()
    let line = "export --format hledger"
    let journal = try desk.done(line)
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
    // Before the first day of accounts a transfer takes the average along, and that day its lots.
    _ = try desk.done("config set lots.from 2025-06-01")
    #expect(
      has(
        [
          "2025-06-01 * lots per account", "; 2025-06-01T00:00:00Z",
          "assets:Kraken:bitcoin  -0.5 \"bitcoin\" @@ 100 USD",
          lot("Kraken", "0.5", 50, "2025-03-01"),
          "assets:Ledger:bitcoin  -2.5 \"bitcoin\" @@ 500 USD",
          lot("Ledger", "0.5", 50, "2025-03-01"), lot("Ledger", "1", 200, "2025-03-15"),
          lot("Ledger", "1", 300, "2025-04-01"),
        ], in: try desk.done(line)))
    // Coins that nothing explains have no cost, and their sale no gain.
    _ = try desk.done("deposit bitcoin 1 Coinbase --date 2026-03-02")
    _ = try desk.done("sell bitcoin 0.5 --price 500 --date 2026-03-03 --account Coinbase")
    #expect(
      has(
        [
          "assets:Coinbase:bitcoin  -0.5 \"bitcoin\"", "equity:deposits  0.5 \"bitcoin\"",
          "equity:unexplained  -250 USD", "equity:cash  250 USD",
        ], in: try desk.done(line)))
  }

  /// New Year's Eve of five places: a purchase in its last minute, one at its midnight, one of
  /// the next day without a time, and a move of each.
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
    let desk = try Desk()
    desk.environment["TZ"] = zone
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    _ = try desk.done("buy bitcoin 10 --price 1 --date 2025-12-31 --account Kraken")
    _ = try desk.done("buy bitcoin 1 --price 1 --date \(eve) --account Kraken")
    _ = try desk.done("buy bitcoin 100 --price 1 --date \(midnight) --account Kraken")
    _ = try desk.done("buy bitcoin 1000 --price 1 --date 2026-01-01 --account Kraken")
    _ = try desk.done("transfer bitcoin 2 Kraken Ledger --date \(eve)")
    _ = try desk.done("transfer bitcoin 5 Kraken Ledger --date 2026-01-01")
    // As files write a day without a time.
    let rows = "coin_id,type,amount,price,date,account\nbitcoin,buy,500,1,2026-01-01,Kraken\n"
    #expect(try desk.bitpal("import", try desk.file("own.csv", rows)).status == 0)
    func amounts(_ line: String, _ key: String) throws -> [String] {
      try self.rows(desk, line + " --json").compactMap { $0[key] as? String }
    }
    #expect(try amounts("holdings --at 2025-12-31", "totalAmount") == ["11"])
    #expect(try amounts("accounts --at 2025-12-31", "amount") == ["9", "2"])
    #expect(try amounts("holdings --at 2025-12-30", "totalAmount") == [])
    #expect(try amounts("holdings --at 2026-01-01", "totalAmount") == ["1611"])
    #expect(try amounts("accounts --at 2026-01-01", "amount") == ["1604", "7"])
    _ = try desk.done("config set lots account")
    #expect(
      try amounts("lots --at 2025-12-31 --cost-basis fifo", "amount") == ["8", "1", "2"])
  }

  @Test func `a sale that is only worked out names its account`() throws {
    let desk = try perAccount()
    #expect(
      try desk.refused("sell bitcoin 0.5 --what-if --price 100").contains("--account Kraken"))
    let answer = try desk.done("sell bitcoin 0.5 --what-if --price 100 --account kraken --json")
    #expect(answer.contains("\"realized\": \"0\"") || answer.contains("\"realized\":\"0\""))
  }

  @Test func `form 8949 of 2025 and later wants the lots of the account`() throws {
    let desk = try desk()
    let line = "gains --format form8949 --cost-basis fifo"
    let way = try desk.refused(line)
    #expect(way.contains("bitpal config set lots.from 2025-01-01"))
    #expect(try desk.done("tax 2026 --country us").hasSuffix(way))
    #expect(try !desk.done("tax 2025 --country us").contains("lots.from"))
    _ = try desk.done("config set lots.from 2025-01-01")
    _ = try desk.done("config set lots account")
    #expect(try desk.done(line).contains("1 bitcoin"))
    _ = try desk.done("config set lots.from 2025-06-01")
    #expect(try desk.refused(line).contains("Form 8949"))
  }

  @Test func `a changed setting shows no old figure`() throws {
    let desk = try desk()
    _ = try desk.done("config set cost-basis lifo")
    let history = "history -p 2026-02-27..2026-03-02 --json"
    let one = try desk.done(history)
    let widget = try desk.done("--size medium --format json")
    _ = try desk.done("config set lots.order highest-cost")
    _ = try desk.done("config set lots.from 2025-04-15")
    _ = try desk.done("config set lots account")
    let accounts = try desk.done(history)
    #expect(accounts != one)
    #expect(try desk.done("--size medium --format json") != widget)
    _ = try desk.done("config set lots.order earliest")
    #expect(try desk.done(history) != accounts)
    _ = try desk.done("config set lots all")
    #expect(try desk.done(history) == one)
    #expect(try desk.done("--size medium --format json") == widget)
    _ = try desk.done("verify")
  }
}
