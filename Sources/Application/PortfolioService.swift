public import AppGroup
public import CoinCatalogue
public import Exact
public import FoundationEssentials
public import LedgerStore
public import MarketData
public import Portfolio
public import WidgetTimeline

/// Everything a user can do with a portfolio: change the ledger, publish it to the widgets, and
/// read it.
///
/// The command line and the dashboard use this service; it never writes to the terminal.
public struct PortfolioService: Sendable {
  /// The folder that holds everything.
  public let container: AppGroupContainer
  /// The transactions.
  public let ledger: SQLiteLedger
  /// The files that widgets read.
  public let store: AppGroupWidgetStore
  /// How the cost of sales is chosen unless a caller names another method.
  public let costBasis: CostBasis
  /// How lots are kept with a book for each account; `nil` for one book over all.
  public let lots: LotsPerAccount?
  /// The ISO 4217 code of the currency of the widget files, and of everything else unless a caller
  /// names another.
  public let currency: String
  /// Coins with fewer rows have no stored values: reading the rows takes about as long.
  var minRowsForCheckpoint = 1_000
  /// The present instant, in whole milliseconds.
  public let clock: @Sendable () -> Date
  /// Receives a sentence about a degraded feature.
  let warn: @Sendable (String) -> Void
  /// Schedules today's backup for after the response if it takes a while.
  let backUpLater: @Sendable (PortfolioService) -> Void
  /// Called once a change is on disk, even if a later step fails.
  let didChange: @Sendable () -> Void

  /// Makes the service of a container without opening anything.
  ///
  /// - Parameters:
  ///   - container: The folder that holds everything.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - lots: How lots are kept with a book for each account; `nil` for one book over all.
  ///   - currency: The ISO 4217 code of the currency of figures.
  ///   - clock: The present instant, in whole milliseconds.
  ///   - warn: Receives a sentence about a degraded feature.
  ///   - backUpLater: Calls ``backUpOncePerDay()`` in the background.
  ///   - didChange: Called once a change is on disk, even if a later step fails.
  public init(
    container: AppGroupContainer, costBasis: CostBasis, lots: LotsPerAccount? = nil,
    currency: String = usDollarCode, clock: @escaping @Sendable () -> Date,
    warn: @escaping @Sendable (String) -> Void = { _ in },
    backUpLater: @escaping @Sendable (PortfolioService) -> Void = { _ in },
    didChange: @escaping @Sendable () -> Void = {}
  ) {
    self.container = container
    self.costBasis = costBasis
    self.lots = lots
    self.currency = currency
    self.clock = clock
    self.warn = warn
    self.backUpLater = backUpLater
    self.didChange = didChange
    ledger = SQLiteLedger(path: container.database, isLasting: container.isLasting)
    store = AppGroupWidgetStore(container, warn: warn, clock: clock)
  }

  /// The present instant, in whole milliseconds.
  public var now: Date { clock() }

  /// The known coins: the last fetched catalog, otherwise the built-in one.
  public var catalogue: CoinCatalogue { CatalogueInUse.of(container, warn: warn).catalogue }
}

extension PortfolioService {
  /// The past daily prices of coins (SPEC §3.16).
  ///
  /// The user's file takes precedence over prices recorded by refreshes, then fetched prices, then
  /// built-in ones. Unreadable files are skipped with a warning.
  ///
  /// - Returns: The prices; nothing is read until one is requested.
  /// - Throws: ``ContainerError`` if the user's file cannot be opened.
  public func dailyPrices() throws(ContainerError) -> LayeredPrices {
    var layers: [any DailyPrices] = []
    if let file = try StoredPrices(container.userPrices, source: "your file", warn: warn) {
      layers.append(file)
    }
    if let book = store.prices() { layers.append(NewestPrices(book)) }
    return LayeredPrices(
      layers + [StoredDailyPrices(PriceStore(container), warn: warn), BuiltInPrices()])
  }

  /// ``dailyPrices()``, and for the present day the last price of each coin, whatever its age.
  ///
  /// A portfolio's value up to now ends with the prices of the widgets.
  ///
  /// - Throws: ``ContainerError`` if the user's file cannot be opened.
  public func pricesUpToNow() throws(ContainerError) -> LayeredPrices {
    let last = store.prices().map { LastPrices($0, today: UTCDay(now)) }
    return LayeredPrices([last].compactMap(\.self) + [try dailyPrices()])
  }

  /// Every exchange rate available to this user, with rates fetched by `bitpal rates update` over
  /// built-in ones.
  ///
  /// An unreadable file of fetched rates is skipped with a warning.
  ///
  /// - Parameters:
  ///   - file: Rates from a file that the user names.
  ///   - overrides: US dollars for one unit of a currency, by code, on every day.
  /// - Returns: The rates by precedence.
  public func rates(file: [DollarRate] = [], overrides: [String: ExactDecimal] = [:]) -> RateTable {
    RateTable(
      reference: ECBRates.builtIn.merging(fetchedRates()), file: file, overrides: overrides)
  }

  /// The rows that `bitpal rates update` stored.
  public func fetchedRates() -> [EuroRateRow] {
    do throws(ContainerError) {
      let (rows, damage) = try readFetchedRates()
      if let damage { warn(damage.sentence) }
      return rows
    } catch {
      warn(error.sentence)
      return []
    }
  }

  /// Reads the rows that `bitpal rates update` stored, and describes the damage of an unreadable
  /// file.
  ///
  /// - Throws: ``ContainerError`` with the operation that the system refused.
  public func readFetchedRates() throws(ContainerError) -> (
    rows: [EuroRateRow], damage: FileDamage?
  ) {
    let path = container.fetchedRates
    guard let bytes = try AtomicFile.read(path) else { return ([], nil) }
    do throws(RateFileError) {
      if case .euro(let rows) = try RateFile(bytes) { return (rows, nil) }
    } catch {}
    let cure = "The rates built in are used. `bitpal rates update` replaces the file."
    return ([], FileDamage(path, cure: cure))
  }
}

/// The last price of every coin, as the daily price of its date.
struct NewestPrices: DailyPrices {
  private let known: [String: KnownPrice]

  init(_ book: PriceBook) { known = book.prices }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    known[coinId]?.dailyPrice.flatMap { $0.day == day ? $0 : nil }
  }
}

/// The last price of every coin on the present day, with the day that it is of.
struct LastPrices: DailyPrices {
  private let known: [String: KnownPrice]
  private let today: UTCDay

  init(_ book: PriceBook, today: UTCDay) { (known, self.today) = (book.prices, today) }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    day == today ? known[coinId]?.dailyPrice : nil
  }
}

extension KnownPrice {
  /// The price as that of its day; `nil` without a price or a time.
  fileprivate var dailyPrice: DailyPrice? {
    guard let price = coin.currentPrice, let time = coin.lastUpdated else { return nil }
    // The source name that the store of past prices will use tomorrow.
    return DailyPrice(
      price: price, day: UTCDay(time), source: PriceOrigin.recorded(from: source).name)
  }
}

extension PortfolioService {
  /// Why figures are unknown even though all rates are known: an account has unexplained coins.
  public func unknownNotes(
    _ positions: Positions, _ ledger: some CountedInCurrency
  ) throws -> [String] {
    let summary = positions.summary
    let isKnown =
      positions.holdings.allSatisfy(\.isCostKnown) && summary.isRealizedKnown
      && summary.isClosedCostKnown
    let isUnexplained = positions.holdings.contains {
      $0.isRateMissing || $0.isRealizedRateMissing
    }
    guard lots != nil, ledger.daysWithoutRate.isEmpty,
      try isUnexplained || !isKnown && self.ledger.countOfUnknownWorth() == 0
    else { return [] }
    return [Self.unknownLotsNote]
  }

  /// Why a cost is unknown with a book for each account, and how to fix it.
  public static let unknownLotsNote =
    "An account has coins that no row explains, so their cost is unknown: bitpal accounts"

  /// Returns how lots follow moves; `nil` for one book over all accounts.
  ///
  /// - Parameters:
  ///   - end: The end of the last day that counts; `nil` for the present.
  ///   - calendar: The calendar whose days count; `nil` for the configured one.
  /// - Throws: An error if the ledger cannot be read.
  public func bookkeeping(
    before end: DayEnd? = nil, calendar: LocalCalendar? = nil
  ) throws -> (([Move]) -> AccountMoves)? {
    guard let lots else { return nil }
    let (calendar, now) = (try calendar ?? taxCalendar(), now)
    return { moves in
      var moves = moves
      // A move on the next day without a time does not belong here, though its instant may be
      // earlier.
      for index in moves.indices where moves[index].date == end?.nextDay {
        moves[index].date = end?.instant ?? now
      }
      return AccountMoves(moves, rules: lots, calendar: calendar, until: end?.last ?? now)
    }
  }

  /// The moves that lots follow, of some coins or of all; `nil` for one book over all accounts.
  private func accountMoves(
    of coinIds: [String]?, before end: DayEnd?, calendar: LocalCalendar?
  ) throws -> AccountMoves? {
    guard let follow = try bookkeeping(before: end, calendar: calendar) else { return nil }
    return follow(
      try coinIds.map { ids in try ids.flatMap { try ledger.moves.all(MoveQuery(coinId: $0)) } }
        ?? ledger.moves.all())
  }

  /// Identifies the account books of some coins by the rules and their moves; empty for one book.
  ///
  /// - Throws: An error if the ledger cannot be read.
  func accountDigests() throws -> (_ coinIds: [String]) -> String {
    guard let lots else { return { _ in "" } }
    let (rules, moves) = (lots.text + (try taxCalendar().name), try ledger.moves.digests())
    return { coinIds in
      sha256Text(of: ([rules] + coinIds.map { moves[$0]?.digest ?? "" }).joined(separator: "\n"))
    }
  }

  /// The lots that a coin's migrations and transfers carry over.
  ///
  /// - Parameters:
  ///   - coinId: The coin; `nil` for all.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - methods: How the cost of sales is chosen.
  ///   - end: The end of the last day that counts; `nil` for the present.
  ///   - calendar: The calendar whose days count; `nil` for the configured one.
  ///   - isOneBook: Whether to use one book for all accounts regardless of the configuration, as
  ///     stored sums do.
  ///   - rules: The rules of the country whose forms they are for; `nil` for the ledger's own.
  /// - Throws: An error if the ledger cannot be read.
  public func carriedLots(
    of coinId: String? = nil, in currency: String = usDollarCode, methods: [CostBasis],
    before end: DayEnd? = nil, calendar: LocalCalendar? = nil, isOneBook: Bool = false,
    as rules: TaxRules? = nil
  ) throws -> CarriedLots {
    var joined = try coinId.map(ledger.histories(joinedTo:)) ?? ledger.migratedHistories()
    if let end { joined = joined.filter { end.isAfter($0.date) } }
    let accounts =
      isOneBook
      ? nil
      : try accountMoves(
        of: coinId.map { Set(joined.map(\.coinId)).union([$0]).sorted() }, before: end,
        calendar: calendar)
    let rows = counted(joined, in: currency).transactions
    return CarriedLots(
      rules.map { rows.map($0.counted) } ?? rows, methods: methods,
      calendar: try calendar ?? self.calendar(for: methods), accounts: accounts)
  }

  /// Computes the positions of a ledger counted in a currency, at the last known prices.
  ///
  /// - Parameters:
  ///   - ledger: The transactions, counted by ``counted(_:in:)``.
  ///   - prices: The last known prices, in US dollars.
  ///   - costBasis: Overrides the configured method.
  public func positions(
    of ledger: CountedLedger, prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      ledger,
      currentPrices: Positions.coins(
        of: ledger.transactions, prices: prices, catalogue: catalogue),
      costBasis: costBasis ?? self.costBasis)
  }

  /// Converts transactions to a currency at the rates of their days; US dollars stay unchanged.
  public func counted(_ transactions: [Transaction], in currency: String) -> CountedLedger {
    Portfolio.counted(transactions, in: currency, rates: presentRates)
  }

  /// The rates that figures use, without those of days after the present.
  public var presentRates: RatesUpToDay { RatesUpToDay(rates(), today: UTCDay(now)) }

  /// Identifies these rates: the newest built-in day, and all fetched rates.
  var ratesFingerprint: String {
    let builtIn = ECBRates.builtIn.newestDay?.text ?? ""
    let fetched = fetchedRatesChecksum
    return "\(builtIn) \(fetched)"
  }

  private var fetchedRatesChecksum: String {
    do {
      guard let bytes = try AtomicFile.read(container.fetchedRates) else { return "none" }
      // FNV-1a suffices: the file is the user's own, and only changes need detecting.
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return String(sum, radix: 16)
    } catch { return "unreadable" }
  }
}

/// The widget files are made from the positions stored in the ledger, at the price book's prices.
extension PortfolioService: PublishedLedger {
  /// The ledger's version; `nil` if there is no ledger.
  ///
  /// - Throws: An error if the ledger cannot be read.
  public func version() throws -> String? {
    let version = try ledger.version()
    return version == 0 ? nil : "\(version)\(rulesMark)"
  }

  /// The suffix of a version with a book for each account, so figures made by other rules are
  /// outdated.
  var rulesMark: String {
    guard let lots else { return "" }
    let isOpen = lots.from.map { $0.start <= now } ?? true
    return "+" + sha256Text(of: "\(lots.text) \(isOpen)").prefix(8)
  }

  /// The number at the start of a version; `nil` for none.
  public static func number(ofVersion text: String?) -> Int? {
    text.flatMap { Int($0.prefix { $0 != "+" }) }
  }

  /// The newest day with a built-in rate; `nil` in US dollars.
  public var rateDay: UTCDay? {
    guard currency != usDollarCode, let newest = ECBRates.builtIn.newestDay,
      newest <= UTCDay(now)
    else { return nil }
    return newest
  }

  /// The present holdings, at some prices.
  ///
  /// - Throws: An error if the ledger cannot be read.
  public func refreshData(at prices: PriceBook) throws -> WidgetRefreshData {
    // Read before the positions, so a write meanwhile makes the files outdated.
    let version = try version()
    var coins: [String: Coin] = [:]
    let portfolio = try portfolio(currency: currency) { ids in
      coins = self.coins(ids, at: prices)
      return coins
    }
    return WidgetRefreshData(
      portfolio.positions, coins: coins, lastUpdated: prices.lastUpdated, ledgerVersion: version,
      currency: currency, rate: portfolio.newestRate, estimates: try publishedEstimates())
  }

  /// Rewrites the widget files from the ledger.
  ///
  /// - Returns: The outcome; after a failure the next reader or refresh retries.
  @discardableResult
  public func publish() -> Publication { store.publish(self, clock: clock) }

  /// Rewrites missing, damaged or outdated widget files, and warns if the ledger is older than they
  /// are.
  ///
  /// - Returns: The outcome; if nothing can be written, readers compute from the ledger.
  @discardableResult
  public func repairFiles() -> Publication {
    do {
      if let warning = try lostChanges(shownBy: store.refreshData()) { warn(warning) }
    } catch {
      return .failed(error)
    }
    return store.repairFiles(from: self, clock: clock)
  }

  /// The warning if widget files include changes that the ledger lacks; its version only grows.
  ///
  /// - Returns: `nil` if there are none, or no ledger.
  /// - Throws: An error if the ledger cannot be read.
  public func lostChanges(shownBy data: WidgetRefreshData?) throws -> String? {
    let version = try ledger.version()
    guard version > 0, let shown = Self.number(ofVersion: data?.ledgerVersion), shown > version
    else { return nil }
    let count = shown - version
    return "The widget files show \(count) change\(count == 1 ? "" : "s") that the ledger does not "
      + "hold: the newest are lost, or an older ledger replaced it. "
      + "`bitpal log` shows the changes it has."
  }
}

/// A problem that does not affect the change itself.
///
/// The change is on disk: reporting it as failed would make a user repeat it.
public enum ChangeNote: Sendable {
  /// The day's first backup could not be made.
  case backupFailed(any Error)
  /// The widget files could not be rewritten; the next reader or refresh retries.
  case notPublished(any Error)
  /// A follow-up step failed, such as writing the rows that the change left out.
  case unfinished(any Error)

  /// The note in full sentences.
  public var sentence: String {
    switch self {
    case .backupFailed(let error):
      "The change is recorded, but today's backup could not be made. \(errorSentence(error))"
    case .notPublished(let error):
      "The change is recorded, but the widgets do not show it yet: \(errorSentence(error)) "
        + "`bitpal refresh` updates them."
    case .unfinished(let error):
      "The change is recorded, but something after it failed: \(errorSentence(error))"
    }
  }
}

extension PortfolioService {
  /// Applies a change to the ledger and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - label: The label in the journal; `nil` names it after its kind.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: An error if the change was not made; nothing is changed then.
  @discardableResult
  public func apply(
    _ change: LedgerChange, label: String? = nil, note: (ChangeNote) -> Void,
    recorded: () throws -> Void
  ) throws -> Bool {
    try write(note: note) {
      try ledger.apply(change, label: label ?? change.label, clock: clock)
    } recorded: {
      try recorded()
    }
  }

  /// Adds the rows of an event and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - event: The rows.
  ///   - label: The label in the journal.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: An error if the change was not made; nothing is changed then.
  @discardableResult
  public func record(
    _ event: RecordedEvent, label: String, note: (ChangeNote) -> Void,
    recorded: () throws -> Void
  ) throws -> Bool {
    try write(note: note) {
      try ledger.add(event.transactions, moves: event.moves, label: label, clock: clock)
    } recorded: {
      try recorded()
    }
  }

  /// Edits the current rows of one event and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - id: One of its transactions.
  ///   - expected: The parts of the ledger that the caller has seen.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - change: Edits the rows; anything it leaves alone keeps what others have written.
  ///   - recorded: Receives the row before and after, equal if nothing changed; otherwise as in
  ///     ``write(note:_:recorded:)``.
  /// - Throws: An error if the change was not made; nothing is changed then.
  public func edit(
    _ id: UUID, expecting expected: [Expectation] = [], note: (ChangeNote) -> Void,
    _ change: (inout [Transaction]) throws -> Void, recorded: (LedgerStep.Row) throws -> Void
  ) throws {
    try write(note: note) {
      try ledger.edit(id, expecting: expected, clock: clock, change)
    } recorded: {
      try recorded($0)
    }
  }

  /// Removes a transaction with all rows of its event, and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - transaction: The transaction as the caller has seen it.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: Receives the removed rows, the transaction first; otherwise as in
  ///     ``write(note:_:recorded:)``.
  /// - Throws: An error if the change was not made; nothing is changed then.
  public func delete(
    _ transaction: Transaction, note: (ChangeNote) -> Void,
    recorded: ([Transaction]) throws -> Void
  ) throws {
    try write(note: note) {
      try ledger.delete(transaction.id, expecting: [.transaction(transaction)], clock: clock)
    } recorded: {
      try recorded($0)
    }
  }

  /// Replaces the ledger with a backup and brings the widget files up to date.
  ///
  /// - Parameters:
  ///   - source: The backup.
  ///   - kept: Where the replaced ledger is copied to.
  ///   - expected: The ledger that the caller has seen; `nil` replaces any ledger.
  ///   - note: Receives problems that do not affect the change itself.
  ///   - recorded: As in ``write(note:_:recorded:)``.
  /// - Throws: An error if the ledger was not replaced; it is unchanged then.
  public func restore(
    from source: String, keepingReplacedAt kept: String, expecting expected: ReplacedLedger?,
    note: (ChangeNote) -> Void, recorded: (RestoredLedger) throws -> Void
  ) throws {
    try container.create()
    try publish(note: note) {
      try ledger.backups.restore(from: source, keepingReplacedAt: kept, expecting: expected)
    } recorded: {
      try recorded($0)
    }
  }

  /// Changes the ledger and brings the widget files up to date.
  ///
  /// The day's first backup is made before the change if that is fast, otherwise after it.
  ///
  /// - Parameters:
  ///   - note: Receives problems that do not affect the change itself.
  ///   - change: The change; when it returns, it is on disk.
  ///   - recorded: Receives the result of `change` before any slower step; an error it throws
  ///     becomes a note.
  /// - Returns: Whether the widget files show the change.
  /// - Throws: What `change` throws.
  @discardableResult
  public func write<Result>(
    note: (ChangeNote) -> Void, _ change: () throws -> Result,
    recorded: (Result) throws -> Void
  ) throws -> Bool {
    try container.create()
    let backup = backUpBeforeChange()
    let isPublished = try publish(note: note, change, recorded: recorded)
    switch backup {
    case .done: break
    case .later: backUpLater(self)
    case .failed(let error): note(.backupFailed(error))
    }
    // A failure is retried after the next change.
    do { try ledger.reclaimUnused() } catch {}
    return isPublished
  }

  @discardableResult
  private func publish<Result>(
    note: (ChangeNote) -> Void, _ change: () throws -> Result,
    recorded: (Result) throws -> Void
  ) throws -> Bool {
    let result = try change()
    didChange()
    do { try recorded(result) } catch { note(.unfinished(error)) }
    return publishAfterCommit(note)
  }

  /// Publishes committed changes; a failure is only a note, because the change was made.
  ///
  /// - Returns: Whether the widget files show it.
  @discardableResult
  public func publishAfterCommit(_ note: (ChangeNote) -> Void) -> Bool {
    guard case .failed(let error) = publish() else { return true }
    note(.notPublished(error))
    return false
  }

  /// Makes today's backup if there is none yet, however long it takes.
  ///
  /// - Throws: An error if it cannot be made.
  public func backUpOncePerDay() throws {
    try ledger.backups.copyOncePerDay(into: container.backups, day: now.utcDayText)
  }

  private enum DailyBackup {
    case done
    case later
    case failed(any Error)
  }

  /// Makes the day's first backup if that is fast; a failure never prevents a change.
  private func backUpBeforeChange() -> DailyBackup {
    do {
      let isMade = try ledger.backups.cloneOncePerDay(into: container.backups, day: now.utcDayText)
      return isMade ? .done : .later
    } catch {
      return .failed(error)
    }
  }
}

extension LedgerChange {
  /// The journal label of the change.
  fileprivate var label: String {
    switch self {
    case .add(let transactions):
      transactions.count == 1 ? transactions[0].kind.rawValue : "add"
    case .edit: "edit"
    case .delete: "delete"
    }
  }
}
