public import Exact
import FoundationEssentials
public import Portfolio

/// Daily prices in `date,coin_id,usd` lines sorted by coin and day, looked up in place.
///
/// Imported prices are stored in this form: ``PriceFileReader`` can read the file too, and a price
/// is found without reading all of it.
///
/// Unchecked, because a pointer is never `Sendable`; the owner keeps the bytes in place, unchanged.
public struct SortedPriceLines: DailyPrices, @unchecked Sendable {
  /// The header line.
  public static let header = "date,coin_id,usd\n"

  private let bytes: UnsafeRawBufferPointer
  private let owner: any AnyObject & Sendable
  private let source: String

  /// Opens lines made by ``line(coinId:day:price:)``, without reading them.
  ///
  /// - Parameters:
  ///   - bytes: The header and the lines, by the bytes of the coin's id and then by day; they must
  ///     not change.
  ///   - owner: Keeps the bytes in place for as long as it lives.
  ///   - source: The source that the prices name.
  public init(
    bytes: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable, source: String
  ) {
    self.bytes = bytes
    self.owner = owner
    self.source = source
  }

  /// Formats one price as a line.
  public static func line(coinId: String, day: UTCDay, price: ExactDecimal) -> String {
    "\(day.text),\(coinId),\(price.description)\n"
  }

  /// The price of exactly that day; also `nil` if its line is damaged.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    withExtendedLifetime(owner) {
      let wanted = Array(coinId.utf8)
      let date = Array(day.text.utf8)
      guard let line = line(of: wanted, date),
        let price = price(in: line)
      else { return nil }
      return DailyPrice(price: price, day: day, source: source)
    }
  }

  /// The number of days of a coin to look up singly before reading all its lines at once pays off.
  private static let fewDays = 16

  /// Looks up prices of one coin; after several days, all its lines are read once.
  public func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    var asked = 0
    var known: [CoinLine]?
    return { [self] day in
      asked += 1
      guard asked > Self.fewDays else { return price(of: coinId, on: day)?.price }
      let lines = known ?? lines(of: Array(coinId.utf8))
      known = lines
      return price(on: day, in: lines)
    }
  }

  private func price(on day: UTCDay, in lines: [CoinLine]) -> ExactDecimal? {
    guard let first = lines.first?.day else { return nil }
    // If no day is missing, the index follows from the day number.
    var offset = day.number - first
    if !lines.indices.contains(offset) || lines[offset].day != day.number {
      offset = partitioningIndex(in: lines.count) { lines[$0].day >= day.number }
    }
    guard offset < lines.count, lines[offset].day == day.number else { return nil }
    return withExtendedLifetime(owner) { parse(from: lines[offset].start).flatMap(price(in:)) }
  }

  /// The lines of a coin: their days and start offsets.
  private func lines(of coin: [UInt8]) -> [CoinLine] {
    withExtendedLifetime(owner) {
      var lines: [CoinLine] = []
      var offset = start(notBefore: coin, Array("".utf8))
      while offset < bytes.count, let line = parse(from: offset),
        bytes[line.coin].elementsEqual(coin)
      {
        if let day = day(in: line) { lines.append(CoinLine(day: day.number, start: offset)) }
        offset = line.price.upperBound + 1
      }
      return lines
    }
  }

  /// The number of the first unreadable or misplaced line, counted from 1.
  public var damagedLine: Int? {
    withExtendedLifetime(owner) {
      guard bytes.starts(with: Self.header.utf8) else { return 1 }
      var (offset, number) = (Self.header.utf8.count, 1)
      var previous: Line?
      while offset < bytes.count {
        number += 1
        guard let line = parse(from: offset), isWhole(line),
          previous.map({ compare($0, line) < 0 }) ?? true
        else { return number }
        previous = line
        offset = line.price.upperBound + 1
      }
      return nil
    }
  }

  /// The location of a day's price.
  private struct CoinLine {
    let day: Int
    let start: Int
  }

  private struct Line {
    let date: Range<Int>
    let coin: Range<Int>
    let price: Range<Int>
  }

  private func isWhole(_ line: Line) -> Bool {
    guard day(in: line) != nil, !line.coin.isEmpty else { return false }
    return isPlainPrice(line.price)
      || price(in: line).map(PriceFileReader.priceRange.contains) ?? false
  }

  /// Whether the digits alone show that a price is in range.
  ///
  /// A file may have hundreds of thousands of prices, all checked before the first lookup.
  private func isPlainPrice(_ range: Range<Int>) -> Bool {
    var (whole, places, isZero) = (0, 0, true)
    var point: Int?
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "."), point == nil {
        point = index
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
      if byte > UInt8(ascii: "0") { isZero = false }
      if point == nil { whole += 1 } else { places += 1 }
    }
    let endsInPoint = point.map { $0 + 1 } == range.upperBound
    return !isZero && (1...12).contains(whole) && places <= 18 && !endsInPoint
  }

  /// The day of a line, parsed from its digits for speed: a coin has thousands of lines.
  private func day(in line: Line) -> UTCDay? {
    guard line.date.count == 10 else { return nil }
    func number(_ offsets: Range<Int>) -> Int? {
      offsets.reduce(0) { number, index in
        let digit = bytes[line.date.lowerBound + index] &- UInt8(ascii: "0")
        return digit < 10 ? number.map { $0 * 10 + Int(digit) } : nil
      }
    }
    let dashes = [4, 7].allSatisfy { bytes[line.date.lowerBound + $0] == UInt8(ascii: "-") }
    guard dashes, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
    else { return nil }
    return UTCDay(year: year, month: month, day: day)
  }

  private func price(in line: Line) -> ExactDecimal? {
    do throws(DecimalTextError) {
      return try ExactDecimal(exactUTF8: UnsafeRawBufferPointer(rebasing: bytes[line.price]))
    } catch { return nil }
  }

  /// The line for a coin and day.
  private func line(of coin: [UInt8], _ date: [UInt8]) -> Line? {
    guard let line = parse(from: start(notBefore: coin, date)),
      bytes[line.coin].elementsEqual(coin), bytes[line.date].elementsEqual(date)
    else { return nil }
    return line
  }

  /// The start of the first line not before a coin and day, found by binary search over file
  /// offsets.
  private func start(notBefore coin: [UInt8], _ date: [UInt8]) -> Int {
    var (low, high) = (Self.header.utf8.count, bytes.count)
    while low < high {
      var start = low + (high - low) / 2
      while start > low, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      guard let line = parse(from: start) else { return bytes.count }
      let order = precedence(bytes[line.coin], coin[...])
      let decision = order != 0 ? order : precedence(bytes[line.date], date[...])
      if decision < 0 { low = line.price.upperBound + 1 } else { high = start }
    }
    return low
  }

  private func compare(_ left: Line, _ right: Line) -> Int {
    let order = order(left.coin, right.coin)
    return order != 0 ? order : self.order(left.date, right.date)
  }

  /// Compares two texts: negative, zero or positive if the first precedes, equals or follows the
  /// second.
  private func order(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    for index in 0..<min(left.count, right.count) {
      let (byte, other) = (bytes[left.lowerBound + index], bytes[right.lowerBound + index])
      if byte != other { return byte < other ? -1 : 1 }
    }
    return left.count - right.count
  }

  private func parse(from start: Int) -> Line? {
    let comma = UInt8(ascii: ",")
    guard let first = next(comma, from: start), let second = next(comma, from: first + 1),
      let end = next(UInt8(ascii: "\n"), from: second)
    else { return nil }
    return Line(date: start..<first, coin: first + 1..<second, price: second + 1..<end)
  }

  /// The next offset of a byte; a dedicated loop, because every byte of a file passes here.
  private func next(_ byte: UInt8, from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes[offset] == byte { return offset }
      offset += 1
    }
    return nil
  }
}

/// Compares two sequences: negative, zero or positive if the first precedes, equals or follows the
/// second.
private func precedence(
  _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
) -> Int {
  if left.elementsEqual(right) { return 0 }
  return left.lexicographicallyPrecedes(right) ? -1 : 1
}
