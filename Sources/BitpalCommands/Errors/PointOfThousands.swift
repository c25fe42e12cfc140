import Application
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Widgets

extension AppContext {
  /// Refuses a price or a total such as `80.000` where the coins cost a thousand times as much:
  /// where points group thousands, it means 80000.
  ///
  /// - Parameters:
  ///   - price: The price of one coin as it was typed.
  ///   - total: The price of all of them as it was typed.
  ///   - amount: How many coins there are.
  ///   - currency: The ISO 4217 code of both.
  ///   - coinId: The coin.
  ///   - date: When it was paid.
  /// - Throws: The refusal, which says how either is written.
  func refusePointOfThousands(
    price: String?, total: String? = nil, for amount: Decimal? = nil, in currency: String?,
    of coinId: String, at date: Date
  ) throws {
    let currency = currency ?? usDollarCode
    if let price { try refusePointOfThousands(price, for: 1, in: currency, of: coinId, at: date) }
    if let total, let amount {
      try refusePointOfThousands(total, for: amount, in: currency, of: coinId, at: date)
    }
  }

  private func refusePointOfThousands(
    _ text: String, for amount: Decimal, in currency: String, of coinId: String, at date: Date
  ) throws {
    let text = CommandLineCheck.unshielded(text)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 3, (1...3).contains(parts[0].utf8.count),
      let typed = Decimal(ifExact: text), typed > 0
    else { return }
    let day = UTCDay(date)
    guard
      let dollars = try evidence().price(of: coinId, on: day)?.rate
        ?? service.coin(coinId).currentPrice,
      let price = currency == usDollarCode
        ? dollars
        : service.rates().rate(from: usDollarCode, to: currency, on: day)?.converted(dollars),
      price * amount >= typed * 500, price * amount <= typed * 2000
    else { return }
    let format = NumberFormat(code: currency)
    let short = parts[1] == "000" ? String(parts[0]) : text + "0"
    throw CommandFailure(
      "\(text) is \(format.unitPrice(typed)), and \(coinId) was at "
        + "\(format.unitPrice(price)) on \(day.text). "
        + "Write \(parts.joined()) for \(format.unitPrice(typed * 1000)), or \(short) if "
        + "\(format.unitPrice(typed)) is right.", .refused)
  }
}
