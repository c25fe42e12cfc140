public import Exact
import FoundationEssentials
import Portfolio

/// Reads a `date,coin_id,usd` file in pieces, so a large file needs no second copy.
///
/// The header may have any order and case; without one, this order applies (SPEC §3.16). Fields may
/// be quoted. The last of several prices for one coin and day counts. An unreadable line is refused
/// with its reason and the others are kept; the caller decides what a refused line means.
public struct PriceFileReader {
  /// The accepted prices, in US dollars per coin.
  public static let priceRange =
    ExactDecimal(1, exponent: -18)...ExactDecimal(1, exponent: 12)
  /// The maximum number of refused lines to report; further ones are only counted.
  public static let namedLines = 1000
  private static let longestLine = 1000

  private let source: String
  private let isStored: Bool
  private var columns: Columns?
  private var line = 0
  private var rest: [UInt8] = []
  private var coins: [[UInt8]: Int] = [:]
  private var coinIds: [String] = []
  private var entries: [[PriceFile.Entry]] = []
  private var last: (id: [UInt8], index: Int)?
  private var refused: [RefusedPriceLine] = []
  private var refusedCount = 0

  private struct Columns {
    let date: Int
    let coinId: Int
    let usd: Int
    /// Whether a header named the columns.
    let areNamed: Bool

    static let unnamed = Columns(date: 0, coinId: 1, usd: 2, areNamed: false)
  }

  /// Begins a file.
  ///
  /// - Parameter source: The source that its prices name, such as the file's name.
  public init(source: String) {
    self.source = source
    isStored = false
  }

  /// Begins a file that bitpal stored: an unreadable header counts as one more refused line.
  init(stored source: String) {
    self.source = source
    isStored = true
  }

  /// Reads the next bytes of the file.
  ///
  /// - Parameter bytes: Any number of them; lines may begin and end in different pieces.
  /// - Throws: ``PriceFileError/unknownHeader(_:)`` if the first line is not a header and does not
  ///   begin with a number, as a date does.
  public mutating func append(_ bytes: some Collection<UInt8>) throws(PriceFileError) {
    // A concrete type, because generic code from another module would run byte by byte.
    var left = Array(bytes)[...]
    while let end = left.firstIndex(of: UInt8(ascii: "\n")) {
      keep(left[..<end])
      try readLine()
      left = left[(end + 1)...]
    }
    keep(left)
  }

  /// Ends the file.
  ///
  /// - Returns: The prices and the refused lines.
  /// - Throws: ``PriceFileError`` if there is no line, or if the first one is invalid as in
  ///   `append`.
  public mutating func finish() throws(PriceFileError) -> PriceFile {
    if !rest.isEmpty { try readLine() }
    guard columns != nil || isStored else { throw .empty }
    var byCoin: [String: [PriceFile.Entry]] = [:]
    for index in coinIds.indices {
      byCoin[coinIds[index]] = sortedByDay(entries[index])
      entries[index] = []
    }
    return PriceFile(
      source: source, entries: byCoin, refused: refused, refusedCount: refusedCount)
  }

  /// Keeps part of a line; for a line that is too long, only enough to detect that.
  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    rest.append(contentsOf: bytes.prefix(Self.longestLine + 4 - min(rest.count, Self.longestLine)))
  }

  private mutating func readLine() throws(PriceFileError) {
    line += 1
    defer { rest.removeAll(keepingCapacity: true) }
    if line == 1, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    guard rest.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    if let columns { return readLine(columns) }
    if let header { return columns = header }
    guard isStored || beginsWithNumber else {
      throw .unknownHeader(String(text(rest.indices).prefix(80)))
    }
    columns = .unnamed
    readLine(.unnamed)
  }

  private mutating func readLine(_ columns: Columns) {
    do throws(PriceLineError) { try readPrice(columns) } catch {
      refusedCount += 1
      if refused.count < Self.namedLines {
        refused.append(RefusedPriceLine(line: line, error: error))
      }
    }
  }

  /// The columns named in the line; `nil` if it is not a header.
  private var header: Columns? {
    let names = fields().map { text($0).lowercased() }
    guard names.count == 3, let date = names.firstIndex(of: "date"),
      let coinId = names.firstIndex(of: "coin_id"), let usd = names.firstIndex(of: "usd")
    else { return nil }
    return Columns(date: date, coinId: coinId, usd: usd, areNamed: true)
  }

  /// Whether the line begins with a digit, as a date does and a header does not.
  private var beginsWithNumber: Bool {
    fields().first.flatMap { rest[$0].first }.map { (0x30...0x39).contains($0) } ?? false
  }

  private mutating func readPrice(_ columns: Columns) throws(PriceLineError) {
    guard rest.count <= Self.longestLine, isText else { throw .notText }
    let fields = fields()
    guard fields.count == 3 else {
      throw .wrongFieldCount(expected: 3, found: fields.count)
    }
    let number = try day(fields[columns.date])
    let price = try price(fields[columns.usd])
    if !columns.areNamed, !isStored { try refuseNumber(fields[columns.coinId]) }
    let index = try index(ofCoin: rest[fields[columns.coinId]])
    entries[index].append(PriceFile.Entry(day: number, price: price))
  }

  /// Refuses a coin id that reads as a price: without a header, the columns would be ambiguous.
  private func refuseNumber(_ range: Range<Int>) throws(PriceLineError) {
    if isNumber(range) { throw .coinOrPrice(text(range)) }
  }

  private func isNumber(_ range: Range<Int>) -> Bool {
    guard let first = rest[range].first, first <= 0x39 else { return false }
    do throws(DecimalTextError) { _ = try ExactDecimal(exact: text(range)) } catch { return false }
    return true
  }

  private var isText: Bool {
    !rest.contains { $0 > 0x7F } || String(validating: rest, as: UTF8.self) != nil
  }

  private func day(_ range: Range<Int>) throws(PriceLineError) -> Int32 {
    let digits = rest[range]
    func number(_ offsets: Range<Int>) -> Int? {
      var number = 0
      for index in offsets {
        let digit = Int(digits[range.lowerBound + index]) - 0x30
        guard (0...9).contains(digit) else { return nil }
        number = number * 10 + digit
      }
      return number
    }
    let hyphen = UInt8(ascii: "-")
    guard range.count == 10, digits[range.lowerBound + 4] == hyphen,
      digits[range.lowerBound + 7] == hyphen, let year = number(0..<4), let month = number(5..<7),
      let dayOfMonth = number(8..<10),
      let day = UTCDay(year: year, month: month, day: dayOfMonth)
    else { throw .notADate(text(range)) }
    return Int32(day.number)
  }

  private func price(_ range: Range<Int>) throws(PriceLineError) -> ExactDecimal {
    let price: ExactDecimal
    if let plain = plainPrice(range) {
      price = plain
    } else {
      do throws(DecimalTextError) { price = try ExactDecimal(exact: text(range)) } catch {
        throw .notANumber(text(range))
      }
    }
    guard Self.priceRange.contains(price) else { throw .outOfRange(text(range)) }
    return price
  }

  /// A number of at most 18 digits with an optional point, as nearly every price is.
  private func plainPrice(_ range: Range<Int>) -> ExactDecimal? {
    guard (1...19).contains(range.count), rest[range.upperBound - 1] != UInt8(ascii: ".") else {
      return nil
    }
    var (mantissa, places) = (UInt64(0), 0)
    var point: Int?
    for index in range {
      let digit = UInt64(rest[index]) &- 0x30
      if digit <= 9 {
        mantissa = mantissa * 10 + digit
        places += point == nil ? 0 : 1
      } else if rest[index] == UInt8(ascii: "."), point == nil {
        point = index
      } else {
        return nil
      }
    }
    guard range.count <= 18 || point != nil else { return nil }
    while mantissa > 0, places > 0, mantissa % 10 == 0 {
      (mantissa, places) = (mantissa / 10, places - 1)
    }
    return mantissa == 0
      ? 0 : ExactDecimal(mantissa, exponent: -places)
  }

  /// The coin's index; files are mostly sorted by coin, so the previous one is tried first.
  private mutating func index(ofCoin id: ArraySlice<UInt8>) throws(PriceLineError) -> Int {
    if let last, last.id.elementsEqual(id) { return last.index }
    let key = Array(id)
    let index: Int
    if let known = coins[key] {
      index = known
    } else {
      guard !key.isEmpty, !key.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x7F }) else {
        throw .notACoinId(String(decoding: key, as: UTF8.self))
      }
      index = coinIds.count
      coins[key] = index
      coinIds.append(String(decoding: key, as: UTF8.self))
      entries.append([])
    }
    last = (key, index)
    return index
  }

  /// The comma-separated fields, without surrounding spaces and quotation marks.
  private func fields() -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = 0
    for index in 0...rest.count where index == rest.count || rest[index] == UInt8(ascii: ",") {
      fields.append(bare(start..<index))
      start = index + 1
    }
    return fields
  }

  private func bare(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, rest[low] == 0x20 || rest[low] == 0x09 { low += 1 }
    while low < high, rest[high - 1] == 0x20 || rest[high - 1] == 0x09 { high -= 1 }
    let quote = UInt8(ascii: "\"")
    guard high - low >= 2, rest[low] == quote, rest[high - 1] == quote else { return low..<high }
    return low + 1..<high - 1
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: rest[range], as: UTF8.self) }
}
