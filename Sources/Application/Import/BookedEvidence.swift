import Exact
import FoundationEssentials
import Portfolio

/// The rates and prices used for booked rows, which take precedence over those known now.
///
/// A row's value is fixed when it is booked: a price of that day that is recorded later, or a rate
/// that a user supplied for one import, must not change it.
struct BookedEvidence: DailyPrices, ExchangeRates {
  private struct Key: Hashable {
    let name: String
    let day: UTCDay
  }

  private var prices: [Key: DailyPrice] = [:]
  private var rates: [Key: ExchangeRate] = [:]
  private let known: Evidence

  /// - Parameter rows: The rows that are derived from files.
  init(_ rows: some Sequence<Transaction>, known: Evidence) {
    self.known = known
    for row in rows { add(row) }
  }

  /// The evidence, with that of booked rows first.
  var evidence: Evidence {
    Evidence(
      rates: self, prices: self, isMoney: known.isMoney, rank: known.rank,
      transferFees: known.transferFees)
  }

  private mutating func add(_ row: Transaction) {
    guard let valuation = row.valuation, let rate = valuation.rate, let day = valuation.day else {
      return
    }
    switch valuation.kind {
    case .rate:
      guard let currency = row.payment?.currency else { return }
      let key = Key(name: currency, day: UTCDay(row.date))
      rates[key] = ExchangeRate(
        numerator: rate, denominator: 1, day: day, source: valuation.source ?? "")
    case .dailyPrice:
      let name = row.payment?.currency ?? row.coinId
      guard !known.isMoney(name) else { return }
      prices[Key(name: name, day: UTCDay(row.date))] = DailyPrice(
        price: rate, day: day, source: valuation.source ?? "")
    case .stated, .file, .stablecoin, .unknown: return
    }
  }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    prices[Key(name: coinId, day: day)] ?? known.prices.price(of: coinId, on: day)
  }

  func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    (to == usDollarCode ? rates[Key(name: from, day: day)] : nil)
      ?? known.rates.rate(from: from, to: to, on: day)
  }

  func newestRate(from: String, to: String) -> ExchangeRate? {
    known.rates.newestRate(from: from, to: to)
  }

  func lastDay(from: String, to: String) -> UTCDay? { known.rates.lastDay(from: from, to: to) }

  func isEverQuoted(_ currency: String) -> Bool { known.rates.isEverQuoted(currency) }
}
