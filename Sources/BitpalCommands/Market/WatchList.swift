import AppGroup
import Application
import ArgumentParser
import Charts
import CoinCatalogue
import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// `bitpal watch list`, which is also `bitpal watch`.
struct WatchList: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "list",
    abstract: "List the coins you follow, with prices and their age.",
    discussion: "Exits with 2 if an entry of the list cannot be read. "
      + collapseOrder("Id, Priced, Name, Market cap, Trend, 7 d")
      + examples(
        "bitpal watch", "bitpal watch list --sort change", "bitpal watch list --json"))

  /// The sort orders.
  enum Sort: String, NamedChoice {
    case added, name, price, change, week, cap
  }

  @Option(
    name: .long,
    help: "The order; figures start with the largest.")
  var sort: Sort = .added
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let code = currency.code(context)
    let list = try context.store.readWatchlist()
    let coins = try FollowedCoin.all(list.coinIds, context).map { $0.counted(in: code, context) }
    let unpriced =
      (code == usDollarCode || context.newestRate(code) != nil)
        && coins.contains { $0.coin.currentPrice == nil }
      ? ["Some prices are not known yet: bitpal refresh fetches them."] : []
    try Report.watchlist(
      coins.sorted(by: sort), notes: unpriced + context.rateNotes(of: [code]),
      context.style(report.privacy, currency)
    ).write(report, context)
    // Unreadable coins, with advice, were reported when the file was read.
    if !list.unreadable.isEmpty { throw CommandFailure("", .refused) }
  }
}

/// A coin on the watchlist.
struct FollowedCoin {
  let coin: Coin
  /// Prices of the last seven days at regular intervals, oldest first.
  let week: [ExactDecimal?]

  /// The change from the week's first known price to its last, in percent.
  var weekChange: ExactDecimal? {
    guard let first = week.first ?? nil, let last = week.last ?? nil else { return nil }
    return priceChange(from: first, to: last)
  }

  /// The coin in another currency: the current price at the newest rate, each day at its own.
  func counted(in currency: String, _ context: AppContext) -> FollowedCoin {
    guard currency != usDollarCode else { return self }
    let rates = context.service.presentRates
    let today = UTCDay(context.now)
    func money(_ dollars: ExactDecimal?, on day: UTCDay) -> ExactDecimal? {
      dollars.flatMap { rates.rate(from: usDollarCode, to: currency, on: day)?.converted($0) }
    }
    var coin = coin
    coin.currentPrice = money(coin.currentPrice, on: today)
    coin.marketCap = money(coin.marketCap, on: today)
    let first = today.advanced(by: 1 - week.count)
    return FollowedCoin(
      coin: coin,
      week: week.enumerated().map { money($0.element, on: first.advanced(by: $0.offset)) })
  }

  /// The coins on the watchlist, in the user's order.
  static func all(_ ids: [String], _ context: AppContext) throws -> [FollowedCoin] {
    let known = context.store.prices()?.coins ?? [:]
    let daily = try context.service.dailyPrices()
    let today = UTCDay(context.now)
    return ids.map { id in
      let listed = context.catalogue.coin(id: id)
      var coin = known[id] ?? Coin(id: id, symbol: "", name: id)
      if coin.symbol.isEmpty {
        coin.symbol = listed?.symbol ?? id
        coin.name = listed?.name ?? id
      }
      let week = (-7...0).map { daily.price(of: id, on: today.advanced(by: $0))?.price }
      return FollowedCoin(coin: coin, week: week)
    }
  }
}

extension [FollowedCoin] {
  /// The coins sorted; unknown figures are last.
  func sorted(by sort: WatchList.Sort) -> [FollowedCoin] {
    switch sort {
    case .added: self
    case .name: sorted { $0.coin.name.lowercased() < $1.coin.name.lowercased() }
    case .price: largestFirst(\.coin.currentPrice)
    case .change: largestFirst(\.coin.priceChange24h)
    case .week: largestFirst(\.weekChange)
    case .cap: largestFirst(\.coin.marketCap)
    }
  }

  private func largestFirst(_ figure: (FollowedCoin) -> ExactDecimal?) -> [FollowedCoin] {
    enumerated().sorted { left, right in
      switch (figure(left.element), figure(right.element)) {
      case (let first?, let second?):
        first != second ? first > second : left.offset < right.offset
      case (nil, nil): left.offset < right.offset
      case (let first, _): first != nil
      }
    }.map(\.element)
  }
}

extension Report {
  /// A report of the watchlist.
  static func watchlist(
    _ coins: [FollowedCoin], notes: [String], _ style: ReportStyle
  ) -> Report {
    Report(
      columns: [
        Column("coinId", "Id", collapseOrder: 1, minimumWidth: 12),
        Column("symbol", "Symbol"),
        Column("name", "Name", collapseOrder: 3, minimumWidth: 10),
        Column("currentPrice", "Price", isNumber: true),
        Column("priceChange24h", "24 h", isNumber: true),
        Column("week", "Trend", collapseOrder: 5),
        Column("priceChange7d", "7 d", isNumber: true, collapseOrder: 6),
        Column("marketCap", "Market cap", isNumber: true, collapseOrder: 4),
        Column("priceLastUpdated", "Priced", collapseOrder: 2),
        Column("isStale", nil),
      ] + style.currencyColumn,
      rows: coins.map { row($0, style) + style.currencyValue },
      emptyNote: "You follow no coins yet. Follow one: bitpal watch add ethereum",
      notes: coins.isEmpty ? [] : notes)
  }

  private static func row(
    _ followed: FollowedCoin, _ style: ReportStyle
  ) -> [FormattedValue] {
    let coin = followed.coin
    return [
      .text(coin.id), .text(coin.symbol.uppercased()), .text(coin.name),
      .marketPrice(coin.currentPrice, style.format), .dayChange(of: coin, style),
      FormattedValue(
        data: .array(followed.week.map { .exact($0) }),
        text: Sparkline(followed.week).text(columns: 8), role: Trend.role(of: followed.weekChange)),
      .percentage(followed.weekChange),
      FormattedValue(
        data: .exact(coin.marketCap),
        text: coin.marketCap.map {
          style.format.money($0, isSigned: false, fitting: 10)
        }
          ?? Figures.unknown),
    ] + FormattedValue.priceAge(of: coin, style)
  }
}

extension FormattedValue {
  /// The 24-hour change of a coin's price; not displayed if the price is more than an hour old.
  fileprivate static func dayChange(of coin: Coin, _ style: ReportStyle) -> FormattedValue {
    let change = FormattedValue.percentage(coin.priceChange24h)
    guard coin.priceChange24h != nil, let time = coin.priceTime(refreshed: nil),
      isOutdated(since: time, at: style.now)
    else { return change }
    return FormattedValue(data: change.data, text: "old price", role: .badge)
  }

  /// The time of a coin's price, and whether it is outdated.
  static func priceAge(of coin: Coin?, _ style: ReportStyle) -> [FormattedValue] {
    let time = coin?.priceTime(refreshed: nil)
    let isStale = time.map { isOutdated(since: $0, at: style.now) } ?? false
    let age = time.map { ageText(of: $0, at: style.now) } ?? "unknown"
    return [
      FormattedValue(
        data: .instant(time), text: coin?.currentPrice == nil ? "no price" : age,
        role: isStale ? .badge : .secondary), .flag(isStale),
    ]
  }
}
