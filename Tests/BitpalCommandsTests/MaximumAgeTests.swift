import BitpalTesting
import Exact
import FoundationEssentials
import Gallery
import Portfolio
import Testing
import Widgets
import WidgetTimeline

@testable import BitpalCommands

/// `--max-age` takes a whole number with a unit and distinguishes old from missing prices.
struct MaximumAgeTests {
  @Test(arguments: [
    ("45s", 45), ("90m", 5400), ("2h", 7200), ("1d", 86_400), ("0m", 0), ("007m", 420),
  ])
  func `reads whole numbers with a unit`(_ text: String, seconds: Int) throws {
    #expect(try #require(MaximumAge(argument: text)).seconds == seconds)
  }

  @Test(arguments: [
    "", "90", "m", "-5m", "1.5h", "90 m", "90min", "٩m", "99999999999999999999d", "1M",
  ])
  func `refuses the rest`(_ text: String) { #expect(MaximumAge(argument: text) == nil) }

  @Test(
    arguments: [
      (ScreenshotState.fresh, "6m", nil), (.fresh, "309s", 3), (.fresh, "310s", nil),
      (.stale, "1h", 3), (.stale, "62m", nil), (.empty, "0s", nil), (.closedLoss, "0s", nil),
      (.unpriced, "1d", 4), (.unpriced, "0s", 4), (.partlyPriced, "1d", 4),
      (.partlyPriced, "1h", 3), (.offline, "6m", nil), (.placeholder, "0s", 4),
    ] as [(ScreenshotState, String, Int32?)])
  func `tells old from missing prices`(_ state: ScreenshotState, age: String, status: Int32?) throws
  {
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

/// After a failed refresh, `--max-age` reports the failure and suggests prices from a file.
struct RefreshedPriceTests {
  @Test func `where the last refresh failed, that is the reason`() throws {
    let (entry, now) = try ScreenshotState.offline.entry()
    let failure = #expect(throws: CommandFailure.self) {
      try MaximumAge(argument: "1m")?.check(entry, at: now)
    }
    #expect(failure?.code.rawValue == 3)
    let reason = "The last refresh reached no price source. The oldest price is from 5 min ago"
    #expect(failure?.message.reason.hasPrefix(reason) == true, "\(String(describing: failure))")
    #expect(failure?.message.help?.contains("bitpal refresh --prices FILE") == true)
  }

  @Test func `a refresh that failed for another reason is not called refused`() throws {
    let (entry, now) = try ScreenshotState.unableToRefresh.entry()
    let failure = #expect(throws: CommandFailure.self) {
      try MaximumAge(argument: "1m")?.check(entry, at: now)
    }
    #expect(failure?.message.reason.hasPrefix("The last refresh failed. The oldest") == true)
    #expect(failure?.message.help == "`bitpal refresh` says why.")
  }
}

/// `--max-age` goes by the oldest price of a holding, not by the time of the last refresh.
struct OldestPriceTests {
  private let now = utc("2026-04-28T12:00:00Z")

  private func entry(_ ages: [TimeInterval], refreshed minutes: TimeInterval = 0) -> PortfolioEntry
  {
    let holdings = ages.enumerated().map { index, age in
      Holding(
        coin: Coin(
          id: "coin\(index)", symbol: "c", name: "Coin", currentPrice: 2,
          lastUpdated: now.addingTimeInterval(-age)), totalAmount: 1, totalCost: 1)
    }
    let summary = PortfolioSummary(
      holdings: holdings, realizedClosedPnL: 0, realizedPartialPnL: 0, totalClosedCost: 0)
    return PortfolioEntry(
      date: now,
      data: prepareWidgetData(
        summary: summary, holdings: holdings, lastUpdated: now.addingTimeInterval(-minutes * 60)))
  }

  @Test(arguments: [[28_800], [60, 28_800, 0]] as [[TimeInterval]])
  func `a refresh that brought an old price does not pass as fresh`(ages: [TimeInterval]) throws {
    let failure = try #require(
      #expect(throws: CommandFailure.self) {
        try MaximumAge(argument: "1h")?.check(entry(ages), at: now)
      })
    #expect(failure.code.rawValue == 3)
    #expect(
      failure.sentence == "The oldest price is from 8 h ago, and --max-age allows 1h. "
        + "The last refresh brought no newer one: bitpal holdings shows the coin.")
  }

  @Test(
    arguments: [
      (45, "10s", "45 s ago"), (45, "45s", nil), (45.5, "45s", "over 45s ago"),
      (90, "1m", "90 s ago"), (5401, "90m", "over 90m ago"), (3660, "60m", "61 min ago"),
      (180_000, "1d", "2 d ago"),
    ] as [(TimeInterval, String, String?)])
  func `the age named is more than the limit`(age: TimeInterval, limit: String, words: String?)
    throws
  {
    do {
      try MaximumAge(argument: limit)?.check(entry([age]), at: now)
      #expect(words == nil)
    } catch let failure as CommandFailure {
      let words = try #require(words)
      #expect(failure.sentence.hasPrefix("The oldest price is from \(words), and"), "\(failure)")
    }
  }

  @Test func `where the last refresh is too old as well, another one is the way on`() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try MaximumAge(argument: "1h")?.check(entry([28_800], refreshed: 480), at: now)
    }
    #expect(failure?.sentence.hasSuffix("allows 1h. Run bitpal refresh.") == true)
  }

  @Test func `prices within the limit pass`() throws {
    try MaximumAge(argument: "1h")?.check(entry([3600, 60]), at: now)
  }
}

/// A widget that does not fit the terminal is shown in the largest smaller size that does.
struct PreviewSizeTests {
  @Test(
    arguments: [
      (PreviewSize.large, nil, nil, PreviewSize.large), (.large, 50, 23, .large),
      (.large, 49, nil, .small), (.large, 24, nil, .small), (.large, 23, nil, .line),
      (.large, 80, 22, .medium), (.medium, 49, 11, .small), (.small, 80, 10, .line),
      (.medium, 80, 3, .line), (.line, 1, 1, .line),
    ] as [(PreviewSize, Int?, Int?, PreviewSize)])
  func `takes the next smaller size where there is no room`(
    _ size: PreviewSize, columns: Int?, rows: Int?, fitted: PreviewSize
  ) {
    #expect(size.fitting(columns: columns, rows: rows) == fitted)
  }
}

/// A watched widget redraws at the second when its displayed age changes.
struct WatchTests {
  @Test(arguments: [(0, 60), (59, 60), (60, 120), (3_599, 3_600), (3_600, 3_660), (-90, 60)])
  func `wakes when the age reads differently`(_ age: Int, at: Int) {
    let date = Date(timeIntervalSince1970: 1_777_363_270)
    let next = nextMinute(of: date, after: date.addingTimeInterval(TimeInterval(age)))
    #expect(next == date.addingTimeInterval(TimeInterval(at)))
  }
}
