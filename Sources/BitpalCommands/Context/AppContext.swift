import AppGroup
import ConfigurationFile
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import WidgetTimeline

/// What every command works with: the container, the ledger in it, and the time.
struct AppContext {
  let environment: [String: String]
  let configuration: Configuration
  let container: AppGroupContainer
  let ledger: SQLiteLedger
  let store: AppGroupWidgetStore
  let clock: @Sendable () -> Date

  /// The program on the user's own container.
  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let container = try AppGroupContainer(
      environment: environment, currentFolder: FileManager.default.currentDirectoryPath)
    self.init(
      container: container, environment: environment,
      configuration: try ConfigurationPlace(environment)?.configuration() ?? Configuration(),
      clock: Self.clock(environment))
  }

  /// The program on some container.
  init(
    container: AppGroupContainer, environment: [String: String], configuration: Configuration,
    clock: @escaping @Sendable () -> Date
  ) {
    self.environment = environment
    self.configuration = configuration
    self.container = container
    self.clock = clock
    ledger = SQLiteLedger(path: container.database)
    store = AppGroupWidgetStore(container, clock: clock)
  }

  /// The present instant, in whole milliseconds.
  var now: Date { clock() }

  /// `BITPAL_NOW` holds time still, for reviews and tests.
  static func clock(_ environment: [String: String]) -> @Sendable () -> Date {
    if let held = environment["BITPAL_NOW"].flatMap({ Date(utcText: $0) }) { return { held } }
    return { Date(millisecondsSince1970: Date().millisecondsSince1970) }
  }
}
