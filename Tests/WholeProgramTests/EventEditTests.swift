import Exact
import Foundation
import Testing

/// An event edited into another equals that event entered directly, and edits that need missing
/// coins are refused with their own message.
struct EventEditTests {
  let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
  }

  /// The ledger's rows, without ids.
  private func rows(_ fields: String...) throws -> [String] {
    let rows = try JSONValue(parsing: Array(try home.done("transactions --json").utf8)).array ?? []
    return rows.map { row in fields.map { row[$0]?.string ?? "-" }.joined(separator: " ") }
  }

  // MARK: - Edits

  @Test func `a purchase that becomes a gift loses its price and fee, unless the giver's is said`()
    throws
  {
    try home.done("buy kaspa 2 --price 50 --fee 3 --date 2025-01-01")
    let buy = try home.id("buy")
    try home.done("edit \(buy) --kind gift")
    #expect(try rows("kind", "total", "payment", "fee") == ["gift 0 - -"])
    #expect(
      try home.refused("edit \(buy) --kind buy").contains("A purchase needs --price or --total"))
    try home.done("edit \(buy) --kind buy --total 80")
    try home.done("edit \(buy) --kind gift --total 70")
    #expect(try rows("kind", "total", "payment") == ["gift 70 70"])
    // Setting the same kind changes nothing.
    #expect(try home.done("edit \(buy) --kind gift").hasPrefix("Nothing changed"))
    try home.done("verify")
  }

  @Test func `a giver did not acquire a gift after giving it`() throws {
    try home.done("gift kaspa 1 --total 500 --acquired 2019-05-01 --date 2025-01-01")
    let gift = try home.id("gift")
    let reason = "The giver acquired it before giving it"
    #expect(try home.refused("edit \(gift) --acquired 2025-06-01").contains(reason))
    #expect(try home.refused("edit \(gift) --date 2019-04-01").contains(reason))
    try home.done("edit \(gift) --acquired 2024-06-01")
  }

  @Test func `the first event can be tried, and a refused one leaves nothing behind`() throws {
    for event in [
      "buy kaspa 1 --price 3", "gift kaspa 1", "reward kaspa 1 --price 3",
      "deposit kaspa 1 Kraken",
    ] {
      let tried = try home.run((event + " --dry-run").split(separator: " ").map(String.init))
      #expect(tried.status == 0 && tried.standardError == "Nothing was recorded.\n", "\(tried)")
    }
    #expect(try home.refused("sell kaspa 1 --price 3 --dry-run").contains("You only own 0 kaspa"))
    #expect(try home.refused("sell kaspa 1 --price 3").contains("You only own 0 kaspa"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: home.path).contains("home"))
  }

  @Test func `the price of a swap's purchase is that of the coins received`() throws {
    try home.done("buy kaspa 9 --price 1 --date 2025-01-01")
    try home.done("swap 3 kaspa 2 celestia --total 30 --date 2025-01-02")
    let (sale, purchase) = (try home.id("swap", "kaspa"), try home.id("swap", "celestia"))
    try home.done("edit \(purchase) --price 7")
    #expect(try rows("coinId", "pricePerCoin", "total").last == "celestia 7 14")
    try home.done("edit \(purchase) --price 7 --amount 6")
    #expect(try rows("coinId", "pricePerCoin", "total").last == "celestia 7 42")
    #expect(try home.refused("edit \(purchase) --price 7 --total 60").contains("the total is 42"))
    #expect(
      try home.refused("edit \(purchase) --price 0").contains("Price must be greater than zero"))
    try home.done("edit \(sale) --price 5")
    #expect(try rows("coinId", "total") == ["kaspa 9", "kaspa 15", "celestia 15"])
  }

  @Test func `a sale that is moved to a day comes after the purchases of that day`() throws {
    try home.done("buy kaspa 1 --price 1 --date 2025-01-01")
    try home.done("sell kaspa 1 --price 1 --date 2025-01-02")
    try home.done("buy kaspa 1 --price 2 --date 2025-01-05")
    try home.done("buy kaspa 1 --price 3 --date 2025-01-05")
    try home.done("edit \(try home.id("sell")) --date 2025-01-05")
    #expect(try rows("kind", "total") == ["buy 1", "buy 2", "buy 3", "sell 1"])
    // Setting the current date changes nothing, even if the sale needs those purchases.
    try home.done("delete \(try home.id("buy"))")
    #expect(
      try home.done("edit \(try home.id("sell")) --date 2025-01-05").hasPrefix("Nothing changed"))
    try home.done("verify")
  }

  @Test func `a transfer has one fee, whatever joined its halves`() throws {
    try home.done("buy kaspa 20 --price 1 --date 2025-01-01 --account A")
    let bare = try home.done("withdraw kaspa 5 A --fee 1 --date 2025-01-03")
    // An unknown value is not shown as zero.
    #expect(bare.contains("Fee: Sold 1 kaspa of unknown worth on 2025-01-03"), "\(bare)")
    try home.done("deposit kaspa 3 B --date 2025-01-03")
    try home.done("moves pair \(try home.id("withdrawal")) \(try home.id("deposit"))")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 3"])
    let transfer = try home.id("transfer")
    try home.done("edit \(transfer) --notes found")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 3"])
    try home.done("undo 2 --yes")
    #expect(try rows("kind", "amount") == ["buy 20", "fee 1"])
    try home.done("verify")
  }

  // MARK: - More coins than available

  @Test(arguments: [
    ("sell kaspa 20 --price 1", "sell"), ("swap 20 kaspa 1 celestia --total 5", "swap"),
    ("spend kaspa 20 --price 1", "spend"), ("give kaspa 20", "give away"),
    ("lose kaspa 20", "lose"), ("migrate kaspa celestia 1:1 --amount 20", "migrate"),
    ("transfer kaspa 20 A B", "transfer"), ("withdraw kaspa 19 A --fee 1", "withdraw"),
  ])
  func `what takes more than there is says what cannot be done`(line: String, verb: String) throws {
    try home.done("buy kaspa 10 --price 1 --date 2025-01-01 --account A")
    #expect(try home.refused(line) == "You only own 10 kaspa. Cannot \(verb) 20.\n")
    #expect(try home.done("ls --csv").split(separator: "\n").count == 2)
  }

  @Test func `what would leave a migration short names its day`() throws {
    try home.done("buy kaspa 10 --price 1 --date 2025-01-01")
    try home.done("migrate kaspa celestia 1:1 --date 2025-01-05")
    #expect(
      try home.refused("edit \(try home.id("buy")) --amount 9")
        == "On 2025-01-05, you only owned 9 kaspa. Cannot migrate 10 then.\n")
    #expect(
      try home.refused("delete \(try home.id("buy"))")
        == "Can't delete it: the migration of 10 KAS on 2025-01-05 needs it. "
        + "`bitpal ls kaspa -p 2025-01-05` shows that migration.\n")
  }

  @Test func `a move of more than its account had is recorded and said`() throws {
    try home.done("buy kaspa 10 --price 1 --date 2025-01-01 --account A")
    try home.done("buy kaspa 10 --price 1 --date 2025-01-01 --account B")
    let moved = try home.bitpal("transfer", "kaspa", "12", "A", "C", "--date", "2025-01-01")
    #expect(
      moved.standardError
        == "A had only 10 kaspa then. Check the account, or record what came in there before.\n")
    // Open deposits count, and rows without an account may belong to any.
    try home.done("deposit celestia 5 B --date 2025-01-02")
    #expect(try home.bitpal("transfer", "celestia", "5", "B", "C").standardError == "")
    try home.done("buy monero 3 --price 1 --date 2025-01-02")
    #expect(try home.bitpal("withdraw", "monero", "3", "B").standardError == "")
    // Edits are refused like new entries, but those that do not need more coins are allowed.
    let transfer = try home.id("transfer", "kaspa")
    #expect(try home.refused("edit \(transfer) --amount 21").contains("Cannot transfer 21."))
    try home.done("edit \(transfer) --amount 20")
    try home.done("edit \(transfer) --date 2024-12-01")
    try home.done("edit \(transfer) --amount 4")
  }

  @Test func `how a word is read is said once`() throws {
    let bought = try home.bitpal(
      "buy", "kas", "10", "--price", "1", "--fee", "0.01kas", "--date", "2025-01-01")
    #expect(bought.standardError == "kas is read as kaspa (Kaspa, rank 77).\n")
    let explained = try home.bitpal("explain", "kas")
    #expect(explained.standardError.components(separatedBy: "is read as").count == 2)
  }
}
