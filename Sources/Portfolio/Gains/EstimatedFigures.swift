/// The figures of sales that rest on an estimate: a stablecoin or a daily price valued a part of
/// what they are made of.
public struct EstimatedFigures: OptionSet, Hashable, Sendable {
  /// The figures as bits.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What was received, less the fee.
  public static let proceeds = EstimatedFigures(rawValue: 1)
  /// What had been paid for what was sold.
  public static let cost = EstimatedFigures(rawValue: 2)
  /// The fee; the proceeds are estimated, too, then.
  public static let fee = EstimatedFigures(rawValue: 4)

  /// Whether proceeds less cost is an estimate: one of the two is.
  public var isGainEstimated: Bool { !isEmpty }
}

extension Sequence<EstimatedFigures> {
  /// What of the sums is estimated.
  public var union: EstimatedFigures { reduce(into: []) { $0.formUnion($1) } }
}

extension Transaction {
  /// What of a sale's own figures is estimated.
  var estimatedFigures: EstimatedFigures {
    isEstimated ? isFeeEstimated ? [.proceeds, .fee] : .proceeds : []
  }
}

extension UsedSale {
  /// What of the sale is estimated, its cost included.
  var estimatedFigures: EstimatedFigures {
    parts.contains(where: \.isEstimated) ? estimated.union(.cost) : estimated
  }
}
