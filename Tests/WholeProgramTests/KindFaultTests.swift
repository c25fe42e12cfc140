import Foundation
import Testing

/// Events of every kind, as they follow one another in a ledger that is used.
struct KindFaultTests {
  let desk: Desk

  init() throws {
    desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
  }

  @Test func `coins that all left with their cost are no damage, and hide no closed position`()
    throws
  {
    try desk.done("buy btc 1 --price 10000 --date 2023-01-01")
    try desk.done("migrate btc eth 1:100 --date 2024-01-01")
    try desk.done("gift sol 2 --total 50 --date 2024-01-02")
    try desk.done("give sol 2 --date 2024-01-03")
    for day in [10, 20] {
      try desk.done("buy ada 1 --price 10 --date 2024-02-\(day)")
      try desk.done("sell ada 1 --price \(day) --date 2024-02-\(day + 1)")
    }
    try desk.done("buy sol 1 --price 5 --date 2024-03-01")
    try desk.done("sell sol 1 --price 7 --date 2024-03-02")
    try desk.done("edit \(try desk.id("buy", "cardano")) --price 9")
    #expect(try desk.done("closed --csv").split(separator: "\n").count == 4)
    try desk.done("verify")
  }

  @Test func `a fee without a unit is money, and one in the coin changes no worth`() throws {
    try desk.done("buy btc 5 --price 10000 --date 2024-01-01")
    try desk.done("swap 1 btc 20 eth --fee 5 --date 2025-03-01")
    let cost = try desk.done("holdings --coin ethereum --json")
    try desk.done("undo --yes")
    try desk.done("swap 1 btc 20 eth --date 2025-03-01")
    #expect(try desk.done("holdings --coin ethereum --json") != cost)
    let rows = try desk.done("gains --csv").split(separator: "\n")
    try desk.done("undo --yes")
    try desk.done("swap 1 btc 20 eth --fee 0.01btc --date 2025-03-01")
    let others = try desk.done("gains --csv").split(separator: "\n")
    // The proceeds are those of one coin, though a little more went.
    let column = try #require(
      rows[0].split(separator: ",").firstIndex(of: "proceeds"))
    func proceeds(_ rows: [Substring]) -> Substring {
      rows[1].split(separator: ",", omittingEmptySubsequences: false)[column]
    }
    #expect(proceeds(rows) == proceeds(others))
    try desk.done("verify")
    let refused = try desk.refused("spend btc 0.0001 --fee 50 --date 2025-03-02")
    #expect(refused.contains("fee is at least as large"))
  }

  @Test func `a change of the old coin reaches the new one in every currency`() throws {
    try desk.done("buy matic-network 100 --price 1 --date 2024-01-02")
    try desk.done("migrate matic pol 1:1 --date 2024-09-05")
    let before = try desk.done("holdings --currency EUR --csv")
    try desk.done("edit \(try desk.id("buy")) --price 5")
    #expect(try desk.done("holdings --currency EUR --csv") != before)
    let chained = try desk.done("migrate pol eth 100:1 --date 2024-09-06")
    #expect(chained.contains("ethereum at a cost of $500.00"), "\(chained)")
  }

  @Test func `a transfer and its fee are one thing`() throws {
    try desk.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try desk.done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    #expect(
      try desk.refused("edit \(try desk.id("fee")) --date 2024-02-03").contains(
        "That is the fee of"))
    #expect(try desk.refused("delete \(try desk.id("fee"))").contains("That is the fee of"))
    let rows = try desk.done("ls --kind transfer --csv").split(separator: "\n")
    let out = try #require(rows.first { $0.contains("-0.5") }).prefix(8)
    #expect(try desk.done("delete \(out) --dry-run").contains("is open then"))
    try desk.done("delete \(out)")
    #expect(
      try desk.bitpal("ls", "--kind", "fee", "--csv").output.split(separator: "\n").count == 1)
    try desk.done("undo --yes")
    #expect(try desk.done("ls --kind fee --csv").split(separator: "\n").count == 2)
  }

  @Test func `the recorded fee of a transfer is in another ledger what it is in this one`() throws {
    let prices = try desk.file("prices.csv", "date,coin_id,usd\n2025-01-03,iota,26\n")
    try desk.done("prices import \(prices)")
    try desk.done("buy iota 20 --price 5 --date 2025-01-01 --account A")
    try desk.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try desk.done("transfer iota 2 A B --fee 1 --date 2025-01-03")
    try desk.done("config set fees.transfer zero")
    try desk.done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    let exported = try desk.done("export")
    #expect(exported.contains("dailyPrice,26,your file"), "\(exported)")
    // Without that price, and where a fee counts at the day's.
    let other = try Desk()
    try other.bitpal("import", try other.file("all.csv", exported))
    #expect(try other.bitpal("export").output == exported)
  }

  @Test func `the fee that a pair found is changed with it`() throws {
    try desk.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try desk.done("withdraw btc 0.5 A --date 2024-02-01")
    try desk.done("deposit btc 0.49 B --date 2024-02-02")
    let (out, back) = (try desk.id("withdrawal"), try desk.id("deposit"))
    try desk.done("moves pair \(out) \(back)")
    try desk.done("edit \(out) --fee 0.02")
    let fees = try desk.done("ls --kind fee --csv").split(separator: "\n")
    #expect(fees.count == 2 && fees[1].contains("0.02"), "\(fees)")
  }

  @Test func `an edit shows every row that it changed, and refuses what typing refuses`() throws {
    try desk.done("buy btc 1 --price 40000 --date 2024-01-01")
    try desk.done("swap 0.5 btc 8 eth --total 21000 --date 2024-02-01")
    let edited = try desk.done("edit \(try desk.id("swap", "bitcoin")) --fee 5USD")
    #expect(edited.contains("fee none → 5"), "\(edited)")
    let buy = try desk.id("buy")
    #expect(try desk.refused("edit \(buy) --label staking").contains("A purchase has no label"))
    let masked = try desk.refused("edit \(buy) --private --price 50001 --total 3")
    #expect(masked.contains("differ") && !masked.contains("50001"), "\(masked)")
    #expect(
      try desk.refused("gift sol 1 --total 5 --acquired 2025-05-01 --date 2024-01-01")
        .contains("The giver acquired it before"))
    #expect(try desk.refused("swap 10 wojak 1.6 pepe --date 2025-03-01").contains("--total"))
  }

  @Test func `coins without an account are migrated from where they went`() throws {
    try desk.done("buy matic-network 100 --price 1 --date 2024-01-02")
    try desk.done("transfer matic-network 100 Coinbase Ledger --date 2024-01-03")
    try desk.done("migrate matic pol 1:1 --date 2024-09-05")
    #expect(try desk.done("holdings --csv").contains("polygon-ecosystem-token"))
    try desk.done("verify")
  }

  @Test func `a kind or a label that was changed in an export is an edit`() throws {
    try desk.done("reward sol 2 --label staking --date 2025-03-01")
    let file = "\(desk.home)/rows.csv"
    for (old, new) in [("staking", "mining"), (",reward,", ",buy,")] {
      let rows = try desk.done("export --format csv").replacing(old, with: new)
      let edited = try desk.file("rows.csv", rows)
      #expect(edited == file)
      let answer = try desk.bitpal("import", file)
      #expect(answer.output.contains("Updated 1 row."), "\(answer.complaints)")
    }
    #expect(try desk.done("ls --csv").contains(",buy,"))
  }
}
