import CellGrid
import Portfolio
import Testing
import Dashboard

/// At 40×12 nothing is truncated that has a shorter form.
@Suite struct WholeWords {
  @Test(arguments: [(40, 12), (60, 15), (80, 24)])
  func `help breaks titles instead of cutting them`(size: (Int, Int)) {
    var driven = Driven(size.0, size.1, tab: .portfolio)
    driven.type("?")
    for _ in 0..<40 {
      #expect(!driven.text.contains("…"), "\(driven.text)")
      driven.press(.pageDown)
    }
    driven.type("/first letters")
    #expect(driven.text.contains("Sort by a column"))
  }

  @Test func `the form names its further fields or says how many there are`() {
    var driven = Driven(40, 12, tab: .portfolio)
    driven.type("a")
    #expect(driven.text.contains("Below: three more fields"))
    #expect(!Driven.form().text.contains("Below:"), "all have room at 80×24")
    for field in ["Total", "Paid in ", "Fee", "Account"] {
      #expect(Driven.form().text.contains(field), "\(field)")
    }
  }

  @Test(arguments: [72, 80, 100, 120])
  func `what partial sales brought is shortened by whole steps`(columns: Int) {
    let data = Sample.data([
      Sample.row(1, "bitcoin", .buy, "200", "120000", "2025-01-05"),
      Sample.row(2, "bitcoin", .sell, "100", "2600.47", "2025-06-05"),
    ])
    let rows = Driven(columns, 30, tab: .portfolio, data: data).lines(with: "partial")
    #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("-$11") && !$0.contains("…") })
  }

  @Test func `a hint is whole`() {
    var driven = Driven.form()
    driven.press(.tab, .tab)
    #expect(driven.text.contains("instead of the price: what was paid, without the fee"))
    #expect(!driven.lines(with: "instead").contains { $0.contains("…") })
  }

  @Test func `a suggested coin's name is whole before its mark`() {
    var driven = Driven(40, 12)
    driven.type("as")
    #expect(driven.lines(with: "SOL").contains { $0.contains("Solana") })
    #expect(driven.lines(with: "SHIB").contains { $0.contains("Shiba Inu") })
  }
}
