import Foundation
import Testing

/// `sell --lots` and `edit --lots`, as a user sees them.
struct NamedLotsTests {
  /// Kraken buys bitcoin three times, and ethereum once.
  private func home() throws -> TestHome {
    let home = try TestHome()
    home.environment["TZ"] = "UTC"
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    for (price, day) in [(100, "2023-01-10"), (400, "2024-01-10"), (300, "2024-06-10")] {
      _ = try home.done("buy bitcoin 1 --price \(price) --date \(day) --account Kraken")
    }
    _ = try home.done("buy ethereum 1 --price 30 --date 2024-06-10")
    _ = try home.done("config set cost-basis fifo")
    return home
  }

  private func ids(_ home: TestHome, _ line: String = "lots bitcoin") throws -> [String] {
    let rows = try JSONSerialization.jsonObject(with: Data(try home.done(line + " --json").utf8))
    return try #require(rows as? [[String: Any]]).compactMap { $0["id"] as? String }
  }

  private func costs(_ home: TestHome) throws -> [String] {
    let lines = try home.done("gains --csv").split(separator: "\n").dropFirst()
    return lines.map { String($0.split(separator: ",", omittingEmptySubsequences: false)[6]) }
  }

  private static let sale = "sell bitcoin 1.2 --price 500 --date 2025-02-01 --account Kraken"

  @Test func `the lots that bitpal lots shows can be named, changed and left to the cost basis`()
    throws
  {
    let home = try home()
    let lots = try ids(home)
    #expect(try home.done("lots").contains(lots[1].prefix(8)))
    _ = try home.done("\(Self.sale) --lots \(lots[1].prefix(8))")
    #expect(try costs(home) == ["400", "20"])
    let sale = try home.id("sell")
    #expect(try home.done("edit \(sale) --price 600").contains("price $500.00 → $600.00"))
    #expect(try costs(home) == ["400", "20"])
    let change = try home.done("edit \(sale) --lots \(lots[2]),\(lots[1])")
    #expect(change.contains("lots \(lots[1].prefix(8)) → \(lots[2].prefix(8)), "))
    #expect(try costs(home) == ["300", "80"])
    #expect(try home.done("explain bitcoin").contains("names lots: \(lots[2].prefix(8)), "))
    _ = try home.done("edit \(sale) --lots=")
    #expect(try costs(home) == ["100", "80"])
    _ = try home.done("undo 2 --yes")
    #expect(try costs(home) == ["400", "20"])
    _ = try home.done("redo")
    #expect(try costs(home) == ["300", "80"])
    _ = try home.done("verify")
    #expect(try home.done("gains --csv --cost-basis average").contains("320"))
  }

  @Test(arguments: ["csv", "json"])
  func `an export has them, and imports to the same ledger`(format: String) throws {
    let home = try home()
    _ = try home.done("\(Self.sale) --lots \(try ids(home)[1])")
    let export = try home.done("export --format \(format)")
    let other = try TestHome()
    let file = try other.file("export.\(format)", export)
    #expect(try other.bitpal("import", file).status == 0)
    #expect(try other.done("export --format \(format)") == export)
    _ = try other.done("config set cost-basis fifo")
    #expect(try costs(other) == ["400", "20"])
    _ = try other.done("verify")
  }

  @Test func `what a sale cannot use is refused before anything is written`() throws {
    let home = try home()
    let (lots, before) = (try ids(home), try home.done("log"))
    let ether = try ids(home, "lots ethereum")[0]
    #expect(try home.refused("\(Self.sale) --lots \(ether)").contains("not a purchase of bitcoin"))
    let early = Self.sale.replacingOccurrences(of: "1.2", with: "0.5")
      .replacingOccurrences(of: "2025-02-01", with: "2024-02-01")
    #expect(try home.refused("\(early) --lots \(lots[2])").contains("after the sale"))
    #expect(try home.refused("\(Self.sale) --lots 00000000").contains("not found"))
    #expect(
      try home.refused("edit \(lots[0].prefix(8)) --lots \(lots[1])").contains("has no lots"))
    _ = try home.done("config set cost-basis average")
    let way = try home.refused("\(Self.sale) --lots \(lots[1])")
    #expect(way.contains("one pool") && way.contains("bitpal config set cost-basis fifo"))
    _ = try home.done("config set cost-basis fifo")
    #expect(try home.done("log") == before)
    _ = try home.done("\(Self.sale) --lots \(lots[1])")
    let again = "sell bitcoin 0.1 --price 500 --date 2025-03-01 --account Kraken"
    #expect(try home.refused("\(again) --lots \(lots[1])").contains("used up"))
    let sale = try home.id("sell")
    let stays = try home.refused("delete \(lots[1].prefix(8))")
    #expect(stays.contains("bitpal edit \(sale.prefix(8)) --lots="))
    _ = try home.done("edit \(sale) --lots=")
    _ = try home.done("delete \(lots[1].prefix(8))")
  }

  @Test func `with lots per account the lot has to be in the account that sells`() throws {
    let home = try home()
    _ = try home.done("config set lots account")
    _ = try home.done("transfer bitcoin 1.5 Kraken Ledger --date 2025-01-01")
    let lots = try ids(home)
    #expect(lots.count == 4 && lots[0] == lots[3])
    let sale = "sell bitcoin 0.5 --price 500 --date 2025-02-01 --account"
    let refusal = try home.refused("\(sale) Kraken --lots \(lots[2])")
    #expect(refusal.contains("is in Ledger"))
    _ = try home.done("\(sale) Ledger --lots \(lots[3])")
    _ = try home.done("\(sale) Kraken --lots \(lots[0])")
    #expect(try costs(home) == ["200", "200"])
    _ = try home.done("verify")
  }
}
