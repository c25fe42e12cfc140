import Application
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Widgets

extension AppContext {
  /// Refuses a price such as `80.000` where the coin cost a thousand times as much: where points
  /// group thousands, it means 80000.
  ///
  /// - Parameters:
  ///   - text: The price of one coin as it was typed.
  ///   - currency: Its ISO 4217 code.
  ///   - coinId: The coin.
  ///   - date: When it was paid.
  /// - Throws: The refusal, which says how either is written.
  func refusePointOfThousands(
    _ text: String, in currency: String, of coinId: String, at date: Date
  ) throws {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 3, (1...3).contains(parts[0].utf8.count),
      let price = Decimal(ifExact: text), price > 0
    else { return }
    let day = UTCDay(date)
    guard
      let dollars = try evidence().price(of: coinId, on: day)?.rate
        ?? service.coin(coinId).currentPrice,
      let known = currency == usDollarCode
        ? dollars
        : service.rates().rate(from: usDollarCode, to: currency, on: day)?.converted(dollars),
      known >= price * 500, known <= price * 2000
    else { return }
    let format = NumberFormat(code: currency)
    throw CommandFailure(
      "\(text) is \(format.unitPrice(price)), and \(coinId) was at "
        + "\(format.unitPrice(known)) on \(day.text). "
        + "Write \(parts.joined()) for \(format.unitPrice(price * 1000)), or \(parts[0]) if "
        + "\(format.unitPrice(price)) is right.", .refused)
  }
}
