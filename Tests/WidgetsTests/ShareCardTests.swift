import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// A share card shows returns without amounts, unless amounts are requested.
///
/// - The large figure is the return of the days drawn, or labeled as all-time.
/// - Its prices have a time, a credit and, in another currency, the day of the rate.
/// - The legend adds up to 100 percent, and coins never have the colors of gain and loss.
/// - A gap in the line is not bridged, and the same input gives the same bytes.
struct ShareCardTests {
  @Test(arguments: ShareCard.Kind.allCases)
  func `amounts are masked unless asked for`(_ kind: ShareCard.Kind) {
    let hidden = card(kind, hasAmounts: false).svg
    #expect(hidden.contains("+19.05%") && !hidden.contains("$"))
    #expect(!hidden.contains("125,000") && !hidden.contains("20,000"))
    let shown = card(kind, hasAmounts: true).svg
    #expect(shown.contains("$125,000.50") && shown.contains("+$20,000.00"))
    #expect(shown.contains("high $120,000.00") && shown.contains("low $100,000.00"))
  }

  @Test(arguments: [true, false])
  func `the large figure is of the days drawn, and all time is said`(_ hasAmounts: Bool) {
    var card = card(.card, hasAmounts: hasAmounts)
    #expect(card.svg.contains("all-time P&amp;L"))
    card.gain = ShareCard.PeriodReturn(percentage: exact("-16.194"), firstDay: "2025-11-22")
    let svg = card.svg
    #expect(svg.contains(">-16.19%</text>"))
    #expect(svg.contains("since 2025-11-22, time-weighted"))
    let overall = hasAmounts ? "▲ +$20,000.00 +19.05%" : "▲ +19.05%"
    #expect(svg.contains("all-time P&amp;L \(overall)"))
    #expect(!svg.contains(">+19.05%</text>"))
  }

  @Test func `an estimated percentage has its mark, of the days drawn and of all time`() {
    var card = card(.card, hasAmounts: false)
    var data = seedSample
    data.estimated.unrealized = true
    card.entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(card.svg.contains(">~+19.05%</text>"))
    card.gain = ShareCard.PeriodReturn(
      percentage: exact("-16.194"), firstDay: "2025-11-22", isEstimated: true)
    #expect(card.svg.contains(">~-16.19%</text>"))
    #expect(card.svg.contains("all-time P&amp;L ▲ ~+19.05%"))
  }

  @Test func `coins are not the colors of gain and loss`() {
    let svg = card(.card, hasAmounts: false).svg
    let dots = svg.split(separator: "\n").filter { $0.contains("cy=\"522\"") }
    let scheme = ColorScheme.dusk
    #expect(dots.count == 3)
    for hue in [Hue.green, .red] {
      #expect(dots.allSatisfy { !$0.contains(scheme.color(of: hue).css) })
    }
  }

  @Test func `the same input gives the same bytes`() {
    #expect(card(.card, hasAmounts: true).html == card(.card, hasAmounts: true).html)
  }

  @Test func `a gap in the line is not crossed`() {
    var card = card(.card, hasAmounts: false)
    let whole = card.svg.components(separatedBy: "stroke-linejoin").count
    card.points.insert(.init(day: "2025-11-24", value: nil), at: 2)
    #expect(card.svg.components(separatedBy: "stroke-linejoin").count == whole + 1)
  }

  @Test func `the prices are of the time of the oldest`() {
    var card = card(.card, hasAmounts: false)
    var data = seedSample
    data.asOf = utc("2025-11-26T02:15:00Z")
    card.entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(card.svg.contains("Prices of 2025-11-26 02:15 UTC"))
    #expect(card.svg.contains(" · Stale</text>"))
    #expect(card.svg.contains("<desc>Portfolio, prices of 2025-11-26 02:15 UTC."))
  }

  @Test func `the legend adds up and says how old the prices are`() {
    let svg = card(.card, hasAmounts: false).svg
    #expect(svg.contains("BTC 80.00%") && svg.contains("ETH 12.00%") && svg.contains("Other 8.00%"))
    #expect(svg.contains("Prices of 2025-11-26 10:30 UTC"))
    #expect(svg.contains("<desc>Portfolio, prices of 2025-11-26 10:30 UTC."))
  }

  @Test func `what rounding leaves is no coin, and notes do not meet the line's extremes`() {
    var data = seedSample
    data.holdings = Array(data.holdings.prefix(2))
    data.holdingCount = 3
    data.pricedCount = 2
    data.totalValue = data.holdings.compactMap(\.currentValue).reduce(exact("0.0001"), +)
    var card = card(.card, hasAmounts: true)
    card.entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(!card.svg.contains("Other"))
    func height(of words: String) -> Substring? {
      card.svg.split(separator: "\n").first { $0.contains(words) }?
        .split(separator: " y=\"").last?.prefix { $0 != "\"" }
    }
    #expect(card.svg.contains("2 of 3 priced"))
    #expect(height(of: ">high ") == "474")
    card.entry = PortfolioEntry(date: sampleNow, data: seedSample)
    #expect(height(of: ">high ") == "300")
  }

  @Test func `a card in another currency carries the day of the rate`() {
    var data = seedSample
    data.currency = "EUR"
    data.rateDay = UTCDay(text: "2025-11-25")
    var card = card(.chart, hasAmounts: true)
    card.entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(card.svg.contains("UTC · rate 2025-11-25"))
    data.rateDay = nil
    data.pricedCount = 0
    data.totalValue = nil
    card.entry = PortfolioEntry(date: sampleNow, data: data)
    #expect(card.svg.contains("No rate of EUR") && !card.svg.contains("No prices yet"))
  }

  @Test(arguments: ColorScheme.all)
  func `every theme has its own page`(_ scheme: ColorScheme) {
    var card = card(.card, hasAmounts: false)
    card.theme = Theme(scheme: scheme)
    #expect(card.svg.contains("fill=\"\(scheme.page.css)\""))
  }

  @Test func `the prices are credited with a link`() {
    var card = card(.card, hasAmounts: false)
    #expect(!card.svg.contains("<a "))
    card.credit = PriceCredit.credit(of: ["Kraken", "DefiLlama", "CoinGecko", "file"])
    #expect(card.svg.contains("Price data by CoinGecko, DefiLlama (CoinGecko), Kraken"))
    #expect(card.svg.contains("<a href=\"https://www.coingecko.com\">"))
    #expect(PriceCredit.line(of: ["", "a file"]) == nil)
  }

  @Test func `an empty portfolio is a picture too`() {
    let card = ShareCard(
      .card, entry: PortfolioEntry(date: sampleNow, data: emptyPortfolio), points: [],
      hasAmounts: true, now: sampleNow, theme: Theme())
    #expect(card.svg.contains("No holdings"))
  }

  private func card(_ kind: ShareCard.Kind, hasAmounts: Bool) -> ShareCard {
    let values: [ExactDecimal] = [100_000, 110_000, 120_000, 115_000]
    return ShareCard(
      kind, entry: PortfolioEntry(date: sampleNow, data: seedSample),
      points: values.enumerated().map {
        .init(day: "2025-11-2\($0.offset + 2)", value: $0.element)
      },
      hasAmounts: hasAmounts, now: sampleNow, theme: Theme())
  }
}
