import Application
import ArgumentParser
import CellGrid
import CoinCatalogue
import Dashboard
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// The coin and the days of a history or a chart.
struct HistoryOptions: ParsableArguments {
  @OptionGroup var coin: OneCoinArgument
  @Option(
    name: .shortAndLong, help: Period.help("The days (default: 1y)"),
    transform: Period.init(text:))
  var period: Period?
  /// The spelling of version 1.0.
  @Option(name: .long, help: .hidden, transform: Period.init(text:)) var range: Period?
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var currency: CurrencyOption
}

/// The data that a history is computed from.
struct HistorySource {
  let coinId: String?
  private(set) var days: ClosedRange<UTCDay>
  /// The price of each day, and today that of the widgets, which may be older.
  private let prices: any DailyPrices
  /// The price of each day; a chart of one coin has none today until it is fetched.
  private let pastPrices: any DailyPrices
  /// The day of the first transaction, of the coin if one is given; `nil` if there is none.
  let first: UTCDay?
  /// The ISO 4217 code of the display currency.
  let currency: String
  private let context: AppContext

  /// Resolves the coin and the days.
  ///
  /// - Throws: A refusal of an unknown coin, or of days in the future.
  init(_ options: HistoryOptions, _ context: AppContext) throws {
    try self.init(
      coinId: try options.coin.id(context),
      period: options.period ?? options.range ?? .months(12),
      currency: options.currency.code(context), context)
  }

  /// Resolves the days of a coin, or of the whole portfolio.
  init(coinId: String?, period: Period, currency: String, _ context: AppContext) throws {
    self.context = context
    self.currency = currency
    self.coinId = coinId
    pastPrices = try context.service.dailyPrices()
    prices = try context.service.pricesUpToNow()
    let query = TransactionQuery(coinId: coinId, limit: 1)
    first = try context.ledger.transactions(query).first.map { UTCDay($0.date) }
    let today = UTCDay(context.now)
    guard let days = period.days(until: today, from: first ?? today) else {
      throw CommandFailure(
        "The period is in the future: today is \(today.text) in UTC.",
        help: "Name days up to today.", .refused)
    }
    self.days = days
    if let last = period.bounds(today: today).last, last > today {
      Console.writeError(
        "The period ends in the future; showing it up to today, \(today.text) in UTC.")
    }
  }

  /// The number of estimated transactions, and the exchange rates used.
  ///
  /// - Throws: If the ledger could not be read.
  func notes() throws -> [String] {
    [try context.service.estimates(of: coinId).note].compactMap(\.self)
      + (try oldPrices()).notes + (try unknownNotes) + (try open).notes() + currencyNotes
  }

  /// Why costs are unknown, if an account has coins that no row explains.
  ///
  /// - Throws: If the ledger could not be read.
  var unknownNotes: [String] {
    get throws {
      guard context.service.lots != nil else { return [] }
      return try context.service.snapshot(currency: currency).currencyNotes
        .filter { $0 == PortfolioService.unknownLotsNote }
    }
  }

  /// The held coins with a price of an earlier day in today's figures.
  ///
  /// - Parameter others: More coins.
  /// - Throws: If the ledger could not be read.
  func oldPrices(and others: [String] = []) throws -> [DatedCoin] {
    let today = UTCDay(context.now)
    guard days.upperBound == today, hasRate(on: today) else { return [] }
    let held = try context.service.positions().holdings.map(\.id).filter { coinId ?? $0 == $0 }
    return (held + others.filter { !held.contains($0) }).compactMap { id in
      guard let price = prices.price(of: id, on: today), price.day < today else { return nil }
      return DatedCoin(id: id, day: price.day)
    }
  }

  /// What the figures leave out.
  ///
  /// - Throws: If the ledger could not be read.
  var open: OpenItems { get throws { try context.openItems(of: coinId.map { [$0] } ?? []) } }

  /// The display currency and the exchange rates used; empty for US dollars.
  var currencyNotes: [String] {
    guard currency != usDollarCode else { return [] }
    let newest = rateDay.map { ", the newest of \($0.text)" } ?? ""
    return ["\(currency) at each day's rate (ECB\(newest)); a day without one has no figure."]
      + [missingRateNote].compactMap(\.self)
  }

  /// The day of the newest rate, if the range includes it; `nil` in US dollars.
  var rateDay: UTCDay? {
    context.service.presentRates.newestRate(from: usDollarCode, to: currency)
      .flatMap { currency != usDollarCode && $0.day <= days.upperBound ? $0.day : nil }
  }

  /// A note on how long the currency has had no rate; `nil` if it has one.
  var missingRateNote: String? {
    let rates = context.service.presentRates
    guard currency != usDollarCode,
      rates.newestRate(from: usDollarCode, to: currency) == nil
    else { return nil }
    return rates.lastDay(from: usDollarCode, to: currency)
      .map { "No rate of \(currency) since \($0.text)." } ?? "No rate of \(currency) is known."
  }

  /// Whether a day's figures can be converted to the currency.
  func hasRate(on day: UTCDay) -> Bool {
    currency == usDollarCode
      || context.service.presentRates.rate(from: usDollarCode, to: currency, on: day) != nil
  }

  /// Which days of a chart have a rate, and the day of the newest.
  var chartRates: ChartPicture.Rates {
    ChartPicture.Rates(currency: currency, day: rateDay, hasRate: hasRate)
  }

  /// The source to credit for prices; `nil` if all are from files.
  ///
  /// - Throws: If the ledger could not be read.
  func credit() throws -> PictureCredit? {
    var sources: Set<String> = []
    for id in try coinId.map({ [$0] }) ?? context.ledger.coinIds() {
      for number in days.lowerBound.number...days.upperBound.number {
        guard let price = prices.price(of: id, on: UTCDay(number: number)) else { continue }
        sources.insert(price.source)
      }
    }
    return PriceCredit.credit(of: sources)
  }

  /// The message shown if no figure of the range is known.
  var absenceNote: String {
    let days = (days.lowerBound.number...days.upperBound.number).map { UTCDay(number: $0) }
    guard days.contains(where: hasRate) else {
      let reason = missingRateNote ?? "No rate of \(currency) is known in that range."
      return "\(reason) Choose another currency: --currency USD."
    }
    let coin = coinId.map { " \(cleaned($0))" } ?? ""
    return "No price is known in that range. `bitpal prices fetch\(coin)` fetches past prices."
  }

  /// The message shown if nothing is recorded.
  var emptyNote: String { coinId == nil ? "No transactions yet." : TransactionSelection.noneOfCoin }

  /// The source without the empty days before the first transaction.
  var sinceFirst: HistorySource {
    guard let first, days.contains(first) else { return self }
    var source = self
    source.days = first...days.upperBound
    return source
  }

  /// The history at the ends of intervals.
  ///
  /// A short history is computed from the coins' series, which are cached for unchanged coins.
  ///
  /// - Parameter leftOut: Coins that the points leave out.
  /// - Throws: If the ledger could not be read.
  func history(
    _ interval: HistoryInterval, _ costBasis: CostBasis, leavingOut leftOut: Set<String> = []
  ) throws -> PortfolioHistory {
    let kept = HistorySeries(context.service, in: currency, costBasis)
    guard let known = try kept.coinSeries(of: coinId, in: days) else {
      return try wholeHistory(interval, costBasis, leavingOut: leftOut)
    }
    var history = HistoryCollector(
      prices: prices, days: days, interval: interval, costBasis: costBasis, coinSeries: known,
      leavingOutOfPoints: leftOut, dollarRate: dollarRate)
    return history.finished()
  }

  /// The held coins that a line up to today leaves out, because they have no price today.
  ///
  /// - Throws: If the ledger could not be read.
  func coinsLeftOut() throws -> Set<String> {
    days.upperBound == UTCDay(context.now) ? try context.heldWithoutPrice() : []
  }

  /// The portfolio's line from day to day.
  ///
  /// - Throws: If the ledger could not be read.
  func line(_ costBasis: CostBasis) throws -> PortfolioLine {
    let leftOut = try coinsLeftOut()
    let old = try oldPrices()
    let history = try history(.day, costBasis, leavingOut: leftOut)
    guard !leftOut.isEmpty else {
      return PortfolioLine(
        points: history.points, figures: history.figures, leftOut: leftOut, old: old)
    }
    let holdings = try context.service.snapshot(costBasis: costBasis, currency: currency)
      .positions.holdings
    return PortfolioLine(
      points: history.points, figures: history.bases[0].figures(holdings), leftOut: leftOut,
      old: old)
  }

  /// The history from all transactions up to the end, with the cumulative return if requested.
  ///
  /// If costs are computed separately from cycles, the whole ledger is read first: under
  /// ``CostBasis/hmrc``, purchases up to 30 days after a sale, even after the range, determine its
  /// cost.
  func wholeHistory(
    _ interval: HistoryInterval, _ costBasis: CostBasis, leavingOut leftOut: Set<String> = [],
    followsReturn: Bool = false
  ) throws -> PortfolioHistory {
    let carried = try context.service.carriedLots(
      of: coinId, in: currency, methods: [costBasis])
    var history = HistoryCollector(
      prices: prices, days: days, interval: interval, costBasis: costBasis,
      matchedCosts: try context.matchedCosts(
        of: coinId, in: currency, costBasis, carrying: carried),
      carrying: carried, estimatedCoins: try context.service.coinsWithEstimates(),
      leavingOutOfPoints: leftOut, followsReturn: followsReturn,
      dollarRate: dollarRate)
    var counter = TransactionCounter(currency: currency, rates: context.service.presentRates)
    try context.ledger.forEachTransactionCounted(query) { history.add(counter.counted($0)) }
    return history.finished()
  }

  /// Units of the currency per US dollar on a day; `nil` in US dollars.
  private var dollarRate: ((UTCDay) -> ExchangeRate?)? {
    guard currency != usDollarCode else { return nil }
    let rates = context.service.presentRates
    return { [currency] in rates.rate(from: usDollarCode, to: currency, on: $0) }
  }

  /// A coin's closing price on a day in the currency; `nil` without a price or a rate.
  func price(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    PricesInCurrency(pastPrices, in: currency, rates: context.service.presentRates)
      .lookup(of: coinId)
  }

  /// A coin's price on a day in the currency; today it may be that of an earlier day, as in the
  /// portfolio's value.
  func priceUpToNow(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    PricesInCurrency(prices, in: currency, rates: context.service.presentRates)
      .lookup(of: coinId)
  }

  /// The relevant transactions up to the last day.
  func transactions() throws -> [Transaction] { try context.ledger.transactions(query) }

  /// The dates of purchases and sales.
  ///
  /// - Throws: If the ledger could not be read.
  func trades() throws -> Set<PriceSeries.Trade> {
    var trades: Set<PriceSeries.Trade> = []
    try context.ledger.forEachTransactionCounted(query) { row in
      if let trade = PriceSeries.Trade(row) { trades.insert(trade) }
    }
    return trades
  }

  private var query: TransactionQuery {
    TransactionQuery(coinId: coinId, until: days.upperBound.advanced(by: 1).start)
  }
}

/// The portfolio's values from day to day, with the gain and the return over them.
struct PortfolioLine {
  let points: [HistoryPoint]
  let figures: RangeFigures
  /// Coins that a line up to today leaves out: without a price today they would look like a drop.
  let leftOut: Set<String>
  /// Coins with a price of an earlier day in today's figures.
  let old: [DatedCoin]
}

/// A coin and the day of its last price.
struct DatedCoin {
  let id: String
  let day: UTCDay
}

extension [DatedCoin] {
  /// `Old price today: bitcoin of 2026-04-26 and 2 more.`; empty without such prices.
  fileprivate var notes: [String] {
    guard let first else { return [] }
    let others = count > 1 ? " and \(count - 1) more" : ""
    return ["Old price today: \(cleaned(first.id)) of \(first.day.text)\(others)."]
  }
}

extension AppContext {
  /// The costs of sales, if the method computes them separately from the coins' cycles.
  ///
  /// This reads the whole ledger, one coin after the other: purchases up to 30 days after a sale
  /// can determine its cost.
  ///
  /// - Throws: If the ledger could not be read.
  func matchedCosts(
    of coinId: String? = nil, in currency: String, _ costBasis: CostBasis,
    carrying carried: CarriedLots
  ) throws -> MatchedCosts? {
    guard carried.isApart(costBasis) else { return nil }
    let calendar = try service.calendar(for: [costBasis])
    var costs = MatchedCosts()
    for id in try ledger.coinIds() where coinId ?? id == id {
      let rows = try ledger.transactions(TransactionQuery(coinId: id))
      costs.add(
        ofCoin: service.counted(rows, in: currency).transactions, costBasis: costBasis,
        calendar: calendar, carrying: carried)
    }
    return costs
  }

  /// Held coins without a price today; empty if no coin has a price.
  ///
  /// - Throws: If the ledger could not be read.
  func heldWithoutPrice() throws -> Set<String> {
    let holdings = try service.positions().holdings
    let unpriced = holdings.filter { $0.currentValue == nil }.map(\.id)
    return unpriced.count < holdings.count ? Set(unpriced) : []
  }
}
