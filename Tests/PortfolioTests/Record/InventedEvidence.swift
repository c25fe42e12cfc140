import Exact
import Portfolio

extension Evidence {
  /// Euros at two dollars; a coin's price is derived from the day, except for `unpriced`.
  static let invented = Evidence(
    rates: InventedRates(), prices: InventedPrices(),
    isMoney: { ["USD", "EUR", "AED"].contains($0) },
    rank: { ["bitcoin": 1, "ethereum": 2][$0] })

  /// No price is known; dollars replace the example's currency.
  static let unpriced = Evidence(
    rates: InventedRates(), prices: NoPrices(), isMoney: { $0 == "USD" }, rank: { _ in nil })
}

private struct NoPrices: DailyPrices {
  func price(of coinId: String, on day: UTCDay) -> DailyPrice? { nil }
}

struct InventedRates: ExchangeRates {
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard from == "EUR", to == "USD" else { return nil }
    return ExchangeRate(
      numerator: ExactDecimal(200 + (day.number - 20_122) % 50), denominator: 100, day: day,
      source: "ECB")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? { nil }
  func lastDay(from: String, to: String) -> UTCDay? { nil }
}

struct InventedPrices: DailyPrices {
  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    guard coinId != "unpriced" else { return nil }
    let base = coinId.utf8.reduce(0) { $0 + Int($1) }
    return DailyPrice(price: ExactDecimal(base + day.number % 100), day: day, source: "invented")
  }
}
