import Exact
import FoundationEssentials
public import Portfolio

/// What sales gained, by year, ready to be drawn.
public struct GainsBook: Equatable, Sendable {
  /// The version of the ledger that it is of.
  public let version: Int
  /// All years together, then each year, newest first; empty where nothing was sold.
  let years: [GainsYear]

  /// Sums gains up.
  public init(_ gains: Gains, version: Int) {
    self.version = version
    let sales = GainedSale.sales(gains.rows)
    let numbers = Set(sales.map(\.year) + gains.income.map { yearNumber(of: $0.date) })
    guard !numbers.isEmpty else {
      years = []
      return
    }
    let all = GainsYear(nil, sales: sales, income: gains.income)
    years =
      [all]
      + numbers.sorted(by: >).map { year in
        GainsYear(
          year, sales: sales.filter { $0.year == year },
          income: gains.income.filter { yearNumber(of: $0.date) == year })
      }
  }
}

private func yearNumber(of date: Date) -> Int { Int(UTCDay(date).text.prefix(4)) ?? 0 }

/// One sale with the lots it used.
struct GainedSale: Equatable, Sendable {
  let coinID: String
  let sold: Date
  let lots: [GainRow]

  var year: Int { yearNumber(of: sold) }

  static func sales(_ rows: [GainRow]) -> [GainedSale] {
    var sales: [GainedSale] = []
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { $0.saleID != rows[start].saleID } ?? rows.count
      sales.append(
        GainedSale(
          coinID: rows[start].coinId, sold: rows[start].sold, lots: Array(rows[start..<end])))
      start = end
    }
    return sales.reversed()
  }
}

/// A year's sums and lines, or those of all years.
struct GainsYear: Equatable, Sendable {
  /// `nil` for all years.
  let number: Int?
  let sums: GainSums
  let income: Decimal?
  /// A line for each sale, the newest first.
  let sales: [GainLine]
  /// A line for each coin, the greatest gain first.
  let coins: [GainLine]

  var title: String { number.map(String.init) ?? "All" }

  init(_ number: Int?, sales: [GainedSale], income: [IncomeRow]) {
    self.number = number
    sums = GainSums(sales.flatMap(\.lots), saleCount: sales.count)
    self.income = total(income.map(\.exactValue))?.decimal
    self.sales = sales.map { GainLine($0.coinID, sold: $0.sold, lots: $0.lots, saleCount: 1) }
    let groups = Dictionary(grouping: sales, by: \.coinID)
    coins = groups.map { coin, sales in
      GainLine(coin, sold: nil, lots: sales.flatMap(\.lots), saleCount: sales.count)
    }.sorted { ($0.sums.gain ?? 0, $1.coinID) > ($1.sums.gain ?? 0, $0.coinID) }
  }
}

/// A row of the page: a sale, or all sales of a coin.
struct GainLine: Equatable, Sendable {
  let coinID: String
  let sold: Date?
  let lots: [GainRow]
  let sums: GainSums
  let amount: Decimal

  init(_ coinID: String, sold: Date?, lots: [GainRow], saleCount: Int) {
    self.coinID = coinID
    self.sold = sold
    self.lots = lots
    sums = GainSums(lots, saleCount: saleCount)
    amount = lots.reduce(Quantity.zero) { $0 + $1.exactAmount }.decimal
  }
}

/// Sums of lots that were sold; `nil` where a part is not known.
struct GainSums: Equatable, Sendable {
  let saleCount: Int
  let proceeds: Decimal?
  let cost: Decimal?
  let gain: Decimal?
  /// The gain of lots held for at most a year, `nil` where no lot has a date of its own.
  let short: Decimal?
  /// The gain of lots held for longer.
  let long: Decimal?
  let isEstimated: Bool

  init(_ lots: [GainRow], saleCount: Int) {
    self.saleCount = saleCount
    let (received, paid) = (total(lots.map(\.exactProceeds)), total(lots.map(\.exactCost)))
    proceeds = received?.decimal
    cost = paid?.decimal
    gain = received.flatMap { got in paid.map { (got - $0).decimal } }
    let isDated = lots.contains { $0.term != nil }
    func part(_ term: GainRow.Term) -> Decimal? {
      isDated ? total(lots.filter { $0.term == term }.map(\.exactGain))?.decimal : nil
    }
    (short, long) = (part(.short), part(.long))
    isEstimated = lots.contains(where: \.isEstimated)
  }

  /// `short`, `long`, both, or nothing where lots have no date of their own.
  static func term(of lots: [GainRow]) -> String {
    let terms = Set(lots.compactMap(\.term))
    return terms.count > 1 ? "both" : terms.first?.rawValue ?? Figure.unknown.text
  }
}

/// The sum, `nil` where one of the values is unknown.
private func total(_ values: [Cost?]) -> Cost? {
  values.reduce(Cost.zero) { sum, value in sum.flatMap { sum in value.map { sum + $0 } } }
}
