public import Charts
public import Exact
public import FoundationEssentials
public import Portfolio

/// What a series is of.
public enum SeriesSubject: Hashable, Sendable {
  /// The value of everything held.
  case portfolio
  /// The price of one coin.
  case coin(String)
  /// The prices in a file, such as those of an index, by its path.
  case file(String)

  /// Whether a benchmark that is named so is a file, and not a coin.
  public static func isFile(_ name: String) -> Bool {
    name.contains("/") || name.lowercased().hasSuffix(".csv")
  }

  /// The entry of the file that remembers it.
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

/// Figures over time: the value of the portfolio or the price of a coin, in US dollars.
public struct PriceSeries: Equatable, Sendable {
  /// A figure at an instant, `nil` where it is not known.
  public struct Point: Equatable, Sendable {
    /// The instant.
    public var date: Date
    /// The figure, as charts draw it.
    var figure: ChartFigure?
    /// Whether coins held have no price at that instant and are left out of it.
    public var isPartial = false
    /// What was paid for what the figure counts, of a portfolio.
    var cost: ChartFigure?
    /// What sales had brought by then, of a portfolio.
    var realized: ChartFigure?
    /// The time-weighted return in percent since the first day, of a portfolio.
    var returnSoFar: ChartFigure?
    /// When the figure was known, where it begins a range that lies after it.
    var knownDate: Date?

    /// Makes a point.
    public init(_ date: Date, _ value: ExactDecimal?) {
      self.init(date, figure: value.map(ChartFigure.init))
    }

    init(_ date: Date, figure: ChartFigure?) {
      self.date = date
      self.figure = figure
    }

    /// The figure as it is said.
    public var value: ExactDecimal? { figure?.exact }
  }

  /// One point a day, oldest first.
  public var days: [Point]
  /// The last week at finer steps, oldest first.
  public var week: [Point]
  /// What the refreshes of the last hour brought, oldest first.
  public var hour: [Point]

  /// The coins held that its line leaves out, because they have no price today.
  var leftOut: Set<String> = []
  /// What the figures of ranges need, of a portfolio.
  var bases: [ChartRange: RangeBasis] = [:]
  /// What was paid and received in the last hours, oldest first, of a portfolio.
  var payments: [Payment] = []

  /// The days on which the user bought and sold, of a portfolio.
  var trades: Set<Trade> = []
  /// What a file calls what its prices are of.
  public var name: String?

  /// A day on which the user bought or sold.
  public struct Trade: Hashable, Sendable {
    /// The day.
    public let day: UTCDay
    /// What happened.
    public let kind: ChartMarker.Kind

    /// What a transaction is; `nil` for rewards, gifts, fees and the like, which no one decides on.
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

  /// What a transaction brought into a portfolio and took out of it.
  public struct Payment: Equatable, Sendable {
    let date: Date
    let paid: Cost
    let received: Cost

    /// The payment of a transaction that is counted in the currency of the figures.
    public init(_ transaction: Transaction) {
      date = transaction.date
      (paid, received) = (transaction.paidIn, transaction.takenOut)
    }
  }

  /// Makes a series.
  public init(days: [Point], week: [Point], hour: [Point] = []) {
    self.days = days
    self.week = week
    self.hour = hour
  }

  /// Makes the series of a portfolio.
  ///
  /// - Parameters:
  ///   - history: The history up to today, with the figures of ``startsOfRanges(until:)``.
  ///   - payments: What was paid and received in the last hours.
  ///   - trades: When the user bought and sold.
  ///   - leftOut: The coins held that have no price today; no point has them.
  public init(
    _ history: PortfolioHistory, until now: Date, week: [Point] = [], hour: [Point] = [],
    payments: [Payment] = [], trades: Set<Trade> = [], leavingOut leftOut: Set<String> = []
  ) {
    let today = UTCDay(now)
    let past = history.points.prefix { $0.date < today }
    self.init(days: past.map(Point.init), week: week, hour: hour)
    let ranges = [ChartRange.all] + Self.startsOfRanges(until: now).map(\.range)
    bases = Dictionary(zip(ranges, history.bases), uniquingKeysWith: { first, _ in first })
    self.payments = payments
    self.trades = trades
    self.leftOut = leftOut
  }

  /// The ranges that a history has figures of, except the whole, with their first days.
  public static func startsOfRanges(until now: Date) -> [(range: ChartRange, day: UTCDay)] {
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
    cost = point.costOfPriced.map(ChartFigure.init)
    realized = point.realizedPnL.map(ChartFigure.init)
    returnSoFar = point.returnSoFar.map(ChartFigure.init)
  }
}

/// How far back a chart goes.
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

  /// Its name on the screen.
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

  /// How a sentence says over what a change is.
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

  /// The days up to today that it has, both included; `nil` where it is shorter or everything.
  var days: Int? {
    switch self {
    case .hour, .day, .all: nil
    case .week: 7
    case .month: 30
    case .year: 365
    }
  }

  /// When it begins, `nil` for everything.
  func start(before now: Date) -> Date? {
    days.map { UTCDay(now).advanced(by: 1 - $0).start }
      ?? length.map { now.addingTimeInterval(-$0) }
  }

  /// Its seconds, `nil` for everything.
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

  /// The action that chooses it.
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
  /// The points of a range, or where it has no two figures those of the shortest range that has.
  func line(
    in range: ChartRange, until now: Date, present: ExactDecimal?
  ) -> (range: ChartRange, points: [Point]) {
    for shown in [range] + ChartRange.allCases {
      let points = points(in: shown, until: now, present: present)
      if points.count(where: { $0.value != nil }) > 1 { return (shown, points) }
    }
    return (range, points(in: range, until: now, present: present))
  }

  /// The week's points where they are enough, for a longer range after the days before them.
  ///
  /// So a range has every high and low of the shorter ones. Where the week has not enough, the
  /// days' are all.
  private func points(isFine: Bool) -> [Point] {
    let known = week.filter { $0.value != nil }
    guard known.count > 2, let first = known.first else { return days }
    return isFine ? week : days.filter { $0.date < first.date } + known
  }

  /// The points of a range and the present one.
  func points(in range: ChartRange, until now: Date, present: ExactDecimal?) -> [Point] {
    let start = range.start(before: now)
    var points =
      range == .hour ? hour : points(isFine: range == .day || range == .week)
    if let start, let length = range.length {
      // The point just before the range begins it; where that day has no figure, neither has the
      // beginning.
      let before = points.last { $0.date < start }.flatMap { point in
        point.value != nil && start.timeIntervalSince(point.date) < min(length, 86_400)
          ? point : nil
      }
      points = points.filter { $0.date >= start && $0.date < now }
      if let before, let first = points.first, first.date > start, range != .year {
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
  /// Another figure of the days of a range: that of the evening before it, those of its days and
  /// the present one.
  func days(
    in range: ChartRange, until now: Date, _ figure: KeyPath<Point, ChartFigure?>,
    present: ExactDecimal?
  ) -> [ChartPoint] {
    let known = days.filter { $0[keyPath: figure] != nil && $0.date < now }
    let start = range.start(before: now) ?? .distantPast
    let before = known.last { $0.date < start }
      .map { [ChartPoint(start, figure: $0[keyPath: figure])] }
    let rest = known.filter { $0.date >= start }
      .map { ChartPoint($0.date, figure: $0[keyPath: figure]) }
    return (before ?? []) + rest + (present.map { [ChartPoint(now, $0)] } ?? [])
  }

  /// The purchases and sales of a range, each at the end of its day.
  func markers(since start: Date, until now: Date) -> [ChartMarker] {
    trades.map { trade in
      let end = trade.day.advanced(by: 1).start.addingTimeInterval(-1)
      return ChartMarker(min(end, now), trade.kind)
    }.filter { $0.date >= start }
  }
}

extension PriceSeries.Point {
  /// The figure at the beginning of a range that lies after it.
  fileprivate func beginning(at start: Date) -> PriceSeries.Point {
    var point = PriceSeries.Point(start, figure: figure)
    point.knownDate = date
    return point
  }
}

extension Date {
  /// The minute a chart ends with: charts drawn again within it are the same to the dot.
  var startOfMinute: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}
