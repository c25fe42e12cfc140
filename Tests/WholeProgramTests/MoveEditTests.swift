import Foundation
import Testing

/// `bitpal edit` of a transfer, a deposit or a withdrawal, and the lists that show them.
struct MoveEditTests {
  let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("buy", "btc", "1", "--price", "40000", "--date", "2024-01-01", "--account", "A")
    try home.bitpal(
      "transfer", "btc", "0.5", "A", "B", "--fee", "0.001", "--date", "2024-02-01")
    try home.bitpal("deposit", "eth", "2", "A", "--date", "2024-03-01")
  }

  private func id(_ kind: String) throws -> String {
    let rows = try home.bitpal("ls", "--kind", kind, "--csv").output.split(separator: "\n")
    return String(try #require(rows.dropFirst().first).prefix(8))
  }

  @Test func `every kind of move is listed by its kind`() throws {
    let transfers = try home.bitpal("ls", "--kind", "transfer").output
    #expect(transfers.contains("-0.5") && transfers.contains("to B"), "\(transfers)")
    #expect(!transfers.contains("ethereum"))
    #expect(try home.bitpal("ls", "--kind", "deposit").output.contains("ethereum"))
    #expect(try home.bitpal("ls", "--kind", "withdrawal").standardError.contains("No transaction"))
    let limited = try home.bitpal(
      "ls", "--kind", "transfer", "--limit", "1", "--since", "2024-02-01", "--csv")
    #expect(limited.output.split(separator: "\n").count == 2)
    let refused = try home.bitpal("ls", "--kind", "transfer", "--sort", "total")
    #expect(refused.status == 64 && refused.standardError.contains("A transfer has no total"))
  }

  @Test func `a portfolio of open moves alone says what waits`() throws {
    let home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    try home.bitpal("deposit", "eth", "2", "A", "--date", "2024-03-01")
    let hint = "1 move is open and not in these figures: bitpal moves\n"
    #expect(try home.bitpal("holdings").standardError == "No holdings: \(hint)")
    #expect(
      try home.bitpal("holdings", "--coin", "eth").standardError.hasSuffix("ethereum: \(hint)"))
    #expect(try home.bitpal("gains").standardError == "No sales.\n\(hint)")
    // No move has a fee, so the column is omitted.
    #expect(try !home.bitpal("moves").output.contains("Fee"))
    #expect(try home.bitpal("moves", "--csv").output.contains(",fee,"))
  }

  @Test func `what has no price is blank in the list, and stays 0 in data`() throws {
    try home.bitpal("lose", "btc", "0.1", "--date", "2024-04-01", "--account", "A")
    try home.bitpal("buy", "sol", "1", "--gift", "--date", "2024-04-02")
    let list = try home.bitpal("ls").output.split(separator: "\n")
    for kind in [" lost ", " gift "] {
      let row = try #require(list.first { $0.contains(kind) })
      #expect(!row.contains("$") && !row.contains("—"), "\(list)")
    }
    #expect(try home.bitpal("ls", "--kind", "lost", "--json").output.contains("\"total\": \"0\""))
  }

  @Test func `both halves and the fee of a transfer change together, and undo brings them back`()
    throws
  {
    let before = try home.bitpal("accounts", "--csv").output
    let id = try id("transfer")
    let dry = try home.bitpal("edit", id, "--amount", "0.25", "--dry-run")
    #expect(dry.output.hasPrefix("Would update a "), "\(dry.output)\(dry.standardError)")
    #expect(try home.bitpal("accounts", "--csv").output == before)
    let done = try home.bitpal(
      "edit", id, "--amount", "0.25", "--fee", "0.002", "--date", "2024-02-03")
    #expect(done.status == 0, "\(done.standardError)")
    #expect(
      done.output.split(separator: "\n").count(where: { $0.contains("amount 0.5 → 0.25") }) == 2,
      "\(done.output)")
    #expect(done.output.contains("Fee: Sold 0.002 bitcoin"))
    let accounts = try home.bitpal("accounts", "--csv").output
    #expect(accounts.contains("0.748") && accounts.contains("0.25"), "\(accounts)")
    #expect(try home.bitpal("ls", "--kind", "fee", "--csv").output.contains("2024-02-03"))
    #expect(try home.bitpal("verify").status == 0)
    try home.bitpal("undo")
    #expect(try home.bitpal("accounts", "--csv").output == before)
  }

  @Test func `what a move cannot become is refused, and nothing is written`() throws {
    let log = try home.bitpal("log").output
    let deposit = try id("deposit")
    for (arguments, reason) in [
      (["--kind", "withdrawal"], "A deposit cannot become a withdrawal by an edit"),
      (["--price", "5"], "A deposit has no price"), (["--amount", "0"], "greater than zero"),
    ] {
      let refused = try home.run(["edit", deposit] + arguments)
      #expect(
        refused.status == 2 && refused.standardError.contains(reason), "\(refused.standardError)")
    }
    #expect(try home.bitpal("log").output == log)
    let same = try home.bitpal("edit", deposit, "--account", "a")
    #expect(same.output.hasPrefix("Nothing changed"), "\(same.output)\(same.standardError)")
    #expect(
      try home.bitpal("edit", deposit, "--notes", "mine").output.contains("notes none → mine"))
  }
}
