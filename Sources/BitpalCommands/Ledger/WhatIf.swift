import AppGroup
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline
import Widgets

extension AppContext {
  /// Shows what a sale would realize now under each cost basis, and writes nothing.
  func showWhatIf(_ word: String, amount: String, price: String?) throws {
    let transactions = try ledger.transactions()
    let coinId = try CoinChoice.id(of: word, owned: Set(transactions.map(\.coinId)), in: catalogue)
    let history = transactions.filter { $0.coinId == coinId }
    let amount = try decimal(amount, of: "amount")
    let asked = try price.map { try (value: decimal($0, of: "price"), origin: "your price") }
    // What cannot be sold is refused before anybody asks for its price.
    _ = try whatIfSold(sale(of: coinId, amount, at: asked?.value ?? 1), after: history)
    let priced = try asked ?? lastPrice(of: coinId)
    let sale = sale(of: coinId, amount, at: priced.value)
    Console.print(
      "Selling \(amount.canonicalText) \(coinId) at \(Figures.unitPrice(priced.value))"
        + " would bring \(Figures.usd(sale.total)).")
    Console.print("Price: \(priced.origin).")
    try table(of: whatIfSold(sale, after: history)).write(
      OutputAppearance(environment, configuration))
    Console.writeError("Nothing was recorded.")
  }

  private func sale(of coinId: String, _ amount: Decimal, at price: Decimal) -> Transaction {
    Transaction(coinId: coinId, type: .sell, amount: amount, pricePerCoin: price, date: now)
  }

  private func lastPrice(of coinId: String) throws -> (value: Decimal, origin: String) {
    guard let coin = store.refreshData()?.coins[coinId], let price = coin.currentPrice else {
      throw CommandFailure(
        "No price of \(coinId) is known. Give --price, or fetch one with `bitpal refresh`.",
        .refused)
    }
    return (price, coin.priceOrigin(at: now))
  }

  private func table(of results: [SaleWhatIf]) -> TextTable {
    var table = TextTable(columns: [
      .init(title: "Cost basis"), .init(title: "Cost", isNumber: true),
      .init(title: "Realized", isNumber: true), .init(title: "Left", isNumber: true),
      .init(title: "Cost of it", isNumber: true),
    ])
    table.rows = results.map { result in
      [
        .init(result.costBasis.rawValue), .init(Figures.usd(result.cost)),
        .init(Figures.signedUSD(result.realized), Trend.role(of: result.realized)),
        .init(Figures.quantity(result.amountLeft)), .init(Figures.usd(result.costLeft)),
      ]
    }
    return table
  }
}

extension Coin {
  /// Whose the last known price is and of when.
  func priceOrigin(at now: Date) -> String {
    guard let lastUpdated else { return "the last refresh" }
    return "the last refresh, of \(lastUpdated.utcText) (\(ageText(of: lastUpdated, at: now)))"
  }
}
