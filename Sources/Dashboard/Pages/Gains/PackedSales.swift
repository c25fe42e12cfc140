import Exact
import FoundationEssentials
import Portfolio

/// Sales with their lots, in the page's default order.
struct PackedSales: Equatable, Sendable {
  private let rows: GainRows
  /// Index of each sale's first row.
  private let firstRows: [Int32]

  /// Creates an empty collection.
  init() { (rows, firstRows) = (GainRows(), []) }

  /// Creates a collection from rows, newest first.
  init(_ rows: GainRows) {
    var firsts: [Int32] = []
    var next = 0
    while next < rows.count {
      firsts.append(Int32(next))
      next = rows.sale(at: next).upperBound
    }
    // A day without a time is the same day in every zone, so in some it follows the next evening.
    func moment(_ first: Int32) -> Moment { Moment(rows.sold(at: Int(first))) }
    firsts.sort { (moment($0), $0) > (moment($1), $1) }
    (self.rows, firstRows) = (rows, firsts)
  }

  var count: Int { firstRows.count }

  func coinID(at index: Int) -> String { rows.coinId(at: Int(firstRows[index])) }

  func sold(at index: Int) -> Date { rows.sold(at: Int(firstRows[index])).date }

  /// Time of a sale, compared by day first: a day without a time can precede the evening before it.
  struct Moment: Comparable {
    let day: UTCDay
    let sold: Date

    init(_ sold: (date: Date, day: UTCDay)) { (day, self.sold) = (sold.day, sold.date) }

    static func < (left: Moment, right: Moment) -> Bool {
      (left.day, left.sold) < (right.day, right.sold)
    }
  }

  func moment(at index: Int) -> Moment { Moment(rows.sold(at: Int(firstRows[index]))) }

  /// Whether a range of sales spans more than one day.
  func areOnSeveralDays(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last else { return false }
    return moment(at: first).day != moment(at: last).day
  }

  /// A sale as a line of the page.
  func line(at index: Int) -> GainLine {
    var totals = GainTotals()
    totals.saleCount = 1
    forEachLot(at: index) { totals.add($0) }
    return GainLine(
      coinID: coinID(at: index), sold: moment(at: index).day, index: index, sums: totals.sums)
  }

  func lots(at index: Int) -> [GainLot] {
    var lots: [GainLot] = []
    forEachLot(at: index) { lots.append(GainLot($0)) }
    return lots
  }

  /// Calls `body` with each lot of a sale.
  func forEachLot(at index: Int, _ body: (GainRow) -> Void) {
    for row in rows[rows.sale(at: Int(firstRows[index]))] { body(row) }
  }
}

/// The page's lines in display order; each is created on access.
struct GainLines: RandomAccessCollection, Equatable, Sendable {
  private var sales = PackedSales()
  private var coins: [GainLine] = []
  private var order: [Int32] = []

  /// Creates an empty collection.
  init() {}

  /// Creates lines for sales of a book, given by index.
  init(_ indices: [Int32], of sales: PackedSales) {
    order = indices
    self.sales = sales
  }

  /// Creates lines for coins.
  init(_ coins: [GainLine]) {
    self.coins = coins
    order = coins.indices.map { Int32($0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { order.count }

  subscript(position: Int) -> GainLine {
    let index = Int(order[position])
    return coins.isEmpty ? sales.line(at: index) : coins[index]
  }

  /// The coin of a line, without creating the line.
  func coinID(at position: Int) -> String {
    let index = Int(order[position])
    return coins.isEmpty ? sales.coinID(at: index) : coins[index].coinID
  }

  /// The time of a line's sale, without creating the line; `nil` for a coin.
  func moment(at position: Int) -> PackedSales.Moment? {
    coins.isEmpty ? sales.moment(at: Int(order[position])) : nil
  }

  /// The lines at the given positions, in that order.
  func arranged(_ positions: [Int32]) -> GainLines {
    var lines = self
    lines.order = positions.map { order[Int($0)] }
    return lines
  }
}
