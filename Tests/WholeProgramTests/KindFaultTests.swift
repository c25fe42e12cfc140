import Foundation
import Testing

/// Events of every kind, as they follow one another in a ledger that is used.
struct KindFaultTests {
  let desk: Desk

  init() throws {
    desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
  }

  /// Runs a command that must be carried out.
  @discardableResult
  private func done(_ line: String) throws -> String {
    let answer = try desk.run(line.split(separator: " ").map(String.init))
    #expect(answer.status == 0, "\(line): \(answer.complaints)")
    return answer.output
  }

  private func refused(_ line: String) throws -> String {
    let answer = try desk.run(line.split(separator: " ").map(String.init))
    #expect(answer.status != 0, "\(line)")
    return answer.complaints
  }

  private func id(_ kind: String, _ coin: String = "") throws -> String {
    let rows = try done("ls --kind \(kind) --csv").split(separator: "\n").dropFirst()
    return String(try #require(rows.first { coin.isEmpty || $0.contains(coin) }).prefix(8))
  }

  @Test func `coins that all left with their cost are no damage, and hide no closed position`()
    throws
  {
    try done("buy btc 1 --price 10000 --date 2023-01-01")
    try done("migrate btc eth 1:100 --date 2024-01-01")
    try done("gift sol 2 --total 50 --date 2024-01-02")
    try done("give sol 2 --date 2024-01-03")
    for day in [10, 20] {
      try done("buy ada 1 --price 10 --date 2024-02-\(day)")
      try done("sell ada 1 --price \(day) --date 2024-02-\(day + 1)")
    }
    try done("buy sol 1 --price 5 --date 2024-03-01")
    try done("sell sol 1 --price 7 --date 2024-03-02")
    try done("edit \(try id("buy", "cardano")) --price 9")
    #expect(try done("closed --csv").split(separator: "\n").count == 4)
    try done("verify")
  }

  @Test func `a fee without a unit is money, and one in the coin changes no worth`() throws {
    try done("buy btc 5 --price 10000 --date 2024-01-01")
    try done("swap 1 btc 20 eth --fee 5 --date 2025-03-01")
    let cost = try done("holdings --coin ethereum --json")
    try done("undo --yes")
    try done("swap 1 btc 20 eth --date 2025-03-01")
    #expect(try done("holdings --coin ethereum --json") != cost)
    let rows = try done("gains --csv").split(separator: "\n")
    try done("undo --yes")
    try done("swap 1 btc 20 eth --fee 0.01btc --date 2025-03-01")
    let others = try done("gains --csv").split(separator: "\n")
    // The proceeds are those of one coin, though a little more went.
    let column = try #require(
      rows[0].split(separator: ",").firstIndex(of: "proceeds"))
    func proceeds(_ rows: [Substring]) -> Substring {
      rows[1].split(separator: ",", omittingEmptySubsequences: false)[column]
    }
    #expect(proceeds(rows) == proceeds(others))
    try done("verify")
    #expect(try refused("spend btc 0.0001 --fee 50 --date 2025-03-02").contains("fee is not less"))
  }

  @Test func `a change of the old coin reaches the new one in every currency`() throws {
    try done("buy matic-network 100 --price 1 --date 2024-01-02")
    try done("migrate matic pol 1:1 --date 2024-09-05")
    let before = try done("holdings --currency EUR --csv")
    try done("edit \(try id("buy")) --price 5")
    #expect(try done("holdings --currency EUR --csv") != before)
    let chained = try done("migrate pol eth 100:1 --date 2024-09-06")
    #expect(chained.contains("ethereum at a cost of $500.00"), "\(chained)")
  }

  @Test func `a transfer and its fee are one thing`() throws {
    try done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    #expect(try refused("edit \(try id("fee")) --date 2024-02-03").contains("That is the fee of"))
    #expect(try refused("delete \(try id("fee"))").contains("That is the fee of"))
    let rows = try done("ls --kind transfer --csv").split(separator: "\n")
    let out = try #require(rows.first { $0.contains("-0.5") }).prefix(8)
    #expect(try done("delete \(out) --dry-run").contains("is open then"))
    try done("delete \(out)")
    #expect(
      try desk.bitpal("ls", "--kind", "fee", "--csv").output.split(separator: "\n").count == 1)
    try done("undo --yes")
    #expect(try done("ls --kind fee --csv").split(separator: "\n").count == 2)
  }

  @Test func `the recorded fee of a transfer is in another ledger what it is in this one`() throws {
    let prices = try desk.file("prices.csv", "date,coin_id,usd\n2025-01-03,iota,26\n")
    try done("prices import \(prices)")
    try done("buy iota 20 --price 5 --date 2025-01-01 --account A")
    try done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try done("transfer iota 2 A B --fee 1 --date 2025-01-03")
    try done("config set fees.transfer zero")
    try done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    let exported = try done("export")
    #expect(exported.contains("dailyPrice,26,your file"), "\(exported)")
    // Without that price, and where a fee counts at the day's.
    let other = try Desk()
    try other.bitpal("import", try other.file("all.csv", exported))
    #expect(try other.bitpal("export").output == exported)
  }

  @Test func `the fee that a pair found is changed with it`() throws {
    try done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try done("withdraw btc 0.5 A --date 2024-02-01")
    try done("deposit btc 0.49 B --date 2024-02-02")
    let (out, back) = (try id("withdrawal"), try id("deposit"))
    try done("moves pair \(out) \(back)")
    try done("edit \(out) --fee 0.02")
    let fees = try done("ls --kind fee --csv").split(separator: "\n")
    #expect(fees.count == 2 && fees[1].contains("0.02"), "\(fees)")
  }

  @Test func `an edit shows every row that it changed, and refuses what typing refuses`() throws {
    try done("buy btc 1 --price 40000 --date 2024-01-01")
    try done("swap 0.5 btc 8 eth --total 21000 --date 2024-02-01")
    let edited = try done("edit \(try id("swap", "bitcoin")) --fee 5USD")
    #expect(edited.contains("fee none → 5"), "\(edited)")
    let buy = try id("buy")
    #expect(try refused("edit \(buy) --label staking").contains("A purchase has no label"))
    let masked = try refused("edit \(buy) --private --price 50001 --total 3")
    #expect(masked.contains("differ") && !masked.contains("50001"), "\(masked)")
    #expect(
      try refused("gift sol 1 --total 5 --acquired 2025-05-01 --date 2024-01-01")
        .contains("The giver acquired it before"))
    #expect(try refused("swap 10 wojak 1.6 pepe --date 2025-03-01").contains("--total"))
  }

  @Test func `coins without an account are migrated from where they went`() throws {
    try done("buy matic-network 100 --price 1 --date 2024-01-02")
    try done("transfer matic-network 100 Coinbase Ledger --date 2024-01-03")
    try done("migrate matic pol 1:1 --date 2024-09-05")
    #expect(try done("holdings --csv").contains("polygon-ecosystem-token"))
    try done("verify")
  }

  @Test func `a kind or a label that was changed in an export is an edit`() throws {
    try done("reward sol 2 --label staking --date 2025-03-01")
    let file = "\(desk.home)/rows.csv"
    for (old, new) in [("staking", "mining"), (",reward,", ",buy,")] {
      let rows = try done("export --format csv").replacing(old, with: new)
      let edited = try desk.file("rows.csv", rows)
      #expect(edited == file)
      let answer = try desk.bitpal("import", file)
      #expect(answer.output.contains("Updated 1 row."), "\(answer.complaints)")
    }
    #expect(try done("ls --csv").contains(",buy,"))
  }
}
