import Charts
import Exact
public import FoundationEssentials
public import Portfolio
import WidgetTimeline
public import Widgets

/// The complete state of the dashboard; a value, changed only by ``update(_:_:now:makeID:)``.
public struct DashboardState: Equatable, Sendable {
  /// The data shown; `nil` until known.
  public internal(set) var data: DashboardData?
  /// Columns of the terminal.
  public internal(set) var columns: Int
  /// Rows of the terminal.
  public internal(set) var rows: Int
  /// The active tab.
  public internal(set) var tab: DashboardTab
  /// The widget chosen for Home; `nil` for the one that leaves the most space for the chart.
  public internal(set) var family: WidgetFamily?
  /// Whether amounts are masked.
  public internal(set) var isPrivate = false
  /// Whether prices are being fetched.
  public internal(set) var isRefreshing = false
  /// Whether the dashboard uses the mouse, instead of leaving it to the terminal.
  public internal(set) var hasMouse: Bool
  /// The current message, until the next key.
  public internal(set) var message: DashboardMessage?
  /// Pending terminal notifications.
  var notices: [String] = []
  /// Alerts marked as seen in this session.
  var seenAlerts: Set<UUID> = []
  /// Progress of fetching past prices.
  var filling: PastPriceProgress?
  /// Description of the deletion in progress.
  var deletedName: String?
  /// The write confirmed by the message, until the next key.
  var written: String?
  /// When the oldest unwritten change was requested.
  public internal(set) var pendingSince: Date?
  /// The background job.
  var runningJob: DashboardJob?
  /// Path of the ledger that vanished while shown.
  public internal(set) var goneLedger: String?

  /// The range that charts show.
  public internal(set) var range = ChartRange.month
  /// The series read so far.
  var priceSeries: [SeriesSubject: PriceSeries] = [:]
  /// The portfolio's performance in each range with a basis.
  var rangeFigures: [ChartRange: RangeFigures] = [:]
  /// The candles read so far, by coin id.
  var candles: [String: CoinCandles] = [:]
  /// Coins whose candles were requested since the last hourly reset.
  var requestedCandles: Set<String> = []
  /// Whether coin charts show candles when available.
  public internal(set) var showsCandles = false
  /// How charts draw their lines.
  var chartStyle = ChartStyle()
  /// Readings in progress, and all series requested since the last hourly reset.
  var requested: Set<LedgerReading> = []
  /// Coin details by coin id.
  var details: [String: CoinDetail] = [:]
  /// The hour for which series were requested.
  var seriesHour: Int?
  /// Plot column of the chart cursor.
  var chartCursor: Int?
  /// The coin last removed from the watchlist.
  var unfollowed: String?
  /// Its former index there.
  var unfollowedIndex: Int?

  /// The user's local days and hours.
  let days: LocalCalendarDays
  /// The messages so far, oldest first.
  var messages: [DashboardMessage] = []
  /// The message log, if open.
  var log: MessageLog?
  /// The time of the last event.
  var lastInstant: Date?
  /// Number of changes without an answer yet.
  var pendingCount = 0
  /// Transactions deleted or undone in this session.
  var removedHere: Set<UUID> = []
  /// The theme chosen in this session; `nil` for the configured one.
  public internal(set) var theme: String?
  /// Names of the user's themes.
  let ownThemes: [String]
  /// The currency chosen in this session; `nil` for the configured one.
  public internal(set) var currency: String?
  /// The cost basis chosen in this session; `nil` for the configured one.
  public internal(set) var costBasis: CostBasis?
  /// Whether rows are numbered.
  public internal(set) var showsNumbers = false
  /// Whether the selected row was deleted elsewhere, so that another row took its index.
  var isSelectionLost = false

  /// All pages.
  var pages = PageList()
  /// The coin page, if open over the tab.
  var coin: CoinPage?
  /// The form, if open.
  var form: TransactionForm?
  /// Whether the effect of the pending question has been checked.
  var isQuestionChecked = false
  /// Why the rows of an event are being read.
  var opening: EventOpening?
  /// The question that has to be answered first.
  var question: Question?
  /// The help overlay, if open.
  var help: HelpPage?
  /// The command line, if open.
  var palette: Palette?
  /// Prices that just changed.
  var priceMarks = PriceMarks()
  /// Coins found for the watchlist.
  var watchable = FoundCoins()
  /// The key bindings.
  var keyMap: KeyMap
  /// The last row pressed with the mouse, and when.
  var lastPress: Press?

  /// Creates the state of a dashboard that just opened.
  ///
  /// - Parameters:
  ///   - columns: Columns of the terminal.
  ///   - rows: Rows of the terminal.
  ///   - tab: The page to open on.
  ///   - data: The initial data, if known.
  ///   - series: Known series.
  ///   - isPrivate: Whether amounts are masked.
  ///   - keyMap: The key bindings; their problems are shown first.
  ///   - hasMouse: Whether the dashboard uses the mouse.
  ///   - calendar: The user's calendar.
  ///   - ownThemes: Names of the user's themes.
  public init(
    columns: Int, rows: Int, tab: DashboardTab = .home, data: DashboardData? = nil,
    priceSeries: [SeriesSubject: PriceSeries] = [:],
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
    self.priceSeries = priceSeries
    if let data { show(data) }
    if let problem = keyMap.problems.first {
      let rest = keyMap.problems.count - 1
      showMessage(rest > 0 ? "\(problem) (+\(rest) more)" : problem, isError: true)
    }
  }
}

extension DashboardState {
  /// Shows new data; selections stay on the same items.
  mutating func show(_ data: DashboardData) {
    var data = data
    goneLedger = nil
    let selection = selectedIdentity
    let old = self.data
    if let previous = self.data?.book { data.book.remember(previous) }
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

  /// Identifies the selected row.
  private var selectedIdentity: String? {
    selectedTransaction?.id.uuidString ?? (coin == nil ? page.selectedCoin : nil)
  }

  /// Reports, once, that the row an action was meant for is gone.
  mutating func acceptsLoss(of action: ActionID) -> Bool {
    guard isSelectionLost, form == nil, question == nil else { return false }
    isSelectionLost = false
    guard [.copy, .edit, .delete, .open].contains(action) else { return false }
    showMessage("The selected row was deleted elsewhere; this is the next one", isError: true)
    return true
  }
}

extension DashboardState {
  /// Readings that the current page and its overlay need and have not requested.
  public var wantedReadings: [LedgerReading] {
    neededReadings.filter { !requested.contains($0) }
  }

  private var neededReadings: [LedgerReading] {
    guard let data, !isTiny else { return [] }
    let charts = chartSubjects.map { LedgerReading.series($0) }
    // Without transactions, only moves and watchlist prices exist.
    guard !isNew else {
      let isShown = coin != nil || pageKind.emptyTitle == nil
      return isShown ? page.readings(in: self) + charts : []
    }
    var readings = page.readings(in: self) + charts
    let version = data.ledger.version
    var coins: [String] = coin.map { [$0.coinID] } ?? page.details(in: self)
    if let form {
      coins += [form.entry.coin, form.entry.other].compactMap { $0?.id }
      coins += form.event.transactions.map(\.coinId)
    }
    if case .delete(_, let event) = question { coins += event.map(\.coinId) }
    if let opening { readings.append(.event(opening.transaction.id, version: version)) }
    for id in coins where details[id]?.version != version && data.ledger.coinIDs.contains(id) {
      readings.append(.coin(id, version: version))
    }
    return readings
  }

  /// Chart subjects of the active page and of the coin page over it.
  private var chartSubjects: [SeriesSubject] {
    let ofPage = page.seriesSubjects(in: self)
    return ofPage + frontSubjects.filter { !ofPage.contains($0) }
  }

  /// Subjects of the visible charts.
  var frontSubjects: [SeriesSubject] {
    guard let coin else { return page.seriesSubjects(in: self) }
    return coinChartArea == nil ? [] : [.coin(coin.coinID)]
  }

  /// Coins whose candles are needed and not yet requested; answered by `candlesRead`.
  public var wantedCandles: [String] {
    guard showsCandles, data != nil, !isTiny else { return [] }
    return chartSubjects.reduce(into: []) { wanted, subject in
      guard case .coin(let id) = subject, !requestedCandles.contains(id), !wanted.contains(id)
      else { return }
      wanted.append(id)
    }
  }

  /// Limit on cached detail rows: enough for the coins viewed in turn, or a few long histories.
  private static let keptRows = 4000

  mutating func show(_ detail: CoinDetail, of id: String) {
    requested.remove(.coin(id, version: detail.version))
    guard detail.version == data?.ledger.version else { return }
    let rows = details.values.reduce(detail.rows.count) { $0 + $1.rows.count }
    if rows > Self.keptRows, details[id] == nil {
      let kept =
        [coin?.coinID, form?.entry.coin?.id, page.selectedCoin].compactMap(\.self)
        + (form?.event.transactions.map(\.coinId) ?? [])
      details = details.filter { kept.contains($0.key) }
    }
    details[id] = detail
    if coin?.coinID == id, let data { coin?.show(data, detail) }
  }

  mutating func show(_ rows: RowPage<Transaction>, for request: RowRequest) {
    requested.remove(.rows(request))
    transactions.show(rows, for: request)
    guard rows.isAnchorGone, pageContext == .transactions, let anchor = request.anchor else {
      return
    }
    // The deletion was made in this session, so do not report it.
    if removedHere.remove(anchor) == nil { isSelectionLost = true }
  }

  mutating func show(_ rows: RowPage<RecordedEvent>, for request: RowRequest) {
    requested.remove(.moves(request))
    transactions.name(rows.coins)
    moves.show(rows, for: request, days)
  }

  mutating func show(_ book: GainsBook) {
    requested.remove(.gains(version: book.version))
    pages[GainsPage.self].show(book)
  }

  mutating func show(_ book: InboxBook) {
    requested.remove(.inbox(version: book.version))
    inbox.show(book)
  }

  mutating func show(_ effects: [MaskableText], for request: EffectRequest) {
    requested.remove(.effects(request))
    inbox.show(effects, for: request)
  }

  /// Continues the operation that an event's rows were read for.
  mutating func show(_ event: [Transaction], of id: UUID) {
    requested = requested.filter { if case .event(id, _) = $0 { false } else { true } }
    guard let opening, opening.transaction.id == id else { return }
    self.opening = nil
    open(opening.transaction, of: event, for: opening.purpose)
  }

  /// Answers readings from a ledger in memory until none are left.
  mutating func readFromMemory() {
    guard let memory = data?.memory else { return }
    for _ in 0..<4 {
      let answers = wantedReadings.compactMap(memory.answer)
      guard !answers.isEmpty else { return }
      for answer in answers { show(answer) }
      keepSelectionsInSight()
    }
  }

  /// Applies the result of a reading.
  mutating func show(_ answer: DashboardEvent) {
    switch answer {
    case .rowsRead(let request, let rows): show(rows, for: request)
    case .movesRead(let request, let rows): show(rows, for: request)
    case .coinRead(let id, let detail): show(detail, of: id)
    case .eventRead(let id, let event): show(event, of: id)
    case .gainsRead(let book): show(book)
    case .inboxRead(let book): show(book)
    case .effectsRead(let request, let effects): show(effects, for: request)
    default: break
    }
    checkQuestion()
  }
}

extension DashboardState {
  /// Requests series again if their transactions or the hour changed.
  mutating func refreshSeries(from previous: DashboardData?, at now: Date?) {
    let hour = now.map { Int($0.timeIntervalSince1970 / 3600) }
    let isSame =
      previous.map {
        data?.ledger.version == $0.ledger.version && data?.unpricedCoins == $0.unpricedCoins
      } ?? false
    if !isSame || hour != seriesHour { refreshSeries() }
    seriesHour = hour
  }

  /// Recomputes the figures of every range, after its history or the current values changed.
  mutating func renewRangeFigures() {
    rangeFigures =
      data.map { data in
        (priceSeries[.portfolio]?.bases ?? [:]).mapValues { $0.figures(data.positions.holdings) }
      } ?? [:]
  }

  /// The portfolio's performance in a range; `nil` until known.
  func figures(in range: ChartRange, since first: ChartPoint?, at now: Date) -> PanelFigures? {
    guard let data else { return nil }
    switch range {
    case .week, .month, .year, .all:
      return rangeFigures[range].flatMap { $0.isKnown ? PanelFigures($0, in: data.format) : nil }
    case .day:
      guard let change = data.dayChange,
        !(change.asOf.map { isOutdated(since: $0, at: now) } ?? false)
      else { return nil }
      return PanelFigures(change, of: data.positions.holdings.count, in: data.format)
    case .hour:
      guard let first, let then = first.value, let value = present(.portfolio) else { return nil }
      let payments = priceSeries[.portfolio]?.payments.filter { $0.date > first.date } ?? []
      return PanelFigures(from: then, to: value, payments, in: data.format)
    }
  }

  /// Marks all series and candles to be read again, because past prices arrived.
  mutating func refreshSeries() {
    requested = requested.filter { if case .series = $0 { false } else { true } }
    requestedCandles = []
  }

  /// Appends the refreshed prices to the last hour of every known series.
  mutating func addLivePrices(since previous: DashboardData?) {
    guard let time = data?.refreshed, time != previous?.refreshed else { return }
    for subject in Array(priceSeries.keys) {
      guard let value = present(subject),
        priceSeries[subject]?.hour.last.map({ $0.date < time }) ?? true
      else { continue }
      priceSeries[subject]?.hour.append(PriceSeries.Point(time, value))
    }
  }

  /// Toggles between candles and the line; if there are no candles, says why.
  mutating func toggleCandles() {
    showsCandles.toggle()
    chartCursor = nil
    if showsCandles, let reason = candleAbsence(at: lastInstant ?? .distantPast) {
      showMessage(reason, isError: false)
    }
  }

  /// Stores a coin's candles; if they are shown, says why some are missing.
  mutating func show(_ candles: CoinCandles, of id: String, at now: Date) {
    let isKnown = self.candles[id]?.absence == candles.absence
    self.candles[id] = candles
    guard showsCandles, !isKnown, candles.absence != nil, frontSubjects.contains(.coin(id)) else {
      return
    }
    if let reason = candleAbsence(at: now) { showMessage(reason, isError: false) }
  }

  /// Why some or all candles of the visible chart are missing; `nil` while they are being read and
  /// if none are missing.
  private func candleAbsence(at now: Date) -> String? {
    guard let subject = frontSubjects.last else {
      return "No candles: this window has no room for a chart"
    }
    guard case .coin = subject else { return "Candles need one coin: choose one" }
    return SeriesPanel(subject, title: "", state: self, now: now).candleAbsence
  }

  /// Current value of a subject.
  func present(_ subject: SeriesSubject) -> ExactDecimal? {
    switch subject {
    case .portfolio:
      // A different set of coins than the line's would look like a gain or loss.
      guard let data, data.positions.summary.pricedCount > 0,
        data.unpricedCoins == priceSeries[.portfolio]?.leftOut ?? []
      else { return nil }
      return data.positions.summary.totalValue
    case .coin(let id):
      return presentCoin(id)?.currentPrice
    case .file: return nil
    }
  }

  /// Prepends the value of 24 hours ago, as derived from the price source, so that the line matches
  /// the 24-hour change.
  func dayPoints(
    _ points: [PriceSeries.Point], of subject: SeriesSubject, until now: Date
  ) -> [PriceSeries.Point] {
    guard let start = ChartRange.day.start(before: now), let last = points.last?.value,
      present(subject) == last, let previous = dayAgoValue(subject, last, at: now)
    else { return points }
    return [PriceSeries.Point(start, previous)] + points.filter { $0.date > start }
  }

  /// Value 24 hours ago of current holdings; `nil` if it is not known for all of them, or if prices
  /// are outdated.
  private func dayAgoValue(_ subject: SeriesSubject, _ value: ExactDecimal, at now: Date)
    -> ExactDecimal?
  {
    switch subject {
    case .portfolio:
      guard let change = data?.dayChange, change.count == data?.positions.holdings.count,
        let end = change.asOf, !isOutdated(since: end, at: now)
      else { return nil }
      return value - change.amount
    case .coin(let id):
      guard let coin = presentCoin(id), let percent = coin.priceChange24h, percent > -100,
        let end = coin.priceTime(refreshed: data?.refreshed), !isOutdated(since: end, at: now)
      else { return nil }
      return (value * 100).quotient(by: 100 + percent)
    case .file: return nil
    }
  }

  /// A held or watched coin with its current price; `nil` if unknown.
  func presentCoin(_ id: String) -> Coin? {
    let held = data?.positions.holdings.first { $0.id == id }?.coin
    return [held, data?.watchlist.first { $0.coin.id == id }?.coin].compactMap(\.self)
      .first { $0.currentPrice != nil }
  }

  /// Selects the range of charts.
  mutating func choose(_ range: ChartRange) {
    self.range = range
    chartCursor = nil
  }

  mutating func stepRange(by step: Int) {
    let count = ChartRange.allCases.count
    if let next = ChartRange(rawValue: max(0, min(range.rawValue + step, count - 1))) {
      choose(next)
    }
  }

  /// Moves the chart cursor; the first step enters at the right end.
  mutating func moveCursor(by step: Int, in columns: Int) {
    guard columns > 0 else { return }
    let column = (chartCursor ?? (step < 0 ? columns : columns - 2)) + step
    chartCursor = max(0, min(column, columns - 1))
  }
}
