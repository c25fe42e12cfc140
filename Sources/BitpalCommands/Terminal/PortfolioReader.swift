import Application
import AppGroup
import Dashboard
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// Reads what the dashboard shows, and of it only what changed since it was last read.
struct PortfolioReader {
  private let context: AppContext
  private var version: Int?
  private var prices: WidgetRefreshData?
  private var last: DashboardData?
  private var week: WeekOfPrices

  init(_ context: AppContext) {
    self.context = context
    week = WeekOfPrices(PriceHistoryStore(context.container))
  }

  /// The finished data, or `nil` when nothing has changed.
  ///
  /// - Parameter isHurried: Whether to leave out what can come later, by ``completed()``.
  mutating func read(isHurried: Bool = false) throws -> DashboardData? {
    // Before the rows: what is written while they are read makes the next version another.
    let version = try context.ledger.dataVersion()
    let prices = context.service.pricesWithDayChanges()
    let entry = PortfolioTimelineProvider(store: context.store).snapshot(at: context.now)
    let isSameLedger = version == self.version
    if isSameLedger, prices == self.prices, let shown = last?.entry,
      shown.data == entry.data, shown.failure == entry.failure
    {
      return nil
    }
    let data: DashboardData
    if isSameLedger, let last {
      let positions =
        prices == self.prices
        ? last.positions : context.service.positions(of: last.transactions, prices: prices)
      data = DashboardData(
        last, positions: positions, entry: entry,
        history: week.prices(of: positions.holdings, at: context.now))
    } else {
      let transactions = try context.ledger.transactions()
      let positions = context.service.positions(of: transactions, prices: prices)
      data = DashboardData(
        positions: positions, transactions: transactions, entry: entry,
        history: isHurried ? [:] : week.prices(of: positions.holdings, at: context.now),
        isRanked: !isHurried)
    }
    self.version = version
    self.prices = prices
    last = data
    return data
  }

  /// What was read last, with nothing left out.
  mutating func completed() -> DashboardData? {
    if let hurried = last?.ranked() {
      last = DashboardData(
        hurried, positions: hurried.positions, entry: hurried.entry,
        history: week.prices(of: hurried.positions.holdings, at: context.now))
    }
    return last
  }
}
