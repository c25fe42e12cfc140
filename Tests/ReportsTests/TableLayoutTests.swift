import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import WidgetTimeline

/// Tables laid out for a terminal.
struct TableLayoutTests {
  private static let now = Date(utcText: "2026-05-02T12:00:00Z") ?? .distantPast

  private static func snapshot() -> PortfolioSnapshot {
    let coin = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 55_000,
      lastUpdated: Date(utcText: "2026-04-28T12:00:00Z"))
    return PortfolioSnapshot(
      positions: Positions(transactions: trades, currentPrices: ["bitcoin": coin]),
      costBasis: .average, lastUpdated: coin.lastUpdated, now: now)
  }

  private static let trades = [
    Transaction(
      coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 40_000,
      date: Date(utcText: "2025-01-02") ?? .distantPast, notes: "two of them for 80000"),
    Transaction(
      coinId: "ethereum", type: .buy, amount: 3, pricePerCoin: 2000,
      date: Date(utcText: "2025-01-02") ?? .distantPast),
  ]

  private static func lines(_ report: Report, width: Int?, isPrivate: Bool = false) -> [String] {
    let style = ReportStyle(isPrivate: isPrivate, width: width, calendar: .utc, now: now)
    var lines: [String] = []
    TableLayout(report, style).write(as: PlainText.text) {
      lines += $0.split(separator: "\n").map(String.init)
    }
    return lines
  }

  private static func holdings(width: Int?, isPrivate: Bool = false) -> [String] {
    let style = ReportStyle(isPrivate: isPrivate, width: width, calendar: .utc, now: now)
    return lines(.holdings(snapshot(), style), width: width, isPrivate: isPrivate)
  }

  @Test(arguments: 30...140)
  func `no line is wider than the terminal and every figure is whole`(width: Int) {
    let lines = Self.holdings(width: width)
    #expect(lines.allSatisfy { columnWidth(of: $0) <= width })
    #expect(lines[1].contains("$110,000.00"))
  }

  @Test func `columns give way in their order and are named`() {
    #expect(!Self.holdings(width: nil).joined().contains("Not shown"))
    #expect(Self.holdings(width: 120).last == "Not shown at this width: Id")
    #expect(
      Self.holdings(width: 90).last == "Not shown at this width: Id, Name, Share, Priced")
    let narrow = Self.holdings(width: 60)
    #expect(narrow[0].hasPrefix("Symbol"))
    #expect(narrow[0].contains("P&L"))
  }

  @Test func `years that do not fit are named as a range`() {
    let years = 2013...2021
    let report = Report(
      columns: [.init("name", "File", collapseOrder: 1)]
        + years.map { .init("\($0)", "\($0)", collapseOrder: $0 == 2021 ? nil : $0) },
      rows: [[.text("coinbase.csv")] + years.map { _ in .text("············") }])
    #expect(Self.lines(report, width: 44).last == "Not shown at this width: File, 2013-2018")
    #expect(Self.lines(report, width: 120).last == "Not shown at this width: File, 2013")
  }

  @Test(arguments: 34...90)
  func `transactions fit forty columns with their date, type and amount`(width: Int) {
    let trades = ["bitcoin-cash-sv", "ethereum"].map { id in
      Transaction(
        coinId: id, type: .sell, amount: 12_345_678, pricePerCoin: 2,
        date: Date(utcText: "2025-01-02") ?? .distantPast, notes: "a note of some length",
        account: "Kraken", fee: TransactionFee(amount: 4))
    }
    let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Self.now)
    let lines = Self.lines(
      .transactions(trades, isFull: false, emptyNote: "", style), width: width)
    #expect(lines.allSatisfy { columnWidth(of: $0) <= width }, "\(lines)")
    #expect(lines[1].contains("2025-01-02") && lines[1].contains("sell"))
    #expect(lines[1].contains("12,345,678"))
  }

  @Test func `closed positions fit, and names give way to ten letters before they go`() {
    let coin = Coin(
      id: "wrapped-beacon-ether", symbol: "wbeth", name: "Wrapped Beacon Ether", currentPrice: nil)
    let trades = [(TransactionType.buy, "2025-01-02"), (.sell, "2025-01-03")].map { type, day in
      Transaction(
        coinId: coin.id, type: type, amount: 2, pricePerCoin: 40_000,
        date: Date(utcText: day) ?? .distantPast)
    }
    let snapshot = PortfolioSnapshot(
      positions: Positions(transactions: trades, currentPrices: [coin.id: coin]),
      costBasis: .average, lastUpdated: nil, now: Self.now)
    var names: Set<String> = []
    for width in 40...140 {
      let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Self.now)
      let lines = Self.lines(.closedPositions(snapshot, style), width: width)
      #expect(lines.allSatisfy { columnWidth(of: $0) <= width }, "\(lines)")
      #expect(lines[1].contains("2025-01-03"), "\(lines)")
      guard lines[0].contains("Name"), let name = lines[1].firstRange(of: "Wrapped") else {
        continue
      }
      names.insert(String(lines[1][name.lowerBound...].split(separator: "  ")[0]))
    }
    let lengths = names.map(\.count)
    #expect(lengths.min() == 10 && lengths.max() == coin.name.count, "\(names)")
  }

  @Test
  func `prose continues on the next line, and stands below where there is no room next to it`() {
    let report = Report(
      columns: [.init("a", "State"), .init("b", "", isProse: true)],
      rows: [[.text("attention"), .text("what was found and what to do about it")]])
    #expect(
      Self.lines(report, width: 37) == [
        "State", "attention  what was found and what to", "           do about it",
      ])
    #expect(
      Self.lines(report, width: 26) == [
        "State", "attention", "  what was found and what", "  to do about it",
      ])
  }

  @Test(arguments: [36, 50, 80])
  func `a calculation fits, leaves columns out and names them`(width: Int) {
    let style = ReportStyle(isPrivate: false, width: width, calendar: .utc, now: Self.now)
    var lines: [String] = []
    Self.snapshot().explanation(OpenItems(), style).write { lines.append(PlainText.text(of: $0)) }
    let all = lines.joined().split(separator: "\n").map(String.init)
    #expect(all.allSatisfy { columnWidth(of: $0) <= width }, "\(all)")
    #expect(all.contains { $0.contains("Not shown at this width") } == (width < 50))
  }

  @Test func `a summary keeps its figures on a narrow terminal`() {
    let style = ReportStyle(isPrivate: false, width: 38, calendar: .utc, now: Self.now)
    let text = PlainText.text(of: SummaryReport(Self.snapshot(), style).grid)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { columnWidth(of: $0) <= 38 }, "\(text)")
    #expect(text.contains("$110,000.00") && text.contains("+37.50%"))
  }

  @Test func `totals are as old as their oldest price`() {
    let old = Coin(
      id: "ethereum", symbol: "eth", name: "Ethereum", currentPrice: 2000, priceChange24h: 5,
      lastUpdated: Self.now.addingTimeInterval(-8 * 3600))
    let fresh = Coin(
      id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 55_000, priceChange24h: 10,
      lastUpdated: Self.now.addingTimeInterval(-60))
    func snapshot(_ now: Date) -> PortfolioSnapshot {
      PortfolioSnapshot(
        positions: Positions(
          transactions: Self.trades, currentPrices: ["bitcoin": fresh, "ethereum": old]),
        costBasis: .average, lastUpdated: Self.now, now: now)
    }
    let style = ReportStyle(isPrivate: false, width: nil, calendar: .utc, now: Self.now)
    let report = SummaryReport(snapshot(Self.now), style)
    let text = PlainText.text(of: report.grid)
    #expect(text.contains("Updated 8 h ago · Stale · Old price: ethereum 8 h ago"), "\(text)")
    #expect(text.contains("  24 h, 1 of 2  "), "\(text)")
    #expect(report.json["asOf"]?.string == "2026-05-02T04:00:00Z")
    #expect(report.json["dayChangeAsOf"]?.string == "2026-05-02T11:59:00Z")
    let later = SummaryReport(snapshot(Self.now.addingTimeInterval(5 * 86_400)), style)
    let lines = PlainText.text(of: later.grid).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  24 h to May 2, 1 of 2  ") }, "\(lines)")
  }

  @Test func `holdings add up to a total, with shares and the change of the day`() {
    func coin(_ id: String, _ price: ExactDecimal, _ change: ExactDecimal?, hours: Double) -> Coin {
      Coin(
        id: id, symbol: String(id.prefix(3)), name: id, currentPrice: price,
        priceChange24h: change, lastUpdated: Self.now.addingTimeInterval(-hours * 3600))
    }
    let snapshot = PortfolioSnapshot(
      positions: Positions(
        transactions: Self.trades,
        currentPrices: [
          "bitcoin": coin("bitcoin", 55_000, 10, hours: 0.1),
          "ethereum": coin("ethereum", 2000, 5, hours: 8),
        ]), costBasis: .average, lastUpdated: Self.now, now: Self.now)
    let style = ReportStyle(isPrivate: false, width: nil, calendar: .utc, now: Self.now)
    let report = Report.holdings(snapshot, open: OpenItems(moves: 2, rows: 12), style)
    let lines = Self.lines(report, width: nil)
    #expect(lines[1].contains("+10.00%  94.83%"), "\(lines)")
    // Its price is old, and so is its change.
    #expect(lines[2].contains("—   5.17%"), "\(lines)")
    let total = lines[3].split(separator: " ").joined(separator: " ")
    #expect(total == "Total $116,000.00 +$30,000.00 +34.88% +10.00%")
    #expect(lines.contains("24 h: 1 of 2"))
    #expect(
      lines.suffix(2) == [
        "2 moves are open and not in these figures: bitpal moves",
        "12 rows wait: bitpal inbox",
      ])
    #expect(report.json.array?.count == 2)
    #expect(report.json.array?.first?["dayChangePercentage"] == .string("10"))
    #expect(report.json.array?.last?["dayChangePercentage"] == .null)
    let one = Self.lines(.holdings(snapshot, of: ["bitcoin"], style), width: nil)
    #expect(!one.joined().contains("Total"))
  }

  @Test func `every price has its age and the total too`() {
    let lines = Self.holdings(width: nil)
    #expect(lines[1].hasSuffix("4 d ago"))
    #expect(lines[2].hasSuffix("no price"))
    #expect(lines.last == "1 of 2 priced · Updated 4 d ago · Stale")
    let style = ReportStyle(isPrivate: false, width: nil, calendar: .utc, now: Self.now)
    let rows = Report.holdings(Self.snapshot(), style).json.array
    #expect(rows?.first?["priceLastUpdated"]?.string == "2026-04-28T12:00:00Z")
    #expect(rows?.first?["isStale"] == .bool(true))
    #expect(rows?.last?["priceLastUpdated"] == .null)
  }

  @Test func `masked reports hold no amount`() {
    let snapshot = Self.snapshot()
    let style = ReportStyle(isPrivate: true, width: nil, calendar: .utc, now: Self.now)
    var texts = Self.holdings(width: nil, isPrivate: true)
    texts += PlainText.text(of: SummaryReport(snapshot, style).grid).split(separator: "\n")
      .map(String.init)
    snapshot.explanation(OpenItems(), style).write { texts.append(PlainText.text(of: $0)) }
    let all = texts.joined(separator: "\n")
    for figure in ["110", "80", "40,000", "30,000"] { #expect(!all.contains(figure), "\(figure)") }
    #expect(all.contains("+37.50%") && all.contains("$55,000.00"))
  }
}
