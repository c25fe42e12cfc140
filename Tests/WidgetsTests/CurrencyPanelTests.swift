import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// Widgets in a currency other than US dollars.
struct CurrencyPanelTests {
  private func entry(
    _ currency: String, rateDay: String? = "2025-11-25", day: DayChange? = nil
  ) -> PortfolioEntry {
    var data = seedSample
    data.currency = currency
    data.rateDay = rateDay.flatMap { UTCDay(text: $0) }
    data.dayChange = day
    return PortfolioEntry(date: sampleNow, data: data)
  }

  private func text(_ entry: PortfolioEntry, _ family: WidgetFamily) -> String {
    PlainText.text(of: panel(entry, family: family, now: sampleNow))
  }

  @Test func `the small widget names the day of the rate above its foot`() {
    #expect(
      text(entry("EUR"), .small) == """
        ╭──────────────────────╮
        │ Portfolio            │
        │ €125,000.50          │
        │                      │
        │                      │
        │                      │
        │ Total P&L    +19.05% │
        │      ▲   +€20,000.00 │
        │ rate 2025-11-25      │
        │ Updated 5 min ago    │
        ╰──────────────────────╯

        """)
  }

  @Test func `the larger ones name it in their foot`() {
    #expect(
      text(entry("JPY"), .medium).contains("│ Updated 5 min ago · rate 2025-11-25    +3 more │"))
    #expect(
      text(entry("CZK"), .large).contains("│ Updated 5 min ago · rate 2025-11-25    +3 more │"))
    #expect(text(entry("JPY"), .medium).contains("¥125,001"))
    #expect(text(entry("CZK"), .large).contains("125,000.50 Kč"))
    #expect(text(entry("TND"), .large).contains("TND 125,000.500"))
  }

  @Test func `a present without a rate is unknown and says so`() {
    var data = seedSample
    data.currency = "TND"
    data.totalValue = nil
    data.realizedPnL = nil
    data.pricedCount = 0
    let entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(text(entry, .small).contains("│ No rate of TND       │"))
    #expect(speech(entry, family: nil, now: sampleNow).contains("No rate of the Tunisian dinar"))
  }

  @Test func `the line has the day's change and the day of the rate`() {
    let change = DayChange(amount: exact("-120.5"), percentage: exact("-0.0963"), count: 4)
    let grid = line(entry("EUR", day: change), fitting: 120, now: sampleNow)
    #expect(
      grid.text(row: 0)
        == "€125,000.50 ▲ +€20,000.00 +19.05% 24 h, 4 of 5 ▼ -€120.50 -0.10% rate 2025-11-25")
    let masked = line(
      entry("EUR", day: change), fitting: 120, isPrivate: true, now: sampleNow)
    #expect(
      masked.text(row: 0)
        == "€••••• ▲ +€••••• +19.05% 24 h, 4 of 5 ▼ -€••••• -0.10% rate 2025-11-25")
  }

  @Test func `the day's change gives way before the result does`() {
    let change = DayChange(amount: 120, percentage: 1, count: 5)
    let grid = line(entry("EUR", day: change), fitting: 40, now: sampleNow)
    #expect(grid.text(row: 0).hasPrefix("€125,000.50 ▲ +€20,000.00 +19.05%"))
    #expect(!grid.text(row: 0).contains("24 h"))
  }

  @Test(arguments: [
    ("EUR", "125,000.50 euros"), ("GBP", "125,000.50 pounds sterling"),
    ("JPY", "125,001 Japanese yen"), ("CHF", "125,000.50 Swiss francs"),
  ])
  func `amounts are spoken with the currency's name`(code: String, words: String) {
    let spoken = speech(entry(code), family: .small, now: sampleNow)
    #expect(spoken.contains("Total value: \(words)."))
    #expect(spoken.contains("at the rate of 2025-11-25."))
  }
}
