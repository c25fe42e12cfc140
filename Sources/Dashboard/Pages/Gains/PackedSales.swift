import Exact
import FoundationEssentials
import Portfolio

/// Sales with their lots in a few bytes each: some fifty where a value of its own would take
/// several hundred.
struct PackedSales: Equatable, Sendable {
  /// The ids of the coins, by the number that stands for them in a sale.
  private(set) var coins: [String] = []
  /// The bytes in pieces: one that grew with the ledger would be there twice whenever it is moved.
  private var pieces: [[UInt8]] = []
  /// Where each sale begins: the number of its piece, and its place there in ``placeBits``.
  private var starts: [UInt32] = []

  /// The zone whose days count.
  let calendar: LocalCalendar

  /// No sales.
  init(_ calendar: LocalCalendar = .utc) { self.calendar = calendar }

  private static let placeBits: UInt32 = 16
  private static let pieceSize = 1 << 15

  var count: Int { starts.count }

  /// Appends a sale, the rows of its lots.
  mutating func append(_ rows: [GainRow], coin: String) {
    guard let sold = rows.first?.sold else { return }
    if coins.last != coin { coins.append(coin) }
    // A sale stands in one piece, however many lots it has.
    if pieces.last.map({ $0.count >= Self.pieceSize }) ?? true { pieces.append([]) }
    let piece = pieces.count - 1
    starts.append(UInt32(piece) << Self.placeBits | UInt32(pieces[piece].count))
    pieces[piece].append(count: UInt(coins.count - 1))
    pieces[piece].append(signed: sold.millisecondsSince1970)
    pieces[piece].append(count: UInt(rows.count))
    for row in rows { PackedLot(row).append(to: &pieces[piece]) }
  }

  /// Puts the sales in another order: the places of those that are there, as they are wanted.
  mutating func arrange(_ places: [Int]) { starts = places.map { starts[$0] } }

  func coinID(at place: Int) -> String { header(at: place).coinID }

  func sold(at place: Int) -> Date { header(at: place).sold }

  /// When a sale was, by its day first: a day without a time can come before the evening before.
  struct Moment: Comparable {
    let day: UTCDay
    let sold: Date

    static func < (left: Moment, right: Moment) -> Bool {
      (left.day, left.sold) < (right.day, right.sold)
    }
  }

  func moment(at place: Int) -> Moment {
    let sold = sold(at: place)
    return Moment(day: calendar.day(of: sold), sold: sold)
  }

  /// A sale as a line of the page.
  func line(at place: Int) -> GainLine {
    let header = header(at: place)
    var totals = GainTotals()
    totals.saleCount = 1
    forEachLot(of: header) { totals.add($0) }
    return GainLine(
      coinID: header.coinID, sold: calendar.day(of: header.sold), place: place, sums: totals.sums)
  }

  func lots(at place: Int) -> [GainLot] {
    let header = header(at: place)
    var lots: [GainLot] = []
    forEachLot(of: header) { lots.append($0.lot(sold: header.sold, calendar)) }
    return lots
  }

  /// Calls `body` with each lot of a sale.
  func forEachLot(at place: Int, _ body: (PackedLot) -> Void) {
    forEachLot(of: header(at: place), body)
  }

  private struct Header {
    let coinID: String
    let sold: Date
    let lotCount: Int
    let piece: Int
    let lotsStart: Int
  }

  private func header(at place: Int) -> Header {
    let piece = Int(starts[place] >> Self.placeBits)
    let bytes = pieces[piece]
    var at = Int(starts[place] & (1 << Self.placeBits - 1))
    let coin = bytes.count(at: &at) ?? 0
    let sold = Date(millisecondsSince1970: bytes.signed(at: &at) ?? 0)
    let lots = bytes.count(at: &at) ?? 0
    return Header(
      coinID: coins[Int(coin)], sold: sold, lotCount: Int(lots), piece: piece,
      lotsStart: at)
  }

  private func forEachLot(of header: Header, _ body: (PackedLot) -> Void) {
    var at = header.lotsStart
    let bytes = pieces[header.piece]
    for _ in 0..<header.lotCount {
      guard let lot = PackedLot(bytes: bytes, at: &at) else { return }
      body(lot)
    }
  }
}

/// A part of a lot that a sale used, every digit.
struct PackedLot {
  let amount: Quantity
  let proceeds: Cost?
  let cost: Cost?
  let acquired: Date?
  let term: GainRow.Term?
  let estimated: EstimatedFigures

  var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }

  init(_ row: GainRow) {
    amount = row.exactAmount
    proceeds = row.exactProceeds
    cost = row.exactCost
    acquired = row.acquired
    term = row.term
    estimated = row.estimated
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let hasProceeds = Flags(rawValue: 1)
    static let hasCost = Flags(rawValue: 2)
    static let isDated = Flags(rawValue: 4)
    static let isLong = Flags(rawValue: 8)
    static let isCostEstimated = Flags(rawValue: 16)
    static let areProceedsEstimated = Flags(rawValue: 32)
  }

  func append(to bytes: inout [UInt8]) {
    var flags: Flags = estimated.contains(.cost) ? .isCostEstimated : []
    if estimated.contains(.proceeds) { flags.insert(.areProceedsEstimated) }
    if proceeds != nil { flags.insert(.hasProceeds) }
    if cost != nil { flags.insert(.hasCost) }
    if acquired != nil { flags.insert(.isDated) }
    if term == .long { flags.insert(.isLong) }
    bytes.append(flags.rawValue)
    amount.append(to: &bytes)
    proceeds?.append(to: &bytes)
    cost?.append(to: &bytes)
    if let acquired { bytes.append(signed: acquired.millisecondsSince1970) }
  }

  init?(bytes: [UInt8], at place: inout Int) {
    guard place < bytes.count else { return nil }
    let flags = Flags(rawValue: bytes[place])
    place += 1
    guard let amount = Quantity(bytes: bytes, at: &place) else { return nil }
    self.amount = amount
    proceeds = flags.contains(.hasProceeds) ? Cost(bytes: bytes, at: &place) : nil
    cost = flags.contains(.hasCost) ? Cost(bytes: bytes, at: &place) : nil
    acquired =
      flags.contains(.isDated)
      ? bytes.signed(at: &place).map { Date(millisecondsSince1970: $0) } : nil
    term = acquired == nil ? nil : flags.contains(.isLong) ? .long : .short
    var estimated: EstimatedFigures = flags.contains(.isCostEstimated) ? .cost : []
    if flags.contains(.areProceedsEstimated) { estimated.insert(.proceeds) }
    self.estimated = estimated
  }

  func lot(sold: Date, _ calendar: LocalCalendar) -> GainLot {
    let acquiredDay = acquired.map(calendar.day)
    return GainLot(
      acquired: acquiredDay,
      daysHeld: acquiredDay.map { calendar.day(of: sold).number - $0.number },
      amount: amount.decimal, cost: cost?.decimal, gain: gain?.decimal, term: term,
      estimated: estimated)
  }
}

extension [UInt8] {
  /// Appends a whole number of either sign; small ones take few bytes.
  fileprivate mutating func append(signed value: Int) {
    append(count: UInt(bitPattern: (value << 1) ^ (value >> (Int.bitWidth - 1))))
  }

  fileprivate func signed(at place: inout Int) -> Int? {
    count(at: &place).map { Int(bitPattern: $0 >> 1) ^ -Int(bitPattern: $0 & 1) }
  }
}

/// The lines of the page in the order they stand; each is made when it is looked at.
struct GainLines: RandomAccessCollection, Equatable, Sendable {
  private var sales = PackedSales()
  private var coins: [GainLine] = []
  private var places: [Int32] = []

  /// No lines.
  init() {}

  /// Some of a book's sales, at their places in it.
  init(_ places: [Int32], of sales: PackedSales) {
    self.places = places
    self.sales = sales
  }

  /// Lines of coins.
  init(_ coins: [GainLine]) {
    self.coins = coins
    places = coins.indices.map { Int32($0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(position: Int) -> GainLine {
    let place = Int(places[position])
    return coins.isEmpty ? sales.line(at: place) : coins[place]
  }

  /// The line's coin, without the rest of it.
  func coinID(at position: Int) -> String {
    let place = Int(places[position])
    return coins.isEmpty ? sales.coinID(at: place) : coins[place].coinID
  }

  /// When the line's coins were sold, without the rest of it; `nil` for a coin.
  func moment(at position: Int) -> PackedSales.Moment? {
    coins.isEmpty ? sales.moment(at: Int(places[position])) : nil
  }

  /// The lines of these positions, in their order.
  func arranged(_ positions: [Int32]) -> GainLines {
    var lines = self
    lines.places = positions.map { places[Int($0)] }
    return lines
  }
}
