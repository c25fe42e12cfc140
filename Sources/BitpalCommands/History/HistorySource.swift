import Application
import ArgumentParser
import CoinCatalogue
import FoundationEssentials
import LedgerStore
import Portfolio

/// Which coin and which days a history or a chart is about.
struct HistoryOptions: ParsableArguments {
  @Argument(help: "Only this coin, by its id or symbol.") var coin: String?
  @Option(name: .long, help: HistoryRange.help, transform: HistoryRange.init(text:))
  var range = HistoryRange.months(12)
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var currency: CurrencyOption
}

/// What a history is computed from.
struct HistorySource {
  let coinId: String?
  private(set) var days: ClosedRange<UTCDay>
  let prices: any DailyPrices
  /// The day of the first transaction; `nil` when nothing is recorded, of that coin where one is
  /// named.
  let first: UTCDay?
  /// The ISO 4217 code of the currency that figures are in.
  let currency: String
  private let context: AppContext

  /// Finds the coin and the days asked for.
  ///
  /// - Throws: A refusal of an unknown coin, or of days that lie ahead.
  init(_ options: HistoryOptions, _ context: AppContext) throws {
    try self.init(
      coin: options.coin, range: options.range, currency: options.currency.code(context), context)
  }

  /// Finds the days of a coin, or of the whole portfolio where none is named.
  init(coin: String?, range: HistoryRange, currency: String, _ context: AppContext) throws {
    self.context = context
    self.currency = currency
    coinId = try coin.map(context.coinId(of:))
    prices = try context.service.dailyPrices()
    let query = TransactionQuery(coinId: coinId, limit: 1)
    first = try context.ledger.transactions(query).first.map { UTCDay($0.date) }
    let today = UTCDay(context.now)
    guard let days = range.days(until: today, from: first ?? today) else {
      throw CommandFailure(
        "The range lies ahead: today is \(today.text) in UTC, by which days are counted. "
          + "Name days up to today.", .refused)
    }
    self.days = days
    if case .between(let asked) = range, asked.upperBound > today {
      Console.writeError("The range ends ahead; it is shown up to today, \(today.text) in UTC.")
    }
  }

  /// In which currency figures are and by which rates; nothing in US dollars.
  var currencyNotes: [String] {
    currency == usDollarCode
      ? [] : ["\(currency) at each day's rate (ECB); a day without one has no figure."]
  }

  /// What is said when nothing is recorded.
  var emptyNote: String { TransactionSelection.emptyNote(isOfCoin: coinId != nil) }

  /// The same without the days before the first transaction, on which there was nothing.
  var sinceFirst: HistorySource {
    guard let first, days.contains(first) else { return self }
    var source = self
    source.days = first...days.upperBound
    return source
  }

  /// The history at the ends of intervals.
  ///
  /// - Throws: A refusal of `hmrc`: what a sale cost depends on purchases of the 30 days after it,
  ///   so the days before them have no figure yet.
  func history(_ interval: HistoryInterval, _ costBasis: CostBasis) throws -> PortfolioHistory {
    guard costBasis != .hmrc else {
      throw CommandFailure(
        "A history has no cost basis hmrc, which matches a sale with purchases after it: choose "
          + "another with --cost-basis, such as average.", .refused)
    }
    let rates = context.service.presentRates
    var counter = TransactionCounter(currency: currency, rates: rates)
    var history = HistoryCollector(
      prices: prices, days: days, interval: interval, costBasis: costBasis,
      dollarRate: currency == usDollarCode
        ? nil : { [currency] in rates.rate(from: usDollarCode, to: currency, on: $0) })
    try context.ledger.forEachTransactionCounted(query) { history.add(counter.counted($0)) }
    return history.finished()
  }

  /// A coin's price at the end of a day in the currency; `nil` without a price or a rate.
  func price(of coinId: String) -> (UTCDay) -> Decimal? {
    PricesInCurrency(prices, in: currency, rates: context.service.presentRates).lookup(of: coinId)
  }

  /// The transactions that count, up to the last day.
  func transactions() throws -> [Transaction] { try context.ledger.transactions(query) }

  private var query: TransactionQuery {
    TransactionQuery(coinId: coinId, until: days.upperBound.advanced(by: 1).start)
  }
}
