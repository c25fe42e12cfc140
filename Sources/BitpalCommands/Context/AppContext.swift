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

/// What every command needs: the environment, the settings and the portfolio.
struct AppContext {
  let environment: [String: String]
  let configuration: Configuration
  let service: PortfolioService
  let warnings: Warnings

  /// Opens the user's container.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let container = try AppGroupContainer(
      environment: environment, currentFolder: FileManager.default.currentDirectoryPath)
    self.init(
      container: container, environment: environment,
      configuration: try SettingsFile(environment)?.configuration() ?? Configuration(),
      clock: Self.clock(environment))
    migrateOlderPrices()
  }

  /// Moves past prices of version 1.0 into the store; reports problems, and the next command
  /// retries.
  private func migrateOlderPrices() {
    let files = OlderPriceFiles(container)
    guard files.mayExist else { return }
    do {
      for sentence in try files.migrate(at: now) { warnings.say(sentence) }
    } catch {
      warnings.say(CommandFailure(error)?.sentence ?? "\(error)")
    }
  }

  /// Opens a given container.
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

  /// The current time, in whole milliseconds.
  var now: Date { clock() }

  /// Keeps a copy of a damaged file before it is replaced, and reports where.
  ///
  /// - Throws: ``ContainerError`` if that fails; the file is then unchanged.
  func keepAside(_ path: String) throws(ContainerError) {
    warnings.say(AtomicFile.noteOfKept(try AtomicFile.setAside(path, at: now)))
  }

  /// The clock; `BITPAL_NOW` fixes the time for reviews and tests.
  static func clock(_ environment: [String: String]) -> @Sendable () -> Date {
    if let held = environment["BITPAL_NOW"].flatMap({ Date(utcText: $0) }) { return { held } }
    return { Date(millisecondsSince1970: Date().millisecondsSince1970) }
  }
}

/// Writes a note on problems with a completed change.
func writeNote(_ note: ChangeNote) { Console.writeError(note.sentence) }

extension AppContext {
  /// CoinGecko settings from the environment, then from the configuration file.
  var apiConfiguration: APIConfiguration {
    let named = environment["BITPAL_API_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    return APIConfiguration(
      tier: configuration.apiTier, baseURL: named ?? configuration.baseURL,
      version: BitpalCommand.version)
  }

  /// The refresher for the configured sources, each within its budget.
  var refresher: PriceRefresher {
    let choices = configuration.priceSources
    let first = presentSource(choices.first ?? .coinGecko)
    return PriceRefresher(
      store: store, source: first.source, policy: first.policy,
      others: choices.dropFirst().map(presentSource), ledger: service,
      rate: newestRate, witness: { witnessed($0, $1, within: $2) },
      didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// The refresher for recorded prices, which need no calls.
  func refresher(recorded: RecordedPriceSource) -> PriceRefresher {
    PriceRefresher(
      store: store, source: recorded, policy: NoCallBudget(), ledger: service,
      rate: newestRate, didFire: { AlertDelivery(context: self).deliver($0) })
  }

  /// The source to credit for the last prices; `nil` if all are from files.
  var priceCredit: PictureCredit? {
    PriceCredit.credit(of: store.prices()?.prices.values.map(\.source) ?? [])
  }

  /// The newest rate from US dollars to a currency; `nil` if there is none.
  var newestRate: @Sendable (String) -> ExchangeRate? {
    { [service] in service.presentRates.newestRate(from: usDollarCode, to: $0) }
  }

  /// The days of the newest rates of currencies, and which have none; nothing for US dollars.
  func rateNotes(of currencies: [String]) -> [String] {
    Set(currencies).sorted().flatMap { service.counted([], in: $0).currencyNotes }
  }
}

extension Configuration {
  /// The API plan, with its key and call limits.
  var apiTier: APIConfiguration.Tier {
    guard tier != .keyless else { return .keyless }
    guard let key = key.flatMap({ APIKey($0) }) else { return .unusableKey }
    let limits = CallLimits(
      perMinute: callsPerMinute ?? CallLimits.pro.perMinute, perMonth: callsPerMonth)
    return tier == .pro ? .pro(key, limits) : .demo(key)
  }
}

extension AppContext {
  /// Runs on the sample portfolio in a temporary container that is deleted afterwards.
  ///
  /// The demo's clock starts when its prices were recorded and then advances, so that ages are
  /// accurate.
  static func withDemo(_ body: (AppContext) throws -> Void) throws {
    let environment = ProcessInfo.processInfo.environment
    let parent = DemoFolder.parent(environment)
    let folder = try DemoFolder(in: parent)
    defer { folder.remove() }
    let start = Date()
    let container = try AppGroupContainer(
      environment: ["BITPAL_HOME": folder.path], currentFolder: parent, isLasting: false)
    let configuration = try SettingsFile(environment)?.configuration() ?? Configuration()
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
    // Nothing of the user's was changed, so a closed pipe ends the program silently.
    Console.forgetChange()
    try body(context)
  }

  /// The refresher for the sample's recorded prices.
  func demoRefresher() throws -> PriceRefresher {
    refresher(recorded: try SamplePortfolio.prices())
  }
}

extension SamplePortfolio {
  /// Writes the price history of a week to a container.
  fileprivate static func writeHistory(to container: AppGroupContainer) throws {
    let records = try records()
    let last = records.map(\.point.time).max() ?? Date(millisecondsSince1970: 0)
    try AppGroupWidgetStore(container, clock: { last }).update { $0.newPrices = records }
  }
}
