public import Charts
public import Exact
public import FoundationEssentials
public import Portfolio

/// The subject of a series.
public enum SeriesSubject: Hashable, Sendable {
  /// The value of everything held.
  case portfolio
  /// The price of one coin.
  case coin(String)
  /// The prices in a file, such as an index, by its path.
  case file(String)

  /// Whether a benchmark's name is a file path instead of a coin.
  public static func isFile(_ name: String) -> Bool {
    name.contains("/") || name.lowercased().hasSuffix(".csv")
  }

  /// The subject as JSON.
  var json: JSONValue {
    switch self {
    case .portfolio: .null
    case .coin(let id): .object(["coin": .string(id)])
    case .file(let path): .object(["file": .string(path)])
    }
  }

  init?(json: JSONValue) {
    if let id = json["coin"]?.string {
      self = .coin(id)
    } else if let path = json["file"]?.string {
      self = .file(path)
    } else {
      return nil
    }
  }
}

/// Values over time, of the portfolio or the price of a coin, in US dollars.
public struct PriceSeries: Equatable, Sendable {
  /// A value at an instant; `nil` if unknown.
  public struct Point: Equatable, Sendable {
    /// The instant.
    public var date: Date
    /// The value as charts draw it.
    var figure: ChartFigure?
    /// Whether held coins without a price at that instant are excluded.
    public var isPartial = false
    /// Which of the next figures are estimated.
    var estimated: EstimatedResults = []
    /// Cost of the coins included in the value; portfolio only.
    var cost: ChartFigure?
    /// Proceeds realized from sales so far; portfolio only.
    var realized: ChartFigure?
    /// Time-weighted return in percent since the first day; portfolio only.
    var returnSoFar: ChartFigure?
    /// When the value was known, if it was carried over to the start of a range.
    var knownDate: Date?

    /// Creates a point.
    public init(_ date: Date, _ value: ExactDecimal?) {
      self.init(date, figure: value.map(ChartFigure.init))
    }

    init(_ date: Date, figure: ChartFigure?) {
      self.date = date
      self.figure = figure
    }

    /// The exact value.
    public var value: ExactDecimal? { figure?.exact }
  }

  /// One point per day, oldest first.
  public var days: [Point]
  /// The last week in finer steps, oldest first.
  public var week: [Point]
  /// Refreshes of the last hour, oldest first.
  public var hour: [Point]

  /// Held coins that the line excludes because they have no price today.
  var leftOut: Set<String> = []
  /// Data for the figures of ranges; portfolio only.
  var bases: [ChartRange: RangeBasis] = [:]
  /// Payments of the last hours, oldest first; portfolio only.
  var payments: [Payment] = []

  /// Days on which the user bought or sold; portfolio only.
  var trades: Set<Trade> = []
  /// The name that a file gives its prices.
  public var name: String?

  /// A day on which the user bought or sold.
  public struct Trade: Hashable, Sendable {
    /// The day.
    public let day: UTCDay
    /// What happened.
    public let kind: ChartMarker.Kind

    /// Creates a trade; `nil` for rewards, gifts, fees and the like, which are not trading
    /// decisions.
    public init?(_ transaction: Transaction) {
      switch transaction.kind {
      case .buy: kind = .buy
      case .sell, .spend: kind = .sell
      case .swap: kind = transaction.type.isAcquisition ? .buy : .sell
      default: return nil
      }
      day = UTCDay(transaction.date)
    }
  }

  /// Amounts that a transaction paid into and took out of the portfolio.
  public struct Payment: Equatable, Sendable {
    let date: Date
    let paid: Cost
    let received: Cost
    /// Whether part of it is estimated.
    let isEstimated: Bool

    /// Creates the payment of a transaction in the display currency.
    ///
    /// - Parameter dayPrice: The price of the day, for coins given away without a stored worth.
    public init(_ transaction: Transaction, dayPrice: () -> ExactDecimal?) {
      date = transaction.date
      let price = transaction.isGivenWithoutWorth ? dayPrice() : nil
      let worth = price.map { transaction.amount * Price($0) }
      (paid, received) = (transaction.paidIn, worth ?? transaction.takenOut)
      isEstimated = worth != nil || transaction.estimatedFlows.isGainEstimated
    }
  }

  /// Creates a series.
  public init(days: [Point], week: [Point], hour: [Point] = []) {
    self.days = days
    self.week = week
    self.hour = hour
  }

  /// Creates the series of a portfolio.
  ///
  /// - Parameters:
  ///   - history: The history up to today, with the figures of ``rangeStarts(until:)``.
  ///   - payments: Payments of the last hours.
  ///   - trades: The user's buys and sales.
  ///   - leftOut: Held coins without a price today; no point includes them.
  public init(
    _ history: PortfolioHistory, until now: Date, week: [Point] = [], hour: [Point] = [],
    payments: [Payment] = [], trades: Set<Trade> = [], leavingOut leftOut: Set<String> = []
  ) {
    let today = UTCDay(now)
    let past = history.points.prefix { $0.date < today }
    self.init(days: past.map(Point.init), week: week, hour: hour)
    let ranges = [ChartRange.all] + Self.rangeStarts(until: now).map(\.range)
    bases = Dictionary(zip(ranges, history.bases), uniquingKeysWith: { first, _ in first })
    self.payments = payments
    self.trades = trades
    self.leftOut = leftOut
  }

  /// Ranges for which a history has figures, except the whole, with their first days.
  public static func rangeStarts(until now: Date) -> [(range: ChartRange, day: UTCDay)] {
    ChartRange.allCases.compactMap { range in
      range.days.map { (range, UTCDay(now).advanced(by: 1 - $0)) }
    }
  }
}

extension PriceSeries.Point {
  /// The value at the end of a day.
  fileprivate init(_ point: HistoryPoint) {
    self.init(point.date.advanced(by: 1).start.addingTimeInterval(-1), point.value)
    isPartial = point.pricedCount < point.holdingCount
    estimated = point.estimated
    cost = point.shownCost.map(ChartFigure.init)
    realized = point.realizedPnL.map(ChartFigure.init)
    returnSoFar = point.returnSoFar.map(ChartFigure.init)
  }
}

/// The range of a chart.
public enum ChartRange: Int, CaseIterable, Sendable {
  /// An hour.
  case hour
  /// A day.
  case day
  /// A week.
  case week
  /// A month.
  case month
  /// A year.
  case year
  /// Everything.
  case all

  /// Display name.
  var title: String {
    switch self {
    case .hour: "1H"
    case .day: "1D"
    case .week: "1W"
    case .month: "1M"
    case .year: "1Y"
    case .all: "All"
    }
  }

  /// The range in a sentence about a change.
  var phrase: String {
    switch self {
    case .hour: "in an hour"
    case .day: "in 24 hours"
    case .week: "in 7 days"
    case .month: "in 30 days"
    case .year: "in a year"
    case .all: "of all time"
    }
  }

  /// Number of days up to and including today; `nil` for shorter ranges and for everything.
  var days: Int? {
    switch self {
    case .hour, .day, .all: nil
    case .week: 7
    case .month: 30
    case .year: 365
    }
  }

  /// Start of the range; `nil` for everything.
  func start(before now: Date) -> Date? {
    days.map { UTCDay(now).advanced(by: 1 - $0).start }
      ?? length.map { now.addingTimeInterval(-$0) }
  }

  /// Length in seconds; `nil` for everything.
  var length: TimeInterval? {
    switch self {
    case .hour: 3600
    case .day: 86_400
    case .week: 7 * 86_400
    case .month: 30 * 86_400
    case .year: 365 * 86_400
    case .all: nil
    }
  }

  /// The action that selects it.
  var action: ActionID {
    switch self {
    case .hour: .rangeHour
    case .day: .rangeDay
    case .week: .rangeWeek
    case .month: .rangeMonth
    case .year: .rangeYear
    case .all: .rangeAll
    }
  }
}

extension PriceSeries {
  /// Points of a range, or of the shortest range that has two values.
  ///
  /// A current value that repeats the last one may be the same price, and does not count as a
  /// second one.
  func line(
    in range: ChartRange, until now: Date, present: ExactDecimal?
  ) -> (range: ChartRange, points: [Point]) {
    for shown in [range] + ChartRange.allCases {
      let points = points(in: shown, until: now, present: present)
      let known = points.compactMap(\.value)
      let isRepeated = present != nil && known.dropLast().last == present
      if known.count > (isRepeated ? 2 : 1) { return (shown, points) }
    }
    let points = points(in: range, until: now, present: present)
    return (range, points.count { $0.value != nil } > 1 ? points.suffix(1) : points)
  }

  /// The week's points, if there are enough, after the days before them.
  ///
  /// This way a range includes every high and low of the shorter ones. Otherwise, only daily
  /// points.
  private func points(isFine: Bool) -> [Point] {
    let known = week.filter { $0.value != nil }
    guard known.count > 2, let first = known.first else { return days }
    return isFine ? week : days.filter { $0.date < first.date } + known
  }

  /// Points of a range plus the current one.
  func points(in range: ChartRange, until now: Date, present: ExactDecimal?) -> [Point] {
    let start = range.start(before: now)
    var points =
      range == .hour ? hour : points(isFine: range == .day || range == .week)
    if let start, let length = range.length {
      // Start with the last point before the range; if that day has no value, neither has the
      // start.
      let before = points.last { $0.date < start }.flatMap { point in
        point.value != nil && start.timeIntervalSince(point.date) < min(length, 86_400)
          ? point : nil
      }
      points = points.filter { $0.date >= start && $0.date < now }
      if let before, let first = points.first, first.date > start {
        points.insert(before.beginning(at: start), at: 0)
      } else if let before, points.isEmpty {
        points = [before.beginning(at: start)]
      }
    }
    let first = points.firstIndex { $0.value != nil } ?? points.count
    points = Array(points[first...].filter { $0.date < now })
    if let present { points.append(Point(now, present)) }
    return points
  }
}

extension PriceSeries {
  /// Another daily figure over a range: the evening before it, its days and the current value.
  ///
  /// - Parameter mark: The figure's name among those that can be estimated.
  func days(
    in range: ChartRange, until now: Date, _ figure: KeyPath<Point, ChartFigure?>,
    _ mark: EstimatedResults, present: ChartPoint?
  ) -> [ChartPoint] {
    let known = days.filter { $0[keyPath: figure] != nil && $0.date < now }
    let start = range.start(before: now) ?? .distantPast
    func drawn(_ point: Point, at date: Date) -> ChartPoint {
      ChartPoint(
        date, figure: point[keyPath: figure], isEstimated: point.estimated.contains(mark))
    }
    let before = known.last { $0.date < start }.map { [drawn($0, at: start)] }
    let rest = known.filter { $0.date >= start }.map { drawn($0, at: $0.date) }
    return (before ?? []) + rest + (present.map { [$0] } ?? [])
  }

  /// Buys and sales in a range, each at the end of its day.
  func markers(since start: Date, until now: Date) -> [ChartMarker] {
    trades.map { trade in
      let end = trade.day.advanced(by: 1).start.addingTimeInterval(-1)
      return ChartMarker(min(end, now), trade.kind)
    }.filter { $0.date >= start }
  }
}

extension PriceSeries.Point {
  /// The value carried over to the start of a range.
  fileprivate func beginning(at start: Date) -> PriceSeries.Point {
    var point = PriceSeries.Point(start, figure: figure)
    point.knownDate = date
    return point
  }
}

extension Date {
  /// The minute in which a chart ends; redraws within it are identical.
  var startOfMinute: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}
