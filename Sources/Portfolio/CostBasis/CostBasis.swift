/// How the cost of sales is chosen (SPEC §3.8).
///
/// The method shifts profit between realized and unrealized; the total does not depend on it.
public enum CostBasis: String, CaseIterable, Sendable {
  /// Weighted average of the coins held at each sale. The default.
  case average
  /// Average of all buys of the open cycle, including later ones.
  case buyAverage = "buy-average"
  /// Oldest coins leave first.
  case fifo
  /// Newest coins leave first.
  case lifo
  /// Coins with the highest cost leave first; the oldest of equals.
  case hifo
  /// The United Kingdom's rule: the same day, the next 30 days, then the section 104 pool.
  ///
  /// The cost of a sale depends on later purchases, across cycles:
  /// ``computeGains(_:costBasis:days:holdingPeriod:calendar:carrying:)`` computes it, and it cannot
  /// be updated one row at a time.
  case hmrc

  /// The methods whose costs are stored with the ledger: the cost of a sale depends only on earlier
  /// transactions or on its own cycle.
  public static let stored: [CostBasis] = [.average, .buyAverage, .fifo, .lifo, .hifo]

  /// Whether the method determines which purchase each sold coin is from.
  public var namesLots: Bool { CostBooks.lotMethods.contains { $0.method == self } }
}
