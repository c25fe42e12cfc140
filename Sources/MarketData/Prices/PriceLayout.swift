import CMarketData
import Exact
import Portfolio

/// The built-in daily prices, looked up in place.
///
/// All numbers are little-endian; nothing is aligned.
///
///     header    8  "bitpalP1"
///               4  count of coins, n
///               4  count of prices, m
///               4  bytes of text
///     n records of 20 bytes, ascending by the bytes of the id
///               4  where the id begins in the text part
///               4  bytes of the id
///               4  first day, in days since 1970-01-01
///               4  days from the first to the last
///               4  index of the first day's price
///     m prices of 4 bytes, one a day: decimal places in the upper 4 bits, the digits without the
///               point in the lower 28; 0 for a day without a price
///     the ids in UTF-8
///
/// Made by `scripts/make-market-data.py` from recorded daily closes.
struct PriceLayout: Sendable {
  static let builtIn = PriceLayout(
    LittleEndianBytes(start: bitpal_prices_bytes(), count: bitpal_prices_count()))

  private static let headerSize = 20
  private static let recordSize = 20

  private let bytes: LittleEndianBytes
  private let coinCount: Int
  private let textStart: Int

  private init(_ bytes: LittleEndianBytes) {
    self.bytes = bytes
    coinCount = Int(bytes.unsigned(at: 8))
    textStart = Self.headerSize + coinCount * Self.recordSize + Int(bytes.unsigned(at: 12)) * 4
  }

  var coinIds: [String] { (0..<coinCount).map { bytes.text(id($0)) } }

  /// US dollars per coin; `nil` for a coin or a day without a price.
  func price(of coinId: String, on day: UTCDay) -> ExactDecimal? { lookup(of: coinId)(day) }

  /// Looks up prices of one coin, which is searched only once.
  func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? {
    guard let coin = coin(coinId) else { return { _ in nil } }
    let (first, count) = (firstDay(coin), dayCount(coin))
    let start = Self.headerSize + coinCount * Self.recordSize + Int(field(coin, 4)) * 4
    return { day in
      let offset = day.number - first
      guard offset >= 0, offset < count else { return nil }
      let price = bytes.unsigned(at: start + offset * 4)
      guard price > 0 else { return nil }
      return ExactDecimal(price & 0x0FFF_FFFF, exponent: -Int(price >> 28))
    }
  }

  /// The first and the last day with a price.
  func days(of coinId: String) -> ClosedRange<UTCDay>? {
    coin(coinId).map { coin in
      let first = UTCDay(number: firstDay(coin))
      return first...first.advanced(by: dayCount(coin) - 1)
    }
  }

  private func coin(_ coinId: String) -> Int? {
    let wanted = coinId.utf8.span
    let index = partitioningIndex(in: coinCount) { bytes.compare(id($0), with: wanted) >= 0 }
    return index < coinCount && bytes.compare(id(index), with: wanted) == 0 ? index : nil
  }

  private func id(_ coin: Int) -> Range<Int> {
    let start = textStart + Int(field(coin, 0))
    return start..<start + Int(field(coin, 1))
  }

  private func firstDay(_ coin: Int) -> Int { Int(Int32(bitPattern: field(coin, 2))) }

  private func dayCount(_ coin: Int) -> Int { Int(field(coin, 3)) }

  private func field(_ coin: Int, _ field: Int) -> UInt32 {
    bytes.unsigned(at: Self.headerSize + coin * Self.recordSize + field * 4)
  }
}
