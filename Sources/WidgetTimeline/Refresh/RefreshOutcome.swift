public import FoundationEssentials
public import Portfolio

/// Why a source returned no prices, or not all.
public struct SourceFailure: Error, Equatable, Sendable {
  /// The name of the source.
  public let source: String
  /// Why it failed.
  public let failure: PriceFailure

  /// Makes a failure.
  public init(_ source: String, _ failure: PriceFailure) {
    self.source = source
    self.failure = failure
  }

  /// The failure in one line, without a final period.
  public var reason: String { failure.reason(from: source) }
}

/// The outcome of a refresh.
public enum RefreshOutcome: Sendable {
  /// Prices were returned and written; includes failures of parts of the request and of replaced
  /// sources, and the alerts fired by the new prices.
  case refreshed(WidgetPortfolioData, failures: [SourceFailure], alerts: [FiredAlert])
  /// No price was returned; every figure is unchanged.
  case failed(SourceFailure)
  /// No call was made, because the budget does not allow one until then.
  case waiting(until: Date)
  /// No call was made, because the month's calls are used up until then.
  case monthSpent(until: Date)
  /// No call was made, because every price is recent enough.
  case fresh
  /// No coin with a price is held or followed.
  case nothingToRefresh
  /// The prices could not be written, or the container could not be read.
  case notWritten(any Error)
}
