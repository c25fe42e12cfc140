import AppGroup
import Application
import CoinCatalogue
import ConfigurationFile
import FoundationEssentials
import LedgerStore
import Portfolio
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
