public import Portfolio
public import WidgetTimeline

/// What the dashboard shows, as the edges last computed it.
public struct DashboardData: Equatable, Sendable {
  /// Holdings, closed positions and totals.
  public var positions: Positions
  /// Every transaction in ledger order.
  public var transactions: [Transaction]
  /// What the widgets show.
  public var entry: PortfolioEntry

  /// Makes the data from its parts.
  public init(positions: Positions, transactions: [Transaction], entry: PortfolioEntry) {
    self.positions = positions
    self.transactions = transactions
    self.entry = entry
  }
}
