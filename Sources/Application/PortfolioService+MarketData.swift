public import AppGroup
public import FoundationEssentials
public import MarketData
import Portfolio
import PriceStore
import WidgetTimeline

extension PortfolioService {
  /// What coins were worth on days of the past (SPEC §3.16).
  ///
  /// The user's file counts before what was fetched and what refreshes recorded, and those before
  /// what is built in. What cannot be read is passed over with a warning.
  ///
  /// - Returns: The prices; nothing is read before one is asked for.
  /// - Throws: ``ContainerError`` where the user's file cannot be opened.
  public func dailyPrices() throws(ContainerError) -> LayeredPrices {
    var layers: [any DailyPrices] = []
    if let file = try StoredPrices(container.userPrices, source: "your file", warn: warn) {
      layers.append(file)
    }
    if let file = try StoredPrices(container.fetchedPrices, source: "CoinGecko", warn: warn) {
      layers.append(file)
    }
    layers.append(StoredDailyPrices(PriceStore(container), warn: warn))
    if let book = store.prices() { layers.append(NewestPrices(book)) }
    return LayeredPrices(
      layers + [RecordedDailyPrices(container, warn: warn), BuiltInPrices()])
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
    do throws(ContainerError) {
      let (rows, damage) = try readFetchedRates()
      if let damage { warn(damage.sentence) }
      return rows
    } catch {
      warn(error.sentence)
      return []
    }
  }

  /// The same, and what is wrong with a file that cannot be read.
  ///
  /// - Throws: ``ContainerError`` with what the system refused.
  public func readFetchedRates() throws(ContainerError) -> (
    rows: [EuroRateRow], damage: FileDamage?
  ) {
    let path = container.fetchedRates
    guard let bytes = try AtomicFile.read(path) else { return ([], nil) }
    do throws(RateFileError) {
      if case .euro(let rows) = try RateFile(bytes) { return (rows, nil) }
    } catch {}
    let cure = "The rates built in are used. `bitpal rates update` replaces the file."
    return ([], FileDamage(path, cure: cure))
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
