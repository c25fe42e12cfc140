import Exact
import FoundationEssentials
import Portfolio
import WidgetTimeline

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
        (allSeries[.portfolio]?.bases ?? [:]).mapValues { $0.figures(data.positions.holdings) }
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
      let payments = allSeries[.portfolio]?.payments.filter { $0.date > first.date } ?? []
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
    for subject in Array(allSeries.keys) {
      guard let value = present(subject),
        allSeries[subject]?.hour.last.map({ $0.date < time }) ?? true
      else { continue }
      allSeries[subject]?.hour.append(PriceSeries.Point(time, value))
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
  func present(_ subject: SeriesSubject) -> Decimal? {
    switch subject {
    case .portfolio:
      // With other coins than its line it would look like a rise or a fall.
      guard let data, data.positions.summary.pricedCount > 0,
        data.unpricedCoins == allSeries[.portfolio]?.leftOut ?? []
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
  private func formerDay(_ subject: SeriesSubject, _ value: Decimal, at now: Date) -> Decimal? {
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
      return (value * 100).divided(by: 100 + percent)
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
