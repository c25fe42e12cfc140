import CellGrid
import Dashboard
import Testing

@testable import BitpalCommands

/// The project's own pictures, in `Tests/Goldens`.
///
/// Only `bitpal screenshot --all -o Tests/Goldens` records them.
struct GalleryGoldenTests {
  private static let folder = GalleryFolder(
    path: "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Goldens")

  @Test("is drawn as recorded", arguments: ScreenshotState.allCases)
  func goldens(_ state: ScreenshotState) throws {
    let recorded = try Self.folder.snapshots()
    for size in PreviewSize.allCases {
      let picture = try GalleryPicture(size, state)
      let check = GalleryCheck(
        Self.folder, recorded: recorded.filter { $0.key == picture.name }, drawn: [picture])
      if !check.differences.isEmpty { Issue.record("\(check.text)") }
    }
  }

  @Test("the dashboard is drawn as recorded", arguments: DashboardScene.allCases)
  func dashboards(_ scene: DashboardScene) throws {
    let recorded = try Self.folder.snapshots()
    for picture in try GalleryPicture.dashboards(scene) {
      let check = GalleryCheck(
        Self.folder, recorded: recorded.filter { $0.key == picture.name }, drawn: [picture])
      if !check.differences.isEmpty { Issue.record("\(check.text)") }
    }
  }

  @Test func nothingElseIsRecorded() throws {
    let names = Set(try GalleryPicture.all().map(\.name))
    #expect(Set(try Self.folder.snapshots().keys) == names)
    let pages = DashboardTab.allCases.count * 4 * DashboardScene.allCases.count
    #expect(names.count == ScreenshotState.allCases.count * 4 + pages)
  }

  @Test("gives the same bytes twice", arguments: ScreenshotFormat.allCases)
  func sameBytes(_ format: ScreenshotFormat) throws {
    func draw() throws -> [String] {
      let widgets = try ScreenshotState.allCases.flatMap { state in
        try PreviewSize.allCases.map { try GalleryPicture($0, state) }
      }
      return try (widgets + GalleryPicture.dashboards(.fresh)).map { format.text(of: $0) }
    }
    let (first, second) = (try draw(), try draw())
    for (one, other) in zip(first, second) { #expect(one.utf8.elementsEqual(other.utf8)) }
    #expect(first.allSatisfy { !$0.isEmpty })
  }

  @Test("has exactly its size", arguments: ScreenshotState.allCases)
  func exactSize(_ state: ScreenshotState) throws {
    for (size, columns, rows) in [(PreviewSize.small, 24, 11), (.medium, 50, 11), (.large, 50, 23)]
    {
      let grid = try GalleryPicture(size, state).grid
      #expect(grid.columns == columns && grid.rows == rows)
    }
  }

  @Test(
    "says its figure",
    arguments: [
      (ScreenshotState.huge, "$98,765,432,109.87"), (.tiny, "<$0.01"), (.totalLoss, "-100.00%"),
      (.lowPrice, "$411.50"), (.almostStale, "Updated 59 min ago"), (.stale, "Stale"),
      (.twentyHoldings, "+15 more"), (.partlyPriced, "5 of 7 priced"), (.wideName, "币安人生"),
      (.noSymbol, "NAMELESS"), (.escapeSequence, "Clear Blink Line"), (.zeroWidth, "Zero Width"),
      (.zero, "$0.00"), (.closedLoss, "▼ -$1,234.56"), (.placeholder, "░░░░"),
    ])
  func figures(_ state: ScreenshotState, words: String) throws {
    #expect(ScreenshotFormat.text.text(of: try GalleryPicture(.large, state)).contains(words))
  }

  @Test func theNamesAreAsLongAsTheySay() {
    #expect(InventedHolding.longName.name.count == 71)
    #expect(InventedHolding.longSymbol.symbol.count == 38)
  }
}
