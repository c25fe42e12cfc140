import BitpalTesting
import CellGrid
import Dashboard
import Exact
import FoundationEssentials
import Portfolio
import Testing
import Widgets

/// The gains page shows what is known about each sale and explains what is not.
///
/// - Estimated and partial figures have a mark or a count.
/// - Columns and charts without data are left out, and their rows are used by others.
/// - One cursor is on the page, and arrows are aligned.
/// - A page without sales says so in whole words at every size.
@Suite struct GainsPages {
  @Test(arguments: [(24, 8), (40, 12), (44, 10), (80, 24)])
  func `a page without sales says so in whole words`(size: (Int, Int)) {
    let driven = Driven(size.0, size.1, tab: .gains, data: Sample.data(ledger("buy 1 at 10")))
    let text = driven.text.replacing("│", with: " ")
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Each sale is listed here with its gain, lot by lot."))
    #expect(!driven.text.contains("…"))
  }

  @Test func `a single year is not summed up twice`() {
    let one = Sample.data(
      Sample.transactions.filter { $0.coinId != "bitcoin" && $0.coinId != "polkadot" })
    let driven = Driven(80, 24, tab: .gains, data: one)
    #expect(!driven.text.contains("All"))
    #expect(driven.lines(with: "• 2025 ").count == 1)
    #expect(Driven(80, 24, tab: .gains).text.contains("• All"))
  }

  @Test func `columns of which nothing is known for an average are left out`() {
    let driven = Driven(120, 40, tab: .gains)
    for title in ["Short", "Long", "Term", "Acquired", "Days"] {
      #expect(!driven.text.contains(title), "\(title)")
    }
    #expect(driven.text.contains("Proceeds"))
  }

  @Test func `arrows stand under each other, whatever the figures`() {
    let driven = Driven(120, 40, tab: .gains)
    let rows = driven.frame.hits.compactMap { hit -> Int? in
      if case .row = hit.target { hit.area.row } else { nil }
    }
    let arrows = rows.compactMap { row in
      let line = driven.row(row)
      return line.firstIndex { "▲▼".contains($0) }.map {
        line.distance(from: line.startIndex, to: $0)
      }
    }
    #expect(arrows.count > 2 && Set(arrows).count == 1, "\(driven.text)")
  }

  @Test func `what was realized lasts until now or the year's end, and its area has a color`() {
    let driven = Driven(120, 40, tab: .gains)
    #expect(driven.text.contains("2026"), "the year of now is on the axis")
    let one = Sample.transactions.filter { $0.coinId == "ethereum" || $0.coinId == "solana" }
    #expect(Driven(200, 60, tab: .gains, data: Sample.data(one)).text.contains("Nov"))
    let grid = driven.frame.grid
    let plot = (20..<39).flatMap { row in (60..<118).map { grid[$0, row] } }
    #expect(plot.contains { $0.style.role == .gain && (0x2801...0x28FF).contains($0.scalar.value) })
  }

  @Test func `what was realized between two sales of one day is nothing`() {
    let rows = ["bitcoin", "ethereum", "solana"].enumerated().flatMap { index, coin in
      [
        Sample.row(UInt8(index), coin, .buy, "1", "100", "2025-01-02"),
        Sample.row(
          UInt8(index + 3), coin, .sell, "1", index == 1 ? "900" : "90",
          index == 0 ? "2025-02-04" : "2025-03-04"),
      ]
    }
    let text = Driven(120, 40, tab: .gains, data: Sample.data(rows)).text
    #expect(text.contains("High +$780.00 (2025-03-04)"), "\(text)")
  }

  @Test func `where there is no room for lots the line of what was realized stands alone`() {
    let driven = Driven(80, 30, tab: .gains)
    #expect(driven.text.contains("Realized so far"))
    #expect(!driven.text.contains("Gain by coin"))
    #expect(Driven(120, 40, tab: .gains).text.contains("Gain by coin"))
  }

  @Test func `sales of one day have no curve, and at 80 columns the lots of a sale have its room`()
  {
    let rows = ["bitcoin", "ethereum"].enumerated().flatMap { index, coin in
      [
        Sample.row(UInt8(index), coin, .buy, "1", "100", "2025-01-02"),
        Sample.row(UInt8(index + 2), coin, .sell, "1", "150", "2025-03-04"),
      ]
    }
    let text = Driven(80, 24, tab: .gains, data: Sample.data(rows)).text
    #expect(!text.contains("Realized so far") && text.contains("Lots of"), "\(text)")
    #expect(text.contains("Per coin"))
  }

  @Test func `one cursor is on the screen, and the sale is worked out next to its lots`() {
    let driven = Driven(120, 40, tab: .gains)
    let page = driven.text.split(separator: "\n").dropLast().joined(separator: "\n")
    #expect(page.components(separatedBy: "›").count == 2)
    for word in ["In all", "Per coin", "Proceeds", "Gain by coin"] {
      #expect(page.contains(word), "\(word)")
    }
  }

  @Test func `each figure has a mark of its own`() {
    var bought = Sample.row(1, "bitcoin", .buy, "2", "100", "2024-02-03")
    bought.valuation = Valuation(kind: .dailyPrice, rate: 100)
    let sold = Sample.row(2, "bitcoin", .sell, "1", "150", "2024-03-03")
    let text = Driven(160, 40, tab: .gains, data: Sample.data([bought, sold], coins: [:])).text
    #expect(text.contains("~$100.00") && text.contains("~+$50.00") && text.contains("~+50.00%"))
    #expect(text.contains("$150.00") && !text.contains("~$150.00"), "\(text)")
  }

  @Test(arguments: [(120, 40), (200, 60)])
  func `rows that few sales leave are the chart's`(size: (Int, Int)) throws {
    let text = Driven(size.0, size.1, tab: .gains).text.split(separator: "\n")
    let first = try #require(text.firstIndex { $0.hasPrefix("  › ") })
    let chart = try #require(text.firstIndex { $0.contains("Realized so far") })
    // A sale's lot and sums take eleven rows next to the list, plus a blank row.
    #expect(chart - first <= 12, "\(text.joined(separator: "\n"))")
    let lastBar = try #require(text.lastIndex { $0.contains("sold for") })
    #expect(text.count - lastBar <= 10, "the bars share the rows below the list")
  }

  @Test func `in a low window, gains by coin are below the one lot of a sale`() {
    let coins = (1...12).flatMap { coin in
      [
        Sample.row(UInt8(coin), "coin-\(coin)", .buy, "2", "10", "2026-01-02"),
        Sample.row(UInt8(coin + 20), "coin-\(coin)", .sell, "1", "12", "2026-02-0\(1 + coin % 9)"),
      ]
    }
    let driven = Driven(100, 30, tab: .gains, data: Sample.data(coins, coins: [:]))
    #expect(driven.text.contains("Gain by coin") && driven.text.contains("In all"))
  }

  @Test func `one sale's bar has no empty frame`() {
    let driven = Driven(
      200, 60, tab: .gains, data: Sample.data(ledger("buy 2 at 10", "sell 1 at 12")))
    let bars = driven.text.split(separator: "\n").drop { !$0.contains("Gain by coin") }
    #expect(bars.prefix { !$0.contains("╰") }.count == 4, "\(driven.text)")
  }

  @Test func `sums are of what is known, and say of how many lots and rewards`() {
    func unknown(_ number: UInt8, _ kind: TransactionKind, _ day: String) -> Transaction {
      var row = Sample.row(number, "ethereum", .buy, "1", "0", day)
      (row.kind, row.valuation) = (kind, Valuation(kind: .unknown))
      return row
    }
    var reward = Sample.row(7, "ethereum", .buy, "1", "12", "2024-08-03")
    reward.kind = .reward
    let rows = [
      Sample.row(1, "bitcoin", .buy, "2", "100", "2024-02-03"),
      Sample.row(2, "bitcoin", .sell, "1", "150", "2024-03-03"),
      Sample.row(3, "ethereum", .buy, "1", "10", "2024-04-03"), unknown(4, .buy, "2024-05-03"),
      Sample.row(5, "ethereum", .sell, "2", "30", "2024-06-03"),
      unknown(6, .reward, "2024-07-03"), reward,
    ]
    let driven = Driven(160, 40, tab: .gains, data: Sample.data(rows))
    let year = driven.lines(with: "• 2024").joined()
    for figure in ["+$70.00", "2 of 3", "$12.00 (1/2)"] {
      #expect(year.contains(figure), "\(year)")
    }
    let sale = driven.lines(with: "› ETH").first ?? ""
    #expect(sale.contains("+$20.00") && sale.contains("1 of 2"), "\(driven.text)")
    #expect(driven.text.contains("1 of 2 lots"), "the sums next to the list say so, too")
    let line = Driven(40, 12, tab: .gains, data: Sample.data(rows)).row(0)
    #expect(line.contains("+$70.00") && line.contains("2 of 3 lots"), "\(line)")
    let sold = Sample.row(8, "ethereum", .sell, "1", "30", "2024-06-03")
    let none = Driven(80, 24, tab: .gains, data: Sample.data([rows[3], sold]))
    #expect(none.text.contains("0 of 1") && !none.text.contains("+$"), "\(none.text)")
  }

  @Test func `the year in one line names its figure`() {
    #expect(Driven(40, 12, tab: .gains).row(0).contains("Gain ▲ +"))
  }
}
