public import Exact
public import Portfolio

/// Daily prices read from a `date,coin_id,usd` file.
public struct PriceFile: DailyPrices {
  struct Entry: Equatable, Sendable {
    let day: Int32
    let price: ExactDecimal
  }

  /// The origin of the prices, such as the file's name.
  public let source: String
  /// The first ``PriceFileReader/namedLines`` refused lines.
  public let refused: [RefusedPriceLine]
  /// The total number of refused lines.
  public let refusedCount: Int
  /// Unique days in ascending order, by coin.
  private let entries: [String: [Entry]]

  init(
    source: String, entries: [String: [Entry]], refused: [RefusedPriceLine], refusedCount: Int
  ) {
    self.source = source
    self.entries = entries
    self.refused = refused
    self.refusedCount = refusedCount
  }

  /// Reads a file that bitpal stored, each line independently; problems are in ``refused``.
  public init(stored bytes: some Collection<UInt8>, source: String) {
    var reader = PriceFileReader(stored: source)
    do throws(PriceFileError) {
      try reader.append(bytes)
      self = try reader.finish()
    } catch {
      // Only files from other programs are refused as a whole.
      self.init(source: source, entries: [:], refused: [], refusedCount: 0)
    }
  }

  /// Coin ids with prices, ascending by their bytes.
  public var coinIds: [String] {
    entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The number of prices.
  public var count: Int { entries.values.reduce(0) { $0 + $1.count } }

  /// The price of exactly that day.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    guard let days = entries[coinId] else { return nil }
    let index = partitioningIndex(in: days.count) { Int(days[$0].day) >= day.number }
    guard index < days.count, Int(days[index].day) == day.number else { return nil }
    return DailyPrice(price: days[index].price, day: day, source: source)
  }

  /// Calls `body` with every price, ordered by the bytes of the coin id and then by day.
  public func forEach<Failure>(
    _ body: (_ coinId: String, _ day: UTCDay, _ price: ExactDecimal) throws(Failure) -> Void
  ) throws(Failure) {
    for coinId in coinIds {
      for entry in entries[coinId] ?? [] {
        try body(coinId, UTCDay(number: Int(entry.day)), entry.price)
      }
    }
  }

  /// Merges another file's prices, which replace those of the same day.
  public func merging(_ newer: PriceFile) -> PriceFile {
    PriceFile(
      source: newer.source,
      entries: entries.merging(newer.entries) { old, new in sortedByDay(old + new) },
      refused: newer.refused, refusedCount: newer.refusedCount)
  }
}

/// Sorts by day; the last of several entries for one day is kept.
func sortedByDay(_ entries: [PriceFile.Entry]) -> [PriceFile.Entry] {
  if zip(entries, entries.dropFirst()).allSatisfy({ $0.day < $1.day }) { return entries }
  let sorted = entries.enumerated()
    .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
    .map(\.element)
  var kept: [PriceFile.Entry] = []
  kept.reserveCapacity(sorted.count)
  for entry in sorted {
    if kept.last?.day == entry.day { kept.removeLast() }
    kept.append(entry)
  }
  return kept
}

/// A refused line of a price file.
public struct RefusedPriceLine: Equatable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// What is wrong with it.
  public let error: PriceLineError

  /// The line and the reason, without a final period.
  public var reason: String { "line \(line): \(error.reason)" }
}

/// What is wrong with a line of a price file.
public enum PriceLineError: Error, Equatable, Sendable {
  /// The line has another number of fields than the header.
  case wrongFieldCount(expected: Int, found: Int)
  /// The line is not UTF-8, or longer than a line can be.
  case notText
  /// The text is not a date such as `2026-04-28`.
  case notADate(String)
  /// The text is not a CoinGecko id such as `bitcoin`.
  case notACoinId(String)
  /// The text is not a number such as `1234.5`.
  case notANumber(String)
  /// The price is outside ``PriceFileReader/priceRange``.
  case outOfRange(String)
  /// Without a header, the coin's id could be the price.
  case coinOrPrice(String)

  /// The reason in one line, without a final period.
  public var reason: String {
    switch self {
    case .wrongFieldCount(let expected, let found): "expected \(expected) fields, found \(found)"
    case .notText: "not UTF-8 text, or longer than 1,000 bytes"
    case .notADate(let text): "\"\(text)\" is not a valid date such as 2026-04-28"
    case .notACoinId(let text): "\"\(text)\" is not a coin id such as bitcoin"
    case .notANumber(let text): "\"\(text)\" is not a number such as 1234.5"
    case .outOfRange(let text): "the price \(text) is outside 10^-18 to 10^12 US dollars"
    case .coinOrPrice(let text):
      "\"\(text)\" could be the coin or the price; begin the file with the line date,coin_id,usd"
    }
  }
}

/// Why a whole price file cannot be read.
public enum PriceFileError: Error, Equatable, Sendable {
  /// The file has no line.
  case empty
  /// The first line is neither `date,coin_id,usd` in any order nor begins with a date.
  case unknownHeader(String)

  /// The reason in one line, without a final period.
  public var reason: String {
    switch self {
    case .empty: "the file is empty"
    case .unknownHeader(let text):
      "its first line \"\(text)\" is neither the header date,coin_id,usd, in any order, nor a "
        + "price such as 2025-01-31,bitcoin,102405.02"
    }
  }
}
