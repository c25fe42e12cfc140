import Foundation
import Testing

/// Sequences of events of every kind, as in real ledgers.
struct KindFaultTests {
  let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
  }

  @Test func `coins that all left with their cost are no damage, and hide no closed position`()
    throws
  {
    try home.done("buy btc 1 --price 10000 --date 2023-01-01")
    try home.done("migrate btc eth 1:100 --date 2024-01-01")
    try home.done("gift sol 2 --total 50 --date 2024-01-02")
    try home.done("give sol 2 --date 2024-01-03")
    for day in [10, 20] {
      try home.done("buy ada 1 --price 10 --date 2024-02-\(day)")
      try home.done("sell ada 1 --price \(day) --date 2024-02-\(day + 1)")
    }
    try home.done("buy sol 1 --price 5 --date 2024-03-01")
    try home.done("sell sol 1 --price 7 --date 2024-03-02")
    try home.done("edit \(try home.id("buy", "cardano")) --price 9")
    #expect(try home.done("closed --csv").split(separator: "\n").count == 4)
    try home.done("verify")
  }

  @Test func `a fee without a unit is money, and one in the coin changes no worth`() throws {
    try home.done("buy btc 5 --price 10000 --date 2024-01-01")
    try home.done("swap 1 btc 20 eth --fee 5 --date 2025-03-01")
    let cost = try home.done("holdings --coin ethereum --json")
    try home.done("undo --yes")
    try home.done("swap 1 btc 20 eth --date 2025-03-01")
    #expect(try home.done("holdings --coin ethereum --json") != cost)
    let rows = try home.done("gains --csv").split(separator: "\n")
    try home.done("undo --yes")
    try home.done("swap 1 btc 20 eth --fee 0.01btc --date 2025-03-01")
    let others = try home.done("gains --csv").split(separator: "\n")
    // The proceeds are for one coin, though slightly more left.
    let column = try #require(
      rows[0].split(separator: ",").firstIndex(of: "proceeds"))
    func proceeds(_ rows: [Substring]) -> Substring {
      rows[1].split(separator: ",", omittingEmptySubsequences: false)[column]
    }
    #expect(proceeds(rows) == proceeds(others))
    try home.done("verify")
    let refused = try home.refused("spend btc 0.0001 --fee 50 --date 2025-03-02")
    #expect(refused.contains("fee is at least as large"))
  }

  @Test func `a gift's price is what its giver paid, also where its worth is known`() throws {
    try home.done("gift btc 0.1 --total 2500 --acquired 2020-05-01 --worth 2000 --date 2024-02-01")
    #expect(try home.done("ls").contains("$25,000.00  $2,500.00"))
    #expect(try home.done("explain btc").contains("gift     0.1  25000   2500"))
  }

  @Test func `a change of the old coin reaches the new one in every currency`() throws {
    try home.done("buy matic-network 100 --price 1 --date 2024-01-02")
    try home.done("migrate matic pol 1:1 --date 2024-09-05")
    let before = try home.done("holdings --currency EUR --csv")
    try home.done("edit \(try home.id("buy")) --price 5")
    #expect(try home.done("holdings --currency EUR --csv") != before)
    let chained = try home.done("migrate pol eth 100:1 --date 2024-09-06")
    #expect(chained.contains("ethereum at a cost of $500.00"), "\(chained)")
  }

  @Test func `a transfer and its fee are one thing`() throws {
    try home.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try home.done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    #expect(
      try home.refused("edit \(try home.id("fee")) --date 2024-02-03").contains(
        "That is the fee of"))
    #expect(try home.refused("delete \(try home.id("fee"))").contains("That is the fee of"))
    let rows = try home.done("ls --kind transfer --csv").split(separator: "\n")
    let out = try #require(rows.first { $0.contains("-0.5") }).prefix(8)
    #expect(try home.done("delete \(out) --dry-run").contains("is open then"))
    try home.done("delete \(out)")
    #expect(
      try home.bitpal("ls", "--kind", "fee", "--csv").output.split(separator: "\n").count == 1)
    try home.done("undo --yes")
    #expect(try home.done("ls --kind fee --csv").split(separator: "\n").count == 2)
  }

  @Test func `the recorded fee of a transfer is in another ledger what it is in this one`() throws {
    let prices = try home.file("prices.csv", "date,coin_id,usd\n2025-01-03,iota,26\n")
    try home.done("prices import \(prices)")
    try home.done("buy iota 20 --price 5 --date 2025-01-01 --account A")
    try home.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try home.done("transfer iota 2 A B --fee 1 --date 2025-01-03")
    try home.done("config set fees.transfer zero")
    try home.done("transfer btc 0.5 A B --fee 0.01 --date 2024-02-01")
    let exported = try home.done("export")
    #expect(exported.contains("dailyPrice,26,your file"), "\(exported)")
    // Import without that price, and with fees at the day's price.
    let other = try TestHome()
    try other.bitpal("import", try other.file("all.csv", exported))
    #expect(try other.bitpal("export").output == exported)
  }

  @Test func `the fee that a pair found is changed with it`() throws {
    try home.done("buy btc 1 --price 40000 --date 2024-01-01 --account A")
    try home.done("withdraw btc 0.5 A --date 2024-02-01")
    try home.done("deposit btc 0.49 B --date 2024-02-02")
    let (out, back) = (try home.id("withdrawal"), try home.id("deposit"))
    try home.done("moves pair \(out) \(back)")
    try home.done("edit \(out) --fee 0.02")
    let fees = try home.done("ls --kind fee --csv").split(separator: "\n")
    #expect(fees.count == 2 && fees[1].contains("0.02"), "\(fees)")
  }

  @Test func `an edit shows every row that it changed, and refuses what typing refuses`() throws {
    try home.done("buy btc 1 --price 40000 --date 2024-01-01")
    try home.done("swap 0.5 btc 8 eth --total 21000 --date 2024-02-01")
    let edited = try home.done("edit \(try home.id("swap", "bitcoin")) --fee 5USD")
    #expect(edited.contains("fee none → 5"), "\(edited)")
    let buy = try home.id("buy")
    #expect(try home.refused("edit \(buy) --label staking").contains("A purchase has no label"))
    let masked = try home.refused("edit \(buy) --private --price 50001 --total 3")
    #expect(masked.contains("differ") && !masked.contains("50001"), "\(masked)")
    #expect(
      try home.refused("gift sol 1 --total 5 --acquired 2025-05-01 --date 2024-01-01")
        .contains("The giver acquired it before"))
    #expect(try home.refused("swap 10 wojak 1.6 pepe --date 2025-03-01").contains("--total"))
  }

  @Test func `coins without an account are migrated from where they went`() throws {
    try home.done("buy matic-network 100 --price 1 --date 2024-01-02")
    try home.done("transfer matic-network 100 Coinbase Ledger --date 2024-01-03")
    try home.done("migrate matic pol 1:1 --date 2024-09-05")
    #expect(try home.done("holdings --csv").contains("polygon-ecosystem-token"))
    try home.done("verify")
  }

  @Test func `a kind or a label that was changed in an export is an edit`() throws {
    try home.done("reward sol 2 --label staking --date 2025-03-01")
    let file = "\(home.path)/rows.csv"
    for (old, new) in [("staking", "mining"), (",reward,", ",buy,")] {
      let rows = try home.done("export --format csv").replacing(old, with: new)
      let edited = try home.file("rows.csv", rows)
      #expect(edited == file)
      let answer = try home.bitpal("import", file)
      #expect(answer.output.contains("Updated 1 row."), "\(answer.standardError)")
    }
    #expect(try home.done("ls --csv").contains(",buy,"))
  }
}
