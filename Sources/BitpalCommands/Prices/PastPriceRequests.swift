import AppGroup
import Application
import FoundationEssentials
import LedgerStore
import Portfolio
import WidgetTimeline

/// The coins whose past prices are wanted, with the days: only coins held, sold or followed.
struct PastPriceRequests {
  /// The minimum number of past days wanted for a coin.
  private static let minDays = 365
  /// Seconds after midnight before the previous day counts as ended: sources lag by minutes.
  static let delay: TimeInterval = 1800
  /// The first day for which any source has prices.
  private static let firstDay = UTCDay(number: 15_823)  // 2013-04-28

  private let context: AppContext
  private let owned: Set<String>
  private let followed: Set<String>
  private let held: Set<String>

  init(_ context: AppContext) throws {
    self.context = context
    owned = try context.service.ownedCoins()
    followed = Set(context.store.watchlist()?.coinIds ?? [])
    held = Set(context.store.refreshData()?.holdings.map(\.coinId) ?? [])
  }

  /// The coins with the wanted days: current holdings, then sold coins, then followed coins.
  ///
  /// - Parameters:
  ///   - words: The coins as typed; all if empty.
  ///   - period: The days; `nil` for those since the first transaction, and at least a year.
  /// - Throws: A refusal of a coin that is not held, sold or followed.
  func requests(of words: [String], _ period: Period?) throws -> [PastPriceRequest] {
    var chosen: [String] = []
    for word in words {
      let id = try context.coinId(of: word)
      guard owned.contains(id) || followed.contains(id) else {
        throw CommandFailure(
          "You never had \(id) and do not follow it, so its prices are not fetched.",
          help: "Follow it: bitpal watch add \(id)", .refused)
      }
      if !chosen.contains(id) { chosen.append(id) }
    }
    let all = [held, owned.subtracting(held), followed.subtracting(owned).subtracting(held)]
    let ids = words.isEmpty ? all.flatMap { $0.sorted() } : chosen
    return try ids.compactMap { id in
      try days(of: id, period).map { PastPriceRequest(coinId: id, days: $0) }
    }
  }

  /// The wanted days of a coin that have ended; `nil` if there are none.
  private func days(of id: String, _ period: Period?) throws -> ClosedRange<UTCDay>? {
    let last = UTCDay(context.now.addingTimeInterval(-Self.delay)).advanced(by: -1)
    let year = last.advanced(by: 1 - Self.minDays)
    let query = TransactionQuery(coinId: id, limit: 1)
    let first =
      try owned.contains(id)
      ? context.ledger.transactions(query).first.map { UTCDay($0.date) } : nil
    guard let period else { return max(Self.firstDay, min(first ?? year, year))...last }
    guard let days = period.days(until: last, from: first ?? Self.firstDay) else { return nil }
    let start = max(Self.firstDay, days.lowerBound)
    return start <= days.upperBound ? start...days.upperBound : nil
  }
}
