/// A page of the dashboard.
public enum DashboardTab: Int, CaseIterable, Sendable {
  /// An overview made of panels.
  case home
  /// Summary, holdings and closed positions.
  case portfolio
  /// The ledger's transactions.
  case transactions
  /// The portfolio and its coins over time.
  case charts
  /// Coins followed without being held.
  case watchlist
  /// Gains of sales, by year.
  case gains
  /// Open questions about imported files.
  case inbox

  /// Display name.
  public var title: String {
    switch self {
    case .home: "Home"
    case .portfolio: "Portfolio"
    case .transactions: "Transactions"
    case .charts: "Charts"
    case .watchlist: "Watchlist"
    case .gains: "Gains"
    case .inbox: "Inbox"
    }
  }

  /// Short name for narrow windows.
  var shortTitle: String {
    switch self {
    case .transactions: "Trans"
    case .watchlist: "Watch"
    case .home, .portfolio, .charts, .gains, .inbox: title
    }
  }

  /// The page it shows.
  var page: any Page.Type {
    switch self {
    case .home: HomePage.self
    case .portfolio: PortfolioPage.self
    case .transactions: TransactionsPage.self
    case .charts: ChartsPage.self
    case .watchlist: WatchlistPage.self
    case .gains: GainsPage.self
    case .inbox: InboxPage.self
    }
  }

  /// The tab that an action opens, if any.
  init?(openedBy action: ActionID) {
    guard let tab = Self.allCases.first(where: { $0.page.action == action }) else { return nil }
    self = tab
  }
}
