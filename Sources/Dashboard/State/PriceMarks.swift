import CellGrid
import Exact
public import FoundationEssentials
import Portfolio
import Widgets

/// Prices that have just changed, marked for a moment; nothing moves for it.
struct PriceMarks: Equatable, Sendable {
  /// Whether the price rose, by coin id.
  fileprivate var rises: [String: Bool] = [:]
  fileprivate var end = Date.distantPast
}

extension DashboardState {
  /// Seconds for which a changed price is marked.
  private static let markSeconds: TimeInterval = 2

  /// When changed prices are marked no more, `nil` while none is.
  public var marksEnd: Date? { priceMarks.rises.isEmpty ? nil : priceMarks.end }

  /// Marks the prices that differ from those shown until now.
  mutating func markChanges(from former: DashboardData?) {
    guard let former, let data, former.currency == data.currency, let now = lastInstant else {
      return
    }
    let rises = Self.rises(from: former.prices, to: data.prices)
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

  /// Whether a coin's price has just risen or fallen, `nil` while that is not marked.
  func hasRisen(_ id: String, at now: Date) -> Bool? {
    now < priceMarks.end ? priceMarks.rises[id] : nil
  }

  /// Forgets marks whose time is over.
  mutating func endMarks(at now: Date) {
    if now >= priceMarks.end { priceMarks = PriceMarks() }
  }
}

extension DashboardData {
  /// The prices that pages show, by coin id.
  fileprivate var prices: [String: ExactDecimal] {
    let coins = positions.holdings.map(\.coin) + watchlist.map(\.coin)
    return Dictionary(
      coins.compactMap { coin in coin.currentPrice.map { (coin.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
