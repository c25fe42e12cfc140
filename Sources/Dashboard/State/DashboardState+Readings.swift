import FoundationEssentials
import Portfolio

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
    let ofPage = page.allSeries(in: self)
    return ofPage + frontSubjects.filter { !ofPage.contains($0) }
  }

  /// What the charts that are seen are of.
  var frontSubjects: [SeriesSubject] {
    guard let coin else { return page.allSeries(in: self) }
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
