import FoundationEssentials
public import Portfolio
import Synchronization
import WidgetTimeline

/// The last prices of past days, as refreshes recorded them.
///
/// A day's file is read once, when the first of its prices is asked for.
public final class RecordedDailyPrices: DailyPrices {
  private let history: PriceHistoryStore
  private let read = Mutex<[UTCDay: [String: PriceRow]]>([:])

  /// The prices of a container.
  public init(_ container: AppGroupContainer) { history = PriceHistoryStore(container) }

  /// The last price recorded on that very UTC day, `nil` when none was.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    let row = read.withLock { days in
      if let known = days[day] { return known[coinId] }
      let rows = history.closes(of: day)
      days[day] = rows
      return rows[coinId]
    }
    return row?.price.map { DailyPrice(price: $0, day: day, source: "recorded") }
  }
}

extension PriceHistoryStore {
  /// The last row of each coin on a day; what cannot be read counts as missing.
  func closes(of day: UTCDay) -> [String: PriceRow] {
    var closes: [String: PriceRow] = [:]
    let before = day.start.addingTimeInterval(-0.001)
    do throws(ContainerError) {
      try PriceDayFile(path(day.text)).readBackwards(
        from: day.advanced(by: 1).start.addingTimeInterval(-0.001), to: before
      ) { row in
        if closes[row.coinId] == nil { closes[row.coinId] = row }
        return true
      }
    } catch {
      return closes
    }
    return closes
  }
}
