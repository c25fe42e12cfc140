public import AppGroup
public import FoundationEssentials
public import MarketData
import Portfolio
import WidgetTimeline

extension AppGroupContainer {
  /// The exchange rates that were fetched, in the form of the ECB's own CSV.
  public var fetchedRates: String { "\(folder)/Library/Application Support/ExchangeRates.csv" }
  /// The daily prices that imports fetched, as sorted lines; kept for ever.
  public var fetchedPrices: String { "\(folder)/Library/Application Support/FetchedPrices.csv" }
}

extension PortfolioService {
  /// What coins were worth on days of the past (SPEC §3.16).
  ///
  /// The user's file counts before what imports fetched and what refreshes recorded, and those
  /// before what is built in.
  ///
  /// - Returns: The prices; nothing is read before one is asked for.
  /// - Throws: ``ContainerError`` where the user's file cannot be opened.
  public func dailyPrices() throws(ContainerError) -> LayeredPrices {
    var layers: [any DailyPrices] = []
    if let file = try MappedFile(container.userPrices) {
      layers.append(SortedPriceLines(bytes: file.bytes, keptBy: file, source: "your file"))
    }
    if let file = try MappedFile(container.fetchedPrices) {
      layers.append(SortedPriceLines(bytes: file.bytes, keptBy: file, source: "CoinGecko"))
    }
    if let book = store.prices() { layers.append(NewestPrices(book)) }
    return LayeredPrices(layers + [RecordedDailyPrices(container), BuiltInPrices()])
  }

  /// Every exchange rate this user has: those fetched by `bitpal rates update` over those built in.
  ///
  /// A file of fetched rates that cannot be read is passed over with a warning.
  ///
  /// - Parameters:
  ///   - file: Rates from a file that the user names.
  ///   - overrides: US dollars for one unit of a currency, by code, on every day.
  /// - Returns: The rates by precedence.
  public func rates(file: [DollarRate] = [], overrides: [String: Decimal] = [:]) -> RateTable {
    RateTable(
      reference: ECBRates.builtIn.merging(fetchedRates()), file: file, overrides: overrides)
  }

  /// The rows that `bitpal rates update` stored.
  public func fetchedRates() -> [EuroRateRow] {
    let path = container.fetchedRates
    do {
      guard let bytes = try AtomicFile.read(path) else { return [] }
      if case .euro(let rows) = try RateFile(bytes) { return rows }
    } catch let error as ContainerError {
      warn(error.sentence)
      return []
    } catch {}
    warn(
      "The exchange rates in \(path) cannot be read; those built in are used. "
        + "`bitpal rates update` replaces them.")
    return []
  }
}

/// The last price of every coin as that of the day it is dated.
struct NewestPrices: DailyPrices {
  private let coins: [String: Coin]

  init(_ book: PriceBook) { coins = book.coins }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    guard let coin = coins[coinId], let price = coin.currentPrice, let time = coin.lastUpdated,
      UTCDay(time) == day
    else { return nil }
    return DailyPrice(price: price, day: day, source: "recorded")
  }
}
