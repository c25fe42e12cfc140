import Application
import ConfigurationFile
import Portfolio

/// What the dashboard counts its figures in: chosen there, or else set.
struct FigureChoice: Equatable {
  var currency: String?
  var costBasis: CostBasis?

  /// The currency to count in.
  func currency(_ context: AppContext) -> String { currency ?? context.configuration.currency }

  /// The cost basis to count by.
  func costBasis(_ context: AppContext) -> CostBasis { costBasis ?? context.service.costBasis }
}
