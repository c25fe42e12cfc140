import BitpalTesting
import CellGrid
import Charts
import Exact
import FoundationEssentials
import Testing

/// Compares every state of a chart in every encoding with files; `BITPAL_RECORD=1` records them.
struct ChartGoldenTests {
  /// The states of a chart.
  enum State: String, CaseIterable {
    case empty, unknown, rise, negative, gap, trades, tiny, huge, narrow, small
    case onePoint = "one-point"
    case stablecoin
    case secondLine = "second-line"
    case gapLow = "gap-low"
    case gapSmall = "gap-small"
    case realGaps = "real-gaps"
    case candles
    case candlesGrouped = "candles-grouped"
    case crossHair = "cross-hair"
  }

  @Test(arguments: State.allCases)
  func `a chart looks as recorded in every encoding`(state: State) throws {
    let grid = Self.grid(state)
    for (ending, text) in Self.encoded(grid, state) {
      try Self.compare(text, "\(state.rawValue).\(ending)")
    }
  }

  @Test func `the words of every chart are recorded too`() throws {
    let words = State.allCases.map { "\($0.rawValue): \(Self.chart($0).words)\n" }.joined()
    try Self.compare(words, "words.txt")
  }

  private static func compare(_ drawn: String, _ name: String) throws {
    let folder = "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
    let path = "\(folder)/Goldens/\(name)"
    let environment = ProcessInfo.processInfo.environment
    if environment["BITPAL_RECORD"] == "1", environment["CI"] == nil {
      try drawn.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    #expect(try drawn == String(contentsOfFile: path, encoding: .utf8), "\(name)")
  }

  private static let roles: RoleTable = [
    .plain: RoleLook(), Role("prominent"): RoleLook(isBold: true),
    Role("secondary"): RoleLook(.muted), Role("border"): RoleLook(.faint),
    Role("gain"): RoleLook(.green), Role("loss"): RoleLook(.red),
    Role("accent"): RoleLook(.accent, isBold: true),
  ]

  private static func encoded(_ grid: Grid, _ state: State) -> [(ending: String, text: String)] {
    let theme = Theme(roles: roles, scheme: .dusk)
    return [
      ("txt", PlainText.text(of: grid)),
      ("blocks.txt", PlainText.text(of: grid.drawn(with: .blocks))),
      ("ascii.txt", PlainText.text(of: grid.drawn(with: .ascii))),
      ("ansi", ANSIText(theme: Theme(roles: roles), depth: .ansi16).text(of: grid)),
      (
        "svg",
        SVGText(theme: theme, title: state.rawValue, description: chart(state).words)
          .text(of: grid)
      ),
      ("html", HTMLText(theme: theme, title: state.rawValue).text(of: grid)),
    ]
  }

  private static func grid(_ state: State) -> Grid {
    switch state {
    case .narrow: chart(state).grid(columns: 24, rows: 8)
    case .small, .gapSmall: chart(state).grid(columns: 12, rows: 3)
    case .gapLow: chart(state).grid(columns: 40, rows: 7)
    default: chart(state).grid(columns: 72, rows: 16)
    }
  }

  private static func point(_ day: Int, _ value: ExactDecimal?) -> ChartPoint {
    ChartPoint(Date(timeIntervalSince1970: Double(1_735_689_600 + day * 86_400)), value)
  }

  /// A wave that is the same on every machine: a hundred days of a sum of two triangles.
  private static func wave(_ day: Int) -> ExactDecimal {
    func triangle(_ period: Int) -> Int { abs(day % period - period / 2) }
    return ExactDecimal(1_000 + 4 * triangle(50) - 9 * triangle(14) + 3 * day)
  }

  /// Kraken's candles of BTC/USD from 2026-08-08 on, as it sent them; the 12th is left out.
  private static var recordedCandles: LineChart {
    let rows: [(Int, [ExactDecimal])] = [
      (584, [648_862, 651_419, 648_000, 649_011]), (585, [649_012, 654_255, 646_742, 648_600]),
      (586, [648_600, 653_288, 637_500, 639_221]), (587, [639_221, 644_376, 631_372, 635_411]),
      (589, [634_125, 639_298, 628_000, 634_233]),
    ]
    let candles = rows.map { day, tenths in
      let figures = tenths.map { $0 / 10 }
      return ChartCandle(
        point(day, nil).date, open: figures[0], high: figures[1], low: figures[2],
        close: figures[3])
    }
    let closes = Dictionary(candles.map { ($0.date, $0.close) }) { $1 }
    var chart = LineChart(series: [
      ChartSeries(
        "Price", (584...589).map { point($0, closes[point($0, nil).date]) })
    ]) { "$\($0)" }
    chart.candles = candles
    return chart
  }

  private static func chart(_ state: State) -> LineChart {
    func line(_ value: (Int) -> ExactDecimal?) -> [ChartPoint] {
      (0..<100).map { point($0, value($0)) }
    }
    var series: [ChartSeries]
    var markers: [ChartMarker] = []
    switch state {
    case .empty: series = [ChartSeries("Value", [])]
    case .unknown: series = [ChartSeries("Value", line { _ in nil })]
    case .onePoint: series = [ChartSeries("Value", [point(40, 1_234)])]
    case .stablecoin:
      series = [ChartSeries("USDC", line { ExactDecimal(10_000 + $0 % 3 - 1) / 10_000 })]
    case .gap, .gapLow, .gapSmall:
      series = [
        ChartSeries("Price", line { (30..<45).contains($0) || $0 == 70 ? nil : wave($0) })
      ]
    case .negative: series = [ChartSeries("P&L", line { wave($0) - 1_150 })]
    case .trades:
      series = [ChartSeries("Price", line(wave))]
      markers = [
        ChartMarker(point(5, nil).date, .buy), ChartMarker(point(48, nil).date, .buy),
        ChartMarker(point(48, nil).date, .sell), ChartMarker(point(90, nil).date, .sell),
      ]
    case .tiny: series = [ChartSeries("Price", line { wave($0) / 1_000_000_000_000 })]
    case .huge: series = [ChartSeries("Value", line { wave($0) * 1_000_000_000 })]
    case .secondLine:
      series = [
        ChartSeries("Value", line(wave)),
        ChartSeries("Invested", line { $0 < 50 ? 900 : 1_100 }, role: Role("secondary")),
      ]
    case .realGaps:
      let known = RecordedDays.bitcoin.flatMap { first, prices in
        prices.enumerated().map { (first + $0, ExactDecimal($1)) }
      }
      let prices = Dictionary(known) { $1 }
      series = [ChartSeries("Price", (216..<486).map { point($0, prices[$0]) })]
    case .candles: return recordedCandles
    case .crossHair:
      var chart = recordedCandles
      chart.cursor = 40
      return chart
    case .candlesGrouped:
      let days = (0..<100).filter { !(60..<75).contains($0) }
      let candles = days.map { day in
        let (open, close) = (wave(day), wave(day + 1))
        return ChartCandle(
          point(day, nil).date, open: open, high: max(open, close) + 20,
          low: min(open, close) - 30, close: close)
      }
      let closes = Dictionary(candles.map { ($0.date, $0.close) }) { $1 }
      var chart = LineChart(series: [
        ChartSeries("Price", line { _ in nil }.map { ChartPoint($0.date, closes[$0.date]) }),
        ChartSeries(
          "20-day average", line { $0 < 19 || (60..<94).contains($0) ? nil : wave($0 - 10) },
          role: Role("secondary")),
      ]) { "$\($0)" }
      chart.candles = candles
      return chart
    case .rise, .narrow, .small:
      series = [ChartSeries("Value", line { 100 + ExactDecimal($0 * 3) })]
    }
    return LineChart(series: series, markers: markers) { "$\($0)" }
  }
}
