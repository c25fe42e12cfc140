import ArgumentParser
import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

/// The states a widget can be in, by the names a review calls them.
enum ScreenshotState: String, ExpressibleByArgument, CaseIterable {
  case fresh, stale, offline
  case unableToRefresh = "unable-to-refresh"
  case placeholder, empty
  case oneHolding = "one-holding"
  case twoHoldings = "two-holdings"
  case closedGain = "closed-gain"
  case closedLoss = "closed-loss"
  case partlyPriced = "partly-priced"
  case unpriced, loss, zero, huge, tiny
  case longNames = "long-names"
  case `private`

  /// One line on what the state is.
  var explanation: String {
    switch self {
    case .fresh: "the sample portfolio, five minutes after its prices were recorded"
    case .stale: "61 minutes after"
    case .offline: "the last refresh reached nothing"
    case .unableToRefresh: "the last refresh was refused"
    case .placeholder: "nothing is known yet"
    case .empty: "nothing was ever recorded"
    case .oneHolding: "one coin is held"
    case .twoHoldings: "two coins are held"
    case .closedGain: "everything was sold, at a gain"
    case .closedLoss: "everything was sold, at a loss"
    case .partlyPriced: "two of the nine coins have no price, and one has an old one"
    case .unpriced: "no coin has a price"
    case .loss: "every figure is a loss"
    case .zero: "every change is nothing"
    case .huge: "a total of $98,765,432,109.87"
    case .tiny: "a total of $0.000001"
    case .longNames: "wide, right-to-left, combining and hostile names"
    case .private: "amounts are masked"
    }
  }

  /// The entry of this state and the instant at which it is looked at.
  func entry() throws -> (entry: PortfolioEntry, now: Date) {
    let refresh = SamplePortfolio.recordedAt
    let now = refresh.addingTimeInterval(self == .stale ? 61 * 60 : 5 * 60)
    return (PortfolioEntry(date: now, data: try data(refresh), failure: failure), now)
  }

  private var failure: RefreshFailure? {
    switch self {
    case .offline: .offline
    case .unableToRefresh: .unableToRefresh
    default: nil
    }
  }

  private func data(_ refresh: Date) throws -> WidgetPortfolioData? {
    switch self {
    case .placeholder: nil
    case .fresh, .stale, .offline, .unableToRefresh, .private:
      try SamplePortfolio.widgetData(at: refresh)
    default: try invented(refresh)
    }
  }
}
