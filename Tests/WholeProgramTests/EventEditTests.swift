import Exact
import Foundation
import Testing

/// An event that is edited into another is what it would be had it been typed so, and what takes
/// coins that are not there is refused in its own words.
struct EventEditTests {
  let desk: Desk

  init() throws {
    desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    desk.environment["TZ"] = "UTC"
  }

  @discardableResult
  private func done(_ line: String) throws -> String {
    let answer = try desk.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 0, "\(line): \(answer.complaints)")
    return answer.output
  }

  private func refused(_ line: String) throws -> String {
    let answer = try desk.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 2, "\(line): \(answer.output)")
    return answer.complaints
  }

  private func id(_ kind: String, _ coin: String = "") throws -> String {
    let rows = try done("ls --kind \(kind) --csv").split(separator: "\n").dropFirst()
    return String(try #require(rows.first { coin.isEmpty || $0.contains(coin) }).prefix(8))
  }

  /// What the ledger has, without ids.
  private func rows(_ fields: String...) throws -> [String] {
    let rows = try JSONValue(parsing: Array(try done("transactions --json").utf8)).array ?? []
    return rows.map { row in fields.map { row[$0]?.string ?? "-" }.joined(separator: " ") }
  }

  @Test func `a transfer has one fee, whatever joined its halves`() throws {
    try done("buy kaspa 20 --price 1 --date 2025-01-01 --account A")
    let bare = try done("withdraw kaspa 5 A --fee 1 --date 2025-01-03")
    // No zero for what is unknown.
    #expect(bare.contains("Fee: Sold 1 kaspa of unknown worth on 2025-01-03"), "\(bare)")
    try done("deposit kaspa 3 B --date 2025-01-03")
    try done("moves pair \(try id("withdrawal")) \(try id("deposit"))")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 3"])
    let transfer = try id("transfer")
    try done("edit \(transfer) --notes found")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 3"])
    try done("undo 2 --yes")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 1"])
    try done("verify")
  }

  @Test func `how a word is read is said once`() throws {
    let bought = try desk.bitpal(
      "buy", "kas", "10", "--price", "1", "--fee", "0.01kas", "--date", "2025-01-01")
    #expect(bought.complaints == "kas is read as kaspa (Kaspa, rank 77).\n")
    let explained = try desk.bitpal("explain", "kas")
    #expect(explained.complaints.components(separatedBy: "is read as").count == 2)
  }
}
