/// A page of the dashboard.
public enum DashboardTab: Int, CaseIterable, Sendable {
  /// The widgets.
  case home
  /// Summary, holdings and closed positions.
  case portfolio
  /// The ledger.
  case transactions
  /// The portfolio and its coins over time.
  case charts
  /// Coins that are followed without being held.
  case watchlist
  /// What sales gained, by year.
  case gains
  /// What imported files leave open.
  case inbox

  /// Its name on the screen.
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

  /// Its name where the names of all pages share a narrow line.
  var shortTitle: String {
    switch self {
    case .transactions: "Trans"
    case .watchlist: "Watch"
    case .home, .portfolio, .charts, .gains, .inbox: title
    }
  }

  /// What it is and does.
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

  /// The tab that an action opens.
  init?(openedBy action: ActionID) {
    guard let tab = Self.allCases.first(where: { $0.page.action == action }) else { return nil }
    self = tab
  }
}
