import Application
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Widgets

extension AppContext {
  /// Refuses a price or total such as `80.000` that is closer to the coin's price if read as 80000.
  ///
  /// If no price is known, it writes a note on how the number was read.
  ///
  /// - Parameters:
  ///   - price: The price per coin, as typed.
  ///   - total: The total price, as typed.
  ///   - amount: How many coins there are.
  ///   - currency: The ISO 4217 code of both amounts.
  ///   - coinId: The coin.
  ///   - date: The date of payment.
  /// - Throws: The refusal, which shows how to write either value.
  func refusePointOfThousands(
    price: String?, total: String? = nil, for amount: Quantity? = nil, in currency: String?,
    of coinId: String, at date: Date
  ) throws {
    let currency = currency ?? usDollarCode
    if let price { try refusePointOfThousands(price, for: 1, in: currency, of: coinId, at: date) }
    if let total, let amount {
      try refusePointOfThousands(total, for: amount, in: currency, of: coinId, at: date)
    }
  }

  private func refusePointOfThousands(
    _ text: String, for amount: Quantity, in currency: String, of coinId: String, at date: Date
  ) throws {
    let text = CommandLineCheck.unshielded(text)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 3, (1...3).contains(parts[0].utf8.count),
      parts[0].first != "0", let typed = ExactDecimal(ifExact: text), typed > 0
    else { return }
    let format = NumberFormat(code: currency)
    guard let known = try knownPrice(of: coinId, at: date, in: currency) else {
      return Console.writeError(
        "\(text) is read as \(format.unitPrice(typed)): no price of \(coinId) is known. For "
          + "\(format.unitPrice(typed * 1000)), write \(parts.joined()).")
    }
    // The price is closer to 1,000 times the figure if the factor exceeds √1,000.
    let cost = (Price(known.price) * amount).number
    guard cost > typed * 32, cost < typed * 32_000 else { return }
    let short = parts[1] == "000" ? String(parts[0]) : text + "0"
    throw CommandFailure(
      "\(text) is \(format.unitPrice(typed)), and \(coinId) was at "
        + "\(format.unitPrice(known.price)) on \(known.day.text).",
      help: "Write \(parts.joined()) for \(format.unitPrice(typed * 1000)), or \(short) if "
        + "\(format.unitPrice(typed)) is right.", .refused)
  }

  /// A coin's price closest to a time: the day's price, the last fetched one, or the newest earlier
  /// daily price.
  func knownPrice(
    of coinId: String, at date: Date, in currency: String
  ) throws -> (price: ExactDecimal, day: UTCDay)? {
    let (evidence, coin, day) = (try evidence(), service.coin(coinId), UTCDay(date))
    func daily(on day: UTCDay) -> (ExactDecimal, UTCDay)? {
      evidence.price(of: coinId, on: day)?.rate.map { ($0, day) }
    }
    var found = daily(on: day)
    if found == nil, let price = coin.currentPrice {
      found = (price, coin.lastUpdated.map { UTCDay($0) } ?? day)
    }
    for age in 1...Self.oldestPrice where found == nil {
      found = daily(on: day.advanced(by: -age))
    }
    guard let (dollars, priced) = found else { return nil }
    guard currency != usDollarCode else { return (dollars, priced) }
    return service.rates().rate(from: usDollarCode, to: currency, on: priced)
      .map { ($0.converted(dollars), priced) }
  }

  /// How many days to search back for an older price: five years.
  private static let oldestPrice = 1826
}
