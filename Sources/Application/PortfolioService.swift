public import AppGroup
public import CoinCatalogue
public import FoundationEssentials
public import LedgerStore
public import Portfolio
import WidgetTimeline

/// What a user can do with a portfolio: change the ledger, publish it to the widgets, and read it.
///
/// The command line and the dashboard work through this service; it never writes to the terminal.
public struct PortfolioService: Sendable {
  /// The folder that holds everything.
  public let container: AppGroupContainer
  /// The transactions.
  public let ledger: SQLiteLedger
  /// The files that widgets read.
  public let store: AppGroupWidgetStore
  /// How the cost of sales is chosen unless a caller names another method.
  public let costBasis: CostBasis
  /// The ISO 4217 code of the currency that the widget files count in, and everything else unless a
  /// caller names another.
  public let currency: String
  /// The present instant, in whole milliseconds.
  public let clock: @Sendable () -> Date
  /// Receives a sentence about something that works less well than it could.
  let warn: @Sendable (String) -> Void
  /// Has today's backup made behind the answer, where it takes a while.
  let backUpLater: @Sendable (PortfolioService) -> Void
  /// Hears that a change is on the disk, whatever goes wrong afterwards.
  let didChange: @Sendable () -> Void

  /// The service of a container; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - container: The folder that holds everything.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - currency: The ISO 4217 code of the currency that figures are in.
  ///   - clock: The present instant, in whole milliseconds.
  ///   - warn: Receives a sentence about something that works less well than it could.
  ///   - backUpLater: Calls ``backUpOncePerDay()`` without anybody waiting for it.
  ///   - didChange: Hears that a change is on the disk, whatever goes wrong afterwards.
  public init(
    container: AppGroupContainer, costBasis: CostBasis, currency: String = usDollarCode,
    clock: @escaping @Sendable () -> Date,
    warn: @escaping @Sendable (String) -> Void = { _ in },
    backUpLater: @escaping @Sendable (PortfolioService) -> Void = { _ in },
    didChange: @escaping @Sendable () -> Void = {}
  ) {
    self.container = container
    self.costBasis = costBasis
    self.currency = currency
    self.clock = clock
    self.warn = warn
    self.backUpLater = backUpLater
    self.didChange = didChange
    ledger = SQLiteLedger(path: container.database)
    store = AppGroupWidgetStore(container, warn: warn, clock: clock)
  }

  /// The present instant, in whole milliseconds.
  public var now: Date { clock() }

  /// The coins bitpal knows: those fetched last, else those it was built with.
  public var catalogue: CoinCatalogue { CatalogueInUse.of(container, warn: warn).catalogue }
}
