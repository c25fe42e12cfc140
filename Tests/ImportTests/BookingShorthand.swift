import Exact
import Portfolio
import Import

/// Coin prices on every day of the tests.
struct FixedPrices: DailyPrices {
  var prices: [String: ExactDecimal] = ["bitcoin": 66_000, "ethereum": 3_500, "solana": 150]

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    prices[coinId].map { DailyPrice(price: $0, day: day, source: "test") }
  }
}

/// A euro is worth 1.1 dollars on every day.
struct FixedRates: ExchangeRates {
  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard from == "EUR", to == "USD" else { return nil }
    return ExchangeRate(numerator: 11, denominator: 10, day: day, source: "ECB")
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    rate(from: from, to: to, on: UTCDay(number: 20_000))
  }
}

enum Booking {
  /// Rules that treat USDT as a coin.
  static let rules = rules()

  static func rules(
    dollars: Set<String> = [], prices: FixedPrices = FixedPrices(), more: [String: String] = [:],
    money: Set<String> = []
  ) -> ValueRules {
    let coins = [
      "BTC": "bitcoin", "ETH": "ethereum", "SOL": "solana", "USDT": "tether", "DOGE": "dogecoin",
    ].merging(more) { $1 }
    let money = money.union(["USD", "EUR"])
    return ValueRules(
      meaning: { name, _ in
        if money.contains(name) { return .money(name) }
        guard let id = coins[name] else { return nil }
        return dollars.contains(name) ? .dollars(name, coinId: id) : .coin(id)
      },
      evidence: Evidence(
        rates: FixedRates(), prices: prices, isMoney: { money.contains($0) },
        rank: { ["bitcoin": 1, "ethereum": 2][$0] }))
  }
}

/// The ledger rows derived from some files.
func ledger(
  _ files: [File], answers: [Question.Key: Choice] = [:], overrides: [RowOverride] = [],
  typed: [Transaction] = [], rules: ValueRules = Booking.rules
) -> DerivedLedger {
  DerivedLedger(
    DerivedLedger.Sources(
      facts: files.flatMap(\.facts), answers: answers, overrides: overrides, typed: typed),
    rules: Form.rules, valueRules: rules)
}

extension Transaction {
  /// The row in short form: `buy 0.1 bitcoin 4,200 USD`.
  var summary: String {
    let paid = payment.map { " for \($0.amount) \($0.currency)" } ?? ""
    let cost = fee.map { " fee \($0.amount) \($0.currency ?? "")" } ?? ""
    return "\(kind.rawValue) \(type.rawValue) \(amount) \(coinId)\(paid)\(cost) at \(pricePerCoin)"
  }
}

extension DerivedLedger {
  var summary: [String] { booked.transactions.map(\.summary) }
  var moves: [String] {
    booked.moves.map { move in
      "\(move.kind.rawValue) \(move.amount) \(move.coinId) \(move.account)"
    }
  }
}
