import FoundationEssentials
import Glibc
public import Portfolio
import Synchronization
import WidgetTimeline

/// The last prices of past days, as refreshes recorded them.
///
/// A day's file is read once, when the first of its prices is asked for.
public final class RecordedDailyPrices: DailyPrices {
  private let history: PriceHistoryStore
  private let warn: @Sendable (String) -> Void
  private let read = Mutex<[UTCDay: [String: PriceRow]]>([:])

  /// The prices of a container.
  ///
  /// - Parameter warn: Receives a sentence for each day that was asked for and has a line that
  ///   cannot be read.
  public init(
    _ container: AppGroupContainer, warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    history = PriceHistoryStore(container)
    self.warn = warn
  }

  /// The last price recorded on that very UTC day, `nil` when none was.
  public func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    let row = read.withLock { days in
      if let known = days[day] { return known[coinId] }
      let (rows, isDamaged) = history.closes(of: day)
      if isDamaged { warnOfDamage(day) }
      days[day] = rows
      return rows[coinId]
    }
    guard let row else { return nil }
    guard let price = row.price else {
      warnOfDamage(day)
      return nil
    }
    return DailyPrice(price: price, day: day, source: "recorded")
  }

  private func warnOfDamage(_ day: UTCDay) {
    do throws(ContainerError) {
      if let damage = try history.damage(of: history.path(day.text)) { warn(damage.sentence) }
    } catch {
      warn(error.sentence)
    }
  }
}

extension PriceHistoryStore {
  /// The last row of each coin on a day, and whether something of it cannot be read.
  func closes(of day: UTCDay) -> (rows: [String: PriceRow], isDamaged: Bool) {
    var (closes, isDamaged) = ([String: PriceRow](), false)
    let before = day.start.addingTimeInterval(-0.001)
    do throws(ContainerError) {
      let file = try PriceDayFile(path(day.text))
      try file.readBackwards(
        from: day.advanced(by: 1).start.addingTimeInterval(-0.001), to: before,
        skip: { isDamaged = true }
      ) { row in
        if closes[row.coinId] == nil { closes[row.coinId] = row }
        return true
      }
    } catch .refused(_, _, code: ENOENT) {
      return (closes, false)
    } catch {
      return (closes, true)
    }
    return (closes, isDamaged)
  }

  /// What of a day's file cannot be read; `nil` where all can, and where there is no such file.
  ///
  /// - Throws: ``ContainerError`` with what the system refused.
  public func damage(of path: String) throws(ContainerError) -> FileDamage? {
    var (number, damaged) = (0, [Int]())
    do throws(ContainerError) {
      try PriceDayFile(path).readAll { line in
        number += 1
        if PriceRecord(line: line) == nil { damaged.append(number) }
      }
    } catch .refused(_, _, code: ENOENT) {
      return nil
    }
    guard !damaged.isEmpty else { return nil }
    return FileDamage(
      path, parts: damaged.map { "line \($0)" },
      cure: "The other prices count. Delete what cannot be read.")
  }
}
