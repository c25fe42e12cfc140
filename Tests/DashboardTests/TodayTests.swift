import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// The change over 24 hours is a page's second figure, and fits its tile exactly.
@Suite struct DayFigureTests {
  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `the change of 24 hours is next to the total, in the title of the list and on Gains`(
    size: (Int, Int)
  ) {
    let known = Sample.data(Sample.transactions.filter { $0.coinId != "wide" })
    let home = Driven(size.0, size.1, data: known)
    let label = /│ (Portfolio {14}24 h|24 h [▲▼])/
    #expect(home.text.matches(of: label).count == 1, "said once: \(home.text)")
    #expect(Driven(size.0, size.1, tab: .transactions).row(0).contains("% 24 h"))
    let gains = Driven(size.0, size.1, tab: .gains).row(0)
    #expect(gains.contains("Gains  ") && gains.contains("% 24 h"))
  }

  @Test func `a larger screen shows as many coins as a smaller one`() {
    let rows = (0..<9).map { index in
      Sample.row(UInt8(index + 1), "coin\(index)", .buy, "1", "10", "2025-01-0\(index + 1)")
    }
    let more = (0..<20).map { index in
      Sample.row(UInt8(index + 40), "coin0", .buy, "1", "10", "2025-02-01")
    }
    let coins = (0..<9).reduce(into: [String: Coin]()) { coins, index in
      coins["coin\(index)"] = Coin(
        id: "coin\(index)", symbol: "C\(index)X", name: "Coin \(index)",
        currentPrice: ExactDecimal(20 + index), priceChange24h: 1, lastUpdated: Sample.refreshed)
    }
    for size in [(120, 40), (200, 60)] {
      let driven = Driven(size.0, size.1, data: Sample.data(rows + more, coins: coins))
      #expect(driven.lines(with: "C8X").count > 0, "\(driven.text)")
      #expect(driven.text.components(separatedBy: "C8X").count >= 3)
      #expect(!driven.text.contains("+1 more") && !driven.text.contains("+3 more"))
    }
  }

  @Test func `tiles of Home begin at the margin of the other pages`() {
    func start(_ tab: DashboardTab) -> Int? {
      let top = Driven(160, 60, tab: tab).row(0)
      return top.firstIndex { $0 != " " }?.utf16Offset(in: top)
    }
    #expect(start(.home) == start(.portfolio))
    #expect(start(.home) == start(.transactions))
  }

  @Test func `without a change over 24 hours the tile shows the prices`() {
    var coins = Sample.coins
    for id in coins.keys { coins[id]?.priceChange24h = nil }
    let driven = Driven(120, 40, data: Sample.data(coins: coins))
    #expect(driven.text.contains("24 h not known yet"))
    #expect(!driven.lines(with: "BTC").filter { $0.contains("$76,871.00") }.isEmpty)
  }

  @Test func `a range without a line gives way to the shortest that has one, and says so`() {
    let days = stride(from: 300, to: 60, by: -1).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(-day) * 86_400), ExactDecimal(20_000 + day))
    }
    var driven = Driven(120, 40)
    driven.send(.seriesRead(.portfolio, Sample.series(days)))
    #expect(driven.text.contains("in a year; too few figures in 30 days"))
    driven.type("W")
    #expect(driven.text.contains("in a year; too few figures in 7 days"))
    driven.type("A")
    #expect(driven.text.contains("since 2025-07-02") && !driven.text.contains("too few figures"))
  }

  @Test func `one price is one figure, however long it stays`() {
    let days = stride(from: 300, to: 60, by: -1).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(-day) * 86_400), ExactDecimal(20_000 + day))
    }
    var driven = Driven(120, 40)
    var series = Sample.series(days)
    let total = driven.state.data?.positions.summary.totalValue
    series.hour = [PriceSeries.Point(Sample.now.addingTimeInterval(-900), total)]
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("in a year; too few figures in 30 days"), "\(driven.text)")
    series.days = []
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("No earlier figure yet"), "\(driven.text)")
  }

  @Test func `a change up to an old price says when it ends`() {
    let days = stride(from: 300, to: 0, by: -1).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(-day) * 86_400),
        day > 60 ? ExactDecimal(20_000 + day) : nil)
    }
    let coins = Sample.coins.mapValues { coin in
      var coin = coin
      if coin.id == "ethereum" { coin.currentPrice = nil }
      return coin
    }
    var driven = Driven(120, 40, tab: .charts, data: Sample.data(coins: coins))
    driven.type("Y")
    let rows = driven.lines(with: "ETH")
    #expect(!rows.isEmpty)
    driven.click("ETH")
    driven.send(.seriesRead(.coin("ethereum"), PriceSeries(days: days, week: [])))
    #expect(driven.text.contains("in a year to 2026-02-26"), "\(driven.text)")
  }

  @Test func `a change that is unknown is not blamed on the current value`() {
    var driven = Driven(120, 40)
    let days = (1..<20).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(day - 20) * 86_400), ExactDecimal(20_000 + day))
    }
    var series = Sample.series(days)
    series.bases = [:]
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("Change in 30 days unknown"), "\(driven.text)")
    #expect(!driven.text.contains("No current value"))
  }

  @Test func `the change of a chart says over what in the smallest window too`() {
    var driven = Driven(40, 12, tab: .charts)
    let days = (0..<40).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(day - 40) * 86_400), ExactDecimal(30_000 + day))
    }
    driven.send(.seriesRead(.portfolio, Sample.series(days)))
    #expect(driven.text.contains("in 30 days"))
  }

  @Test func `a chart of a day says the same as the change of 24 hours`() {
    let known = Sample.data(Sample.transactions.filter { $0.coinId != "wide" })
    let days = (0..<40).map { day in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(day - 40) * 86_400), ExactDecimal(30_000 + day))
    }
    var driven = Driven(120, 40, tab: .charts, data: known)
    driven.send(.seriesRead(.portfolio, Sample.series(days, leavingOut: [])))
    driven.type("D")
    let change = driven.lines(with: "in 24 hours").first ?? ""
    #expect(change.contains("▼ -$213.27 -0.59% in 24 hours"), "\(driven.text)")
    #expect(driven.text.contains("▼ -$213.27 -0.59% 24 h"))
  }

  @Test func `a high has one day, whatever the range`() {
    let days = (1..<60).reversed().map {
      Self.endOfDay($0, ExactDecimal($0 == 3 ? 40_000 : 30_000 + $0))
    }
    let peak = PriceSeries.Point(utc("2026-04-26T15:00:00Z"), 41_000)
    let start = utc("2026-04-22")
    let before = (0..<24).map { step in
      PriceSeries.Point(start.addingTimeInterval(Double(step) * 14_400), 30_100)
    }
    let week = before + [peak, PriceSeries.Point(utc("2026-04-28T08:00:00Z"), 30_200)]
    for range in [ChartRange.week, .month, .year, .all] {
      let points = PriceSeries(days: days, week: week).points(
        in: range, until: Sample.now, present: 30_500)
      #expect(points.compactMap(\.value).max() == 41_000, "\(range)")
    }
  }

  @Test func `what begins a range is named by its own day`() {
    // The range starts on 2026-03-30, at the previous evening's value.
    let days = (1..<60).reversed().map { Self.endOfDay($0, $0 > 29 ? 1_000 : 9_000) }
    var driven = Driven(120, 40, tab: .charts)
    driven.send(.seriesRead(.portfolio, Sample.series(days)))
    #expect(driven.text.contains("Low $1,000.00 (2026-03-29)"), "\(driven.text)")
    for _ in 0..<100 { driven.press(.left) }
    #expect(driven.text.contains("2026-03-29  $1,000.00"), "\(driven.text)")
  }

  /// The value at the end of a day, that many days before the sample's current time.
  private static func endOfDay(_ number: Int, _ value: ExactDecimal) -> PriceSeries.Point {
    PriceSeries.Point(utc("2026-04-28").addingTimeInterval(Double(1 - number) * 86_400 - 1), value)
  }

  @Test(arguments: [DashboardTab.portfolio, .watchlist])
  func `N numbers the rows of every list`(tab: DashboardTab) {
    let coins = ["bitcoin", "ethereum"].compactMap { Sample.coins[$0] }
    let data = DashboardData(
      positions: Sample.whole.positions, transactions: Sample.transactions,
      entry: Sample.whole.entry, watchlist: coins.map { WatchedCoin($0, week: []) })
    var driven = Driven(110, 34, tab: tab, data: data)
    driven.type("N")
    #expect(driven.text.contains("1 › BTC") && driven.text.contains("2   ETH"), "\(driven.text)")
  }

  @Test func `results of trillions are shortened, not glued`() {
    let row = Sample.row(1, "bitcoin", .buy, "1000000000", "1", "2025-01-01")
    let driven = Driven(80, 24, tab: .portfolio, data: Sample.data([row]))
    let line = driven.lines(with: "▲ +$76").first ?? ""
    #expect(!line.contains("76,870,999,000,000.00·"), "\(driven.text)")
    #expect(line.contains("  · $0.00"))
  }

  @Test func `a name that is the symbol is not said twice`() {
    var coins = Sample.coins
    coins["ethereum"]?.name = "Eth"
    for tab in [DashboardTab.portfolio, .transactions] {
      let driven = Driven(200, 60, tab: tab, data: Sample.data(coins: coins))
      #expect(!driven.lines(with: "ETH").isEmpty)
      #expect(driven.lines(with: "ETH").allSatisfy { !$0.contains("ETH   Eth") })
      #expect(!driven.text.contains(" Eth "))
    }
  }

  @Test func `the list of holdings has its place, and with a filter its counts`() {
    for size in [(40, 12), (80, 24), (120, 40)] {
      var driven = Driven(size.0, size.1, tab: .portfolio)
      #expect(driven.lines(with: "Holdings").first?.contains("1 of 6") == true, "\(driven.text)")
      driven.type("/btc")
      driven.press(.enter)
      #expect(driven.lines(with: "Holdings").first?.contains("1 of 1, 6 in all  /btc") == true)
    }
  }

  @Test func `an alert that another process fired is said`() {
    func data(_ fired: Date?) -> DashboardData {
      DashboardData(
        positions: Sample.whole.positions, transactions: Sample.transactions,
        entry: Sample.whole.entry,
        alerts: [
          PriceAlert(
            id: Driven.newID, coinId: "bitcoin", condition: .above(70_000), created: Sample.now,
            fired: fired)
        ])
    }
    var driven = Driven(data: data(nil))
    driven.send(.portfolioChanged(data(Sample.now)))
    #expect(driven.row(23).contains("Alert: Bitcoin at or above $70,000.00"))
    // A dashboard that is opened later shows the alert, too, and a count on its tab.
    var late = Driven(140, 40)
    late.send(.portfolioChanged(data(Sample.now)))
    #expect(late.text.contains("Alert: Bitcoin at or above $70,000.00"))
    #expect(late.text.contains("5 Watchlist 1"))
    // A seen alert is recorded and not shown again.
    #expect(late.type("!") == [.seeAlerts([Driven.newID])])
    #expect(late.press(.escape) == [])
    #expect(late.type("5") == [])
    var seen = data(Sample.now).alerts[0]
    seen.isSeen = true
    late.send(
      .portfolioChanged(
        DashboardData(
          positions: Sample.whole.positions, transactions: Sample.transactions,
          entry: Sample.whole.entry, alerts: [seen])))
    #expect(!late.text.contains("Watchlist 1"))
  }

  @Test func `a watched coin's chart is asked for without a single transaction`() {
    let link = Coin(id: "chainlink", symbol: "link", name: "Chainlink", currentPrice: 14)
    let data = DashboardData(
      positions: Sample.empty.positions, transactions: [], entry: Sample.empty.entry,
      watchlist: [WatchedCoin(link, week: [])])
    let driven = Driven(120, 40, tab: .watchlist, data: data)
    #expect(driven.text.contains("Reading the history"))
    #expect(driven.state.wantedReadings == [.series(.coin("chainlink"))])
  }
}
