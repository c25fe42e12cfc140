public import Exact
import FoundationEssentials
public import Portfolio
import WidgetTimeline

/// A stored price, or a gap, of a coin at an instant or on a day.
public struct StoredPrice: Equatable, Sendable {
  /// The price, or the sources without one.
  public enum Content: Equatable, Sendable {
    /// US dollars per coin, within `LedgerRange`.
    case price(ExactDecimal, PriceOrigin)
    /// These sources were asked and have no price for the day.
    case gap(PriceOrigins)
  }

  static let secondsOfDay = 86_400

  /// Seconds since 1970 in UTC: the time of the refresh, or the last second of the day for a daily
  /// close or gap.
  public let second: Int
  /// The price, or the sources without one.
  public let content: Content

  /// Makes a day's close or gap.
  public init(day: UTCDay, _ content: Content) {
    self.init(second: (day.number + 1) * Self.secondsOfDay - 1, content)
  }

  /// Makes a price recorded by a refresh.
  init(_ record: PriceRecord) {
    self.init(
      second: record.point.time.millisecondsSince1970 / 1000,
      .price(record.point.price, .recorded(from: record.source)))
  }

  init(second: Int, _ content: Content) {
    self.second = second
    self.content = content
  }

  /// The UTC day.
  public var day: UTCDay { UTCDay(number: second / Self.secondsOfDay) }

  /// The price; `nil` for a gap.
  public var price: ExactDecimal? {
    if case .price(let price, _) = content { price } else { nil }
  }

  /// Whether a refresh recorded the price.
  var isRecorded: Bool {
    if case .price(_, let origin) = content { origin.isRecorded } else { false }
  }

  /// The order in a file: by time, with recorded prices first within a second.
  var sortKey: Int { 2 * second + (isRecorded ? 0 : 1) }

  /// The price with its time; `nil` for a gap.
  var point: PricePoint? {
    price.map { PricePoint(time: Date(millisecondsSince1970: second * 1000), price: $0) }
  }

  /// The record after another source was asked: a stored price stays, because a report must give
  /// the same figure tomorrow.
  func merged(with newer: StoredPrice) -> StoredPrice {
    switch (content, newer.content) {
    case (.price, _): self
    case (.gap, .price): newer
    case (.gap(let old), .gap(let new)): StoredPrice(second: second, .gap(old.union(new)))
    }
  }

  var isPossible: Bool { price.map(LedgerRange.isPossiblePrice) ?? true }
}
