import Portfolio
public import Widgets

/// A line of news in the status line.
public struct DashboardMessage: Equatable, Sendable {
  /// One clean line.
  public var text: String
  /// Whether something went wrong.
  public var isError: Bool
}

/// Everything the dashboard knows; a value, changed by ``update(_:_:now:makeID:)`` alone.
public struct DashboardState: Equatable, Sendable {
  /// What to show; `nil` until it is known.
  public internal(set) var data: DashboardData?
  /// Columns of the terminal.
  public internal(set) var columns: Int
  /// Rows of the terminal.
  public internal(set) var rows: Int
  /// The page in front.
  public internal(set) var tab: DashboardTab
  /// The largest widget on Home.
  public internal(set) var family: WidgetFamily = .large
  /// Whether amounts are masked.
  public internal(set) var isPrivate = false
  /// Whether prices are being fetched.
  public internal(set) var isRefreshing = false
  /// Whether the mouse is the dashboard's and not the terminal's.
  public internal(set) var hasMouse: Bool
  /// News, until the next key.
  public internal(set) var message: DashboardMessage?

  /// The pages, whichever is in front.
  var pages = PageList()
  /// The coin page, when one is open over the tab.
  var coin: CoinPage?
  /// The form, when one is open.
  var form: TransactionForm?
  /// What has to be answered first.
  var question: Question?
  /// The help overlay, when it is open.
  var help: HelpPage?
  /// The command line, when it is open.
  var palette: Palette?
  /// Which keys do what.
  var keyMap: KeyMap
  /// The row on which the mouse was pressed last, and when.
  var lastPress: Press?

  /// Makes the state of a dashboard that just opened.
  ///
  /// - Parameters:
  ///   - columns: Columns of the terminal.
  ///   - rows: Rows of the terminal.
  ///   - tab: The page to open on.
  ///   - data: What to show, if it is known already.
  ///   - isPrivate: Whether amounts are masked.
  ///   - keyMap: Which keys do what; what it complains of is the first news.
  ///   - hasMouse: Whether the mouse is the dashboard's and not the terminal's.
  public init(
    columns: Int, rows: Int, tab: DashboardTab = .home, data: DashboardData? = nil,
    isPrivate: Bool = false, keyMap: KeyMap = KeyMap(), hasMouse: Bool = true
  ) {
    self.keyMap = keyMap
    self.hasMouse = hasMouse
    self.columns = columns
    self.rows = rows
    self.tab = tab
    self.isPrivate = isPrivate
    if let data { show(data) }
    if let complaint = keyMap.complaints.first {
      let rest = keyMap.complaints.count - 1
      tell(rest > 0 ? "\(complaint) (+\(rest) more)" : complaint, isError: true)
    }
  }
}

extension DashboardState {
  /// Takes new data in; selections stay on what they were on.
  mutating func show(_ data: DashboardData) {
    var data = data
    if let former = self.data?.book { data.book.remember(former) }
    self.data = data
    for tab in DashboardTab.allCases { pages[tab].show(data) }
    coin?.show(data)
    if case .delete(let transaction) = question,
      !data.history(of: transaction.coinId).contains(transaction.id)
    {
      question = nil
    }
    settle()
  }
}
