import Testing

import Widgets
@testable import BitpalCommands

/// A screenshot size is a widget's name or columns by rows, up to 500 columns.
struct ScreenshotSizeTests {
  @Test(
    arguments: [
      ("small", .widget(.small)), ("line", .widget(.line)),
      ("80x24", .dashboard(columns: 80, rows: 24)), ("1x1", .dashboard(columns: 1, rows: 1)),
      ("0x24", nil), ("80x", nil), ("x", nil), ("80x24x3", nil), ("501x10", nil), ("-8x24", nil),
      ("huge", nil), ("", nil),
    ] as [(String, ScreenshotSize?)])
  func `names a widget or a terminal`(_ text: String, size: ScreenshotSize?) {
    #expect(ScreenshotSize(argument: text) == size)
  }
}
