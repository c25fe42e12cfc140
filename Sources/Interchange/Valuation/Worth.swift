import Exact
import FoundationEssentials
import Portfolio

/// What something was worth, and how that is known.
struct Worth: Equatable, Sendable {
  /// US dollars, exact, or rounded once to 38 digits where a rate was.
  let dollars: Decimal
  /// What was paid or received, in the currency the evidence speaks of; `nil` where the evidence is
  /// the price of the traded coin itself.
  let payment: MoneyAmount?
  /// The evidence.
  let valuation: Valuation
}

/// One side of a trade, after its name was looked up.
struct Leg: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// State money, by its code.
    case money(String)
    /// A stablecoin that counts as dollars, by its ticker.
    case stablecoin(String)
    /// A coin, by its id.
    case coin(String)
  }

  let kind: Kind
  let amount: Decimal
  /// What the file calls it.
  let name: String
  /// Whether it is a coin that the catalogue has, or cash.
  var isListed = true

  /// Whether it is cash, which the ledger does not hold.
  var isCash: Bool { if case .coin = kind { false } else { true } }

  /// The coin's id, or `nil` for cash.
  var coinId: String? { if case .coin(let id) = kind { id } else { nil } }

  /// The currency as records name it.
  var currency: String {
    switch kind {
    case .money(let code), .stablecoin(let code): code
    case .coin(let id): id
    }
  }
}

/// Finds what things were worth in dollars, by the order of evidence of docs/import.md.
final class Valuer {
  let policy: ImportPolicy
  let rank: (String) -> Int?
  /// What the dollars of the file's rows say together.
  let file: FileEvidence
  /// Whether these dollars are not evidence.
  let distrustsFile: Bool

  init(policy: ImportPolicy, rank: @escaping (String) -> Int?, file: FileEvidence) {
    (self.policy, self.rank, self.file) = (policy, rank, file)
    distrustsFile = file.distrusts(knowing: policy.rates)
  }

  /// US dollars for one unit of cash, with the evidence; `nil` when nothing is known.
  func rate(ofCash leg: Leg, on day: UTCDay) -> (rate: Decimal, valuation: Valuation)? {
    switch leg.kind {
    case .money("USD"): (1, Valuation(kind: .stated))
    case .money(let code): moneyRate(code, on: day)
    case .stablecoin(let ticker): stablecoinRate(ticker, on: day)
    case .coin: nil
    }
  }

  private func moneyRate(_ code: String, on day: UTCDay) -> (rate: Decimal, valuation: Valuation)? {
    guard let rate = policy.rates?.rate(from: code, to: "USD", on: day),
      let value = rate.numerator.exactQuotient(by: rate.denominator), value > 0
    else { return nil }
    return (value, Valuation(kind: .rate, rate: value, source: rate.source, day: rate.day))
  }

  /// A dollar, unless the coin's price of that day is known and more than 1 % away from it.
  private func stablecoinRate(
    _ ticker: String, on day: UTCDay
  ) -> (rate: Decimal, valuation: Valuation)? {
    if let id = Stablecoin.known[ticker], let price = price(of: id, on: day),
      abs(price.price - 1) > Decimal(sign: .plus, exponent: -2, significand: 1)
    {
      return (price.price, Valuation(price))
    }
    return (1, Valuation(kind: .stablecoin, rate: 1, source: "--stable", day: day))
  }

  /// The price of a coin on that very day.
  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    guard let price = policy.prices?.price(of: coinId, on: day), price.price > 0 else { return nil }
    return price
  }

  /// Cash by its rate.
  func worth(ofCash leg: Leg, on day: UTCDay) throws(RefusalReason) -> Worth? {
    guard let (rate, valuation) = rate(ofCash: leg, on: day) else { return nil }
    return Worth(
      dollars: try exactProduct(leg.amount, rate, column: "value in US dollars"),
      payment: MoneyAmount(amount: leg.amount, currency: leg.currency), valuation: valuation)
  }

  /// Whether evidence of the file, its dollar column or its native one, says what a trade was
  /// worth.
  func worthByFile(
    _ facts: TradeFacts, payment leg: Leg?, on day: UTCDay
  ) throws(RefusalReason) -> Worth? {
    guard !distrustsFile, let dollars = facts.dollars, dollars > 0,
      !facts.contradicts(policy.rates)
    else { return nil }
    if let leg, leg.isCash, leg.amount > 0 {
      let rate = try exactQuotient(dollars, by: leg.amount, column: "value in US dollars")
      return Worth(
        dollars: try exactProduct(leg.amount, rate, column: "value in US dollars"),
        payment: MoneyAmount(amount: leg.amount, currency: leg.currency),
        valuation: Valuation(kind: .file, rate: rate, source: nil, day: day))
    }
    return Worth(
      dollars: dollars, payment: MoneyAmount(amount: dollars, currency: "USD"),
      valuation: Valuation(kind: .file, rate: 1, source: nil, day: day))
  }

  /// The file's value in another state's money, at that day's rate.
  func worthByNative(_ facts: TradeFacts, on day: UTCDay) throws(RefusalReason) -> Worth? {
    guard let native = facts.native, native.amount > 0, case .fiat(let code) = native.asset else {
      return nil
    }
    return try worth(
      ofCash: Leg(kind: .money(code), amount: native.amount, name: code), on: day)
  }

  /// A coin at its price of the day, for the record of that coin itself.
  func worth(ofCoin leg: Leg, on day: UTCDay) throws(RefusalReason) -> Worth? {
    guard let id = leg.coinId, let price = price(of: id, on: day) else { return nil }
    return Worth(
      dollars: try exactProduct(leg.amount, price.price, column: "value in US dollars"),
      payment: nil, valuation: Valuation(price))
  }

  /// The side of a swap whose price counts: the better-known coin of those whose price is known.
  func valuedLeg(_ legs: [Leg], on day: UTCDay) -> Leg? {
    let priced = legs.filter { leg in leg.coinId.flatMap { price(of: $0, on: day) } != nil }
    return priced.min { left, right in
      (left.rank(by: rank), left.currency) < (right.rank(by: rank), right.currency)
    }
  }
}

extension Leg {
  /// The place of the coin by how well it is known: one without a rank is behind all that have one,
  /// and one that the catalogue lacks is behind those.
  func rank(by rank: (String) -> Int?) -> Int {
    coinId.flatMap(rank) ?? (isListed ? Int.max - 1 : Int.max)
  }
}

extension Valuation {
  /// The price of a coin on a day.
  init(_ price: DailyPrice) {
    self.init(kind: .dailyPrice, rate: price.price, source: price.source, day: price.day)
  }
}
