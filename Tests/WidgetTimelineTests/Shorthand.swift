import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A coin at a price; its names are made from its id.
func coin(_ id: String, _ price: String?, at date: String? = nil) -> Coin {
  Coin(
    id: id, symbol: String(id.prefix(3)), name: id.capitalized, currentPrice: price.map(exact),
    lastUpdated: date.map(utc))
}

/// Some coins held: `held("bitcoin", "2", cost: "80000", price: "55000")`.
func held(
  _ id: String, _ quantity: String, cost: String, price: String?, at date: String? = nil
) -> RefreshableHolding {
  RefreshableHolding(
    coin: coin(id, price, at: date), quantity: exact(quantity), totalCost: exact(cost))
}

/// The three files after a successful refresh of some holdings.
func refreshed(_ holdings: RefreshableHolding..., at date: String) -> WidgetFiles {
  let data = WidgetRefreshData(
    holdings: holdings, realizedPnL: 10_000, totalClosedCost: 40_000, lastUpdated: utc(date))
  return WidgetFiles(
    portfolio: data.portfolioData(now: utc(date)), refreshData: data,
    refreshStatus: RefreshStatus(lastAttempt: utc(date), lastSuccess: utc(date)))
}

/// A value from JSON text, as a file of the container is read.
func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

extension WidgetPortfolioData {
  /// A portfolio where only the counts and the time matter.
  static func counting(_ held: Int, hasSales: Bool = false, at date: Date) -> WidgetPortfolioData {
    WidgetPortfolioData(
      totalValue: 1, unrealizedPnL: 1, realizedPnL: 0, totalPnL: 1, unrealizedPnLPercentage: nil,
      totalPnLPercentage: nil, holdings: [], holdingCount: held, pricedCount: held,
      hasSales: hasSales, lastUpdated: date)
  }
}

extension RefreshOutcome {
  /// What was written, or an issue when nothing was.
  func written() throws -> WidgetPortfolioData {
    guard case .refreshed(let data, _, _) = self else { throw UnexpectedOutcome(outcome: self) }
    return data
  }

  /// When the next call may be made, or an issue when one was made now.
  func awaited() throws -> Date {
    guard case .waiting(let until) = self else { throw UnexpectedOutcome(outcome: self) }
    return until
  }

  /// The store's error, if that is what came of it.
  var writeError: DiskFull? {
    if case .notWritten(let error) = self { error as? DiskFull } else { nil }
  }
}

struct UnexpectedOutcome: Error { let outcome: RefreshOutcome }
