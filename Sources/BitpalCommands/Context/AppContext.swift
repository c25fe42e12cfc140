import AppGroup
import Application
import CallBudget
import CellGrid
import CoinCatalogue
import CoinGecko
import ConfigurationFile
import FoundationEssentials
import Gallery
import LedgerStore
import Portfolio
import SamplePortfolio
import Widgets
import WidgetTimeline

/// What every command works with: the environment, the settings and the portfolio.
struct AppContext {
  let environment: [String: String]
  let configuration: Configuration
  let service: PortfolioService
  let warnings: Warnings

  /// The user's own container.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let container = try AppGroupContainer(
      environment: environment, currentFolder: FileManager.default.currentDirectoryPath)
    self.init(
      container: container, environment: environment,
      configuration: try ConfigurationPlace(environment)?.configuration() ?? Configuration(),
      clock: Self.clock(environment))
    takeOverOlderPrices()
  }

  /// Brings the past prices of version 1.0 into the store; what prevents it is said, and tried again
  /// by the next command.
  private func takeOverOlderPrices() {
    let files = OlderPriceFiles(container)
    guard files.mayExist else { return }
    do {
      for sentence in try files.takeOver(at: now) { warnings.say(sentence) }
    } catch {
      warnings.say(CommandFailure(error)?.sentence ?? "\(error)")
    }
  }

  /// Some container.
  init(
    container: AppGroupContainer, environment: [String: String], configuration: Configuration,
    clock: @escaping @Sendable () -> Date
  ) {
    self.environment = environment
    self.configuration = configuration
    let warnings = Warnings()
    self.warnings = warnings
    service = PortfolioService(
      container: container, costBasis: configuration.costBasis,
      lots: configuration.lotsPerAccount, currency: configuration.currency, clock: clock,
      warn: warnings.say, backUpLater: { $0.backUpDetached() },
      didChange: Console.noteChange)
    followFiles()
  }

  var container: AppGroupContainer { service.container }
  var ledger: SQLiteLedger { service.ledger }
  var store: AppGroupWidgetStore { service.store }
  var catalogue: CoinCatalogue { service.catalogue }
  var clock: @Sendable () -> Date { service.clock }

  /// The present instant, in whole milliseconds.
  var now: Date { clock() }

  /// Keeps the bytes of a damaged file before another takes its name, and says where.
  ///
  /// - Throws: ``ContainerError`` where that cannot be done; the file is then as it was.
  func keepAside(_ path: String) throws(ContainerError) {
    warnings.say(AtomicFile.noteOfKept(try AtomicFile.setAside(path, at: now)))
  }

  /// `BITPAL_NOW` holds time still, for reviews and tests.
  static func clock(_ environment: [String: String]) -> @Sendable () -> Date {
    if let held = environment["BITPAL_NOW"].flatMap({ Date(utcText: $0) }) { return { held } }
    return { Date(millisecondsSince1970: Date().millisecondsSince1970) }
  }
}

/// Writes what went wrong around a change that was made.
func writeNote(_ note: ChangeNote) { Console.writeError(note.sentence) }

extension AppContext {
  /// CoinGecko as the environment, and after it the configuration file, would have it.
  var apiConfiguration: APIConfiguration {
    let named = environment["BITPAL_API_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    return APIConfiguration(
      tier: configuration.apiTier, baseURL: named ?? configuration.baseURL,
      version: BitpalCommand.version)
  }

  /// The refresher on the sources in use, each within its budget.
  var refresher: PriceRefresher {
    let choices = configuration.priceSources
    let first = presentSource(choices.first ?? .coinGecko)
    return PriceRefresher(
      store: store, source: first.source, policy: first.policy,
      others: choices.dropFirst().map(presentSource), ledger: service,
      rate: newestRate, witness: { witnessed($0, $1) },
      didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// The refresher on recorded prices, which cost no calls.
  func refresher(recorded: RecordedPriceSource) -> PriceRefresher {
    PriceRefresher(
      store: store, source: recorded, policy: NoCallBudget(), ledger: service,
      rate: newestRate, didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// Whom the last prices are from; `nil` where they are of files alone.
  var priceCredit: PictureCredit? {
    PriceCredit.credit(of: store.prices()?.prices.values.map(\.source) ?? [])
  }

  /// The newest rate from US dollars to a currency; `nil` when there is none.
  var newestRate: @Sendable (String) -> ExchangeRate? {
    { [service] in service.presentRates.newestRate(from: usDollarCode, to: $0) }
  }
}

extension Configuration {
  /// The plan with its key and the calls it allows.
  var apiTier: APIConfiguration.Tier {
    guard tier != .keyless else { return .keyless }
    guard let key = key.flatMap({ APIKey($0) }) else { return .unusableKey }
    let limits = CallLimits(
      perMinute: callsPerMinute ?? CallLimits.pro.perMinute, perMonth: callsPerMonth)
    return tier == .pro ? .pro(key, limits) : .demo(key)
  }
}

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
  /// Gives a container the price history it would have had, were it a week old.
  fileprivate static func writeHistory(to container: AppGroupContainer) throws {
    let records = try records()
    let last = records.map(\.point.time).max() ?? Date(millisecondsSince1970: 0)
    try AppGroupWidgetStore(container, clock: { last }).update { $0.newPrices = records }
  }
}
