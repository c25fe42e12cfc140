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
}

extension Desk {
  /// Puts folders where the widget files belong, so that nobody, not even root, can write them.
  fileprivate func blockWidgetFiles() throws {
    for name in ["portfolio.json", "refresh_data.json"] {
      try FileManager.default.removeItem(atPath: "\(widgetData)/\(name)")
      try FileManager.default.createDirectory(
        atPath: "\(widgetData)/\(name)/full", withIntermediateDirectories: true)
    }
  }
}
