import BitpalTesting
import CellGrid
import Exact
import Portfolio
import Testing
import WidgetTimeline
import Widgets

@testable import Dashboard

/// Transactions whose dollar value is from a daily price or a stablecoin, and what follows from
/// them.
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

  /// Bitcoin bought for an estimate and partly sold, ethereum for a stated price, and solana that
  /// was sold for an estimate.
  private var mixed: DashboardData {
    var rows = [
      Sample.row(1, "bitcoin", .buy, "2", "40000", "2026-04-20"),
      Sample.row(2, "ethereum", .buy, "3", "2000", "2026-04-20"),
      Sample.row(3, "solana", .buy, "5", "70", "2026-04-20"),
      Sample.row(4, "solana", .sell, "5", "75", "2026-04-21"),
      Sample.row(5, "bitcoin", .sell, "1", "50000", "2026-04-22"),
    ]
    rows[0].valuation = Valuation(kind: .dailyPrice)
    rows[3].valuation = Valuation(kind: .stablecoin)
    return Sample.data(rows)
  }

  @Test func `a holding is marked where its cost is an estimate, its value never`() {
    var driven = Driven(140, 40, tab: .portfolio, data: mixed)
    func hasRow(_ parts: String...) -> Bool {
      driven.text.split(separator: "\n").contains { line in parts.allSatisfy(line.contains) }
    }
    #expect(
      hasRow("BTC", "~$40,000.00", " $76,871.00", "~+$36,871.00", "~+92.18%"), "\(driven.text)")
    #expect(hasRow("ETH", " $2,000.00") && !hasRow("ETH", "~$2,000.00"), "\(driven.text)")
    #expect(hasRow("SOL", "~+$25.00", "~+7.14%"), "\(driven.text)")
    driven.type("p")
    #expect(hasRow("BTC", "~$•"), "\(driven.text)")
  }

  @Test func `a coin's page marks what follows from an estimate, and nothing else`() {
    var driven = Driven(120, 40, tab: .portfolio, data: mixed)
    driven.press(.enter)
    driven.press(.home)
    let text = driven.text
    for fact in [
      "for ~$80,000.00", "for $50,000.00", "~$40,000.00 = ▲ ~+$10,000.00",
      "~$40,000.00 ÷ 1 = ~$40,000.00", "~+$36,871.00 ~+92.18%", "~+$46,871.00",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
    #expect(driven.lines(with: "Value").allSatisfy { !$0.contains("~") }, "\(text)")
  }

  /// The rows' history at 41,000 a bitcoin and 2,000 an ether.
  private func history(_ data: DashboardData) throws -> PortfolioHistory {
    struct Prices: DailyPrices {
      func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
        let price: ExactDecimal? = ["bitcoin": 41_000, "ethereum": 2000, "solana": 75][coinId]
        return price.map { DailyPrice(price: $0, day: day, source: "test") }
      }
    }
    let today = UTCDay(Sample.now)
    return computeHistory(
      transactions: try #require(data.memory).transactions, prices: Prices(),
      days: today.advanced(by: -9)...today, interval: .day)
  }

  @Test func `a chart marks the cost and what was paid in if they are estimates`() throws {
    let history = try history(mixed)
    let flow = try #require(PanelFigures(history.figures, in: .usDollar).flow)
    #expect(flow.text.contains(", ~$") && flow.masked.contains(", ~$•"), "\(flow.text)")
    var driven = Driven(140, 40, tab: .charts, data: mixed)
    driven.send(.seriesRead(.portfolio, PriceSeries(history, until: Sample.now)))
    driven.press(.left)
    #expect(driven.text.contains("Invested ~$"), "\(driven.text)")
    let stated = Sample.data([Sample.row(2, "ethereum", .buy, "3", "2000", "2026-04-20")])
    driven = Driven(140, 40, tab: .charts, data: stated)
    driven.send(.seriesRead(.portfolio, PriceSeries(try self.history(stated), until: Sample.now)))
    driven.press(.left)
    #expect(driven.text.contains("Invested $") && !driven.text.contains("~"), "\(driven.text)")
  }
}
