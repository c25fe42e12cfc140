public import Exact

/// What is sold of a coin on one day is one disposal.
private struct Key: Hashable {
  let coinId: String
  let day: UTCDay
}

/// The sums of disposals as HMRC's form SA108 asks for them; `nil` where a price is missing.
///
/// All that is sold of a coin on one day is one disposal (CRYPTO22252). Fees of a sale are
/// allowable costs and not taken off the proceeds (CRYPTO22150).
public struct DisposalSums: Equatable, Sendable {
  /// A sum of the form.
  public enum Figure: Sendable {
    case proceeds, allowableCosts, gains, losses, net
  }

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
  /// The sums that contain an estimate.
  public private(set) var estimated: Set<Figure> = []

  /// Gains less losses.
  public var net: Cost? { gains.flatMap { gained in losses.map { gained - $0 } } }

  /// Sums the rows of some sales up, without those that nothing says the worth of.
  public init(_ rows: some Collection<GainRow>) {
    var disposals: [Key: (gain: Cost?, isEstimated: Bool)] = [:]
    for row in rows {
      let key = Key(coinId: row.coinId, day: row.soldDay)
      guard !row.isUnvalued else {
        if disposals[key] == nil { disposals[key] = (0, false) }
        continue
      }
      let earlier = disposals[key] ?? (0, false)
      disposals[key] = (
        sum([earlier.gain, row.exactGain]), earlier.isEstimated || row.isEstimated
      )
      proceeds = sum([proceeds, row.exactProceeds, row.exactFee])
      allowableCosts = sum([allowableCosts, row.exactCost, row.exactFee])
    }
    count = disposals.count
    for (gain, isEstimated) in disposals.values {
      gains = sum([gains, gain.map { $0 > 0 ? $0 : 0 }])
      losses = sum([losses, gain.map { $0 < 0 ? -$0 : 0 }])
      if isEstimated, let gain, gain != 0 { estimated.insert(gain > 0 ? .gains : .losses) }
    }
    let parts = rows.lazy.map(\.estimated).union
    if parts.contains(.proceeds) { estimated.insert(.proceeds) }
    if !parts.isDisjoint(with: [.cost, .fee]) { estimated.insert(.allowableCosts) }
    if parts.isGainEstimated { estimated.insert(.net) }
  }
}

extension DisposalSums {
  /// What earlier tax years had lost in all, each by itself, and whether that contains an estimate;
  /// whether it was claimed or used since is known to the taxpayer alone.
  ///
  /// - Parameters:
  ///   - year: The year that follows them.
  ///   - rows: The gains up to that year, and of it.
  public static func losses(
    before year: TaxYear, _ rows: GainRows
  ) -> (sum: Cost?, isEstimated: Bool) {
    var years: [Int?: (net: Cost?, isEstimated: Bool)] = [:]
    for index in rows.indices where rows.sold(at: index).day < year.days.lowerBound {
      let row = rows[index]
      guard !row.isUnvalued else { continue }
      let number = TaxYear(of: row.soldDay, in: year.country)?.number
      let before = years[number] ?? (0, false)
      years[number] = (
        sum([before.net, row.exactGain]), before.isEstimated || row.isEstimated
      )
    }
    return years.values.reduce((0, false)) { losses, year in
      guard let net = year.net else { return (nil, losses.isEstimated) }
      guard net < 0 else { return losses }
      return (sum([losses.sum, -net]), losses.isEstimated || year.isEstimated)
    }
  }
}
