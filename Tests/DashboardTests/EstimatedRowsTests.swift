import BitpalTesting
import CellGrid
import Portfolio
import Testing
import Dashboard

/// Transactions whose dollar value is from a daily price or a stablecoin.
struct EstimatedRowsTests {
  private func driven(_ kind: Valuation.Kind) -> Driven {
    var row = Sample.row(1, "bitcoin", .buy, "0.5", "42150.25", "2024-02-03")
    row.valuation = Valuation(kind: kind)
    return Driven(tab: .transactions, data: Sample.data([row], coins: [:]))
  }

  @Test func `an estimated figure carries its mark, in the list and in the panel`() {
    var estimated = driven(.dailyPrice)
    #expect(estimated.text.contains("~$42,150.25"))
    #expect(estimated.text.contains("~$21,075.13"))
    estimated.press(.enter)
    #expect(estimated.text.contains("~$42,150.25"))
    var stated = driven(.stated)
    #expect(stated.text.contains("$42,150.25"))
    #expect(!stated.text.contains("~"))
    stated.press(.enter)
    #expect(!stated.text.contains("~"))
  }
}
