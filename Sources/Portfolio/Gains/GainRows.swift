import Exact
public import FoundationEssentials

/// Rows of sales in compact form: a long ledger has very many, and each ``GainRow`` would take
/// several hundred bytes.
public struct GainRows: RandomAccessCollection, Sendable {
  /// The bytes in pieces: a single array would exist twice whenever it grows.
  private var pieces: [[UInt8]] = []
  /// Where each row begins: the number of its piece, and its offset there in ``placeBits``.
  private var starts: [UInt32] = []
  /// The ids of coins and the names of accounts, by number.
  private var coins = Names()
  private var accounts = Names()

  private static let offsetBits: UInt32 = 16
  private static let pieceSize = 1 << 15
  /// Room for the row that completes a piece.
  private static let pieceReserve = 1 << 8

  /// No rows.
  public init() {}

  /// The index of the first row.
  public var startIndex: Int { 0 }
  /// The index after the last row.
  public var endIndex: Int { starts.count }

  /// The row at a position.
  public subscript(position: Int) -> GainRow {
    let (piece, start) = location(position)
    let bytes = pieces[piece]
    var at = start
    let header = Header(bytes, at: start - Int(bytes.count(at: &at) ?? 0))
    return GainRow(
      PackedRow(bytes, at: at), header, coinId: coins[header.coin],
      account: header.account == 0 ? nil : accounts[header.account - 1])
  }

  /// The rows of the sale whose first row is at a position.
  public func sale(at position: Int) -> Range<Int> {
    let header = header(at: position)
    return position..<position + header.rowCount
  }

  /// The coin of a row, without decoding the rest.
  public func coinId(at position: Int) -> String { coins[header(at: position).coin] }

  /// When and on which day a row's coins were sold, without decoding the rest.
  public func sold(at position: Int) -> (date: Date, day: UTCDay) {
    let header = header(at: position)
    return (header.sold, header.soldDay)
  }

  /// Appends the rows of one sale.
  mutating func append(sale rows: [GainRow]) {
    guard let first = rows.first else { return }
    let (coin, account) = (
      coins.number(first.coinId), first.account.map { accounts.number($0) + 1 }
    )
    var headerStart: Int?
    for row in rows {
      // Rows store their distance to the header, so a new piece needs a new header.
      if pieces.last.map({ $0.count >= Self.pieceSize }) ?? true {
        pieces.append([])
        // Growth by doubling would use twice as much memory.
        pieces[pieces.count - 1].reserveCapacity(Self.pieceSize + Self.pieceReserve)
        headerStart = nil
      }
      let piece = pieces.count - 1
      let header = headerStart ?? pieces[piece].count
      if headerStart == nil {
        first.appendHeader(coin, account ?? 0, rows.count, to: &pieces[piece])
        headerStart = header
      }
      let start = pieces[piece].count
      starts.append(UInt32(piece) << Self.offsetBits | UInt32(start))
      pieces[piece].append(count: UInt(start - header))
      row.append(to: &pieces[piece])
    }
  }

  /// Reorders the sales.
  ///
  /// - Parameter sales: The positions of the first rows of all sales, in the new order.
  mutating func arrange(_ sales: [Int32]) {
    var arranged: [UInt32] = []
    arranged.reserveCapacity(starts.count)
    for first in sales { for row in sale(at: Int(first)) { arranged.append(starts[row]) } }
    starts = arranged
  }

  /// The rows with other figures; what the rows of one sale share is unchanged.
  func mapped(_ transform: (GainRow) -> GainRow) -> GainRows {
    var rows = GainRows()
    var first = startIndex
    while first < endIndex {
      let sale = sale(at: first)
      rows.append(sale: self[sale].map(transform))
      first = sale.upperBound
    }
    return rows
  }

  private func location(_ position: Int) -> (piece: Int, start: Int) {
    (
      Int(starts[position] >> Self.offsetBits),
      Int(starts[position] & (1 << Self.offsetBits - 1))
    )
  }

  private func header(at position: Int) -> Header {
    let (piece, start) = location(position)
    var at = start
    return Header(pieces[piece], at: start - Int(pieces[piece].count(at: &at) ?? 0))
  }
}

extension GainRows: Equatable {
  /// Whether both have equal rows in the same order.
  public static func == (left: GainRows, right: GainRows) -> Bool { left.elementsEqual(right) }
}

/// Distinct texts by number.
struct Names {
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  subscript(number: Int) -> String { texts[number] }

  mutating func number(_ text: String) -> Int { numbered(text).number }

  /// The number of a text, and whether the text is new.
  mutating func numbered(_ text: String) -> (number: Int, isNew: Bool) {
    if let known = numbers[text] { return (known, false) }
    numbers[text] = texts.count
    texts.append(text)
    return (texts.count - 1, true)
  }
}

/// What the rows of one sale share.
private struct Header {
  let coin: Int
  /// The account's number plus one; zero for none.
  let account: Int
  let rowCount: Int
  let kind: TransactionKind
  let sold: Date
  let soldDay: UTCDay
  let saleID: UUID

  static let kinds = TransactionKind.allCases

  init(_ bytes: [UInt8], at start: Int) {
    var at = start
    self.init(bytes, at: &at)
  }

  init(_ bytes: [UInt8], at: inout Int) {
    coin = Int(bytes.count(at: &at) ?? 0)
    account = Int(bytes.count(at: &at) ?? 0)
    rowCount = Int(bytes.count(at: &at) ?? 0)
    kind = Self.kinds[Int(bytes[at])]
    at += 1
    sold = Date(millisecondsSince1970: bytes.signed(at: &at))
    soldDay = UTCDay(number: bytes.signed(at: &at))
    let start = at
    saleID = bytes.withUnsafeBytes {
      UUID(uuid: $0.loadUnaligned(fromByteOffset: start, as: uuid_t.self))
    }
    at += MemoryLayout<uuid_t>.size
  }
}

/// Which fields a row has, and its flags.
private struct RowFlags: OptionSet {
  let rawValue: UInt8
  static let hasProceeds = RowFlags(rawValue: 1)
  static let hasCost = RowFlags(rawValue: 2)
  static let hasFee = RowFlags(rawValue: 4)
  static let isDated = RowFlags(rawValue: 8)
  static let isLong = RowFlags(rawValue: 16)
  static let isGift = RowFlags(rawValue: 32)
  static let isUnvalued = RowFlags(rawValue: 64)
}

/// The fields that differ among the rows of a sale.
private struct PackedRow {
  var (amount, proceeds, cost, fee) = (Quantity.zero, Cost?.none, Cost?.none, Cost?.none)
  var acquired: (date: Date, day: UTCDay)?
  var gift: GiftBasis?
  let estimated: EstimatedFigures
  let match: HMRCMatch?
  let isLong: Bool
  let isUnvalued: Bool

  init(_ bytes: [UInt8], at start: Int) {
    var at = start
    self.init(bytes, at: &at)
  }

  init(_ bytes: [UInt8], at: inout Int) {
    let flags = RowFlags(rawValue: bytes[at])
    estimated = EstimatedFigures(rawValue: bytes[at + 1] & 15)
    match = HMRCMatch(number: bytes[at + 1] >> 4)
    isLong = flags.contains(.isLong)
    isUnvalued = flags.contains(.isUnvalued)
    at += 2
    amount = Quantity(bytes: bytes, at: &at) ?? 0
    if flags.contains(.hasProceeds) { proceeds = Cost(bytes: bytes, at: &at) }
    if flags.contains(.hasCost) { cost = Cost(bytes: bytes, at: &at) }
    if flags.contains(.hasFee) { fee = Cost(bytes: bytes, at: &at) }
    if flags.contains(.isDated) {
      let date = Date(millisecondsSince1970: bytes.signed(at: &at))
      acquired = (date, UTCDay(number: bytes.signed(at: &at)))
    }
    if flags.contains(.isGift) {
      let received = Date(millisecondsSince1970: bytes.signed(at: &at))
      gift = Price(bytes: bytes, at: &at).map { GiftBasis(price: $0, received: received) }
    }
  }
}

extension GainRow {
  fileprivate init(_ row: PackedRow, _ sale: Header, coinId: String, account: String?) {
    self.init(
      saleID: sale.saleID, coinId: coinId, account: account, acquired: row.acquired?.date,
      sold: sale.sold, exactAmount: row.amount, exactProceeds: row.proceeds, exactCost: row.cost,
      exactFee: row.fee, kind: sale.kind, match: row.match,
      isUnvalued: row.isUnvalued, estimated: row.estimated,
      acquiredDay: row.acquired?.day, soldDay: sale.soldDay,
      term: row.acquired == nil ? nil : row.isLong ? .long : .short, gift: row.gift)
  }

  /// The rows of a sale that ``appendHeader(_:_:_:to:)`` and ``append(to:)`` wrote.
  ///
  /// - Parameters:
  ///   - bytes: The bytes with the sale among them.
  ///   - offset: Where the sale begins; afterward, where it ends.
  ///   - coinId: The coin that was sold.
  ///   - accounts: The names of accounts; the first is number one in the header.
  static func sale(
    _ bytes: [UInt8], at offset: inout Int, coinId: String, accounts: [String]
  ) -> [GainRow] {
    let header = Header(bytes, at: &offset)
    let account = header.account == 0 ? nil : accounts[header.account - 1]
    return (0..<header.rowCount).map { _ in
      GainRow(PackedRow(bytes, at: &offset), header, coinId: coinId, account: account)
    }
  }

  func appendHeader(
    _ coin: Int, _ account: Int, _ rowCount: Int, to bytes: inout [UInt8]
  ) {
    for number in [coin, account, rowCount] { bytes.append(count: UInt(number)) }
    bytes.append(UInt8(Header.kinds.firstIndex(of: kind) ?? 0))
    bytes.append(signed: sold.millisecondsSince1970)
    bytes.append(signed: soldDay.number)
    withUnsafeBytes(of: saleID.uuid) { bytes.append(contentsOf: $0) }
  }

  func append(to bytes: inout [UInt8]) {
    var flags: RowFlags = []
    if exactProceeds != nil { flags.insert(.hasProceeds) }
    if exactCost != nil { flags.insert(.hasCost) }
    if exactFee != nil { flags.insert(.hasFee) }
    if acquired != nil { flags.insert(.isDated) }
    if term == .long { flags.insert(.isLong) }
    if gift != nil { flags.insert(.isGift) }
    if isUnvalued { flags.insert(.isUnvalued) }
    bytes.append(flags.rawValue)
    bytes.append(estimated.rawValue | (match?.number ?? 0) << 4)
    exactAmount.append(to: &bytes)
    exactProceeds?.append(to: &bytes)
    exactCost?.append(to: &bytes)
    exactFee?.append(to: &bytes)
    if let acquired, let acquiredDay {
      bytes.append(signed: acquired.millisecondsSince1970)
      bytes.append(signed: acquiredDay.number)
    }
    if let gift {
      bytes.append(signed: gift.received.millisecondsSince1970)
      gift.price.append(to: &bytes)
    }
  }
}

extension HMRCMatch {
  private static let all: [HMRCMatch] = [.sameDay, .thirtyDays, .pool]

  /// Its number, counted from one.
  fileprivate var number: UInt8 { UInt8((Self.all.firstIndex(of: self) ?? -1) + 1) }

  fileprivate init?(number: UInt8) {
    guard number > 0, number <= Self.all.count else { return nil }
    self = Self.all[Int(number) - 1]
  }
}

extension [UInt8] {
  /// Appends a whole number of either sign; small ones take few bytes.
  mutating func append(signed value: Int) {
    append(count: UInt(bitPattern: (value << 1) ^ (value >> (Int.bitWidth - 1))))
  }

  func signed(at offset: inout Int) -> Int {
    count(at: &offset).map { Int(bitPattern: $0 >> 1) ^ -Int(bitPattern: $0 & 1) } ?? 0
  }
}
