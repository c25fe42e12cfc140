public import Exact
public import Portfolio
import Synchronization

/// The stored prices of all coins as ``Portfolio/DailyPrices``, which reports read.
///
/// A coin's file is opened when one of its prices is first needed.
public final class StoredDailyPrices: DailyPrices {
  private let store: PriceStore
  private let warn: @Sendable (String) -> Void
  private let opened = Mutex<[String: CoinPrices?]>([:])

  /// Makes the prices of a store.
  ///
  /// - Parameter warn: Receives a sentence for each unreadable file.
  public init(_ store: PriceStore, warn: @escaping @Sendable (String) -> Void = { _ in }) {
    self.store = store
    self.warn = warn
  }

  /// The stored price for a day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    guard case .price(let price, let origin)? = prices(of: coinId)?.day(day)?.content else {
      return nil
    }
    return DailyPrice(price: price, day: day, source: origin.name)
  }

  /// A lookup for one coin that opens its file once.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    guard let prices = prices(of: coinId) else { return { _ in nil } }
    return { prices.day($0)?.price }
  }

  private func prices(of coinId: String) -> CoinPrices? {
    opened.withLock { opened in
      if let known = opened[coinId] { return known }
      let prices = open(coinId)
      opened[coinId] = prices
      return prices
    }
  }

  private func open(_ coinId: String) -> CoinPrices? {
    do throws(ContainerError) {
      let prices = try store.prices(of: coinId)
      if let damage = prices?.damage { warn(damage.sentence) }
      return prices
    } catch {
      warn(error.sentence)
      return nil
    }
  }
}
