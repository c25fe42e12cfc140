import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import WidgetTimeline

/// Calculations laid out for a terminal.
struct CalculationReportTests {
  private static let trades = [
    Transaction(
      coinId: "bitcoin", type: .buy, amount: Quantity(25, exponent: -2), pricePerCoin: 58_570,
      date: utc("2024-05-01")),
    Transaction(
      coinId: "bitcoin", type: .sell, amount: Quantity(1, exponent: -1), pricePerCoin: 101_640,
      date: utc("2025-01-20")),
  ]

  private static func lines(width: Int?, from file: String) -> [String] {
    let coin = Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 76_871)
    let style = ReportStyle(
      isPrivate: false, width: width, calendar: .utc, now: utc("2026-05-02"))
    let report = CoinExplanation(of: coin, history: trades, costBasis: .average).report(
      age: .undated, lines: [trades[0].id: "\(file) line 4"], by: .utc, style)
    var lines: [String] = []
    report.write { lines.append(PlainText.text(of: $0)) }
    return lines.map { $0.trimmingSuffix { $0.isWhitespace } }
  }

  @Test func `the name of a file stands next to its row where it has room`() {
    let lines = Self.lines(width: 120, from: "coinbase.csv")
    #expect(lines.contains { $0.hasSuffix("From") })
    #expect(lines.contains { $0.contains("14642.5") && $0.hasSuffix("coinbase.csv line 4") })
  }

  @Test func `a long name of a file takes no room from the figures`() {
    let name = "coinbase-statement-of-all-accounts-of-the-family-2019-to-2026-final.csv"
    let whole = Self.lines(width: nil, from: "a").first { $0.contains("2024-05-01") } ?? ""
    let figures = whole.replacing("  a line 4", with: "")
    for width in [70, 80] {
      let lines = Self.lines(width: width, from: name)
      #expect(lines.contains(figures), "\(lines)")
      #expect(lines.contains { $0.hasPrefix("    coinbase-") && $0.hasSuffix(".csv line 4") })
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    }
    let beside = Self.lines(width: 100, from: name)
    #expect(
      beside.contains { $0.hasPrefix(figures) && $0.contains("…") && $0.hasSuffix(".csv line 4") })
  }
}

extension String {
  fileprivate func trimmingSuffix(while isLeft: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isLeft(last) { text.removeLast() }
    return text
  }
}
