import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// Widgets and reports are spoken as sentences that a screen reader can pronounce.
///
/// - Signs, ages, currencies and small amounts are words.
/// - Hidden amounts are not spoken; percentages are.
/// - The age is that of the oldest price.
struct SpeechTests {
  @Test func `the seed's sample is spoken`() {
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

  @Test func `an old price is the age that is spoken`() {
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

  @Test func `the one line is three sentences`() {
    #expect(
      speech(PortfolioEntry(date: sampleNow, data: seedSample), family: nil, now: sampleNow) == """
        Portfolio, updated 5 minutes ago.
        Total value: 125,000.50 dollars.
        Total result: a gain of 20,000.00 dollars, 19.05 percent.

        """)
  }

  @Test func `amounts are hidden and percentages stay`() {
    var data = seedSample
    data.totalPnL = -20_000
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .large, isPrivate: true, now: sampleNow)
    #expect(text.contains("The total value is hidden.\n"))
    #expect(text.contains("Total result: a loss, 19.05 percent.\n"))
    #expect(text.contains("Bitcoin: a gain, 13.64 percent.\n"))
    #expect(!text.contains("000"))
  }

  @Test func `a price that is known is spoken where the cost is not`() {
    var data = seedSample
    data.holdings[0].pnlAmount = nil
    data.holdings[0].pnlPercentage = nil
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .large, now: sampleNow)
    #expect(text.contains("Bitcoin: 100,000.00 dollars, cost unknown.\n"))
  }

  @Test(arguments: WidgetFamily.allCases)
  func `is sentences of what can be pronounced`(_ family: WidgetFamily) {
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

  @Test(arguments: [
    ("5", "a gain of 5.00 dollars"), ("-5", "a loss of 5.00 dollars"), ("0", "no change"),
    ("0.001", "a gain of less than one cent"), ("-0.001", "a loss of less than one cent"),
    ("-98765432109.87", "a loss of 98,765,432,109.87 dollars"),
  ])
  func `gain and loss are words`(_ value: String, words: String) {
    var data = seedSample
    data.totalPnL = exact(value)
    data.totalPnLPercentage = nil
    let text = speech(
      PortfolioEntry(date: sampleNow, data: data), family: .small, now: sampleNow)
    #expect(text.contains("Total result: \(words).\n"))
  }

  @Test(arguments: [
    (0, "just now"), (60, "1 minute ago"), (120, "2 minutes ago"), (3_600, "1 hour ago"),
    (7_200, "2 hours ago"), (86_400, "1 day ago"), (172_800, "2 days ago"),
  ])
  func `ages are words`(_ seconds: Int, words: String) {
    let at = seedSample.lastUpdated.addingTimeInterval(TimeInterval(seconds))
    let text = speech(PortfolioEntry(date: at, data: seedSample), family: .small, now: at)
    #expect(text.hasPrefix("Portfolio, updated \(words).\n"))
  }

  @Test(arguments: [
    ("P&L +$12,000.00 (+13.64%)", "P&L a gain of 12,000.00 dollars, up 13.64 percent"),
    (
      "Proceeds ~$2,500.00 · gain -$500.00",
      "Proceeds about 2,500.00 dollars, a loss of 500.00 dollars"
    ),
    ("cost <$0.01, fees $0.00", "cost less than one cent, fees 0.00 dollars"),
    (
      "From 0.00% to -1.01%. High +8.95%",
      "From 0.00 percent to minus 1.01 percent. High plus 8.95 percent"
    ),
    ("▲ BTC: $••••• and -$•••••", "BTC: hidden and a loss"),
    ("Updated 1 h ago · 2 of 3 priced · —", "Updated 1 hour ago, 2 of 3 priced, unknown"),
    ("2025-01-02 → 2025-02-03", "2025-01-02 to 2025-02-03"),
    ("~ 3 of 5 estimated", "3 of 5 estimated"),
    ("gain ~+$5.00, a-b 1.5", "an estimated gain of 5.00 dollars, a-b 1.5"),
  ])
  func `a written line is spoken to the digit`(_ text: String, words: String) {
    #expect(spoken(text) == words)
  }

  @Test(arguments: [
    ("EUR", "-€1,234.50", "a loss of 1,234.50 euros"),
    ("CHF", "+CHF 5.00, cost CHF 7.00", "a gain of 5.00 Swiss francs, cost 7.00 Swiss francs"),
    ("SEK", "1,234.50 kr, +2.00 kr", "1,234.50 Swedish kronas, a gain of 2.00 Swedish kronas"),
    ("EUR", "ether: $5.00 is far", "ether: 5.00 dollars is far"),
    ("JPY", "<¥1", "less than 1 Japanese yen"),
  ])
  func `amounts of any currency are spoken`(_ code: String, _ text: String, words: String) {
    #expect(spoken(text, NumberFormat(code: code)) == words)
  }
}
