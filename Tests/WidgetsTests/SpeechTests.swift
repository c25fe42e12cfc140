import BitpalTesting
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

struct SpeechTests {
  @Test func theSeedsSampleIsSpoken() {
    let entry = PortfolioEntry(date: sampleNow, data: seedSample, failure: .offline)
    #expect(
      speech(entry, family: .medium, now: sampleNow) == """
        Portfolio, updated 5 minutes ago.
        Offline: the last refresh reached nothing.
        Total value: 125,000.50 dollars.
        Unrealized result: a gain of 15,000.00 dollars, 13.64 percent.
        Realized result: a gain of 5,000.00 dollars.
        Bitcoin: 100,000.00 dollars, a gain of 12,000.00 dollars, 13.64 percent.
        Ethereum: 15,000.00 dollars, a gain of 2,000.00 dollars, 15.38 percent.
        And 3 more holdings.

        """)
  }

  @Test func anOldPriceIsTheAgeThatIsSpoken() {
    var data = seedSample
    data.asOf = sampleNow.addingTimeInterval(-8 * 3600)
    data.dayChange = DayChange(amount: 120, percentage: 1, count: 5, asOf: data.asOf)
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .small, now: sampleNow)
    #expect(
      text.hasPrefix(
        "Portfolio, updated 8 hours ago.\nThe oldest price is more than an hour old.\n"))
    #expect(
      text.contains("In the 24 hours to November 26: a gain of 120.00 dollars, 1.00 percent."))
    data.asOf = nil
    let never = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .small, now: sampleNow)
    #expect(never.hasPrefix("Portfolio, never updated.\n"))
  }

  @Test func theOneLineIsThreeSentences() {
    #expect(
      speech(PortfolioEntry(date: sampleNow, data: seedSample), family: nil, now: sampleNow) == """
        Portfolio, updated 5 minutes ago.
        Total value: 125,000.50 dollars.
        Total result: a gain of 20,000.00 dollars, 19.05 percent.

        """)
  }

  @Test func amountsAreHiddenAndPercentagesStay() {
    var data = seedSample
    data.totalPnL = -20_000
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .large, isPrivate: true, now: sampleNow)
    #expect(text.contains("The total value is hidden.\n"))
    #expect(text.contains("Total result: a loss, 19.05 percent.\n"))
    #expect(text.contains("Bitcoin: a gain, 13.64 percent.\n"))
    #expect(!text.contains("000"))
  }

  @Test func aPriceThatIsKnownIsSpokenWhereTheCostIsNot() {
    var data = seedSample
    data.holdings[0].pnlAmount = nil
    data.holdings[0].pnlPercentage = nil
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .large, now: sampleNow)
    #expect(text.contains("Bitcoin: 100,000.00 dollars, cost unknown.\n"))
  }

  @Test("is sentences of what can be pronounced", arguments: WidgetFamily.allCases)
  func pronounceable(_ family: WidgetFamily) {
    let seed: UInt64 = 5
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let entry = randomEntry(using: &generator)
      let text = speech(
        entry, family: family, isPrivate: Bool.random(using: &generator), now: sampleNow)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.last == "" && lines.count > 1)
      for line in lines.dropLast() {
        #expect(line.hasSuffix("."), "seed \(seed): \(line)")
        for scalar in line.unicodeScalars {
          #expect(
            scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
              || " .,:-'&".unicodeScalars.contains(scalar), "seed \(seed): \(scalar) in \(line)")
        }
      }
    }
  }

  @Test(
    "gain and loss are words",
    arguments: [
      ("5", "a gain of 5.00 dollars"), ("-5", "a loss of 5.00 dollars"), ("0", "no change"),
      ("0.001", "a gain of less than one cent"), ("-0.001", "a loss of less than one cent"),
      ("-98765432109.87", "a loss of 98,765,432,109.87 dollars"),
    ])
  func signs(_ value: String, words: String) {
    var data = seedSample
    data.totalPnL = exact(value)
    data.totalPnLPercentage = nil
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .small, now: sampleNow)
    #expect(text.contains("Total result: \(words).\n"))
  }

  @Test(
    "ages are words",
    arguments: [
      (0, "just now"), (60, "1 minute ago"), (120, "2 minutes ago"), (3_600, "1 hour ago"),
      (7_200, "2 hours ago"), (86_400, "1 day ago"), (172_800, "2 days ago"),
    ])
  func ages(_ seconds: Int, words: String) {
    let at = seedSample.lastUpdated.addingTimeInterval(TimeInterval(seconds))
    let text = speech(PortfolioEntry(date: at, data: seedSample), family: .small, now: at)
    #expect(text.hasPrefix("Portfolio, updated \(words).\n"))
  }
}
