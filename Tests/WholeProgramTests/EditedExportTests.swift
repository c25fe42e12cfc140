import Foundation
import Testing

/// An export edited in a spreadsheet is imported as a list of edits.
struct EditedExportTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
    try home.bitpal("buy", "bitcoin", "1", "--price", "20000", "--date", "2024-01-01")
    try home.bitpal("buy", "ethereum", "2", "--total", "5000", "--date", "2024-01-02")
    try home.bitpal("sell", "bitcoin", "0.5", "--price", "30000", "--date", "2024-02-01")
  }

  private func export(_ format: String) throws -> String {
    try home.bitpal("export", "--format", format).output
  }

  @Test(arguments: ["csv", "json"]) func `a changed cell is an edit`(format: String) throws {
    let old = try export(format)
    let path = try home.file("edited.\(format)", old.replacing("30000", with: "31000"))
    let shown = try home.bitpal("import", path, "--dry-run")
    #expect(shown.output.contains("1 row changed since the export:"), "\(shown)")
    #expect(shown.output.contains("price $30,000.00 → $31,000.00"), "\(shown)")
    #expect(try export(format) == old)
    let done = try home.bitpal("import", path)
    #expect(done.output.contains("Updated 1 row."), "\(done)")
    #expect(try export(format) == old.replacing("30000", with: "31000"))
    try home.bitpal("undo", "--yes")
    #expect(try export(format) == old)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `an export as it was changes nothing`() throws {
    let path = try home.file("same.csv", try export("csv"))
    let done = try home.bitpal("import", path)
    #expect(!done.output.contains("changed since"), "\(done)")
    #expect(done.output.contains("Nothing was added"), "\(done)")
  }

  @Test func `an edit that leaves a sale short is refused`() throws {
    let text = try export("csv")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let short = lines.map { line in
      line.hasPrefix("bitcoin,buy")
        ? String(line).replacing("bitcoin,buy,1,", with: "bitcoin,buy,0.1,")
        : String(line)
    }
    let path = try home.file("short.csv", short.joined(separator: "\n"))
    let refused = try home.bitpal("import", path)
    #expect(refused.status == 2 && refused.standardError.contains("only owned 0.1 bitcoin"))
    #expect(try export("csv") == text)
  }

  /// A transfer with a fee, an open deposit and an open withdrawal.
  private func recordMoves() throws {
    try home.bitpal(
      "transfer", "ethereum", "0.5", "Kraken", "Ledger", "--fee", "0.001", "--date", "2024-03-01")
    try home.bitpal("deposit", "ethereum", "2", "Kraken", "--date", "2024-02-01")
    try home.bitpal("withdraw", "ethereum", "0.2", "Kraken", "--date", "2024-03-02")
  }

  /// The file with changed cells in the rows of one type and amount.
  private func edited(
    _ text: String, _ type: String, _ amount: String, _ change: (String) -> String
  ) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("ethereum,\(type),\(amount),") ? change(String($0)) : String($0)
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("deposit", "2", "ethereum,deposit,2,", "ethereum,deposit,3,", "amount 2 → 3"),
    ("withdrawal", "0.2", "2024-03-02", "2024-03-05", "date 2024-03-02 → 2024-03-05"),
    ("withdrawal", "0.2", ",Kraken,", ",Coinbase,", "account Kraken → Coinbase"),
    ("deposit", "0.5", ",Ledger,", ",Trezor,", "account Ledger → Trezor"),
  ])
  func `a changed cell of a move is an edit`(
    type: String, amount: String, old: String, new: String, said: String
  ) throws {
    try recordMoves()
    let text = try export("csv")
    let changed = edited(text, type, amount) { $0.replacing(old, with: new) }
    try #require(changed != text)
    let path = try home.file("edited.csv", changed)
    let shown = try home.bitpal("import", path, "--dry-run")
    #expect(shown.output.contains("1 row changed since the export:"), "\(shown)")
    #expect(shown.output.contains(said), "\(shown)")
    #expect(try export("csv") == text)
    let done = try home.bitpal("import", path)
    #expect(done.output.contains("Updated 1 row."), "\(done)")
    #expect(try export("csv") == changed)
    #expect(try !home.bitpal("import", path).output.contains("changed since"))
    try home.bitpal("undo", "--yes")
    #expect(try export("csv") == text)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a transfer is changed in both of its rows`() throws {
    try recordMoves()
    let text = try export("csv")
    let half = edited(text, "withdrawal", "0.5") {
      $0.replacing("withdrawal,0.5,", with: "withdrawal,0.6,")
    }
    let refused = try home.bitpal("import", try home.file("half.csv", half))
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.standardError.contains("Change them in both rows."), "\(refused)")
    #expect(try export("csv") == text)
    let whole = edited(half, "deposit", "0.5") {
      $0.replacing("deposit,0.5,", with: "deposit,0.6,")
    }
    let done = try home.bitpal("import", try home.file("whole.csv", whole))
    #expect(done.output.contains("Updated 2 rows."), "\(done)")
    #expect(try export("csv") == whole)
  }

  @Test func `the fee of a transfer is changed in its row`() throws {
    try recordMoves()
    let text = try export("csv")
    let changed = edited(text, "sell", "0.001") {
      $0.replacing("sell,0.001,", with: "sell,0.002,")
    }
    let done = try home.bitpal("import", try home.file("fee.csv", changed))
    #expect(done.output.contains("Updated 1 row."), "\(done)")
    #expect(try export("csv") == changed)
    #expect(try home.bitpal("verify").status == 0)
  }
}
