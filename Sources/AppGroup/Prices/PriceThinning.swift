import FoundationEssentials
import Portfolio

/// Thins the prices recorded by refreshes.
///
/// All prices of the last two hours are kept, then the last of each quarter of an hour, after two
/// days the last of each hour, and after three months the last of each day.
enum PriceThinning {
  /// - Parameters:
  ///   - prices: In the order of a file.
  ///   - now: The current time.
  static func kept(of prices: [StoredPrice], at now: Date) -> [StoredPrice] {
    let second = now.millisecondsSince1970 / 1000
    var kept: [StoredPrice] = []
    var last: (index: Int, slot: Slot)?
    for price in prices {
      guard price.isRecorded, let slot = Slot(of: price, at: second) else {
        kept.append(price)
        continue
      }
      if let last, last.slot == slot {
        kept[last.index] = price
      } else {
        last = (kept.count, slot)
        kept.append(price)
      }
    }
    return kept
  }

  /// A time slot whose last price is kept.
  private struct Slot: Equatable {
    let length: Int
    let number: Int

    /// - Returns: `nil` if every price is kept.
    init?(of price: StoredPrice, at now: Int) {
      switch now / StoredPrice.secondsOfDay - price.day.number {
      case ...1:
        guard now - price.second > 7200 else { return nil }
        length = 900
      case ...91: length = 3600
      default: length = StoredPrice.secondsOfDay
      }
      number = price.second / length
    }
  }
}
