import Application
import Exact
import FoundationEssentials
import LedgerStore
import MarketData
import Portfolio
import WidgetTimeline
import Widgets

/// The time that a report shows: now, or the end of a past day.
struct PointInTime {
  /// The day.
  let day: UTCDay
  /// The end of the day; `nil` for now.
  let end: DayEnd?
  /// The ISO 4217 code of the display currency.
  let currency: String
  /// The calendar that days are counted in.
  let calendar: LocalCalendar
  private let context: AppContext

  /// Parses the day; `nil` means now.
  ///
  /// - Parameter isPast: Whether even today's figures are those of a day that has ended.
  /// - Throws: A refusal of an invalid date or of a future day.
  init(
    _ text: String?, _ currency: String, _ context: AppContext, isPast: Bool = false
  ) throws {
    self.currency = currency
    self.context = context
    calendar = try context.service.taxCalendar()
    let today = calendar.today(at: context.now)
    guard let text else {
      (day, end) = (today, nil)
      return
    }
    switch try context.writtenDate(text) {
    case .day(let written): day = written
    case .instant(let instant): day = calendar.day(of: instant)
    }
    guard day <= today else {
      throw CommandFailure(
        "\(day.text) is in the future: today is \(today.text) in \(calendar.name), your tax "
          + "zone.",
        .refused)
    }
    // Today has not ended: its figures are the present ones.
    end = day == today && !isPast ? nil : DayEnd(of: day, calendar)
  }

  /// The rate that converts prices in US dollars; `nil` for US dollars, and if none is known.
  var rate: ExchangeRate? {
    guard currency != usDollarCode else { return nil }
    let rates = context.service.presentRates
    return end == nil
      ? rates.newestRate(from: usDollarCode, to: currency)
      : rates.rate(from: usDollarCode, to: currency, on: day)
  }

  /// Coins with their prices in US dollars, current or on the day.
  ///
  /// - Throws: If prices could not be read.
  func dollarCoins(_ ids: [String]) throws -> [String: Coin] {
    var coins = context.service.coins(ids, at: context.service.knownPrices)
    guard end != nil else { return coins }
    let prices = try context.service.dailyPrices()
    for id in ids {
      let price = prices.price(of: id, on: day)
      coins[id]?.currentPrice = price?.price
      coins[id]?.lastUpdated = price.map { $0.day.advanced(by: 1).start.addingTimeInterval(-1) }
      coins[id]?.priceChange24h = nil
    }
    return coins
  }

  /// Coins with their prices in the display currency.
  ///
  /// - Throws: If prices could not be read.
  func coins(_ ids: [String]) throws -> [String: Coin] {
    let rate = rate
    return try dollarCoins(ids).mapValues { coin in
      guard currency != usDollarCode else { return coin }
      var coin = coin
      coin.currentPrice = coin.currentPrice.flatMap { price in rate?.converted(price) }
      return coin
    }
  }

  /// The last instant included.
  private var last: Date { end?.last ?? context.now }

  /// The prices of the day, without a portfolio.
  func snapshot() -> PortfolioSnapshot {
    let none = Positions(transactions: [], currentPrices: [:])
    return snapshot(none, context.service.costBasis, Estimates(), rateNotes)
  }

  private func snapshot(
    _ positions: Positions, _ costBasis: CostBasis, _ estimates: Estimates, _ notes: [String]
  ) -> PortfolioSnapshot {
    PortfolioSnapshot(
      positions: positions, costBasis: costBasis, currency: currency, currencyNotes: notes,
      rateDay: rate?.day, estimates: estimates, lastUpdated: last, now: last)
  }

  /// The portfolio at the end of the day.
  ///
  /// - Throws: If the ledger or its prices could not be read.
  func portfolio(_ costBasis: CostBasis) throws -> PortfolioSnapshot {
    let service = context.service
    let counted = Portfolio.counted(
      try service.ledger.transactions(TransactionQuery(end: end)), in: currency,
      rates: RatesUpToDay(service.rates(), today: day, lastTraded: UTCDay(last)))
    let carried = try service.carriedLots(in: currency, methods: [costBasis], before: end)
    let histories = Dictionary(grouping: counted.transactions, by: \.coinId)
    let positions = Positions(
      counted, currentPrices: try dollarCoins(histories.keys.sorted()), costBasis: costBasis,
      calendar: calendar, carrying: carried)
    return snapshot(
      positions, costBasis,
      Estimates(histories, costBasis: costBasis, calendar: calendar, carrying: carried),
      rateNotes + (try service.unknownNotes(positions, counted)))
  }

  /// The day of the figures, in words; `nil` for now.
  var moment: String? {
    end.map { _ in "At the end of \(day.text) (\(calendar.name)), at that day's prices" }
  }

  /// How many of some rows are priced, and the day or the age of the oldest price.
  ///
  /// - Parameters:
  ///   - coins: The coin of each row; `nil` for a row without a price.
  ///   - snapshot: The last prices.
  func pricesNote(_ coins: [Coin?], _ snapshot: PortfolioSnapshot) -> String? {
    guard !coins.isEmpty else { return nil }
    let priced = coins.compactMap(\.self)
    let ages = priced.map { snapshot.priceAge(of: $0) }
    var parts: [String] = []
    if priced.count < coins.count { parts.append("\(priced.count) of \(coins.count) priced") }
    if let moment { return (parts + [moment]).joined(separator: " · ") }
    if let oldest = ages.compactMap(\.time).min() {
      parts.append("Updated \(ageText(of: oldest, at: snapshot.now))")
    } else if !snapshot.isRateMissing, snapshot.lastUpdated == nil {
      parts.append("Never updated: bitpal refresh")
    }
    if ages.contains(where: \.isStale) { parts.append("Stale") }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// Notes on the exchange rate.
  var rateNotes: [String] {
    guard currency != usDollarCode else { return [] }
    return [
      rate.map { "\(currency) at the rate of \($0.day.text) (\($0.source))" }
        ?? "No rate of \(currency) is known: values are unknown."
    ]
  }
}
