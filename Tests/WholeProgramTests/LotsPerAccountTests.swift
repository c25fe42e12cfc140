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
    #expect(try desk.done("lots --csv").hasPrefix("coinId,account,acquired,daysHeld,amount,"))
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
    #expect(try desk.refused("holdings --at 2027-01-01").contains("lies ahead"))
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
    #expect(try desk.refused("explain bitcoin").contains("no row explains"))
    #expect(try rows(desk, "holdings --json").first?["avgCost"] is NSNull)
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
