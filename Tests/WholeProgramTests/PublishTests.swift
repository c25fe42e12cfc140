import Foundation
import Testing

/// What a user sees when a change is recorded and the widget files cannot be written.
struct PublishTests {
  @Test func aChangeThatIsRecordedIsNeverReportedAsFailed() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    try desk.blockWidgetFiles()
    let bought = try desk.bitpal("buy", "bitcoin", "2", "--price", "41000", "--date", "2025-01-03")
    #expect(bought.status == 0)
    #expect(bought.output.hasPrefix("Bought 2 bitcoin"))
    #expect(bought.complaints.contains("The change is recorded, but the widgets do not show it"))
    #expect(try desk.bitpal("undo").status == 0)
    #expect(try desk.bitpal("redo").status == 0)
    #expect(try desk.bitpal("export").output.split(separator: "\n").count == 3)
  }

  @Test func filesOfTheFirstVersionAreBehindAndNotCalledWrong() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try desk.rewrite(name) { text in
        text.replacing(#/,\s*"ledgerVersion": "1"/#, with: "")
      }
    }
    let verified = try desk.bitpal("verify")
    #expect(verified.status == 0, "\(verified.complaints)")
    #expect(verified.output.contains("refresh_data.json is behind the ledger"))
    try desk.bitpal("summary")
    #expect(try desk.bitpal("verify").output.contains("refresh_data.json equals a fresh"))
  }

  @Test func aLedgerThatLostItsNewestChangesIsNamed() throws {
    let desk = try Desk()
    try desk.bitpal("buy", "bitcoin", "1", "--price", "40000", "--date", "2025-01-02")
    for name in ["portfolio.json", "refresh_data.json"] {
      try desk.rewrite(name) {
        $0.replacing("\"ledgerVersion\": \"1\"", with: "\"ledgerVersion\": \"4\"")
      }
    }
    let verified = try desk.bitpal("verify")
    #expect(verified.status == 1)
    #expect(verified.complaints.contains("show 3 changes that the ledger does not hold"))
    #expect(try desk.bitpal("summary").complaints.contains("show 3 changes"))
    #expect(try desk.bitpal("summary").complaints.isEmpty)
  }
}

extension Desk {
  fileprivate func rewrite(_ name: String, _ change: (String) -> String) throws {
    let file = URL(fileURLWithPath: "\(widgetData)/\(name)")
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = change(text)
    try #require(changed != text)
    try Data(changed.utf8).write(to: file)
  }

  /// Puts folders where the widget files belong, so that nobody, not even root, can write them.
  fileprivate func blockWidgetFiles() throws {
    for name in ["portfolio.json", "refresh_data.json"] {
      try FileManager.default.removeItem(atPath: "\(widgetData)/\(name)")
      try FileManager.default.createDirectory(
        atPath: "\(widgetData)/\(name)/full", withIntermediateDirectories: true)
    }
  }
}
