public import FoundationEssentials
public import Portfolio
public import Widgets

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
  /// The widget chosen for Home, `nil` for the one that leaves the chart the largest tile.
  public internal(set) var family: WidgetFamily?
  /// Whether amounts are masked.
  public internal(set) var isPrivate = false
  /// Whether prices are being fetched.
  public internal(set) var isRefreshing = false
  /// Whether the mouse is the dashboard's and not the terminal's.
  public internal(set) var hasMouse: Bool
  /// News, until the next key.
  public internal(set) var message: DashboardMessage?
  /// Sentences that the terminal is to show.
  var notices: [String] = []
  /// The alerts that were noted as seen here.
  var seenAlerts: Set<UUID> = []
  /// How far past prices are filled, while they are.
  var filling: PastPriceProgress?
  /// What the delete that was asked for deletes.
  var deletedName: String?
  /// What the message says was written, until the next key.
  var written: String?
  /// When the oldest change was asked for that is not written yet.
  public internal(set) var pendingSince: Date?
  /// The background job.
  var runningJob: DashboardJob?
  /// Where the ledger was that vanished while it was shown.
  public internal(set) var goneLedger: String?

  /// How far back charts go.
  public internal(set) var range = ChartRange.month
  /// The series that are known.
  var allSeries: [SeriesSubject: PriceSeries] = [:]
  /// How the portfolio did in each range that has a basis.
  var rangeFigures: [ChartRange: RangeFigures] = [:]
  /// The candles that are known, by coin id.
  var candles: [String: CoinCandles] = [:]
  /// The coins whose candles were asked for since their hour.
  var requestedCandles: Set<String> = []
  /// Whether charts of coins show candles where there are any.
  public internal(set) var showsCandles = false
  /// How charts draw their lines.
  var chartStyle = ChartStyle()
  /// What was asked for: readings that are under way, and all series since their hour.
  var requested: Set<LedgerReading> = []
  /// What is known of coins beyond their positions.
  var details: [String: CoinDetail] = [:]
  /// The hour up to which they were asked for.
  var seriesHour: Int?
  /// The column of the plot that the chart's cursor is on.
  var chartCursor: Int?
  /// The coin that was taken off the watchlist last.
  var unfollowed: String?
  /// The place it had there.
  var unfollowedIndex: Int?

  /// Whose days and hours are shown.
  let days: LocalCalendarDays
  /// The messages so far, oldest first.
  var messages: [DashboardMessage] = []
  /// The log of messages, when it is open.
  var log: MessageLog?
  /// The instant of the last event.
  var lastInstant: Date?
  /// Changes asked for and not answered.
  var pendingCount = 0
  /// Transactions that were deleted or undone here.
  var removedHere: Set<UUID> = []
  /// The colors that were chosen here, `nil` for those of the settings.
  public internal(set) var theme: String?
  /// The names of the themes that the user made.
  let ownThemes: [String]
  /// The currency that was chosen here, `nil` for that of the settings.
  public internal(set) var currency: String?
  /// The cost basis that was chosen here, `nil` for that of the settings.
  public internal(set) var costBasis: CostBasis?
  /// Whether rows are numbered.
  public internal(set) var showsNumbers = false
  /// Whether the selected row was deleted elsewhere, so that another one took its place.
  var isSelectionLost = false

  /// The pages, whichever is in front.
  var pages = PageList()
  /// The coin page, when one is open over the tab.
  var coin: CoinPage?
  /// The form, when one is open.
  var form: TransactionForm?
  /// Whether the consequence of the question is known.
  var isQuestionChecked = false
  /// What the rows of an event are being read for.
  var opening: EventOpening?
  /// What has to be answered first.
  var question: Question?
  /// The help overlay, when it is open.
  var help: HelpPage?
  /// The command line, when it is open.
  var palette: Palette?
  /// Prices that have just changed.
  var priceMarks = PriceMarks()
  /// Coins that could be put on the watchlist.
  var watchable = FoundCoins()
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
  ///   - series: Figures over time that are known already.
  ///   - isPrivate: Whether amounts are masked.
  ///   - keyMap: Which keys do what; what it complains of is the first news.
  ///   - hasMouse: Whether the mouse is the dashboard's and not the terminal's.
  ///   - calendar: The user's days and hours.
  ///   - ownThemes: The names of the themes that the user made.
  public init(
    columns: Int, rows: Int, tab: DashboardTab = .home, data: DashboardData? = nil,
    allSeries: [SeriesSubject: PriceSeries] = [:],
    isPrivate: Bool = false, keyMap: KeyMap = KeyMap(), hasMouse: Bool = true,
    calendar: LocalCalendar = .utc, ownThemes: [String] = []
  ) {
    self.ownThemes = ownThemes
    days = LocalCalendarDays(calendar: calendar)
    self.keyMap = keyMap
    self.hasMouse = hasMouse
    self.columns = columns
    self.rows = rows
    self.tab = tab
    self.isPrivate = isPrivate
    self.allSeries = allSeries
    if let data { show(data) }
    if let complaint = keyMap.complaints.first {
      let rest = keyMap.complaints.count - 1
      showMessage(rest > 0 ? "\(complaint) (+\(rest) more)" : complaint, isError: true)
    }
  }
}

extension DashboardState {
  /// Takes new data in; selections stay on what they were on.
  mutating func show(_ data: DashboardData) {
    var data = data
    goneLedger = nil
    let selection = selectedIdentity
    let old = self.data
    if let former = self.data?.book { data.book.remember(former) }
    self.data = data
    refreshSeries(from: old, at: lastInstant)
    addLivePrices(since: old)
    renewRangeFigures()
    markChanges(from: old)
    announceAlerts(since: old)
    announceSuspects(since: old)
    if let old, old.currency != data.currency { forgetFigures() }
    pages.forEach { $0.show(data) }
    if let id = coin?.coinID {
      let detail = details[id]
      coin?.show(data, detail)
    }
    isQuestionChecked = false
    clampScroll()
    if selection != nil, tab != .transactions, selectedIdentity != selection {
      isSelectionLost = true
    }
  }

  /// What the selected row is about.
  private var selectedIdentity: String? {
    selectedTransaction?.id.uuidString ?? (coin == nil ? page.selectedCoin : nil)
  }

  /// Says that the row an action was meant for is gone, once.
  mutating func acceptsLoss(of action: ActionID) -> Bool {
    guard isSelectionLost, form == nil, question == nil else { return false }
    isSelectionLost = false
    guard [.copy, .edit, .delete, .open].contains(action) else { return false }
    showMessage("The selected row was deleted elsewhere; this is the next one", isError: true)
    return true
  }
}
