public import Exact
import FoundationEssentials

/// How counting days in another time zone changes gains.
public struct ZoneChange: Equatable, Sendable {
  /// A year whose sums change; `nil` for unknown sums.
  public struct Year: Equatable, Sendable {
    /// The year.
    public let number: Int
    /// The gain of its sales by days of the old time zone.
    public let gainBefore: Cost?
    /// The gain of its sales by days of the new time zone.
    public let gainAfter: Cost?
    /// Its income by days of the old time zone.
    public let incomeBefore: Cost?
    /// Its income by days of the new time zone.
    public let incomeAfter: Cost?
  }

  /// The number of sales.
  public let saleCount: Int
  /// The number of sales on another day.
  public let movedSaleCount: Int
  /// The number of rewards on another day.
  public let movedRewardCount: Int
  /// The number of lot parts that change between short-term and long-term.
  public let changedTermCount: Int
  /// The years whose sums change, ascending.
  public let years: [Year]

  /// Compares the gains of a whole ledger by the days of two time zones.
  public init(from before: Gains, to after: Gains) {
    let days = (Self.days(before), Self.days(after))
    saleCount = days.0.count
    movedSaleCount = days.0.count { days.1[$0.key] != $0.value }
    movedRewardCount = zip(before.income, after.income).count { $0.day != $1.day }
    changedTermCount = zip(before.rows, after.rows).count { $0.term != $1.term }
    let sums = (Self.sums(before), Self.sums(after))
    years = Set(sums.0.keys).union(sums.1.keys).sorted().compactMap { number in
      let (old, new) = (sums.0[number] ?? (0, 0), sums.1[number] ?? (0, 0))
      guard old.gain != new.gain || old.income != new.income else { return nil }
      return Year(
        number: number, gainBefore: old.gain, gainAfter: new.gain, incomeBefore: old.income,
        incomeAfter: new.income)
    }
  }

  private static func days(_ gains: Gains) -> [UUID: UTCDay] {
    Dictionary(gains.rows.map { ($0.saleID, $0.soldDay) }, uniquingKeysWith: { first, _ in first })
  }

  private static func sums(_ gains: Gains) -> [Int: (gain: Cost?, income: Cost?)] {
    var sums: [Int: (gain: Cost?, income: Cost?)] = [:]
    for row in gains.rows where !row.isUnvalued {
      let year = row.soldDay.date.year
      sums[year, default: (0, 0)].gain = sum([sums[year, default: (0, 0)].gain, row.exactGain])
    }
    for row in gains.income where !row.isUnvalued {
      let year = row.day.date.year
      sums[year, default: (0, 0)].income = sum([sums[year, default: (0, 0)].income, row.exactValue])
    }
    return sums
  }
}
