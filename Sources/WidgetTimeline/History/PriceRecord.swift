import Exact
public import FoundationEssentials
import Portfolio

/// A price at an instant.
public struct PricePoint: Equatable, Sendable {
  /// When the price was known: the time of the refresh that brought it.
  public let time: Date
  /// US dollars per coin, above zero.
  public let price: Decimal

  /// Makes a point.
  public init(time: Date, price: Decimal) {
    self.time = time
    self.price = price
  }
}

/// A row of the price history: what a coin was known to cost at a refresh.
public struct PriceRecord: Equatable, Sendable {
  /// CoinGecko id.
  public let coinId: String
  /// The price, and the time of the refresh.
  public let point: PricePoint

  /// Makes a record.
  public init(coinId: String, point: PricePoint) {
    self.coinId = coinId
    self.point = point
  }
}

extension PriceRecord {
  /// Bytes of a time at the start of a row: all have the same length, so that their order as bytes
  /// is their order in time.
  public static let timeLength = 24

  /// A time as rows begin with it: `2026-04-28T12:00:00.000Z`.
  public static func timeText(_ date: Date) -> String {
    let text = date.utcText
    return text.utf8.count == timeLength ? text : "\(text.dropLast()).000Z"
  }

  /// The row `time,coin_id,price` with its line end; `nil` for an id that no line can hold.
  public var line: String? {
    guard !coinId.isEmpty, coinId.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      return nil
    }
    let price = point.price.withinExactDigits.canonicalText
    return "\(Self.timeText(point.time)),\(Self.field(coinId)),\(price)\n"
  }

  /// Reads a row without its line end; `nil` for what is none.
  public init?(line: some RandomAccessCollection<UInt8>) {
    guard let parts = PriceRow(line), let time = Date(utcText: parts.time),
      let price = parts.price
    else { return nil }
    self.init(coinId: parts.coinId, point: PricePoint(time: time, price: price))
  }

  private static func field(_ id: String) -> String {
    guard id.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return id
    }
    return "\""
      + id.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}

/// The three fields of a row, read as far as they are asked for.
public struct PriceRow: Sendable {
  /// The time as it is written, of ``PriceRecord/timeLength`` bytes.
  public let time: String
  /// CoinGecko id.
  public let coinId: String
  private let priceText: String

  /// Takes a line apart; `nil` for one that is not a row.
  public init?(_ line: some RandomAccessCollection<UInt8>) {
    let comma = UInt8(ascii: ",")
    let rest = line.dropFirst(PriceRecord.timeLength)
    guard rest.first == comma, let last = rest.lastIndex(of: comma) else { return nil }
    let id = rest[..<last].dropFirst()
    guard !id.isEmpty else { return nil }
    time = String(decoding: line.prefix(PriceRecord.timeLength), as: UTF8.self)
    coinId = Self.unquoted(String(decoding: id, as: UTF8.self))
    priceText = String(decoding: rest[rest.index(after: last)...], as: UTF8.self)
  }

  /// US dollars per coin; `nil` when the text is not a price.
  public var price: Decimal? {
    do {
      let price = try Decimal(exact: priceText)
      return price > 0 ? price : nil
    } catch {
      return nil
    }
  }

  private static func unquoted(_ field: String) -> String {
    guard field.count >= 2, field.first == "\"", field.last == "\"" else { return field }
    return field.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
      .joined(separator: "\"")
  }
}
