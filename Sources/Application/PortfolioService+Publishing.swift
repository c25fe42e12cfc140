import AppGroup
import LedgerStore
import MarketData
public import Portfolio
public import WidgetTimeline

/// The widget files are made from the positions the ledger keeps, at the prices of the price book.
extension PortfolioService: PublishedLedger {
  /// The ledger's version; `nil` where there is no ledger.
  ///
  /// - Throws: Why the ledger could not be read.
  public func version() throws -> String? {
    let version = try ledger.version()
    return version == 0 ? nil : "\(version)"
  }

  /// The newest day of a rate that is built in; `nil` in US dollars.
  public var rateDay: UTCDay? {
    guard currency != usDollarCode, let newest = ECBRates.builtIn.newestDay,
      newest <= UTCDay(now)
    else { return nil }
    return newest
  }

  /// What is held now, at some prices.
  ///
  /// - Throws: Why the ledger could not be read.
  public func refreshData(at prices: PriceBook) throws -> WidgetRefreshData {
    // Before the positions: what is written while they are read makes the files read as behind.
    let version = try version()
    var coins: [String: Coin] = [:]
    let portfolio = try portfolio(currency: currency) { ids in
      coins = self.coins(ids, at: prices)
      return coins
    }
    return WidgetRefreshData(
      portfolio.positions, coins: coins, lastUpdated: prices.lastUpdated, ledgerVersion: version,
      currency: currency, rate: portfolio.newestRate)
  }

  /// Makes the widget files anew from the ledger.
  ///
  /// - Returns: What came of it; a failure leaves the files to the next reader or refresh.
  @discardableResult
  public func publish() -> Publication { store.publish(self, clock: clock) }

  /// Makes the widget files anew from the ledger, where that is all that was asked for.
  ///
  /// - Throws: Why the ledger could not be read or the files not be written.
  public func publishOrThrow() throws {
    if case .failed(let error) = publish() { throw error }
  }

  /// Makes the widget files anew where they are missing, damaged or behind the ledger, and warns
  /// where the ledger is behind them.
  ///
  /// - Returns: What came of it; where nothing can be written, readers compute from the ledger.
  @discardableResult
  public func heal() -> Publication {
    do {
      if let warning = try lostChanges(shownBy: store.refreshData()) { warn(warning) }
    } catch {
      return .failed(error)
    }
    return store.heal(from: self, clock: clock)
  }

  /// What to say where widget files were made from changes that the ledger does not hold: its
  /// version only grows.
  ///
  /// - Returns: `nil` where there are none, or no ledger.
  /// - Throws: Why the ledger could not be read.
  public func lostChanges(shownBy data: WidgetRefreshData?) throws -> String? {
    let version = try ledger.version()
    guard version > 0, let shown = data?.ledgerVersion.flatMap({ Int($0) }), shown > version
    else { return nil }
    let count = shown - version
    return "The widget files show \(count) change\(count == 1 ? "" : "s") that the ledger does not "
      + "hold: the newest are lost, or an older ledger was put in its place. "
      + "`bitpal log` shows those that are there."
  }
}
