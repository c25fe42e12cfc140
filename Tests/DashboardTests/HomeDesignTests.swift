import Exact
import BitpalTesting
import CellGrid
import Charts
@testable import Dashboard
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline
import Widgets

/// Measurable design rules of Home.
@Suite struct HomeDesignTests {
  private static let sizes = [
    (40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60), (400, 120),
  ]

  /// A portfolio with that many coins.
  private static func data(_ count: Int) -> DashboardData {
    let coins = (0..<count).map { number in
      Coin(
        id: "coin-\(number)", symbol: "q\(number)z", name: "Coin \(number)",
        currentPrice: ExactDecimal(100 + number), priceChange24h: ExactDecimal(number - count / 2),
        lastUpdated: Sample.refreshed)
    }
    return Sample.data(
      (0..<count).map {
        Sample.row(UInt8($0 + 1), "coin-\($0)", .buy, "\($0 + 1)", "90", "2025-01-\(10 + $0 % 18)")
      },
      coins: Dictionary(coins.map { ($0.id, $0) }) { $1 })
  }

  private static func home(_ size: (Int, Int), _ data: DashboardData) -> Driven {
    Driven(size.0, size.1, data: data)
  }

  /// The text of a panel.
  private static func text(_ area: CellArea, of grid: Grid) -> String {
    (area.row..<area.endRow).map { row in
      String(
        String.UnicodeScalarView(
          (area.column..<area.endColumn).map { grid[$0, row].scalar }))
    }.joined(separator: "\n")
  }

  @Test(arguments: sizes.indices, [1, 9, 40])
  func `the chart is the largest panel`(size: Int, coins: Int) throws {
    let driven = Self.home(Self.sizes[size], Self.data(coins))
    guard let tileAreas = driven.state.arrangement?.tileAreas else {
      #expect(driven.state.homeChartArea != nil, "figures and chart alone")
      return
    }
    func cells(_ area: CellArea) -> Int { area.columns * area.rows }
    let chart = try #require(tileAreas.first { $0.tile == .chart })
    #expect(tileAreas.allSatisfy { $0 == chart || cells($0.area) < cells(chart.area) })
  }

  @Test(arguments: sizes.indices, [9, 40])
  func `a coin is in its panels once, and in no more than the holdings and the day`(
    size: Int, coins: Int
  ) {
    let driven = Self.home(Self.sizes[size], Self.data(coins))
    let grid = driven.frame.grid
    let tileAreas = driven.state.arrangement?.tileAreas ?? []
    for number in 0..<coins {
      let symbol = "Q\(number)Z"
      let tiles = tileAreas.filter { $0.tile != .recent }
        .filter { Self.text($0.area, of: grid).contains(symbol) }.map(\.tile)
      #expect(tiles.allSatisfy { $0 == .holdings || $0 == .day } && tiles.count <= 2, "\(symbol)")
    }
  }

  @Test(arguments: sizes.indices)
  func `no amount and no percentage is said by two panels`(size: Int) {
    let driven = Self.home(Self.sizes[size], Self.data(9))
    let grid = driven.frame.grid
    let tileAreas = driven.state.arrangement?.tileAreas ?? []
    var said: [String: HomeTile] = [:]
    for tileArea in tileAreas where tileArea.tile != .recent && tileArea.tile != .chart {
      let words = Self.text(tileArea.area, of: grid).split { $0.isWhitespace }.map(String.init)
      for word in Set(words) where word.contains("$") || word.hasSuffix("%") {
        if word == "0%" || word == "0.00%" { continue }
        #expect(
          said[word] == nil, "\(word) in \(tileArea.tile) and in \(String(describing: said[word]))")
        said[word] = tileArea.tile
      }
    }
  }

  @Test func `coins whose change of the day is not known have their prices at every size`() {
    let coin = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 55_000,
      lastUpdated: Sample.refreshed)
    let data = Sample.data(
      [Sample.row(1, "bitcoin", .buy, "2", "40000", "2025-01-02")], coins: ["bitcoin": coin])
    for rows in 1...40 {
      for columns in [40, 60, 80, 100, 120, 160, 200] {
        let driven = Self.home((columns, rows), data)
        #expect(driven.frame.grid.rows == rows)
      }
    }
    #expect(Self.home((120, 40), data).text.contains("24 h not known yet"))
  }

  @Test func `prices whose change is not known have a row each where there is room`() throws {
    let rows = ["a", "b", "c"].enumerated().map { number, id in
      Sample.row(UInt8(number + 1), id, .buy, "1", "90", "2025-01-1\(number)")
    }
    let coins = Dictionary(
      ["a", "b", "c"].map { id in
        (id, Coin(id: id, symbol: id, name: id, currentPrice: 100, lastUpdated: Sample.refreshed))
      }, uniquingKeysWith: { first, _ in first })
    let driven = Self.home((120, 40), Sample.data(rows, coins: coins))
    let day = try #require(driven.state.arrangement?.tileAreas.first { $0.tile == .day })
    let panel = Self.text(day.area, of: driven.frame.grid)
    #expect(["A ", "B ", "C "].allSatisfy(panel.contains), "\(panel)")
    #expect(!panel.contains("more"), "\(panel)")
  }

  @Test(arguments: [(200, 60), (400, 120)])
  func `no column is empty but margins and gaps`(size: (Int, Int)) {
    let grid = Self.home(size, Self.data(9)).frame.grid
    let blank = (0..<grid.columns).filter { column in
      (0..<grid.rows - 1).allSatisfy { grid[column, $0].scalar == " " }
    }
    #expect(blank.count <= 8, "\(blank)")
    #expect(blank.allSatisfy { $0 < 120 || $0 >= grid.columns - 2 })
  }

  @Test(arguments: [(100, 30), (120, 40), (200, 60), (400, 120)])
  func `few coins and transactions leave no column blank below them`(size: (Int, Int)) throws {
    let driven = Self.home(size, Self.data(1))
    let tileAreas = try #require(driven.state.arrangement).tileAreas
    let lists = tileAreas.filter { [.day, .recent].contains($0.tile.panel) }
    #expect(!lists.isEmpty && lists.allSatisfy { $0.area.rows == 11 }, "\(driven.text)")
    let chart = try #require(tileAreas.first { $0.tile == .chart }).area
    #expect(chart.columns == size.0 - 4 && chart.row > 10)
  }

  @Test func `after the last sale the chart goes back to what sales have brought`() {
    var driven = Self.home(
      (120, 40),
      Sample.data([
        Sample.row(1, "bitcoin", .buy, "1", "50000", "2025-01-05"),
        Sample.row(2, "bitcoin", .sell, "1", "61000", "2025-06-05"),
      ]))
    let days = [("2025-06-04", 0), ("2025-06-05", 11_000), ("2026-04-20", 11_000)].map {
      var point = PriceSeries.Point(utc("\($0)T23:59:59Z"), 0)
      point.realized = ChartFigure(ExactDecimal($1))
      return point
    }
    driven.send(.seriesRead(.portfolio, Sample.series(days, leavingOut: [])))
    #expect(driven.text.contains("nothing sold in 30 days"), "\(driven.text)")
    #expect(driven.text.contains("Low $0.00 (2025-06-04)"))
    driven.type("A")
    #expect(!driven.text.contains("nothing sold") && driven.text.contains("Low $0.00 (2025-06-04)"))
  }

  @Test(arguments: sizes.indices)
  func `without prices, the panel of the day says so`(size: Int) {
    let rows = Self.data(2).ledger.newest
    let data = Sample.data(rows, moves: Sample.moves, coins: [:])
    let driven = Self.home(Self.sizes[size], data)
    for tileArea in driven.state.arrangement?.tileAreas ?? [] where tileArea.tile == .day {
      let text = Self.text(tileArea.area, of: driven.frame.grid)
      #expect(text.contains("No prices yet"), "\(text)")
    }
  }

  @Test(arguments: sizes.indices)
  func `where everything is sold, the chart is what sales have brought`(size: Int) {
    let sold = Sample.data([
      Sample.row(1, "bitcoin", .buy, "1", "50000", "2025-01-05"),
      Sample.row(2, "bitcoin", .sell, "1", "61000", "2025-06-05"),
    ])
    var driven = Self.home(Self.sizes[size], sold)
    var day = PriceSeries.Point(utc("2025-06-05T23:59:59Z"), 0)
    day.realized = ChartFigure(11_000)
    var series = Sample.series([day], leavingOut: [])
    series.days.append(day)
    series.days[1].date = utc("2026-04-20T23:59:59Z")
    driven.send(.seriesRead(.portfolio, series))
    #expect(driven.text.contains("Realized"))
    #expect(driven.text.contains("$11,000.00"), "\(driven.text)")
    #expect(!driven.text.contains("No prices yet"))
  }

  @Test func `a recent row has its year where that has room`() {
    #expect(Driven(120, 40).text.contains("2024-02-03 Buy  BTC"))
    let long = Coin(id: "long", symbol: "FIGR_HELOC", name: "Figure")
    let bought = Sample.row(40, "long", .buy, "275862068.965517", "0.01", "2026-03-14")
    let data = Sample.data(
      Sample.transactions + [bought], coins: Sample.coins.merging(["long": long]) { $1 })
    #expect(Driven(120, 40, data: data).text.contains("│ 03-14 Buy  FIGR_HEL…"))
    for columns in stride(from: 150, through: 400, by: 10) {
      for row in Driven(columns, 120, data: data).lines(with: "2026-03-14 Buy") {
        #expect(row.contains("FIGR_HELOC "), "an amount does not reach the symbol: \(row)")
      }
    }
  }

  @Test func `questions, open moves and fired alerts wait in one panel`() {
    var alert = PriceAlert(
      coinId: "bitcoin", condition: .above(70_000), currency: "USD", created: Sample.now)
    alert.fired = Sample.now
    let data = Sample.data(Sample.transactions, moves: Sample.moves, alerts: [alert])
    let driven = Driven(100, 30, data: data)
    #expect(driven.text.contains("Waiting"))
    #expect(driven.text.contains("2 open moves"))
    #expect(driven.text.contains("BTC >= $70,000"))
    #expect(!Driven(100, 30).text.contains("Waiting"), "what has nothing to say is not there")
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60)])
  func `any panel has all the room with z and comes back`(size: (Int, Int)) throws {
    for way in [[], [Key.down], [.down, .left], [.up]] {
      var driven = Self.home(size, Self.data(9))
      way.forEach { driven.press($0) }
      let all = try #require(driven.state.arrangement)
      let focused = all.tileAreas[all.index(of: driven.state.home.focus)]
      driven.type("z")
      let zoomed = try #require(driven.state.arrangement?.tileAreas)
      #expect(zoomed.map(\.tile.panel) == [focused.tile.panel])
      let (large, small) = (zoomed[0].area, focused.area)
      #expect(large.columns * large.rows > small.columns * small.rows)
      driven.type("z")
      #expect(driven.state.arrangement == all)
      driven.type("z")
      driven.press(.escape)
      #expect(driven.state.arrangement == all)
    }
  }

  @Test(arguments: sizes.indices)
  func `no key is a door that opens one way`(size: Int) {
    for keys in ["S", "M", "L", "+", "-", "v", "x", "z", "Sx", "xxxx", "vz"] {
      var driven = Self.home(Self.sizes[size], Self.data(9))
      let before = driven.state.arrangement
      driven.type(keys)
      driven.press(.escape)
      for _ in HomePreset.allCases where driven.state.home.preset != .overview { driven.type("v") }
      #expect(driven.state.arrangement == before, "\(keys)")
      #expect(driven.state.homeChartArea != nil)
    }
  }

  @Test func `a widget's own key gives the choice back`() {
    var driven = Driven(60, 20)
    let before = driven.text
    driven.type("SS")
    driven.press(.escape)
    #expect(driven.text == before)
  }

  @Test func `the widget has the line of the last days where the overview's chart has not`() {
    var data = Self.data(2)
    var entry = data.entry
    let days = (0...30).map { ExactDecimal?(ExactDecimal(700 + $0 % 7)) }
    entry.recentValues = RecentValues(days, count: 2)
    data = DashboardData(
      positions: data.positions, transactions: Sample.transactions, entry: entry)
    for (columns, rows) in [(80, 24), (120, 40)] {
      var driven = Self.home((columns, rows), data)
      #expect(!driven.text.contains("30 d "), "the chart next to it has them")
      driven.type("L")
      #expect(driven.text.contains("│ 30 d "))
    }
    var driven = Self.home((80, 24), data)
    driven.type("Lz")
    #expect(driven.text.contains("│ 30 d ") && driven.state.arrangement?.tileAreas.count == 1)
  }

  @Test(arguments: sizes.indices)
  func `coins that share a symbol are distinguished in every panel`(size: Int) {
    let ids = ["dogecoin", "doge-on-pulsechain", "binance-peg-dogecoin", "department-of-doge"]
    let coins = ids.map {
      Coin(
        id: $0, symbol: "doge", name: $0, currentPrice: 2, priceChange24h: 1,
        lastUpdated: Sample.refreshed)
    }
    let data = Sample.data(
      ids.enumerated().map {
        Sample.row(UInt8($0.offset + 1), $0.element, .buy, "1", "1", "2025-01-10")
      },
      coins: Dictionary(uniqueKeysWithValues: coins.map { ($0.id, $0) }))
    let driven = Self.home(Self.sizes[size], data)
    for tileArea in driven.state.arrangement?.tileAreas ?? [] {
      let panel = Self.text(tileArea.area, of: driven.frame.grid)
      let names = panel.split(separator: " ").filter { $0.hasPrefix("DOGE:") }
      #expect(Set(names).count == names.count, "\(panel)")
    }
  }

  @Test func `the next session has the panels of this one`() {
    var driven = Driven(120, 40)
    driven.type("x")
    let panels = driven.state.arrangement
    var next = Driven(120, 40)
    var state = next.state
    state.restore(SessionMemory(json: driven.state.memory.json))
    #expect(state.arrangement == panels)
    next.type("v")
    #expect(next.state.memory != driven.state.memory)
  }

  @Test func `a figure on the axis is never there twice`() {
    var driven = Driven(120, 40, tab: .charts)
    let prices = [exact("1.515"), exact("1.516"), exact("1.52")]
    let days = prices.enumerated().map {
      PriceSeries.Point(Sample.now.addingTimeInterval(Double($0 - 20) * 86_400), $1)
    }
    for id in Sample.coins.keys {
      driven.send(.seriesRead(.coin(id), PriceSeries(days: days, week: [])))
    }
    driven.press(.down, .down, .down)
    let ticks = driven.text.split(separator: "\n").compactMap { line -> String? in
      guard let end = line.firstIndex(of: "┤") else { return nil }
      return line[..<end].split(separator: " ").last.map(String.init)
    }
    #expect(ticks.count > 2 && Set(ticks).count == ticks.count, "\(ticks)")
  }
}
