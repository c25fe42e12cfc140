import FoundationEssentials
import Portfolio

@testable import Interchange

/// Imports into a ledger that has a price and a rate for everything, and coins for every sale.
enum Covered {
  /// A price and a rate for everything.
  private struct Everything: ExchangeRates, DailyPrices {
    func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
      ExchangeRate(numerator: 2, denominator: 1, day: day, source: "test")
    }
    func newestRate(from: String, to: String) -> ExchangeRate? { nil }
    func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
      DailyPrice(price: 3, day: day, source: "test")
    }
  }

  static func plan(_ files: [ImportFile], into ledger: ImportLedger) -> ImportPlan {
    var policy = ImportPolicy()
    policy.rates = Everything()
    policy.prices = Everything()
    policy.skipsRefused = true
    return planImport(
      files, into: ledger, policy: policy, coins: CoinDirectory(resolve: testCatalogue),
      now: testNow)
  }

  /// So much of every coin of a file that every sale is covered.
  static func cover(_ file: ImportFile) -> ImportLedger {
    var ledger = ImportLedger(transactions: [])
    for _ in 0..<3 {
      let plan = plan([file], into: ledger)
      let held = Set(ledger.transactions.map(\.coinId))
      let coins = Set(plan.additions.map(\.coinId) + plan.refused.flatMap(\.reason.names))
      let gifts = coins.subtracting(held).sorted().map { coin in
        Transaction(
          id: UUID(), coinId: coin, type: .gift, amount: 1_000_000, pricePerCoin: 0,
          date: instant("2009-01-05"))
      }
      ledger = ImportLedger(transactions: ledger.transactions + gifts)
    }
    return ledger
  }

  /// The ledger after an import.
  static func after(_ files: [ImportFile], _ ledger: ImportLedger) -> ImportLedger {
    ledger.with(plan(files, into: ledger))
  }
}
