import CellGrid
import Dashboard
import Gallery
import Testing
import Widgets

@testable import BitpalCommands

/// The project's own pictures, in `Tests/Goldens`.
///
/// Only `bitpal screenshot --all -o Tests/Goldens` records them.
struct GalleryGoldenTests {
  private static let folder = GalleryFolder(
    path: "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Goldens")

  @Test func `every picture is drawn as recorded, and nothing else is recorded`() throws {
    let recorded = try Self.folder.snapshots()
    let check = GalleryCheck(Self.folder, recorded: recorded, drawn: try DrawnGallery.pictures)
    if !check.differences.isEmpty { Issue.record("\(check.text)") }
    let names = Set(try DrawnGallery.texts.keys)
    #expect(Set(recorded.keys) == names)
    let pages = DashboardTab.allCases.count * 4 * DashboardScene.allCases.count
    #expect(names.count == ScreenshotState.allCases.count * 4 + pages)
  }

  @Test(arguments: ScreenshotFormat.allCases)
  func `gives the same bytes twice`(_ format: ScreenshotFormat) throws {
    let again = try Self.drawnAgain.get()
    let names = Set(again.map(\.name))
    let pictures = try DrawnGallery.pictures(where: names.contains)
    #expect(pictures.map(\.name) == again.map(\.name))
    for (one, other) in zip(pictures, again) {
      let text = format.text(of: one)
      #expect(!text.isEmpty && text.utf8.elementsEqual(format.text(of: other).utf8))
    }
  }

  /// Every state as a widget, and the dashboard in one state, drawn a second time.
  private static let drawnAgain = Result {
    try ScreenshotState.allCases.flatMap { state in
      try PreviewSize.allCases.map { try GalleryPicture($0, state) }
    } + GalleryPicture.dashboards(.fresh)
  }

  @Test(arguments: ScreenshotState.allCases)
  func `has exactly its size`(_ state: ScreenshotState) throws {
    for (size, columns, rows) in [(PreviewSize.small, 24, 11), (.medium, 50, 11), (.large, 50, 23)]
    {
      let grid = try GalleryPicture(size, state).grid
      #expect(grid.columns == columns && grid.rows == rows)
    }
  }

  @Test(arguments: [
    (ScreenshotState.huge, "$98,765,432,109.87"), (.tiny, "<$0.01"), (.totalLoss, "-100.00%"),
    (.lowPrice, "$411.50"), (.almostStale, "Updated 59 min ago"), (.stale, "Stale"),
    (.twentyHoldings, "+15 more"), (.partlyPriced, "5 of 7 priced"), (.wideName, "币安人生"),
    (.noSymbol, "NAMELESS"), (.escapeSequence, "Clear Blink Line"), (.zeroWidth, "Zero Width"),
    (.zero, "$0.00"), (.closedLoss, "▼   -$1,234.56"), (.placeholder, "░░░░"),
  ])
  func `says its figure`(_ state: ScreenshotState, words: String) throws {
    #expect(ScreenshotFormat.text.text(of: try GalleryPicture(.large, state)).contains(words))
  }

  @Test func `the names are as long as they say`() {
    #expect(InventedHolding.longName.name.count == 71)
    #expect(InventedHolding.longSymbol.symbol.count == 38)
  }
}
