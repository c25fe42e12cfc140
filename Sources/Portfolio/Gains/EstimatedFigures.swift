/// The estimated figures of sales: a stablecoin or a daily price valued part of them.
public struct EstimatedFigures: OptionSet, Hashable, Sendable {
  /// The figures as bits.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What was received, less the fee.
  public static let proceeds = EstimatedFigures(rawValue: 1)
  /// Cost of the coins sold.
  public static let cost = EstimatedFigures(rawValue: 2)
  /// The fee; the proceeds are then estimated too.
  public static let fee = EstimatedFigures(rawValue: 4)

  /// Whether proceeds less cost is estimated, because one of the two is.
  public var isGainEstimated: Bool { !isEmpty }
}

extension Sequence<EstimatedFigures> {
  /// The estimated figures of all sales together.
  public var union: EstimatedFigures { reduce(into: []) { $0.formUnion($1) } }
}

extension Transaction {
  /// The estimated figures of a sale, without its cost.
  var estimatedFigures: EstimatedFigures {
    isEstimated ? isFeeEstimated ? [.proceeds, .fee] : .proceeds : []
  }
}

extension UsedSale {
  /// The estimated figures of the sale, including its cost.
  var estimatedFigures: EstimatedFigures {
    parts.contains(where: \.isEstimated) ? estimated.union(.cost) : estimated
  }
}
