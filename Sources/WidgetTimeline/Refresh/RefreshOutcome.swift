public import FoundationEssentials
public import Portfolio

/// What came of a refresh.
public enum RefreshOutcome: Sendable {
  /// Prices came and were written; the failures are those of parts of the request, the alerts those
  /// that the new prices fired.
  case refreshed(WidgetPortfolioData, failures: [PriceFailure], alerts: [FiredAlert])
  /// No price came; every figure is as it was.
  case failed(PriceFailure)
  /// No call was made, because the budget allows the next one only then.
  case waiting(until: Date)
  /// No call was made, because the month's calls are spent until then.
  case monthSpent(until: Date)
  /// No call was made, because every price is younger than asked for.
  case fresh
  /// Nothing is held or followed that has a price.
  case nothingToRefresh
  /// What came could not be written, or the container could not be read.
  case notWritten(any Error)
}
