import Foundation
import Testing

/// An export that a spreadsheet changed is a list of edits.
struct EditedExportTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    desk.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    desk.environment["TZ"] = "UTC"
    try desk.bitpal("buy", "bitcoin", "1", "--price", "20000", "--date", "2024-01-01")
    try desk.bitpal("buy", "ethereum", "2", "--total", "5000", "--date", "2024-01-02")
    try desk.bitpal("sell", "bitcoin", "0.5", "--price", "30000", "--date", "2024-02-01")
  }

  private func export(_ format: String) throws -> String {
    try desk.bitpal("export", "--format", format).output
  }

  @Test(arguments: ["csv", "json"]) func aChangedCellIsAnEdit(format: String) throws {
    let old = try export(format)
    let path = try desk.file("edited.\(format)", old.replacing("30000", with: "31000"))
    let shown = try desk.bitpal("import", path, "--dry-run")
    #expect(shown.output.contains("1 row changed since the export:"), "\(shown)")
    #expect(shown.output.contains("price 30000 → 31000"), "\(shown)")
    #expect(try export(format) == old)
    let done = try desk.bitpal("import", path)
    #expect(done.output.contains("Updated 1 transaction."), "\(done)")
    #expect(try export(format) == old.replacing("30000", with: "31000"))
    try desk.bitpal("undo", "--yes")
    #expect(try export(format) == old)
    #expect(try desk.bitpal("verify").status == 0)
  }

  @Test func anExportAsItWasChangesNothing() throws {
    let path = try desk.file("same.csv", try export("csv"))
    let done = try desk.bitpal("import", path)
    #expect(!done.output.contains("changed since"), "\(done)")
    #expect(done.output.contains("Nothing was added"), "\(done)")
  }

  @Test func anEditThatLeavesASaleShortIsRefused() throws {
    let text = try export("csv")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let short = lines.map { line in
      line.hasPrefix("bitcoin,buy")
        ? String(line).replacing("bitcoin,buy,1,", with: "bitcoin,buy,0.1,")
        : String(line)
    }
    let path = try desk.file("short.csv", short.joined(separator: "\n"))
    let refused = try desk.bitpal("import", path)
    #expect(refused.status == 2 && refused.complaints.contains("You only own 0.1 bitcoin"))
    #expect(try export("csv") == text)
  }
}
