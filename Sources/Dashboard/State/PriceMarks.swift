import CellGrid
import Exact
public import FoundationEssentials
import Portfolio
import Widgets

/// Marks prices that just changed, briefly and without moving anything.
struct PriceMarks: Equatable, Sendable {
  /// Whether each marked price rose, by coin id.
  fileprivate var rises: [String: Bool] = [:]
  fileprivate var end = Date.distantPast
}

extension DashboardState {
  /// Seconds that a changed price stays marked.
  private static let markSeconds: TimeInterval = 2

  /// When the marks end; `nil` if there are none.
  public var marksEnd: Date? { priceMarks.rises.isEmpty ? nil : priceMarks.end }

  /// Marks prices that changed since the previous data.
  mutating func markChanges(from previous: DashboardData?) {
    guard let previous, let data, previous.currency == data.currency, let now = lastInstant else {
      return
    }
    let rises = Self.rises(from: previous.prices, to: data.prices)
    if !rises.isEmpty {
      priceMarks = PriceMarks(rises: rises, end: now.addingTimeInterval(Self.markSeconds))
    }
  }

  private static func rises(
    from old: [String: ExactDecimal], to new: [String: ExactDecimal]
  ) -> [String: Bool] {
    var rises: [String: Bool] = [:]
    for (id, price) in new {
      if let before = old[id], before != price { rises[id] = price > before }
    }
    return rises
  }

  /// Whether a coin's marked price rose; `nil` if it is not marked.
  func hasRisen(_ id: String, at now: Date) -> Bool? {
    now < priceMarks.end ? priceMarks.rises[id] : nil
  }

  /// Removes expired marks.
  mutating func endMarks(at now: Date) {
    if now >= priceMarks.end { priceMarks = PriceMarks() }
  }
}

extension DashboardData {
  /// Displayed prices by coin id.
  fileprivate var prices: [String: ExactDecimal] {
    let coins = positions.holdings.map(\.coin) + watchlist.map(\.coin)
    return Dictionary(
      coins.compactMap { coin in coin.currentPrice.map { (coin.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
