import Application
import ConfigurationFile
import Portfolio

/// The currency and cost basis chosen in the dashboard; `nil` for the configured ones.
struct FigureChoice: Equatable {
  var currency: String?
  var costBasis: CostBasis?

  /// The currency to use.
  func currency(_ context: AppContext) -> String { currency ?? context.configuration.currency }

  /// The cost basis to use.
  func costBasis(_ context: AppContext) -> CostBasis { costBasis ?? context.service.costBasis }
}
