/// The sums of an open cycle that are unknown because a rate is missing; none in US dollars.
public struct UnknownSums: Equatable, Sendable {
  /// The methods under which the cost of what is held is unknown.
  public internal(set) var held: Set<CostBasis> = []
  /// The methods under which the cost of what was sold is unknown.
  public internal(set) var sold: Set<CostBasis> = []

  /// Makes sums that are all known.
  public init() {}
}
