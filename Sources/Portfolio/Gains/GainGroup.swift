public import Exact
public import FoundationEssentials

/// Gains summed up.
public struct GainGroup: Equatable, Sendable {
  /// What rows are summed by.
  public enum Kind: String, CaseIterable, Sendable {
    /// A row for each sale.
    case sale
    /// A row for each coin.
    case coin
    /// A row for each UTC month.
    case month
  }

  /// The coin's id; `nil` for a month.
  public let coinId: String?
  /// The last sale.
  public let sold: Date
  /// How many sales.
  public let saleCount: Int
  /// Coins, every digit; `nil` for a month, which may have several coins.
  public let amount: Quantity?
  /// Received less fees, every digit; `nil` where a rate is missing.
  public let proceeds: Cost?
  /// Paid for what was sold, every digit; `nil` where a rate is missing.
  public let cost: Cost?
  /// Whether a part of it is estimated.
  public let isEstimated: Bool

  /// Proceeds less cost, every digit.
  public var gain: Cost? { proceeds.flatMap { got in cost.map { got - $0 } } }

  /// The UTC month as `2026-04`.
  public var month: String { String(UTCDay(sold).text.prefix(7)) }
}

extension Gains {
  /// The rows summed by sale, coin or month: sales and months by date, coins by id.
  public func grouped(by kind: GainGroup.Kind) -> [GainGroup] {
    var groups: [String: [GainRow]] = [:]
    var keys: [String] = []
    for row in rows {
      let key =
        switch kind {
        case .sale: row.saleID.uuidString
        case .coin: row.coinId
        case .month: String(UTCDay(row.sold).text.prefix(7))
        }
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(row)
    }
    if kind == .coin { keys.sort() }
    return keys.compactMap { groups[$0].flatMap { GainGroup($0, kind) } }
  }
}

extension GainGroup {
  fileprivate init?(_ rows: [GainRow], _ kind: Kind) {
    guard let last = rows.last else { return nil }
    coinId = kind == .month ? nil : last.coinId
    sold = last.sold
    saleCount = Set(rows.map(\.saleID)).count
    amount = kind == .month ? nil : rows.reduce(0) { $0 + $1.exactAmount }
    proceeds = sum(rows.map(\.exactProceeds))
    cost = sum(rows.map(\.exactCost))
    isEstimated = rows.contains(where: \.isEstimated)
  }
}
