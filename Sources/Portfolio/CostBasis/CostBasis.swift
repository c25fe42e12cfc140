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
}
