import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

@testable import Dashboard

/// Candles, the last hour, the market's figures and the cursor of a coin's page.
@Suite struct CoinCharts {
  /// Sixty days up to yesterday with a gap of three: invented, but realistic.
  private static func candles(absence: String? = nil) -> CoinCandles {
    let last = UTCDay(Sample.now).advanced(by: -1)
    let candles = (0..<60).filter { !(30..<33).contains($0) }.compactMap { back in
      let close = ExactDecimal(76_000 - 100 * back + 700 * (back % 3))
      return DailyCandle(
        day: last.advanced(by: -back), open: close + ExactDecimal(back % 2 * 900 - 450),
        high: close + 1000, low: close - 1000, close: close, volume: 12)
    }
    return CoinCandles(Array(candles.reversed()), source: "Kraken", absence: absence)
  }

  private static let series = PriceSeries(
    days: (1..<60).reversed().map {
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(-$0) * 86_400), ExactDecimal(70_000 + $0))
    }, week: [])

  /// Bitcoin's page, with its series.
  private func page(_ columns: Int = 120, _ rows: Int = 40, data: DashboardData = Sample.whole)
    -> Driven
  {
    var driven = Driven(columns, rows, tab: .portfolio, data: data)
    driven.press(.enter)
    driven.send(.seriesRead(.coin("bitcoin"), Self.series))
    return driven
  }

  @Test func `K shows candles with their average, and asks for them once`() {
    var driven = page()
    #expect(driven.state.wantedCandles.isEmpty, "nothing is fetched before it is wanted")
    driven.type("K")
    #expect(driven.state.wantedCandles == ["bitcoin"])
    driven.send(.candlesRequested("bitcoin"))
    #expect(driven.state.wantedCandles.isEmpty)
    driven.send(.candlesRead("bitcoin", Self.candles()))
    #expect(driven.text.contains("Kraken, 20-day average"))
    #expect(driven.text.contains("█") && driven.text.contains("┃"))
    #expect(driven.text.contains("High $"))
    driven.type("K")
    #expect(!driven.text.contains("Kraken, 20-day average"))
    #expect(driven.state.wantedCandles.isEmpty)
  }

  @Test func `the cursor names open, high, low and close, and the average`() {
    var driven = page()
    driven.type("K")
    driven.send(.candlesRead("bitcoin", Self.candles()))
    driven.press(.left)
    let day = UTCDay(Sample.now).advanced(by: -1).text
    #expect(
      driven.text.contains(
        "\(day)  Open $75,550.00  High $77,000.00  Low $75,000.00  Close $76,000.00  20-day average $"
      ), "\(driven.text)")
    #expect(driven.text.contains("────"), "a cross-hair has a row, too")
    driven.press(.escape)
    #expect(driven.state.context == .coin, "Esc leaves the cursor before the page")
    driven.press(.escape)
    #expect(driven.state.context == .portfolio)
  }

  @Test func `where there are none the line stays, and why is said`() {
    var driven = page()
    driven.type("K")
    let reason = "No candles: only Kraken has them, and it does not trade this coin"
    let none = CoinCandles([], source: "Kraken", absence: reason)
    driven.send(.candlesRead("bitcoin", none))
    #expect(driven.text.contains(reason))
    #expect(driven.state.message?.text == reason)
    #expect(!driven.text.contains("┃"))
    // The reason is shown once, not every hour.
    driven.type("p")
    driven.send(.candlesRead("bitcoin", none))
    #expect(driven.state.message == nil && driven.text.contains(reason))
    driven.type("KK")
    #expect(driven.state.message?.text == reason)
    driven.send(.candlesRead("bitcoin", Self.candles()))
    driven.type("DKK")
    #expect(driven.state.message?.text == "A candle is a day: choose a longer range")
  }

  @Test func `K says why nothing is drawn where there is no room or no coin`() {
    var low = page(80, 24)
    low.type("K")
    #expect(low.text.contains("No candles: this window has no room for a chart"), "\(low.text)")
    #expect(low.state.wantedCandles.isEmpty)
    var charts = Driven(120, 40, tab: .charts)
    charts.type("K")
    #expect(charts.text.contains("Candles need one coin: choose one"), "\(charts.text)")
    var narrow = Driven(80, 24, tab: .charts)
    narrow.type("jK")
    let reason = "No candles: only Kraken has them, and it does not trade this coin"
    narrow.send(.candlesRead("bitcoin", CoinCandles([], source: "Kraken", absence: reason)))
    #expect(narrow.text.contains(reason), "\(narrow.text)")
  }

  @Test func `candles are of the chosen range where the line has none of it`() {
    var driven = page()
    let recent = [-900.0, -600].map { PriceSeries.Point(Sample.now.addingTimeInterval($0), 76_000) }
    driven.send(.seriesRead(.coin("bitcoin"), PriceSeries(days: [], week: [], hour: recent)))
    driven.type("M")
    #expect(driven.text.contains("in an hour; too few figures in 30 days"), "\(driven.text)")
    driven.type("K")
    driven.send(.candlesRead("bitcoin", Self.candles()))
    #expect(driven.text.contains("█") && driven.text.contains("in 30 days"), "\(driven.text)")
    #expect(!driven.text.contains("A candle is a day"))
  }

  @Test func `a coin that is only followed has a page with its chart and its market`() throws {
    var coin = Coin(
      id: "kaspa", symbol: "kas", name: "Kaspa", currentPrice: exact("0.0432"),
      priceChange24h: exact("-2.5"), lastUpdated: Sample.refreshed)
    coin.marketCap = exact("1100000000")
    var data = Sample.following([coin])
    data.markets["kaspa"] = CoinMarket(coin, source: "CoinGecko")
    var driven = Driven(120, 40, tab: .watchlist, data: data)
    driven.press(.enter)
    #expect(driven.state.context == .coin)
    #expect(driven.state.wantedReadings == [.series(.coin("kaspa"))])
    driven.send(.seriesRead(.coin("kaspa"), Self.series))
    for text in [
      "KAS  Kaspa", "$0.0432  ▼ -2.50%", "Market      cap $1.1B", "1H  1D", "Updated 5 min ago",
    ] { #expect(driven.text.contains(text), "\(text): \(driven.text)") }
    #expect(!driven.text.contains("Held"))
    driven.type("ejjkG")
    #expect(driven.state.context == .coin)
    driven.type("a")
    #expect(driven.text.contains("Coin    KAS"), "\(driven.text)")
    driven.press(.escape)
    driven.press(.escape)
    #expect(driven.state.context == .watchlist)
    driven.type("2:kasp")
    driven.press(.enter)
    #expect(driven.state.context == .coin && driven.text.contains("Kaspa"))
  }

  @Test func `old candles are drawn, and what keeps newer ones away is said`() {
    var driven = page()
    driven.type("K")
    let reason = "No new candles: Kraken cannot be reached: no network"
    driven.send(.candlesRead("bitcoin", Self.candles(absence: reason)))
    #expect(driven.text.contains(reason) && driven.text.contains("█"), "\(driven.text)")
  }

  @Test func `another currency or another hour requests candles again`() {
    var driven = page()
    driven.type("K")
    driven.send(.candlesRequested("bitcoin"))
    driven.now = Sample.now.addingTimeInterval(3600)
    driven.send(.tick)
    driven.send(.portfolioChanged(Sample.offline))
    #expect(driven.state.wantedCandles == ["bitcoin"])
  }

  @Test func `H shows the hour as refreshes brought it, by the minute`() {
    let points = (0..<50).map { minute in
      PriceSeries.Point(
        Sample.now.addingTimeInterval(Double(minute - 55) * 60), ExactDecimal(76_000 + minute * 10))
    }
    var driven = page()
    driven.send(
      .seriesRead(.coin("bitcoin"), PriceSeries(days: Self.series.days, week: [], hour: points)))
    driven.type("H")
    #expect(driven.text.contains("in an hour"), "\(driven.text)")
    #expect(driven.text.contains("Low $76,000.00"))
    driven.press(.left, .left)
    let day = UTCDay(Sample.now).text
    #expect(driven.lines(with: "\(day) ").contains { $0.contains(":") }, "\(driven.text)")
  }

  @Test func `a price of hours ago does not begin an hour`() {
    let old = PriceSeries.Point(Sample.now.addingTimeInterval(-2 * 3600), 1)
    let new = PriceSeries.Point(Sample.now.addingTimeInterval(-600), 2)
    let points = PriceSeries(days: [], week: [], hour: [old, new]).points(
      in: .hour, until: Sample.now, present: 3)
    #expect(points.compactMap(\.value) == [2, 3])
    let near = PriceSeries.Point(Sample.now.addingTimeInterval(-3900), 1)
    #expect(
      PriceSeries(days: [], week: [], hour: [near, new]).points(
        in: .hour, until: Sample.now, present: 3
      ).compactMap(\.value) == [1, 2, 3])
  }

  @Test func `each refresh adds to the hour that is shown`() {
    var driven = page()
    driven.type("H")
    let before = driven.state.priceSeries[.coin("bitcoin")]?.hour.count ?? 0
    driven.send(.portfolioChanged(Sample.later))
    #expect(driven.state.priceSeries[.coin("bitcoin")]?.hour.count == before + 1)
    driven.send(.portfolioChanged(Sample.later))
    #expect(driven.state.priceSeries[.coin("bitcoin")]?.hour.count == before + 1)
  }

  @Test func `the market's figures are those the source gives, and no others`() throws {
    var data = Sample.whole
    var coin = try #require(Sample.coins["bitcoin"])
    coin.marketCap = exact("1563152082992")
    coin.volume24h = exact("46563661480.4")
    coin.circulatingSupply = exact("20019203.0")
    data.markets["bitcoin"] = CoinMarket(coin, source: "CoinGecko")
    let whole = page(data: data).lines(with: "Market  ").first ?? "none"
    #expect(
      whole.contains("Market      cap $1.563T · volume 24 h $46.56B · supply 20,019,203"),
      "\(whole)")
    coin.volume24h = nil
    data.markets["bitcoin"] = CoinMarket(coin, source: "CoinGecko")
    let part = page(data: data).lines(with: "Market  ").first ?? "none"
    #expect(part.contains("cap $1.563T · supply 20,019,203"), "\(part)")
    data.markets["bitcoin"] = CoinMarket(
      Coin(id: "bitcoin", symbol: "", name: "", currentPrice: 1), source: "DefiLlama")
    #expect(page(data: data).text.contains("Market      DefiLlama gives the price alone"))
    #expect(!page().text.contains("Market "), "nothing is said of an unknown source")
  }

  @Test func `however many rows there are, a large page has room for the chart`() {
    let many = (0..<60).map { day in
      Sample.row(
        UInt8(day), "bitcoin", .buy, "1", "1",
        UTCDay(Sample.now).advanced(by: -90 + day).text)
    }
    let driven = page(data: Sample.data(many))
    #expect(driven.text.contains("1H  1D"), "\(driven.text)")
    var low = page(120, 24, data: Sample.data(many))
    #expect(!low.text.contains("1H  1D"))
    low.press(.left)
    #expect(low.state.context == .coin)
  }

  @Test func `how far past prices are filled is said, and charts are drawn with what came`() {
    var driven = page()
    driven.send(.requested(.series(.coin("bitcoin"))))
    #expect(!driven.state.wantedReadings.contains(.series(.coin("bitcoin"))))
    driven.send(.pastPricesFilled(3, of: 20, hasNew: true))
    var low = driven
    low.send(.resize(columns: 80, rows: 24))
    #expect(low.row(23).contains("? help") && !low.text.contains("History"))
    for columns in 20...200 {
      var other = driven
      other.send(.resize(columns: columns, rows: 24))
      let line = other.row(23)
      #expect(!line.contains("History") || line.contains("3 of 20 coins") || line.contains("3/20 "))
    }
    driven.send(.resize(columns: 200, rows: 40))
    #expect(driven.text.contains("History 3 of 20 coins"))
    #expect(driven.state.wantedReadings.contains(.series(.coin("bitcoin"))))
    driven.send(.pastPricesFilled(20, of: 20, hasNew: false))
    #expect(!driven.text.contains("History "))
  }

  @Test func `an alert that fires while the dashboard is open calls from the terminal, once`() {
    var driven = Driven(data: Sample.data(alerts: [Self.alert(fired: nil)]))
    let fired = Sample.data(alerts: [Self.alert(fired: Sample.now)])
    let notices = driven.send(.portfolioChanged(fired)).filter {
      if case .notice = $0 { true } else { false }
    }
    #expect(notices == [.notice("Bitcoin is above $100,000.00")] || notices.count == 1)
    #expect(!driven.send(.tick).contains { if case .notice = $0 { true } else { false } })
    var opened = Driven(data: nil)
    let first = opened.send(.portfolioChanged(fired))
    #expect(!first.contains { if case .notice = $0 { true } else { false } })
  }

  private static func alert(fired: Date?) -> PriceAlert {
    PriceAlert(
      id: Driven.newID, coinId: "bitcoin", condition: .above(100_000), created: Sample.now,
      fired: fired)
  }
}
