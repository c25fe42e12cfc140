import Exact
public import FoundationEssentials
public import Portfolio
import WidgetTimeline
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
  var priceSeries: [SeriesSubject: PriceSeries] = [:]
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

extension DashboardState {
  /// What the current page and its overlay need and have not requested yet.
  public var wantedReadings: [LedgerReading] {
    neededReadings.filter { !requested.contains($0) }
  }

  private var neededReadings: [LedgerReading] {
    guard let data, !isTiny else { return [] }
    let charts = chartSubjects.map { LedgerReading.series($0) }
    // Without a transaction there are moves and the prices of the watchlist, and nothing else.
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

  /// What the page in front and the coin's page over it draw charts of.
  private var chartSubjects: [SeriesSubject] {
    let ofPage = page.seriesSubjects(in: self)
    return ofPage + frontSubjects.filter { !ofPage.contains($0) }
  }

  /// What the charts that are seen are of.
  var frontSubjects: [SeriesSubject] {
    guard let coin else { return page.seriesSubjects(in: self) }
    return coinChartArea == nil ? [] : [.coin(coin.coinID)]
  }

  /// The coins whose candles are to be shown and were not asked for yet; answered by `candlesRead`.
  public var wantedCandles: [String] {
    guard showsCandles, data != nil, !isTiny else { return [] }
    return chartSubjects.reduce(into: []) { wanted, subject in
      guard case .coin(let id) = subject, !requestedCandles.contains(id), !wanted.contains(id)
      else { return }
      wanted.append(id)
    }
  }

  /// The most transactions in the details that are kept: those of the coins that are looked at in
  /// turn, or a few of the longest.
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
    // What was deleted here is not missed.
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

  /// Goes on with what the rows of an event were wanted for.
  mutating func show(_ event: [Transaction], of id: UUID) {
    requested = requested.filter { if case .event(id, _) = $0 { false } else { true } }
    guard let opening, opening.transaction.id == id else { return }
    self.opening = nil
    open(opening.transaction, of: event, for: opening.purpose)
  }

  /// Answers from a ledger that is in memory, until nothing more is wanted of it.
  mutating func readFromMemory() {
    guard let memory = data?.memory else { return }
    for _ in 0..<4 {
      let answers = wantedReadings.compactMap(memory.answer)
      guard !answers.isEmpty else { return }
      for answer in answers { show(answer) }
      keepSelectionsInSight()
    }
  }

  /// Takes what was read in.
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
  /// Forgets which series were asked for where their transactions or their hour are others.
  mutating func refreshSeries(from former: DashboardData?, at now: Date?) {
    let hour = now.map { Int($0.timeIntervalSince1970 / 3600) }
    let isSame =
      former.map {
        data?.ledger.version == $0.ledger.version && data?.unpricedCoins == $0.unpricedCoins
      } ?? false
    if !isSame || hour != seriesHour { refreshSeries() }
    seriesHour = hour
  }

  /// Recomputes the figures of every range, after its past or the present changed.
  mutating func renewRangeFigures() {
    rangeFigures =
      data.map { data in
        (priceSeries[.portfolio]?.bases ?? [:]).mapValues { $0.figures(data.positions.holdings) }
      } ?? [:]
  }

  /// How the portfolio did in a range; `nil` while that is not known.
  func figures(in range: ChartRange, since first: PriceSeries.Point?, at now: Date) -> PanelFigures?
  {
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

  /// Has every series that is shown read again: past prices came.
  mutating func refreshSeries() {
    requested = requested.filter { if case .series = $0 { false } else { true } }
    requestedCandles = []
  }

  /// Adds what a refresh brought to the last hour of every series that is known.
  mutating func addLivePrices(since former: DashboardData?) {
    guard let time = data?.refreshed, time != former?.refreshed else { return }
    for subject in Array(priceSeries.keys) {
      guard let value = present(subject),
        priceSeries[subject]?.hour.last.map({ $0.date < time }) ?? true
      else { continue }
      priceSeries[subject]?.hour.append(PriceSeries.Point(time, value))
    }
  }

  /// Shows candles in the place of a coin's line, or the line again; says why there are none.
  mutating func toggleCandles() {
    showsCandles.toggle()
    chartCursor = nil
    if showsCandles, let reason = candleAbsence(at: lastInstant ?? .distantPast) {
      showMessage(reason, isError: false)
    }
  }

  /// Takes a coin's candles in; where they are shown, says why there are none, or no newer ones.
  mutating func show(_ candles: CoinCandles, of id: String, at now: Date) {
    let isKnown = self.candles[id]?.absence == candles.absence
    self.candles[id] = candles
    guard showsCandles, !isKnown, candles.absence != nil, frontSubjects.contains(.coin(id)) else {
      return
    }
    if let reason = candleAbsence(at: now) { showMessage(reason, isError: false) }
  }

  /// Why no candles are drawn of what is in front, or not those of the last days; `nil` while they
  /// are read, and where none is missing.
  private func candleAbsence(at now: Date) -> String? {
    guard let subject = frontSubjects.last else {
      return "No candles: this window has no room for a chart"
    }
    guard case .coin = subject else { return "Candles need one coin: choose one" }
    return SeriesPanel(subject, title: "", state: self, now: now).candleAbsence
  }

  /// What a subject is worth now.
  func present(_ subject: SeriesSubject) -> ExactDecimal? {
    switch subject {
    case .portfolio:
      // With other coins than its line it would look like a rise or a fall.
      guard let data, data.positions.summary.pricedCount > 0,
        data.unpricedCoins == priceSeries[.portfolio]?.leftOut ?? []
      else { return nil }
      return data.positions.summary.totalValue
    case .coin(let id):
      return presentCoin(id)?.currentPrice
    case .file: return nil
    }
  }

  /// The points of a day, begun by the figure of 24 hours ago that the source of the prices gives:
  /// so the line says the same as the change of 24 hours does.
  func dayPoints(
    _ points: [PriceSeries.Point], of subject: SeriesSubject, until now: Date
  ) -> [PriceSeries.Point] {
    guard let start = ChartRange.day.start(before: now), let last = points.last?.value,
      present(subject) == last, let former = formerDay(subject, last, at: now)
    else { return points }
    return [PriceSeries.Point(start, former)] + points.filter { $0.date > start }
  }

  /// What a subject was worth 24 hours ago, at what is held now; `nil` where that is not known of
  /// all of it, and at old prices, whose 24 hours ended before.
  private func formerDay(_ subject: SeriesSubject, _ value: ExactDecimal, at now: Date)
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

  /// A coin with its present price, be it held or watched; `nil` where none is known.
  func presentCoin(_ id: String) -> Coin? {
    let held = data?.positions.holdings.first { $0.id == id }?.coin
    return [held, data?.watchlist.first { $0.coin.id == id }?.coin].compactMap(\.self)
      .first { $0.currentPrice != nil }
  }

  /// Chooses the range that charts show.
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

  /// Moves the cursor of the chart in front; the first step enters at the end.
  mutating func moveCursor(by step: Int, in columns: Int) {
    guard columns > 0 else { return }
    let place = (chartCursor ?? (step < 0 ? columns : columns - 2)) + step
    chartCursor = max(0, min(place, columns - 1))
  }
}
