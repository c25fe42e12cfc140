import Exact
import BitpalTesting
import CellGrid
import Charts
@testable import Dashboard
import FoundationEssentials
import Portfolio
import Testing

/// Lines of several coins in percent, on the Charts page.
@Suite struct ComparisonTests {
  /// The Charts page on bitcoin, which doubled while ethereum halved.
  private static func charts(_ columns: Int = 120, _ rows: Int = 40) -> Driven {
    var driven = Driven(columns, rows, tab: .charts)
    func series(_ prices: [ExactDecimal]) -> PriceSeries {
      PriceSeries(
        days: prices.enumerated().map {
          PriceSeries.Point(Sample.now.addingTimeInterval(Double($0 - prices.count) * 86_400), $1)
        }, week: [])
    }
    driven.send(
      .seriesRead(.coin("bitcoin"), series([ExactDecimal(384355, exponent: -1), 50_000, 60_000])))
    driven.send(
      .seriesRead(.coin("ethereum"), series([ExactDecimal(457454, exponent: -2), 3_000, 2_500])))
    driven.press(.down)
    return driven
  }

  @Test func `a key compares with the coin, in percent of the first common day`() {
    var driven = Self.charts()
    driven.type("v")
    driven.press(.down)
    #expect(driven.lines(with: "ETH -50.00%").count == 1, "\(driven.text)")
    #expect(driven.text.contains("BTC +100.00%"))
    driven.press(.up)
    driven.type("v")
    #expect(!driven.text.contains("BTC +100.00%") && driven.text.contains("High $"))
  }

  @Test func `a chart drawn again within a minute is the same to the dot`() {
    for columns in 60..<140 {
      var driven = Self.charts(columns)
      let first = driven.text
      driven.now += 59
      #expect(driven.text == first)
    }
  }

  @Test func `bitcoin is a key away`() {
    var driven = Self.charts()
    driven.press(.down)
    driven.type("b")
    #expect(driven.text.contains("BTC +100.00%") && driven.text.contains("ETH -50.00%"))
    driven.type("b")
    #expect(!driven.text.contains("BTC +100.00%"))
  }

  @Test func `percent and a logarithmic scale are keys, and amounts come back`() {
    var driven = Self.charts()
    let before = driven.text
    driven.type("%")
    #expect(driven.text.contains("100 % ┤") && !driven.text.contains("$60,000 ┤"))
    driven.type("%L")
    #expect(driven.text.contains("Logarithmic scale"))
    driven.press(.escape)
    let logarithmic = driven.text
    driven.type("L")
    driven.press(.escape)
    #expect(driven.text == before && logarithmic != before)
  }

  @Test func `the portfolio's return of all counts from the evening before its first day`() {
    var driven = Driven(120, 40, tab: .charts)
    var days = [("2026-04-25", "50000"), ("2026-04-26", "60000"), ("2026-04-27", "66000")].map {
      PriceSeries.Point(utc("\($0)T23:59:59Z"), exact($1))
    }
    for (day, gain) in zip(days.indices, [25, 50, 65] as [ExactDecimal]) {
      days[day].returnSoFar = ChartFigure(gain)
    }
    driven.send(.seriesRead(.portfolio, Sample.series(days, leavingOut: [])))
    driven.type("A%")
    #expect(driven.text.contains("Portfolio +65.00%"), "\(driven.text)")
    #expect(driven.text.contains("since 2026-04-25"), "the figures above are of the value")
  }

  @Test(arguments: ["W", "M", "Y"])
  func `the portfolio and a coin begin on the evening before the range`(range: Character) {
    var driven = Driven(120, 40, tab: .charts)
    let ends = (1...400).reversed().map { UTCDay(Sample.now).advanced(by: 1 - $0).start }
    let days = ends.enumerated().map { index, end in
      var point = PriceSeries.Point(end.addingTimeInterval(-1), ExactDecimal(30_000 + index))
      point.returnSoFar = ChartFigure(ExactDecimal(index))
      return point
    }
    driven.send(.seriesRead(.portfolio, Sample.series(days, leavingOut: [])))
    driven.send(.seriesRead(.coin("bitcoin"), PriceSeries(days: days, week: [])))
    driven.type("\(range)b")
    #expect(driven.text.contains("Portfolio +") && driven.text.contains("BTC +"))
    #expect(!driven.text.contains("since"), "\(driven.text)")
  }

  @Test func `percentages stay while amounts are masked`() {
    var driven = Self.charts()
    driven.type("pb%")
    #expect(driven.text.contains("BTC +100.00%"))
  }

  /// An index that rose by a fifth, as in its file.
  private static func index(daysAgo: ClosedRange<Int> = 1...3) -> PriceSeries {
    var series = PriceSeries(
      days: daysAgo.reversed().enumerated().map { index, days in
        PriceSeries.Point(
          Sample.now.addingTimeInterval(Double(-days) * 86_400), 5_000 + ExactDecimal(index) * 500)
      }, week: [])
    series.name = "msci-world"
    return series
  }

  @Test func `a price file is a benchmark, and the key is its then`() {
    var driven = Self.charts()
    driven.type(":benchmark ~/index.csv")
    #expect(driven.text.contains("Benchmark ~/index.csv"))
    driven.press(.enter)
    #expect(driven.state.wantedReadings.contains(.series(.file("~/index.csv"))))
    #expect(!driven.text.contains("no figures"), "it is being read")
    driven.send(.seriesRead(.file("~/index.csv"), Self.index()))
    #expect(driven.text.contains("msci-world +20.00%"), "\(driven.text)")
    driven.type("b")
    #expect(!driven.text.contains("msci-world"))
    driven.type("b")
    #expect(driven.text.contains("msci-world +20.00%"))
    driven.type(":benchmark bit")
    driven.press(.enter)
    #expect(!driven.text.contains("msci-world") && driven.text.contains("BTC +100.00%"))
  }

  @Test func `another session compares with the same file`() {
    var driven = Self.charts()
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    let memory = driven.state.memory.withFiles { "/home/\($0)" }
    var next = Self.charts()
    next.restore(SessionMemory(json: memory.json))
    #expect(next.state.wantedReadings.contains(.series(.file("/home/index.csv"))))
    next.send(.seriesRead(.file("/home/index.csv"), Self.index()))
    #expect(next.text.contains("msci-world +20.00%"))
    next.type("b")
    #expect(!next.text.contains("msci-world"))
  }

  @Test func `a file that cannot be read is said once, and left out until it is asked for`() {
    var driven = Self.charts()
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    let reading = LedgerReading.series(.file("index.csv"))
    driven.send(.requested(reading))
    driven.send(.notRead(reading, "No such file: index.csv"))
    #expect(driven.text.contains("No such file: index.csv"))
    #expect(!driven.state.wantedReadings.contains(reading), "it would be asked for for ever")
    driven.type("b")
    #expect(!driven.state.wantedReadings.contains(reading), "the benchmark before it is back")
  }

  @Test func `a benchmark of another session that cannot be read is asked for again`() {
    var driven = Self.charts()
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    driven.send(.seriesRead(.file("index.csv"), Self.index()))
    var next = Self.charts()
    next.restore(SessionMemory(json: driven.state.memory.json))
    let reading = LedgerReading.series(.file("index.csv"))
    next.send(.requested(reading))
    next.send(.notRead(reading, "No such file: index.csv"))
    #expect(!next.state.wantedReadings.contains(reading))
    next.type("b")
    #expect(next.state.wantedReadings.contains(reading))
  }

  @Test func `a benchmark that cannot be read leaves the comparison as it was`() {
    var driven = Self.charts()
    driven.type(":benchmark ethereum")
    driven.press(.enter)
    let before = driven.text
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    let reading = LedgerReading.series(.file("index.csv"))
    driven.send(.requested(reading))
    driven.send(.notRead(reading, "No such file: index.csv"))
    driven.press(.escape)
    #expect(driven.state.chartStyle.benchmark == .coin("ethereum"))
    #expect(driven.lines(with: "ETH ").isEmpty == !before.contains("ETH "))
  }

  @Test(arguments: [
    (76, "BTC  since 04-26 "), (80, "BTC  since 2026-04-26 "),
    (120, "BTC Bitcoin  compared since 2026-04-26 "),
  ])
  func `a comparison that begins later than its coin says when`(columns: Int, title: String) {
    var driven = Self.charts(columns, 24)
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    driven.send(.seriesRead(.file("index.csv"), Self.index(daysAgo: 1...2)))
    #expect(driven.lines(with: title).count == 1, "\(driven.text)")
  }

  @Test func `a file without prices of the range is named`() {
    var driven = Self.charts()
    driven.type(":benchmark index.csv")
    driven.press(.enter)
    driven.send(.seriesRead(.file("index.csv"), Self.index(daysAgo: 400...402)))
    #expect(driven.text.contains("msci-world has no figures for that time"), "\(driven.text)")
    #expect(driven.text.contains("ETH -50.00%") || driven.text.contains("BTC +100.00%"))
    driven.type("D")
    #expect(!driven.text.contains("msci-world +"))
    driven.send(.resize(columns: 80, rows: 24))
    #expect(driven.text.contains("1 missing"), "\(driven.text)")
  }
}
