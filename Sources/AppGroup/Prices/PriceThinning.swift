import FoundationEssentials
import Portfolio

/// What is kept of the prices that refreshes recorded: all of two days, then the last of each hour,
/// after a quarter the last of each day.
enum PriceThinning {
  /// - Parameters:
  ///   - prices: In the order of a file.
  ///   - today: The present UTC day.
  static func kept(of prices: [StoredPrice], today: UTCDay) -> [StoredPrice] {
    var kept: [StoredPrice] = []
    var last: (index: Int, slot: Slot)?
    for price in prices {
      guard price.isRecorded, let slot = Slot(of: price, today: today) else {
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

  /// A stretch of time whose last price is kept.
  private struct Slot: Equatable {
    let length: Int
    let number: Int

    /// - Returns: `nil` where every price is kept.
    init?(of price: StoredPrice, today: UTCDay) {
      switch today.number - price.day.number {
      case ...1: return nil
      case ...91: length = 3600
      default: length = StoredPrice.secondsOfDay
      }
      number = price.second / length
    }
  }
}
