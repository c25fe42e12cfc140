public import FoundationEssentials
public import Portfolio

/// What the store knows of a coin on a day.
public struct StoredDay: Equatable, Sendable {
  /// The price, or who has none.
  public enum Content: Equatable, Sendable {
    /// US dollars per coin at the end of the day, within `LedgerRange`.
    case price(Decimal, PriceOrigin)
    /// These sources were asked and have no price of the day.
    case gap(PriceOrigins)
  }

  /// The UTC day.
  public let day: UTCDay
  /// The price, or who has none.
  public let content: Content

  /// Makes a day.
  public init(day: UTCDay, _ content: Content) {
    self.day = day
    self.content = content
  }

  /// The price, `nil` in a gap.
  public var price: Decimal? {
    if case .price(let price, _) = content { price } else { nil }
  }

  /// What is known after another source was asked: a price that was stored once stays, because a
  /// report must give the same figure tomorrow.
  func merged(with newer: StoredDay) -> StoredDay {
    switch (content, newer.content) {
    case (.price, _): self
    case (.gap, .price): newer
    case (.gap(let old), .gap(let new)): StoredDay(day: day, .gap(old.union(new)))
    }
  }
}
