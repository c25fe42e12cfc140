import Charts
import Exact
import FoundationEssentials
public import Portfolio

extension GainsBook {
  /// Sums gains up, coin by coin and transaction by transaction: a long ledger never has to be in
  /// memory whole.
  public struct Reading {
    private let version: Int
    private let carried: CarriedLots
    private let costBasis: CostBasis
    private let calendar: LocalCalendar
    private var sales: PackedSales
    /// The place in the ledger of each sale, which orders those of one instant.
    private var places: [Int32] = []
    private var income: [Int: Cost?] = [:]
    /// The years with a reward whose value is an estimate.
    private var estimatedIncome: Set<Int> = []
    private var coin: (id: String, gains: GainsOfCoin)?

    /// Starts a book.
    ///
    /// - Parameters:
    ///   - version: The version of the ledger that it is of.
    ///   - costBasis: How the cost of sales is chosen.
    ///   - calendar: The zone whose days count.
    ///   - carried: The lots that migrations bring.
    public init(
      version: Int, costBasis: CostBasis, calendar: LocalCalendar,
      carrying carried: CarriedLots = .none
    ) {
      self.carried = carried
      self.calendar = calendar
      sales = PackedSales(calendar)
      self.version = version
      self.costBasis = costBasis
    }

    /// Adds a transaction: those of one coin after those of the other, each coin's in ledger order.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, counted in the currency of the figures.
    ///   - place: Its place in the ledger, by which sales of one instant are ordered.
    public mutating func add(_ transaction: Transaction, place: Int) {
      if coin?.id != transaction.coinId {
        endCoin()
        let id = transaction.coinId
        coin = (
          id,
          GainsOfCoin(coinId: id, costBasis: costBasis, calendar: calendar, carrying: carried)
        )
      }
      if let row = IncomeRow(of: transaction, calendar) {
        let year = row.day.date.year
        if row.isEstimated { estimatedIncome.insert(year) }
        let sum = income[year] ?? Cost.zero
        income[year] = .some(sum.flatMap { sum in row.exactValue.map { sum + $0 } })
      }
      guard var current = coin.take() else { return }
      let id = current.id
      current.gains.apply(transaction, place: place) { keep($0, of: id, place: $1) }
      coin = current
    }

    private mutating func endCoin() {
      guard var ended = coin.take() else { return }
      let id = ended.id
      ended.gains.finish { keep($0, of: id, place: $1) }
    }

    private mutating func keep(_ rows: [GainRow], of id: String, place: Int) {
      guard !rows.isEmpty else { return }
      sales.append(rows, coin: id)
      places.append(Int32(truncatingIfNeeded: place))
    }

    /// The book of all that was added.
    public mutating func book() -> GainsBook {
      endCoin()
      sales.arrange(
        places.indices.sorted {
          sales.moment(at: $0) == sales.moment(at: $1)
            ? places[$0] > places[$1] : sales.moment(at: $0) > sales.moment(at: $1)
        }
      )
      places = []
      let numbers = Set(income.keys).union(years.keys)
      guard !numbers.isEmpty else { return GainsBook(version: version, years: [], sales: sales) }
      let all = year(nil, 0..<sales.count, income: Array(income.values))
      let each = numbers.sorted(by: >).map { number in
        year(number, years[number] ?? 0..<0, income: income[number].map { [$0] } ?? [])
      }
      // All of a single year would be the same figures twice.
      return GainsBook(
        version: version, years: each.count > 1 ? [all] + each : each, sales: sales)
    }

    /// The places of each year's sales.
    private var years: [Int: Range<Int>] {
      var years: [Int: Range<Int>] = [:]
      for place in 0..<sales.count {
        let number = sales.moment(at: place).day.date.year
        years[number] = (years[number]?.lowerBound ?? place)..<place + 1
      }
      return years
    }

    private func year(_ number: Int?, _ places: Range<Int>, income: [Cost?]) -> GainsYear {
      var totals = GainTotals()
      var coins: [String: GainTotals] = [:]
      var course = RealizedCourse(
        from: places.last.map(sales.sold), to: places.first.map(sales.sold), of: places.count)
      for place in places.reversed() {
        let id = sales.coinID(at: place)
        var sale = GainTotals()
        sales.forEachLot(at: place) { lot in
          totals.add(lot)
          sale.add(lot)
          coins[id, default: GainTotals()].add(lot)
        }
        totals.saleCount += 1
        coins[id, default: GainTotals()].saleCount += 1
        course.add(sale.gain, at: sales.sold(at: place))
      }
      let lines = coins.map { id, totals in
        GainLine(coinID: id, sold: nil, place: nil, sums: totals.sums)
      }
      return GainsYear(
        number: number, sums: totals.sums,
        income: income.reduce(Cost?.some(0)) { sum, value in
          sum.flatMap { sum in value.map { sum + $0 } }
        }?.decimal,
        isIncomeEstimated: number.map(estimatedIncome.contains) ?? !estimatedIncome.isEmpty,
        sales: places,
        coins: lines.sorted { ($0.sums.gain ?? 0, $1.coinID) > ($1.sums.gain ?? 0, $0.coinID) },
        realized: course.points)
    }
  }

  /// Sums a ledger up that is in memory.
  ///
  /// - Parameters:
  ///   - transactions: All transactions, counted in the currency of the figures.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - version: The version of the ledger.
  public init(
    _ transactions: [Transaction], costBasis: CostBasis, calendar: LocalCalendar = .utc,
    version: Int
  ) {
    var reading = Reading(
      version: version, costBasis: costBasis, calendar: calendar,
      carrying: CarriedLots(transactions, methods: [costBasis], calendar: calendar))
    let coins = Dictionary(grouping: transactions.enumerated(), by: \.element.coinId)
    for (_, rows) in coins.sorted(by: { $0.key < $1.key }) {
      let ordered = rows.sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
      for (place, transaction) in ordered { reading.add(transaction, place: place) }
    }
    self = reading.book()
  }
}

/// What was realized after each sale, as the points of a chart.
///
/// Between two sales nothing is realized, so that the line goes up and down in steps. No terminal
/// has room for the steps of tens of thousands of sales: of many, each slice of the time keeps
/// where it begins and ends and its extremes, which look the same.
private struct RealizedCourse {
  /// More than any terminal has columns.
  private static let sliceCount = 512

  private let start: Date
  private let length: TimeInterval
  private let isThinned: Bool
  /// After a sale whose gain is unknown nothing more is known.
  private var sum: Cost? = 0
  private var slice: [ChartPoint] = []
  private var number = 0
  private var kept: [ChartPoint] = []

  init(from start: Date?, to end: Date?, of saleCount: Int) {
    isThinned = saleCount > Self.sliceCount
    self.start = start ?? .distantPast
    length = max(1, (end ?? self.start).timeIntervalSince(self.start) / Double(Self.sliceCount))
  }

  mutating func add(_ gain: Cost?, at sold: Date) {
    let number = Int(sold.timeIntervalSince(start) / length)
    if number != self.number { endSlice() }
    self.number = number
    slice.append(ChartPoint(sold, sum?.decimal))
    sum = sum.flatMap { sum in gain.map { sum + $0 } }
    slice.append(ChartPoint(sold, sum?.decimal))
    // The other points are none of those that are kept in the end.
    if isThinned, slice.count > 64 { slice = Self.essence(of: slice) }
  }

  private mutating func endSlice() {
    kept += isThinned ? Self.essence(of: slice) : slice
    slice = []
  }

  var points: [ChartPoint] { kept + (isThinned ? Self.essence(of: slice) : slice) }

  /// The first and the last point, and the lowest and the highest between them.
  private static func essence(of points: [ChartPoint]) -> [ChartPoint] {
    guard points.count > 4 else { return points }
    let values = points.enumerated().compactMap { place, point in
      point.value.map { (place: place, value: $0) }
    }
    let places = [
      0, values.min { $0.value < $1.value }?.place, values.max { $0.value < $1.value }?.place,
      points.count - 1,
    ]
    return Set(places.compactMap(\.self)).sorted().map { points[$0] }
  }
}
