public import FoundationEssentials
public import Portfolio

/// Why a source brought no prices, or not all.
public struct SourceFailure: Error, Equatable, Sendable {
  /// What the source is called.
  public let source: String
  /// Why it failed.
  public let failure: PriceFailure

  /// Makes a failure.
  public init(_ source: String, _ failure: PriceFailure) {
    self.source = source
    self.failure = failure
  }

  /// The failure in one line, without a final stop.
  public var reason: String { failure.reason(from: source) }
}

/// What came of a refresh.
public enum RefreshOutcome: Sendable {
  /// Prices came and were written; the failures are those of parts of the request and of sources
  /// that others replaced, the alerts those that the new prices fired.
  case refreshed(WidgetPortfolioData, failures: [SourceFailure], alerts: [FiredAlert])
  /// No price came; every figure is as it was.
  case failed(SourceFailure)
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
