import BitpalTesting
import FoundationEssentials
import Testing
import Widgets

/// A wait is shown in whole seconds, minutes, hours or days, rounded up.
struct WaitTests {
  @Test(arguments: [
    (-5000, "1 s"), (0, "1 s"), (1, "1 s"), (11_001, "12 s"), (300_000, "300 s"),
    (300_001, "6 min"), (7_200_000, "120 min"), (7_200_001, "3 h"), (172_800_000, "48 h"),
    (831_640_000, "10 d"),
  ])
  func `a wait is told in whole units rounded up`(milliseconds: Int, text: String) {
    let now = utc("2026-04-28T12:00:00Z")
    let date = now.addingTimeInterval(TimeInterval(milliseconds) / 1000)
    #expect(waitText(until: date, at: now) == text)
  }
}
