import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import BitpalCommands

struct MaximumAgeTests {
  @Test(
    "reads whole numbers with a unit",
    arguments: [
      ("45s", 45), ("90m", 5400), ("2h", 7200), ("1d", 86_400), ("0m", 0), ("007m", 420),
    ])
  func reading(_ text: String, seconds: Int) throws {
    #expect(try #require(MaximumAge(argument: text)).seconds == seconds)
  }

  @Test(
    "refuses the rest",
    arguments: ["", "90", "m", "-5m", "1.5h", "90 m", "90min", "٩m", "99999999999999999999d", "1M"])
  func refusing(_ text: String) { #expect(MaximumAge(argument: text) == nil) }

  @Test(
    "tells old from missing prices",
    arguments: [
      (ScreenshotState.fresh, "5m", nil), (.fresh, "299s", 3), (.stale, "1h", 3),
      (.stale, "61m", nil), (.empty, "0s", nil), (.closedLoss, "0s", nil),
      (.unpriced, "1d", 4), (.unpriced, "0s", 4), (.partlyPriced, "1d", 4),
      (.partlyPriced, "1m", 3), (.offline, "5m", nil), (.placeholder, "0s", nil),
    ] as [(ScreenshotState, String, Int32?)])
  func checking(_ state: ScreenshotState, age: String, status: Int32?) throws {
    let (entry, now) = try state.entry()
    let maximum = try #require(MaximumAge(argument: age))
    do {
      try maximum.check(entry, at: now)
      #expect(status == nil)
    } catch let failure as CommandFailure {
      #expect(failure.code.rawValue == status && failure.sentence.hasSuffix("."))
    }
  }
}

struct PreviewSizeTests {
  @Test(
    "takes the next smaller size where there is no room",
    arguments: [
      (PreviewSize.large, nil, nil, PreviewSize.large), (.large, 50, 23, .large),
      (.large, 49, nil, .small), (.large, 24, nil, .small), (.large, 23, nil, .line),
      (.large, 80, 22, .medium), (.medium, 49, 11, .small), (.small, 80, 10, .line),
      (.medium, 80, 3, .line), (.line, 1, 1, .line),
    ] as [(PreviewSize, Int?, Int?, PreviewSize)])
  func fitting(_ size: PreviewSize, columns: Int?, rows: Int?, fitted: PreviewSize) {
    #expect(size.fitting(columns: columns, rows: rows) == fitted)
  }
}

struct WatchTests {
  @Test(
    "wakes when the age reads differently",
    arguments: [(0, 60), (59, 60), (60, 120), (3_599, 3_600), (3_600, 3_660), (-90, 60)])
  func waking(_ age: Int, at: Int) {
    let date = Date(timeIntervalSince1970: 1_777_363_270)
    let next = nextMinute(of: date, after: date.addingTimeInterval(TimeInterval(age)))
    #expect(next == date.addingTimeInterval(TimeInterval(at)))
  }
}
