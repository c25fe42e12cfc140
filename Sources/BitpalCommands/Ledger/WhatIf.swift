import AppGroup
import Application
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline
import Widgets

extension AppContext {
  /// Shows what a sale would realize now under each cost basis, and writes nothing.
  func showWhatIf(
    _ word: String, amount: String, price: String?, json: Bool, _ privacy: PrivacyOptions,
    _ appearance: AppearanceOptions
  ) throws {
    let coinId = try coinId(of: word)
    let history = try ledger.history(of: coinId)
    let amount = try decimal(amount, of: "amount")
    let asked = try price.map { try (value: decimal($0, of: "price"), origin: "your price") }
    // What cannot be sold is refused before anybody asks for its price.
    _ = try whatIfSold(sale(of: coinId, amount, at: asked?.value ?? 1), after: history)
    let priced = try asked ?? lastPrice(of: coinId)
    let sale = sale(of: coinId, amount, at: priced.value)
    let report = Report.whatIf(try whatIfSold(sale, after: history))
    guard !json else { return Console.writeData(report.json.text(pretty: true) + "\n") }
    let style = style(privacy)
    let total = FormattedValue.money(sale.total).text(isPrivate: style.isPrivate)
    let sold = style.isPrivate ? FormattedValue.mask : amount.canonicalText
    Console.print(
      "Selling \(sold) \(coinId) at \(Figures.unitPrice(priced.value)) would bring \(total).")
    Console.print("Price: \(priced.origin).")
    let look = OutputAppearance(self, appearance)
    TableLayout(report, style).write { Console.write(look.text(of: $0)) }
    Console.writeError("Nothing was recorded.")
  }

  private func sale(of coinId: String, _ amount: Decimal, at price: Decimal) -> Transaction {
    Transaction(coinId: coinId, type: .sell, amount: amount, pricePerCoin: price, date: now)
  }

  private func lastPrice(of coinId: String) throws -> (value: Decimal, origin: String) {
    let snapshot = try service.snapshot()
    guard
      let coin = snapshot.positions.holdings.first(where: { $0.id == coinId })?.coin,
      let price = coin.currentPrice
    else {
      throw CommandFailure(
        "No price of \(coinId) is known. Give --price, or fetch one with `bitpal refresh`.",
        .refused)
    }
    return (price, snapshot.priceAge(of: coin).origin(at: now))
  }
}
