public import Exact

/// The sums of disposals as HMRC's form SA108 asks for them; `nil` where a price is missing.
///
/// All that is sold of a coin on one day is one disposal (CRYPTO22252). Fees of a sale are
/// allowable costs and not taken off the proceeds (CRYPTO22150).
public struct DisposalSums: Equatable, Sendable {
  /// How many disposals.
  public private(set) var count = 0
  /// Received, before fees.
  public private(set) var proceeds: Cost? = 0
  /// What was sold had cost this, and the sales cost this.
  public private(set) var allowableCosts: Cost? = 0
  /// The gains of the disposals with one.
  public private(set) var gains: Cost? = 0
  /// The losses of the others, as a number above zero.
  public private(set) var losses: Cost? = 0

  /// Gains less losses.
  public var net: Cost? { gains.flatMap { gained in losses.map { gained - $0 } } }

  /// Sums the rows of some sales up.
  public init(_ rows: [GainRow]) {
    struct Key: Hashable {
      let coinId: String
      let day: UTCDay
    }
    var disposals: [Key: Cost?] = [:]
    for row in rows {
      let key = Key(coinId: row.coinId, day: row.soldDay)
      disposals[key] = .some(add(disposals[key] ?? 0, row.exactGain))
      proceeds = add(add(proceeds, row.exactProceeds), row.exactFee)
      allowableCosts = add(add(allowableCosts, row.exactCost), row.exactFee)
    }
    count = disposals.count
    for gain in disposals.values {
      gains = add(gains, gain.map { $0 > 0 ? $0 : 0 })
      losses = add(losses, gain.map { $0 < 0 ? -$0 : 0 })
    }
  }
}

extension DisposalSums {
  /// What earlier tax years had lost in all, each by itself; whether it was claimed or used since is
  /// known to the taxpayer alone.
  ///
  /// - Parameters:
  ///   - year: The year that follows them.
  ///   - rows: The gains of a whole ledger.
  public static func losses(before year: TaxYear, _ rows: [GainRow]) -> Cost? {
    let earlier = rows.filter { $0.soldDay < year.days.lowerBound }
    let years = Dictionary(grouping: earlier) { TaxYear(of: $0.soldDay, in: year.country)?.number }
    return years.values.reduce(Cost?.some(0)) { sum, rows in
      add(sum, DisposalSums(rows).net.map { $0 < 0 ? -$0 : 0 })
    }
  }
}

private func add(_ left: Cost?, _ right: Cost?) -> Cost? {
  left.flatMap { left in right.map { left + $0 } }
}
