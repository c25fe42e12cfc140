public import Exact

/// All sales of a coin on one day are one disposal.
private struct Key: Hashable {
  let coinId: String
  let day: UTCDay
}

/// The sums of disposals for HMRC's form SA108; `nil` if a price is missing.
///
/// All sales of a coin on one day are one disposal (CRYPTO22252). Fees of a sale are allowable
/// costs and not deducted from the proceeds (CRYPTO22150).
public struct DisposalSums: Equatable, Sendable {
  /// A sum of the form.
  public enum Figure: Sendable {
    case proceeds, allowableCosts, gains, losses, net
  }

  /// The number of disposals.
  public private(set) var count = 0
  /// Proceeds before fees.
  public private(set) var proceeds: Cost? = 0
  /// Cost of the coins sold and of the sales.
  public private(set) var allowableCosts: Cost? = 0
  /// The sum of all gains.
  public private(set) var gains: Cost? = 0
  /// The sum of all losses, as a positive number.
  public private(set) var losses: Cost? = 0
  /// The sums that include an estimate.
  public private(set) var estimated: Set<Figure> = []

  /// Gains less losses.
  public var net: Cost? { gains.flatMap { gained in losses.map { gained - $0 } } }

  /// Sums up the rows of some sales, without those of unknown worth.
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
