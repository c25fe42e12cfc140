import CMarketData
import Exact
import Portfolio

/// The built-in reference rates, looked up in place.
///
/// All numbers are little-endian; nothing is aligned.
///
///     header    8  "bitpalR1"
///               4  count of days, n
///               4  count of currencies, m
///     m records of 4 bytes, ascending by code
///               3  ISO 4217 code
///               1  decimal places of the currency's rates
///     n numbers of 4 bytes: days since 1970-01-01, ascending
///     m columns of n numbers of 4 bytes: units for one euro without the point; 0 for no rate
///
/// Made by `scripts/make-market-data.py` from the ECB's `eurofxref-hist.csv`.
struct RateLayout: EuroRateRows {
  static let builtIn = RateLayout(
    LittleEndianBytes(start: bitpal_rates_bytes(), count: bitpal_rates_count()))

  private static let headerSize = 16
  private static let recordSize = 4

  private let bytes: LittleEndianBytes
  let rowCount: Int
  private let currencyCount: Int

  private init(_ bytes: LittleEndianBytes) {
    self.bytes = bytes
    rowCount = Int(bytes.unsigned(at: 8))
    currencyCount = Int(bytes.unsigned(at: 12))
  }

  var codes: [String] {
    (0..<currencyCount).map { column in
      let start = Self.headerSize + column * Self.recordSize
      return bytes.text(start..<start + 3)
    }
  }

  func day(ofRow row: Int) -> UTCDay { UTCDay(number: bytes.signed(at: dayStart + row * 4)) }

  func unitsPerEuro(_ code: String, row: Int) -> ExactDecimal? {
    guard let column = column(of: code) else { return nil }
    let mantissa = bytes.unsigned(at: dayStart + (rowCount * (column + 1) + row) * 4)
    guard mantissa > 0 else { return nil }
    let places = bytes.byte(at: Self.headerSize + column * Self.recordSize + 3)
    return ExactDecimal(mantissa, exponent: -Int(places))
  }

  private var dayStart: Int { Self.headerSize + currencyCount * Self.recordSize }

  private func column(of code: String) -> Int? {
    let wanted = code.utf8.span
    func difference(_ column: Int) -> Int {
      let start = Self.headerSize + column * Self.recordSize
      return bytes.compare(start..<start + 3, with: wanted)
    }
    let index = partitioningIndex(in: currencyCount) { difference($0) >= 0 }
    return index < currencyCount && difference(index) == 0 ? index : nil
  }
}
