public import Exact
import FoundationEssentials

/// What days of another zone do to gains.
public struct ZoneChange: Equatable, Sendable {
  /// A year whose sums change; `nil` for a sum that is unknown.
  public struct Year: Equatable, Sendable {
    /// The year.
    public let number: Int
    /// The gain of its sales by the days of the old zone.
    public let gainBefore: Cost?
    /// The gain of its sales by the days of the new zone.
    public let gainAfter: Cost?
    /// Its income by the days of the old zone.
    public let incomeBefore: Cost?
    /// Its income by the days of the new zone.
    public let incomeAfter: Cost?
  }

  /// How many sales there are.
  public let saleCount: Int
  /// How many of them are on another day.
  public let movedSaleCount: Int
  /// How many rewards are on another day.
  public let movedRewardCount: Int
  /// How many parts of lots change from short to long or back.
  public let changedTermCount: Int
  /// The years whose sums change, ascending.
  public let years: [Year]

  /// Compares the gains of a whole ledger by the days of two zones.
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
