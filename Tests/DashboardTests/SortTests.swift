import CellGrid
import Dashboard
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Transactions are sorted by any visible column, newest first by default.
///
/// - Gifts have no price and stay last in both directions.
/// - The selection, the filter and new prices keep the order.
@Suite struct TransactionSorting {
  private static let firstRow = 2

  /// The text of the list's first row.
  private func first(_ driven: Driven) -> String { driven.row(Self.firstRow) }

  @Test(arguments: [
    ("Kind", "Buy   SOL", "Sell  ETH"), ("Coin", "ADA", "宽"), ("Name", "Bitcoin", "宽"),
    ("Amount", "25,000,000", "0.2"), ("Price", "$97,120.50", "$0.00001187"),
    ("Total", "$21,075.13", "$296.75"), ("Notes", "first one", "red"),
  ])
  func `a click on a heading sorts by it, another turns it round`(
    heading: String, first: String, reversed: String
  ) {
    var driven = Driven(120, 40, tab: .transactions)
    driven.click(heading)
    #expect(self.first(driven).contains(first))
    #expect(driven.row(1).contains("\(heading) ") || driven.row(1).contains("\(heading)↑"))
    driven.press(.home)
    driven.click(heading)
    #expect(self.first(driven).contains(reversed))
  }

  @Test func `the newest come first until the date's heading is clicked`() {
    var driven = Driven(tab: .transactions)
    #expect(first(driven).contains("2026-02-11"))
    #expect(driven.row(1).contains("Date ↓"))
    driven.click("Date")
    #expect(first(driven).contains("2024-02-03"))
    #expect(driven.row(1).contains("Date ↑"))
  }

  @Test func `o goes through the columns that are shown and O turns round`() {
    for (columns, count) in [(120, 8), (80, 6), (40, 4)] {
      var driven = Driven(columns, 40, tab: .transactions)
      var headings: Set<String> = []
      for _ in 0..<count {
        driven.type("o")
        headings.insert(driven.row(1))
      }
      #expect(headings.count == count, "\(columns)")
      #expect(driven.row(1).contains("Date ↓"), "\(columns): once round")
      let before = first(driven)
      driven.type("Og")
      #expect(first(driven) != before)
    }
  }

  @Test func `gifts have no price and stand last either way`() {
    var driven = Driven(tab: .transactions)
    for heading in ["Price", "Total"] {
      driven.click(heading)
      #expect(driven.row(13).contains("Gift"))
      driven.click(heading)
      #expect(driven.row(13).contains("Gift"))
    }
  }

  @Test func `the selection stays on its transaction and a filter keeps the order`() {
    var driven = Driven(tab: .transactions)
    driven.press(.down)
    driven.click("Amount")
    #expect(driven.lines(with: "› ")[0].contains("2025-08-02"))
    driven.type("/sell")
    let amounts = ["300", "40", "1.25", "0.2"]
    for (row, amount) in amounts.enumerated() {
      #expect(driven.row(Self.firstRow + row).contains(" \(amount) "))
    }
    driven.press(.escape)
    #expect(first(driven).contains("25,000,000"))
  }

  @Test func `an order outlives new prices and takes new transactions in`() {
    var driven = Driven(tab: .transactions)
    driven.click("Amount")
    driven.send(.portfolioChanged(Sample.data()))
    #expect(first(driven).contains("25,000,000"))
    let more = Sample.row(20, "bitcoin", .buy, "99000000", "1", "2026-03-01")
    driven.send(.portfolioChanged(Sample.data(Sample.transactions + [more])))
    #expect(first(driven).contains("99,000,000"))
  }
}

/// The columns of the holdings fit the window, and their figures are aligned.
///
/// - The week is drawn where there is space and history, in ASCII too.
/// - Narrow windows drop the less important columns.
@Suite struct HoldingColumns {
  @Test func `the week is drawn where there is room and history`() {
    var driven = Driven(170, 40, tab: .portfolio)
    #expect(driven.row(10).contains("7 d"))
    #expect(driven.lines(with: "Bitcoin")[0].contains("⣀⣀⣀⣀⣀⣀⡠⠤⠤⠔⠒⠒⠒⠉"))
    #expect(driven.lines(with: "Ethereum")[0].contains("⠉⠑⠒⠂   ⠤⠤⢄⣀⣀⣀⣀"), "gaps stay gaps")
    #expect(driven.lines(with: "Shiba")[0].contains("⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤"), "flat is the middle")
    driven.send(.resize(columns: 80, rows: 40))
    #expect(!driven.row(10).contains("7 d"))
  }

  @Test func `a single price is no series`() {
    let data = DashboardData(
      positions: Sample.data().positions, transactions: Sample.transactions,
      entry: Sample.data().entry, history: ["bitcoin": Array(repeating: nil, count: 13) + [5]])
    #expect(!Driven(200, 40, tab: .portfolio, data: data).row(10).contains("7 d"))
  }

  @Test func `without history the column is not there`() {
    let data = DashboardData(
      positions: Sample.data().positions, transactions: Sample.transactions,
      entry: Sample.data().entry)
    #expect(!Driven(200, 40, tab: .portfolio, data: data).row(10).contains("7 d"))
  }

  @Test func `it sorts by the change of the week`() {
    var driven = Driven(200, 40, tab: .portfolio)
    driven.click("7 d")
    let order = (11..<17).map { driven.row($0) }
    #expect(order[0].contains("BTC"))
    #expect(order[1].contains("SOL"))
    #expect(order[2].contains("SHIB"))
    #expect(order[3].contains("ETH"))
  }

  @Test func `in ASCII it is still a series`() {
    let driven = Driven(170, 40, tab: .portfolio)
    let row = driven.frame.grid.drawn(with: .ascii).text(row: 11)
    #expect(row.contains("_______---''''"))
  }

  @Test(arguments: [
    (40, ["Coin", "Value ↓", "P&L %"]),
    (80, ["Coin", "Quantity", "Price", "Value ↓", "P&L", "P&L %"]),
    (
      120,
      [
        "Coin", "Name", "Quantity", "Avg cost", "Price", "24 h", "7 d", "Value ↓", "P&L", "P&L %",
      ]
    ),
    (
      200,
      [
        "Coin", "Name", "Quantity", "Avg cost", "Price", "24 h", "7 d", "Value ↓", "P&L", "P&L %",
        "Allocation",
      ]
    ),
  ])
  func `columns give way as room shrinks`(columns: Int, titles: [String]) {
    let driven = Driven(columns, 40, tab: .portfolio)
    let heading = driven.lines(with: "Coin ")[0]
    let words = heading.replacing("  ", with: "\t").split(separator: "\t").map { word in
      String(word.drop { $0 == " " })
    }
    #expect(words.filter { !$0.isEmpty } == titles)
  }

  @Test(arguments: [40, 80, 100, 180, 200, 300])
  func `figures align on their points`(columns: Int) throws {
    let driven = Driven(columns, 40, tab: .portfolio)
    let heading = driven.lines(with: "Value ↓")[0]
    let end = try #require(heading.firstRange(of: "Value ↓")).upperBound
    let column = heading.distance(from: heading.startIndex, to: end)
    for coin in ["BTC", "ETH", "SOL", "ADA", "SHIB"] {
      let line = Array(driven.lines(with: "\(coin)  ")[0])
      #expect(line[column - 3] == ".", "\(coin)")
      // At 80 columns prices are not aligned, since that would cost a figure.
      guard columns > 80, let price = heading.firstRange(of: "Price") else { continue }
      let point = heading.distance(from: heading.startIndex, to: price.upperBound) - 9
      #expect(line[point] == ".", "the price of \(coin)")
      #expect(line[column - 1].isNumber && column == line.count || line[column] == " ")
    }
  }
}
