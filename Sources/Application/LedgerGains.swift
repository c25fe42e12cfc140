import Exact
import LedgerStore
import MarketData
public import Portfolio
import Synchronization

/// The gains of a ledger, counted in one currency.
public struct LedgerGains: CountedInCurrency, Sendable {
  /// The gains.
  public let gains: Gains
  /// The ISO 4217 code.
  public let currency: String
  /// The newest rate from US dollars, by which the present counts.
  public let newestRate: ExchangeRate?
  /// The day of the last rate there was.
  public let lastRateDay: UTCDay?
  /// Days without a rate on which something was traded, ascending.
  public let daysWithoutRate: [UTCDay]
}

extension PortfolioService {
  /// Works out gains coin by coin, so that a long ledger is never in memory whole.
  ///
  /// Of some days, coins not traded then are not read, nor what came after, unless later purchases
  /// decide what a sale cost.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's, `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - days: The days whose sales and rewards are wanted, `nil` for all.
  ///   - holdingPeriod: What a holding must exceed to be long.
  ///   - calendar: The zone whose days count; `nil` for the ledger's own.
  ///   - country: The country whose forms they are for; `nil` for the ledger's own rules.
  ///   - hasEarlierLosses: Whether the losses of that country's tax years before the days are
  ///     wanted.
  /// - Throws: Why the ledger could not be read.
  public func gains(
    of coinId: String? = nil, in currency: String, costBasis: CostBasis,
    days: ClosedRange<UTCDay>? = nil, holdingPeriod: HoldingPeriod = .year,
    calendar: LocalCalendar? = nil, as country: TaxCountry? = nil, hasEarlierLosses: Bool = false
  ) throws -> LedgerGains {
    let source = GainsSource(
      service: self, currency: currency, costBasis: costBasis, days: days,
      holdingPeriod: holdingPeriod, calendar: try calendar ?? taxCalendar(), country: country,
      hasEarlierLosses: hasEarlierLosses)
    let (gains, missing) = try ledger.atOneInstant { try source.gains(of: coinId) }
    let measured = country.map { TaxRules($0).measured(gains, holdingPeriod) } ?? gains
    return ledgerGains(measured, in: currency, missing: missing)
  }

  /// The rules of a country, which know the swaps of the ledger where they change them.
  fileprivate func taxRules(
    _ country: TaxCountry, _ counter: SharedCounter
  ) throws -> TaxRules {
    var rules = TaxRules(country)
    guard rules.needsSwaps else { return rules }
    try ledger.forEachTransactionCounted(TransactionQuery(kind: .swap)) {
      rules.read(counter.counted($0))
    }
    return rules
  }

  /// All coins as one portfolio and the income, from one reading of the ledger.
  ///
  /// - Parameters:
  ///   - days: The days whose sales and rewards are wanted.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - calendar: The zone whose days count.
  /// - Throws: Why the ledger or past prices could not be read.
  public func globalPortfolio(
    days: ClosedRange<UTCDay>, in currency: String, calendar: LocalCalendar
  ) throws -> (portfolio: GlobalPortfolio, income: LedgerGains) {
    let (prices, rates) = (try dailyPrices(), rates())
    var counter = TransactionCounter(currency: currency, rates: presentRates)
    var income: [IncomeRow] = []
    var portfolio = GlobalPortfolio(calendar: calendar, days: days) { coinId, day in
      guard let price = prices.price(of: coinId, on: day) else { return nil }
      return rates.rate(from: usDollarCode, to: currency, on: day)?.converted(Cost(price.price))
    }
    try ledger.forEachTransactionCounted(TransactionQuery()) { transaction in
      let row = counter.counted(transaction)
      portfolio.apply(row)
      if let reward = IncomeRow(of: row, calendar), days.contains(reward.day) {
        income.append(reward)
      }
    }
    let gains = Gains(income: income, calendar)
    return (portfolio, ledgerGains(gains, in: currency, missing: counter.missing))
  }

  private func ledgerGains(
    _ gains: Gains, in currency: String, missing: Set<UTCDay>
  ) -> LedgerGains {
    let rates = presentRates
    let isDollars = currency == usDollarCode
    return LedgerGains(
      gains: gains, currency: currency,
      newestRate: isDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      daysWithoutRate: missing.sorted())
  }
}

/// Reads the gains of a ledger: the files of coins with many rows, and the rows of the others.
private struct GainsSource {
  let service: PortfolioService
  let currency: String
  let costBasis: CostBasis
  let days: ClosedRange<UTCDay>?
  let holdingPeriod: HoldingPeriod
  let calendar: LocalCalendar
  let country: TaxCountry?
  let hasEarlierLosses: Bool

  /// The gains, and the days without a rate on which something was traded.
  func gains(of coinId: String?) throws -> (Gains, missing: Set<UTCDay>) {
    var reading = GainsReading(
      costBasis: costBasis, days: days, holdingPeriod: holdingPeriod, calendar: calendar,
      earlierLosses: hasEarlierLosses ? country : nil)
    var others = Set(try ledger.coinIds().filter { coinId ?? $0 == $0 })
    var outdated: [(coinId: String, file: KeptSections)] = []
    let kept = try service.keptLots(
      .sales, of: coinId, in: currency, costBasis, calendar, country: country,
      rules: "\(holdingPeriod)")
    for (id, file) in kept {
      others.remove(id)
      guard let years = years(in: file) else {
        outdated.append((id, file))
        continue
      }
      for year in years { reading.add(year, of: id) }
    }
    guard !outdated.isEmpty || !others.isEmpty else { return (reading.finished(), []) }
    let counter = SharedCounter(currency, service.presentRates)
    let rules = try country.map { try service.taxRules($0, counter) }
    // One after the other, so that the moves of one coin alone are in memory.
    for (id, file) in outdated { try walk(id, of: nil, file, counter, rules, &reading) }
    if coinId == nil, !outdated.isEmpty { service.removeKeptLots(unlessOf: kept.map(\.coinId)) }
    if !others.isEmpty {
      try walk(coinId, of: kept.isEmpty ? nil : others.sorted(), nil, counter, rules, &reading)
    }
    return (reading.finished(), counter.missing)
  }

  private var ledger: SQLiteLedger { service.ledger }

  /// The years of the days that are wanted; `nil` where the file does not hold them whole.
  private func years(in file: KeptSections) -> [PackedYear]? {
    guard let header = file.header() else { return nil }
    if let last = header.last {
      guard let days, days.upperBound <= last else { return nil }
    }
    let first = hasEarlierLosses ? nil : days?.lowerBound.date.year
    let wanted = header.numbers.filter {
      $0 >= first ?? $0 && $0 <= days?.upperBound.date.year ?? $0
    }
    let years = wanted.compactMap { year in
      file.bytes(of: year, in: header).map { PackedYear(year, bytes: $0) }
    }
    return years.count == wanted.count ? years : nil
  }

  /// Goes through the rows of coins.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's; `nil` for all.
  ///   - coinIds: Only of these coins; `nil` for all.
  ///   - file: The file of the one coin, which keeps what becomes of its lots.
  private func walk(
    _ coinId: String?, of coinIds: [String]?, _ file: KeptSections?, _ counter: SharedCounter,
    _ rules: TaxRules?, _ reading: inout GainsReading
  ) throws {
    let carried = try service.carriedLots(
      of: coinId, in: currency, methods: [costBasis], calendar: calendar, as: rules)
    // The days of a zone begin and end within a day of those of UTC.
    let span = days.map {
      $0.lowerBound.advanced(by: -1).start..<$0.upperBound.advanced(by: 2).start
    }
    let until = costBasis.knowsCostAtSale ? span?.upperBound : nil
    var current: String?
    try ledger.forEachRowByCoin(
      TransactionQuery(coinId: coinId, until: until), of: coinIds,
      tradedIn: hasEarlierLosses ? nil : span
    ) { transaction in
      let counted = counter.counted(transaction)
      return rules?.counted(counted) ?? counted
    } _: { transaction, order in
      if transaction.coinId != current {
        reading.begin(transaction.coinId, carrying: carried, isKept: file != nil)
        current = transaction.coinId
      }
      reading.add(transaction, order: order)
    }
    let years = reading.endCoin()
    guard current != nil, let file else { return }
    file.write(
      years.map { ($0.year, $0.bytes) }, last: until == nil ? nil : days?.upperBound,
      countedBy: counter, in: service.container)
  }
}

/// Counts transactions on the thread that reads them.
final class SharedCounter: Sendable {
  private let counter: Mutex<TransactionCounter>

  init(_ currency: String, _ rates: RatesUpToDay) {
    counter = Mutex(TransactionCounter(currency: currency, rates: rates))
  }

  /// Days without a rate on which something was traded.
  var missing: Set<UTCDay> { counter.withLock(\.missing) }

  func counted(_ transaction: Transaction) -> Transaction {
    counter.withLock { $0.counted(transaction) }
  }
}
