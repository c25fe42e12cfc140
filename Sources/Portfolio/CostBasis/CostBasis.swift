/// How the cost of what is sold is chosen (SPEC §3.8).
///
/// The method moves profit between what is realized and what is not; the total never depends on it.
public enum CostBasis: String, CaseIterable, Sendable {
  /// Weighted average of what is held at the moment of each sale. The default.
  case average
  /// Average of all buys of the open cycle, whenever made.
  case buyAverage = "buy-average"
  /// Oldest coins leave first.
  case fifo
  /// Newest coins leave first.
  case lifo
  /// Coins of the highest cost leave first; of equals, the oldest.
  case hifo
  /// The United Kingdom's rule: the same day, the next 30 days, then the section 104 pool.
  ///
  /// What a sale costs depends on what is bought later, across cycles: the figures are those of
  /// ``computeGains(_:costBasis:days:holdingPeriod:calendar:carrying:)``, which no row by itself
  /// changes.
  case hmrc

  /// The methods whose cost is kept with the ledger: what a sale costs follows from what was
  /// before it, or from its own cycle.
  public static let stored: [CostBasis] = [.average, .buyAverage, .fifo, .lifo, .hifo]

  /// Whether it says which purchase each sold coin is from.
  public var namesLots: Bool { CostBooks.lotMethods.contains { $0.method == self } }
}
