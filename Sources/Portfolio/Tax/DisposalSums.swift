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
        earlier.gain.plus(row.exactGain), earlier.isEstimated || row.isEstimated
      )
      proceeds = proceeds.plus(row.exactProceeds).plus(row.exactFee)
      allowableCosts = allowableCosts.plus(row.exactCost).plus(row.exactFee)
    }
    count = disposals.count
    for (gain, isEstimated) in disposals.values {
      gains = gains.plus(gain.map { $0 > 0 ? $0 : 0 })
      losses = losses.plus(gain.map { $0 < 0 ? -$0 : 0 })
      if isEstimated, let gain, gain != 0 { estimated.insert(gain > 0 ? .gains : .losses) }
    }
    let parts = rows.lazy.map(\.estimated).union
    if parts.contains(.proceeds) { estimated.insert(.proceeds) }
    if !parts.isDisjoint(with: [.cost, .fee]) { estimated.insert(.allowableCosts) }
    if parts.isGainEstimated { estimated.insert(.net) }
  }
}
