public import Exact
public import FoundationEssentials
import Portfolio

/// A span of time in equal parts, with one sample each.
public struct PriceSampling: Sendable {
  /// One part: after its start, up to and including its end.
  public struct Slot: Equatable, Sendable {
    /// The start, which is excluded.
    public let start: Date
    /// The end, which is included.
    public let end: Date

    /// Makes a slot.
    public init(start: Date, end: Date) {
      self.start = start
      self.end = end
    }
  }

  /// The parts, oldest first; empty if the span is empty or the count is below one.
  public let slots: [Slot]

  /// Divides a span into parts.
  public init(from start: Date, to end: Date, count: Int) {
    let first = start.millisecondsSince1970
    let length = end.millisecondsSince1970 - first
    guard count > 0, length > 0 else {
      slots = []
      return
    }
    let edges = (0...count).map {
      Date(millisecondsSince1970: first + length / count * $0 + length % count * $0 / count)
    }
    slots = zip(edges, edges.dropFirst()).map { Slot(start: $0, end: $1) }
  }
}

/// The change from one price to another in percent (`-1.04` is minus 1.04 %), to 38 digits.
///
/// - Parameters:
///   - old: The earlier price, above zero.
///   - new: The later price.
public func priceChange(from old: ExactDecimal, to new: ExactDecimal) -> ExactDecimal {
  ((new.quotient(by: old) - 1) * 100).withinExactDigits
}
