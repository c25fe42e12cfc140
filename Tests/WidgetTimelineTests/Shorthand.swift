import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A coin at a price, with names made from its id.
func coin(_ id: String, _ price: String?, at date: String? = nil) -> Coin {
  Coin(
    id: id, symbol: String(id.prefix(3)), name: id.capitalized, currentPrice: price.map(exact),
    lastUpdated: date.map(utc))
}

/// A held coin: `held("bitcoin", "2", cost: "80000", price: "55000")`.
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

/// A value from JSON text, read like a file of the container.
func parsed(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

extension WidgetPortfolioData {
  /// A portfolio for tests that only use the counts and the time.
  static func counting(_ held: Int, hasSales: Bool = false, at date: Date) -> WidgetPortfolioData {
    WidgetPortfolioData(
      totalValue: 1, unrealizedPnL: 1, realizedPnL: 0, totalPnL: 1, unrealizedPnLPercentage: nil,
      totalPnLPercentage: nil, holdings: [], holdingCount: held, pricedCount: held,
      hasSales: hasSales, lastUpdated: date)
  }
}

extension RefreshOutcome {
  /// The written data, or an issue if there is none.
  func written() throws -> WidgetPortfolioData {
    guard case .refreshed(let data, _, _) = self else { throw UnexpectedOutcome(outcome: self) }
    return data
  }

  /// When the next call is allowed, or an issue if one was made now.
  func awaited() throws -> Date {
    guard case .waiting(let until) = self else { throw UnexpectedOutcome(outcome: self) }
    return until
  }

  /// The store's error, if the result is one.
  var writeError: DiskFull? {
    if case .notWritten(let error) = self { error as? DiskFull } else { nil }
  }
}

struct UnexpectedOutcome: Error { let outcome: RefreshOutcome }
