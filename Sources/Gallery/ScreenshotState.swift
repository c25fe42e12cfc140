package import FoundationEssentials
import Portfolio
import SamplePortfolio
package import WidgetTimeline

/// The states of a widget, by the names used in reviews.
package enum ScreenshotState: String, CaseIterable, Sendable {
  case fresh
  case almostStale = "almost-stale"
  case stale, offline
  case unableToRefresh = "unable-to-refresh"
  case placeholder, empty
  case oneHolding = "one-holding"
  case twoHoldings = "two-holdings"
  case fiveHoldings = "five-holdings"
  case twentyHoldings = "twenty-holdings"
  case closedGain = "closed-gain"
  case closedLoss = "closed-loss"
  case partlyPriced = "partly-priced"
  case unpriced, loss
  case totalLoss = "total-loss"
  case unchanged, zero, huge, tiny
  case lowPrice = "low-price"
  case longName = "long-name"
  case longSymbol = "long-symbol"
  case noSymbol = "no-symbol"
  case wideName = "wide-name"
  case rightToLeft = "right-to-left"
  case combiningMarks = "combining-marks"
  case zeroWidth = "zero-width"
  case escapeSequence = "escape-sequence"
  case allNames = "all-names"
  case `private`
  case euro, yen, koruna
  case noRate = "no-rate"

  /// A one-line description of the state.
  package var explanation: String {
    switch self {
    case .fresh: "the sample portfolio, five minutes after its prices were recorded"
    case .almostStale: "59 minutes after"
    case .stale: "61 minutes after"
    case .offline: "the last refresh reached nothing"
    case .unableToRefresh: "the last refresh was refused"
    case .placeholder: "nothing is known yet"
    case .empty: "nothing was ever recorded"
    case .oneHolding: "one coin is held"
    case .twoHoldings: "two coins are held"
    case .fiveHoldings: "five coins are held, as many as a large widget shows"
    case .twentyHoldings: "twenty coins are held; +N more counts those that are not shown"
    case .closedGain: "everything was sold, at a gain"
    case .closedLoss: "everything was sold, at a loss"
    case .partlyPriced: "two of the seven coins have no price, and one has an old one"
    case .unpriced: "no coin has a price"
    case .loss: "every figure is a loss"
    case .totalLoss: "a coin worth nothing: a result of -100 %"
    case .unchanged: "every change is zero"
    case .zero: "a gift of worthless coins: every figure is zero"
    case .huge: "a total of $98,765,432,109.87"
    case .tiny: "a total of $0.000001"
    case .lowPrice: "fifty million coins at $0.00000823"
    case .longName: "a name of 71 characters"
    case .longSymbol: "a symbol of 38 characters"
    case .noSymbol: "an empty symbol; the coin's id is shown instead"
    case .wideName: "a name of characters two columns wide"
    case .rightToLeft: "an Arabic name, and a control character that reverses the direction"
    case .combiningMarks: "letters with marks, some of them stacked"
    case .zeroWidth: "a name with spaces and joiners of no width"
    case .escapeSequence: "a name and a symbol with escape sequences for the terminal"
    case .allNames: "wide, long, right-to-left, hostile and missing names in one widget"
    case .private: "amounts are masked"
    case .euro: "the sample in euros, with the day of the rate"
    case .yen: "in yen, which has no decimals"
    case .koruna: "in korunas, whose symbol follows the amount"
    case .noRate: "in Tunisian dinars, whose rate is not known"
    }
  }

  /// The entry of this state and its current time.
  package func entry() throws -> (entry: PortfolioEntry, now: Date) {
    let refresh = SamplePortfolio.recordedAt
    let now = refresh.addingTimeInterval(minutesOld * 60)
    let data = try data(refresh)
    let entry = PortfolioEntry(
      date: now, data: data, failure: failure, recentValues: try data.flatMap(recentValues))
    return (entry, now)
  }

  private var minutesOld: TimeInterval {
    switch self {
    case .almostStale: 59
    case .stale: 61
    default: 5
    }
  }

  private var failure: RefreshFailure? {
    switch self {
    case .offline: .offline
    case .unableToRefresh: .unableToRefresh
    default: nil
    }
  }

  /// Whether the state shows the sample's recorded prices.
  var hasRecordedPrices: Bool {
    switch self {
    case .fresh, .almostStale, .stale, .offline, .unableToRefresh, .private, .euro, .yen, .koruna,
      .partlyPriced:
      true
    default: false
    }
  }

  private func data(_ refresh: Date) throws -> WidgetPortfolioData? {
    switch self {
    case .placeholder: nil
    case .fresh, .almostStale, .stale, .offline, .unableToRefresh, .private:
      try SamplePortfolio.widgetData(at: refresh)
    case .euro: try sample(refresh, in: "EUR")
    case .yen: try sample(refresh, in: "JPY")
    case .koruna: try sample(refresh, in: "CZK")
    case .noRate: try sample(refresh, in: "TND")
    case .partlyPriced: try sample(refresh, unpriced: ["cardano", "litecoin"])
    case .unpriced: try sample(refresh, unpriced: Set(SamplePortfolio.transactions.map(\.coinId)))
    default: invented(refresh)
    }
  }
}
