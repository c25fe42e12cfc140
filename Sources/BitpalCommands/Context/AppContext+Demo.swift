import Application
import AppGroup
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

extension AppContext {
  /// Runs on the sample portfolio, in a container of its own that is gone afterwards.
  ///
  /// The demo's time starts when its prices were recorded and goes on from there, so that ages are
  /// true to what is shown.
  static func withDemo(_ body: (AppContext) throws -> Void) throws {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["TMPDIR"] ?? ""
    let parent = named.isEmpty ? "/tmp" : named
    let folder = try DemoFolder(in: parent)
    defer { folder.remove() }
    let start = Date()
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder.path], currentFolder: parent, isLasting: false)
    let configuration = try ConfigurationPlace(environment)?.configuration() ?? Configuration()
    let context = AppContext(
      container: container, environment: environment, configuration: configuration
    ) {
      let passed = Date().timeIntervalSince(start)
      return Date(
        millisecondsSince1970: SamplePortfolio.recordedAt.addingTimeInterval(passed)
          .millisecondsSince1970)
    }
    try context.service.apply(.add(SamplePortfolio.transactions), note: writeNote) {}
    try SamplePortfolio.writeHistory(to: container)
    for coin in ["bitcoin", "ethereum", "polkadot"] { try context.follow(coin, true) }
    _ = try context.demoRefresher().refresh(clock: context.clock)
    try body(context)
  }

  /// The refresher on the sample's recorded prices.
  func demoRefresher() throws -> PriceRefresher {
    refresher(recorded: try SamplePortfolio.prices())
  }
}

extension SamplePortfolio {
  /// The sample's recorded prices.
  static func prices() throws -> RecordedPriceSource {
    try RecordedPriceSource(
      bytes: Array(marketsAnswer.utf8), pricedAt: recordedAt,
      name: CoinGeckoPriceSource.sourceName)
  }

  /// What the sample's widgets show, computed without any file.
  static func widgetData(at refresh: Date = recordedAt) throws -> WidgetPortfolioData {
    positions(at: try prices()).widgetData(lastUpdated: refresh)
  }

  /// The sample at recorded prices; a coin that is not recorded has none.
  static func positions(at prices: RecordedPriceSource) -> Positions {
    Positions(
      transactions: transactions,
      currentPrices: prices.coins(namedAs: Positions.coins(of: transactions, prices: nil)))
  }
}
