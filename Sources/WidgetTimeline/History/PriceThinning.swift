public import FoundationEssentials
import Portfolio

/// What is kept of old prices: the last of each hour, later the last of each day.
public struct PriceThinning {
  private static let day = 86_400_000

  private let milliseconds: Int
  private var kept: [Int: [String: PriceRecord]] = [:]

  /// The thinning that a day of the history is due for, `nil` for one of the last two days.
  ///
  /// - Parameters:
  ///   - day: Midnight (UTC) of that day.
  ///   - now: The present instant.
  public init?(ofDay day: Date, now: Date) {
    let age = (now.millisecondsSince1970 - day.millisecondsSince1970) / Self.day
    switch age {
    case ...1: return nil
    case ...91: milliseconds = 3_600_000
    default: milliseconds = Self.day
    }
  }

  /// Takes a record in; of those of one coin and one hour (or day) the latest stays.
  public mutating func add(_ record: PriceRecord) {
    let slot = record.point.time.millisecondsSince1970 / milliseconds
    if let known = kept[slot]?[record.coinId], known.point.time > record.point.time { return }
    kept[slot, default: [:]][record.coinId] = record
  }

  /// What stays, ordered by time and then by id.
  public var records: [PriceRecord] {
    kept.values.flatMap(\.values).sorted {
      ($0.point.time, $0.coinId) < ($1.point.time, $1.coinId)
    }
  }
}
