import AppGroup
import Application
import ArgumentParser
import CellGrid
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import Import
import LedgerStore
import Portfolio
import Reports
import Synchronization
import WidgetTimeline

/// `bitpal verify`.
struct Verify: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "verify",
    abstract:
      "Recompute every figure, and check the files.",
    discussion: """
      For every coin and cost basis, realized + unrealized must equal value - (paid - received), \
      except for the dust of closed cycles, which is accounted for. With lots = account, the lots \
      of all accounts must add up to their purchases, in coins and cost. Exits with 1 at the first \
      difference. With --currency, figures are checked in that currency.


      """ + examples("bitpal verify", "bitpal verify --currency EUR", "bitpal verify --json"))

  @Flag(name: .shortAndLong, help: "Write JSON: what was checked, or the difference.")
  var json = false

  @OptionGroup var currency: CurrencyOption
  @OptionGroup var privacy: PrivacyOptions

  func run() throws {
    let context = try AppContext()
    let isPrivate = privacy.isPrivate(context.configuration)
    do {
      let verified = try context.verify(currency: currency.code(context))
      guard !json else { return Console.write(verified.json.text(pretty: true) + "\n") }
      for line in verified.lines(isPrivate: isPrivate) { Console.print(line) }
    } catch let failure as CommandFailure where isPrivate && !json {
      throw CommandFailure(
        withoutAmounts(failure.message.reason), help: failure.message.help.map(withoutAmounts),
        failure.code)
    } catch let failure as CommandFailure where json && failure.code == .checkFailed {
      let found: JSONValue = .object([
        "isSound": .bool(false), "difference": .string(failure.sentence),
      ])
      Console.write(found.text(pretty: true) + "\n")
      throw CommandFailure("", failure.code)
    }
  }
}

/// The results of a successful verification.
struct Verified {
  let storage: StorageReport
  let coins: Int
  /// The total effect of closed cycles' residues on the results, in the currency.
  let forgotten: ExactDecimal
  let widgetFiles: [VerifiedFile]
  /// The ISO 4217 code of the display currency.
  let currency: String
  /// Notes on figures that are unknown because a rate is missing.
  let notes: [String]

  /// One line per result.
  func lines(isPrivate: Bool) -> [String] {
    let methods = CostBasis.allCases.count
    return [
      "Database      sound, \(countOf(storage.transactions, "transaction"))"
        + (storage.moves > 0 ? ", \(countOf(storage.moves, "move"))" : ""),
      "Journal       \(countOf(storage.changes, "change")) replayed, every hash in its chain",
      "Figures       \(countOf(coins, "coin")) under \(methods) cost bases: "
        + "realized + unrealized = value - net paid"
        + (currency == usDollarCode ? "" : ", in \(currency)"),
      "Residue       \(isPrivate ? withoutAmounts(residue) : residue)",
    ] + notes.map { "Rates         \($0)" } + widgetFiles.map { "Widget file   \($0.line)" }
  }

  /// A description of the residues below the closing tolerance.
  private var residue: String {
    guard forgotten != 0 else { return "none: closed positions sold all of their coins" }
    return
      "\(briefText(forgotten, places: 2)) \(currency) of fractions of coins that "
      + "closed positions left; the proof counts them"
  }

  var json: JSONValue {
    let members: JSONObject = [
      "isSound": .bool(true),
      "difference": .null,
      "transactions": .number("\(storage.transactions)"),
      "moves": .number("\(storage.moves)"),
      "changes": .number("\(storage.changes)"),
      "coins": .number("\(coins)"),
      "costBases": .array(CostBasis.allCases.map { .string($0.rawValue) }),
      "forgotten": .exact(forgotten),
      "widgetFiles": .array(
        widgetFiles.map {
          .object([
            "name": .string($0.name), "isThere": .bool($0.state != .missing),
            "isCompared": .bool($0.state == .equal),
          ])
        }),
    ]
    let counted: [JSONObject.Member] =
      currency == usDollarCode
      ? []
      : [
        .init(key: "currency", value: .string(currency)),
        .init(key: "missingRates", value: .array(notes.map { .string($0) })),
      ]
    return .object(JSONObject(members.members + counted))
  }
}

extension AppContext {
  /// Verifies the ledger, every figure computed from it, and the widget files.
  ///
  /// - Parameter currency: The ISO 4217 code of the currency of figures.
  /// - Throws: The first difference, with exit code 1.
  func verify(currency: String = usDollarCode) throws -> Verified {
    // Read these before the ledger: files older than the ledger are then stale, not wrong.
    let files = try PublishedFiles(container)
    try verifyDerivation()
    return try ledger.atOneInstant {
      let storage = try verifyStorage(isInDollars: currency == usDollarCode)
      let figures = try storage.figures?.get().result() ?? verifyFigures(in: currency)
      try verifyMatched(in: currency)
      return Verified(
        storage: storage.report, coins: figures.coins, forgotten: figures.forgotten,
        widgetFiles: try verify(files), currency: currency, notes: figures.notes)
    }
  }

  /// Verifies that rows derived from imported files match a fresh derivation.
  private func verifyDerivation() throws {
    let count = try importService().differingRows()
    guard count > 0 else { return }
    throw CommandFailure(
      "\(countOf(count, "row")) of the ledger differ\(count == 1 ? "s" : "") from what the imported "
        + "files give.",
      help: "Read them again: bitpal files reread.", .checkFailed)
  }

  /// Verifies the ledger's file and, in US dollars, the figures in the same pass.
  private func verifyStorage(
    isInDollars: Bool
  ) throws -> (report: StorageReport, figures: Result<FigureVerification, any Error>?) {
    // The storage check reports unreadable data.
    let verification = isInDollars ? Result { try FigureVerification(self) } : nil
    let report = try ledger.verifyStorage(now: now) { part in
      if case .success(let verification) = verification { verification.check(part) }
    }
    if let fault = report.faults.first {
      let reason = fault.hasSuffix(".") ? String(fault.dropLast()) : fault
      throw CommandFailure("The ledger is damaged: \(reason). File: \(ledger.path)", .checkFailed)
    }
    if let row = report.future { throw CommandFailure(sentence(for: row), .checkFailed) }
    return (report, verification)
  }

  /// A future date suggests a wrong clock, because bitpal never records future dates.
  private func sentence(for row: FutureRow) -> String {
    let id = row.id.uuidString.lowercased().prefix(8)
    let (name, correction) =
      row.isMove
      ? ("move", "reverse it with `bitpal undo`") : ("transaction", "run `bitpal edit \(id)`")
    return "The clock is or was wrong: it says \(now.utcText), and \(name) \(id) is dated "
      + "\(row.date.utcText). Set the clock; if it is right now, \(correction)."
  }

  fileprivate typealias VerifiedFigures = (coins: Int, forgotten: ExactDecimal, notes: [String])

  /// Verifies the figures in another currency, and stored figures against a fresh computation.
  ///
  /// Values need no separate check: they are proved amounts times prices in US dollars.
  private func verifyFigures(in currency: String) throws -> VerifiedFigures {
    let (kept, cycles) = try service.countedPositions(in: currency, closed: .all)
    let closed = Dictionary(grouping: cycles, by: \.coinId)
    let calendar = try service.taxCalendar()
    var counter = TransactionCounter(currency: currency, rates: service.presentRates)
    var forgotten: ExactDecimal = 0
    for kept in kept.coins {
      forgotten += try proved(
        kept, closed[kept.sums.coinId] ?? [], in: currency, calendar, &counter)
    }
    return (kept.coins.count, forgotten, kept.missingRateNotes)
  }

  /// Verifies the stored figures of a coin against its rows.
  ///
  /// - Returns: The effect of forgotten residues on its figures.
  private func proved(
    _ kept: CountedCoin<CoinPositionSummary>, _ closed: [ClosedCycle], in currency: String,
    _ calendar: LocalCalendar, _ counter: inout TransactionCounter
  ) throws -> ExactDecimal {
    let id = kept.sums.coinId
    func carried(_ methods: [CostBasis]) throws -> CarriedLots {
      try service.carriedLots(of: id, in: currency, methods: methods, isOneBook: true)
    }
    // Stored cycles record the carried costs of exactly these methods.
    let stored = try carried(CostBasis.stored)
    let hasAccounts = service.lots != nil
    var figures = FigureRows(of: id, calendar, carrying: try carried([.hmrc]))
    var (position, cycles) = (CoinPosition(coinId: id), [ClosedCycle]())
    var history: [Transaction] = []
    var rowCounter = counter
    rowCounter.missing = []
    try ledger.forEachTransactionCounted(
      TransactionQuery(coinId: id), withAccounts: hasAccounts
    ) { transaction in
      let row = rowCounter.counted(transaction)
      if let cycle = position.applyUnchecked(row, carrying: stored) { cycles.append(cycle) }
      figures.add(row)
      if hasAccounts { history.append(row) }
    }
    counter = rowCounter
    let fresh = CountedCoin(
      sums: position.summary, daysWithoutRate: rowCounter.missing.sorted())
    guard fresh == kept, cycles == closed else { throw differs(id, in: currency) }
    if hasAccounts {
      try proveBooks(
        history, try service.carriedLots(of: id, in: currency, methods: CostBasis.stored))
    }
    do throws(ProofDifference) {
      return try figures.proved(position, in: currency, currentPrices: [:]) {
        Positions(
          summaries: [kept.sums], closed: PackedCycles(closed), currentPrices: [:], costBasis: $0)
      }
    } catch { throw CommandFailure(error.sentence, .checkFailed) }
  }

  private func differs(_ coinId: String, in currency: String) -> CommandFailure {
    CommandFailure(
      "\(coinId): the stored figures in \(currency) differ from a fresh computation.",
      help: "Delete the files "
        + "\(container.folder)/Library/Application Support/{Counted*.json,Lots/*.checkpoint}; "
        + "bitpal makes them again.",
      .checkFailed)
  }

  /// Compares cached figures under the current method with a fresh computation, if the ledger
  /// itself doesn't store them.
  private func verifyMatched(in currency: String) throws {
    let costBasis = service.costBasis
    guard service.lots != nil || !CostBasis.stored.contains(costBasis) else { return }
    let (kept, cycles) = try service.matchedSums(in: currency, costBasis, closed: .all)
    let closed = Dictionary(grouping: cycles, by: \.closed.coinId)
    var counter = TransactionCounter(currency: currency, rates: service.presentRates)
    for coin in kept.coins {
      let id = coin.sums.coinId
      let fresh = try service.matchedCoin(id, in: currency, costBasis, &counter)
      guard fresh == (coin, closed[id] ?? []) else { throw differs(id, in: currency) }
    }
  }
}

/// The sums of a coin's rows, and its figures under the method that the ledger doesn't store.
private struct FigureRows: Sendable {
  private var sums = CoinLedgerProof()
  private var matched: MatchedWalk

  init(of coinId: String, _ calendar: LocalCalendar, carrying carried: CarriedLots) {
    matched = MatchedWalk(of: coinId, costBasis: .hmrc, calendar, carrying: carried)
  }

  mutating func add(_ row: Transaction) {
    sums.add(row)
    matched.apply(row)
  }

  /// Verifies the figures of a position after the same rows.
  ///
  /// - Parameter stored: The displayed positions under a method of ``CostBasis/stored``.
  /// - Returns: The effect of forgotten residues on them.
  func proved(
    _ position: CoinPosition, in currency: String, currentPrices: [String: Coin],
    stored: (CostBasis) -> Positions
  ) throws(ProofDifference) -> ExactDecimal {
    try sums.check(position) { costBasis in
      guard !CostBasis.stored.contains(costBasis) else { return stored(costBasis) }
      let (sums, closed) = matched.finished()
      let coins = CountedCoins(
        currency: currency, newestRate: nil,
        coins: [CountedCoin(sums: sums, daysWithoutRate: [])])
      return Positions(coins, closed: closed, currentPrices: currentPrices)
    }
    return sums.forgotten.figure
  }
}

/// Verifies the per-account books.
private func proveBooks(_ history: [Transaction], _ carried: CarriedLots) throws(CommandFailure) {
  do throws(ProofDifference) { try proveAccounts(history, carrying: carried) } catch {
    throw CommandFailure(error.sentence, .checkFailed)
  }
}

/// Verifies the figures in US dollars, coin by coin as the ledger is read.
private final class FigureVerification: Sendable {
  private struct Findings {
    var coins = 0
    var forgotten: ExactDecimal = 0
    var difference: ProofDifference?
    var evidence: CommandFailure?
    /// The current coin.
    var coin: (id: String, figures: FigureRows, history: [Transaction])?
  }

  private let summaries: [String: CoinPositionSummary]
  private let prices: [String: Coin]
  private let carried: CarriedLots
  /// The carried lots of the per-account books, if there are any.
  private let ofAccounts: CarriedLots
  private let calendar: LocalCalendar
  private let evidence: Evidence
  private let findings = Mutex(Findings())

  init(_ context: AppContext) throws {
    let summaries = try context.ledger.positions().summaries
    self.summaries = Dictionary(
      summaries.map { ($0.coinId, $0) }, uniquingKeysWith: { first, _ in first })
    carried = try context.service.carriedLots(methods: CostBasis.allCases, isOneBook: true)
    ofAccounts =
      context.service.lots == nil
      ? .none : try context.service.carriedLots(methods: CostBasis.stored)
    calendar = try context.service.taxCalendar()
    evidence = try context.evidence()
    prices = context.service.coins(
      summaries.map(\.coinId), at: context.store.prices() ?? PriceBook())
  }

  /// Adds some of a coin's rows, and verifies the coin after its last row; keeps the first
  /// difference.
  func check(_ part: VerifiedPart) {
    checkEvidence(of: part.rows)
    guard let id = part.rows.first?.coinId ?? part.end?.position.coinId else { return }
    findings.withLock { findings in
      guard findings.difference == nil else { return }
      var coin = findings.coin?.id == id ? findings.coin : nil
      findings.coin = nil
      if coin == nil { coin = (id, FigureRows(of: id, calendar, carrying: carried), []) }
      for row in part.rows { coin?.figures.add(row) }
      if ofAccounts.accounts != nil { coin?.history += part.rows }
      guard let end = part.end, let coin else { return findings.coin = coin }
      do throws(ProofDifference) {
        findings.forgotten += try proved(coin.figures, coin.history, end)
        findings.coins += 1
      } catch { findings.difference = error }
    }
  }

  private func proved(
    _ figures: FigureRows, _ history: [Transaction],
    _ end: (position: CoinPosition, closed: [ClosedCycle])
  ) throws(ProofDifference) -> ExactDecimal {
    try proveAccounts(history, carrying: ofAccounts)
    guard let summary = summaries[end.position.coinId] else { return 0 }
    return try figures.proved(end.position, in: usDollarCode, currentPrices: prices) {
      Positions(
        summaries: [summary], closed: PackedCycles(end.closed), currentPrices: prices, costBasis: $0
      )
    }
  }

  /// Compares recorded rates and prices with those of their day; keeps the first fault.
  private func checkEvidence(of history: [Transaction]) {
    for transaction in history {
      guard let fault = evidence.fault(of: transaction) else { continue }
      findings.withLock { findings in
        findings.evidence =
          findings.evidence
          ?? CommandFailure(fault.message(about: transaction), .checkFailed)
      }
      return
    }
  }

  /// The verified totals.
  ///
  /// - Throws: The first difference.
  func result() throws -> AppContext.VerifiedFigures {
    let found = findings.withLock { $0 }
    if let fault = found.evidence { throw fault }
    if let difference = found.difference {
      throw CommandFailure(difference.sentence, .checkFailed)
    }
    return (found.coins, found.forgotten, [])
  }
}

extension EvidenceFault {
  /// The problem, and the command that renews the evidence.
  fileprivate func message(about transaction: Transaction) -> ErrorMessage {
    let id = transaction.shortID
    let date = LocalCalendar.system.minuteText(transaction.date)
    // A trade's fee is renewed with it: the link is the id of the main row.
    let main = transaction.link.map { String($0.uuidString.prefix(8)).lowercased() } ?? id
    let renewal = "Update it: bitpal edit \(main) --date \"\(date)\""
    switch self {
    case .otherDay(let day):
      return ErrorMessage(
        "Transaction \(id) of \(UTCDay(transaction.date).text) is valued as of \(day.text).",
        help: renewal)
    case .otherRate(let rate, let day):
      return ErrorMessage(
        "Transaction \(id) does not use the rate of \(day.text), \(rate.description).",
        help: renewal)
    }
  }
}

extension ProofDifference {
  /// Names the wrong figure, with both values.
  fileprivate var sentence: String {
    let expected = expected.withinExactDigits.description
    let found = found.withinExactDigits.description
    return
      "\(coinId), \(costBasis.rawValue): \(figure.words) should be \(expected) by the raw ledger "
      + "and is \(found)."
  }
}

extension ProofDifference.Figure {
  fileprivate var words: String {
    switch self {
    case .balance: "the quantity"
    case .lots: "the quantity of all lots"
    case .lotCost: "the cost of all lots"
    case .result: "realized P&L less the cost of what is held"
    case .value: "the value"
    case .lotsOf(let account): "what \(cleaned(account)) has beyond its lots"
    }
  }
}

/// A verified widget file.
struct VerifiedFile: Equatable {
  enum State {
    case equal
    case missing
    /// The ledger or its prices changed after the file was written.
    case behind
    /// Another bitpal process wrote the file during the comparison.
    case rewritten
  }

  let name: String
  let state: State

  var line: String {
    switch state {
    case .equal: "\(name) equals a fresh computation"
    case .missing: "\(name) is missing; the next change writes it"
    case .behind: "\(name) is behind the ledger; the next report or refresh rewrites it"
    case .rewritten: "\(name) was rewritten meanwhile by another bitpal, and not compared"
    }
  }
}

/// The widget files, and the prices that they are made from, as read.
///
/// Writers replace the prices first and `portfolio.json` last. Reading in reverse order, without a
/// lock, ensures that no file is newer than those read after it, or than the ledger, which is read
/// last.
struct PublishedFiles: Equatable {
  private let portfolioBytes: [UInt8]?
  private let refreshBytes: [UInt8]?
  private let priceBytes: [UInt8]?

  /// - Throws: If a file cannot be opened.
  init(_ container: AppGroupContainer) throws(ContainerError) {
    portfolioBytes = try AtomicFile.read(container.portfolio)
    refreshBytes = try AtomicFile.read(container.refreshData)
    priceBytes = try AtomicFile.read(container.path(.prices))
  }

  /// The content of `portfolio.json`; `nil` if it doesn't exist.
  ///
  /// - Throws: If it is unreadable, with exit code 1.
  func portfolio() throws -> JSONValue? { try Self.json(portfolioBytes, "portfolio.json") }

  /// The content of `refresh_data.json`; `nil` if it doesn't exist.
  ///
  /// - Throws: If it is unreadable, with exit code 1.
  func refreshData() throws -> JSONValue? { try Self.json(refreshBytes, "refresh_data.json") }

  /// The prices; in a container that predates the price file, those stored with the holdings.
  func prices() throws -> PriceBook {
    do {
      if let priceBytes, let book = PriceBook(json: try JSONValue(parsing: priceBytes)) {
        return book
      }
    } catch {}
    let kept = try refreshData().flatMap(WidgetRefreshData.init(json:))
    return kept.map { PriceBook($0) } ?? PriceBook()
  }

  private static func json(_ bytes: [UInt8]?, _ name: String) throws -> JSONValue? {
    do { return try bytes.map { try JSONValue(parsing: $0) } } catch {
      throw CommandFailure(
        "\(name) cannot be read.",
        help: "`bitpal refresh` rewrites it.", .checkFailed)
    }
  }
}

extension AppContext {
  /// Compares the widget files with a fresh computation at the stored prices.
  ///
  /// - Parameter files: The files, read before the ledger.
  /// - Returns: The state of each file; empty if their folder doesn't exist.
  /// - Throws: The first difference, with exit code 1.
  func verify(_ files: PublishedFiles) throws -> [VerifiedFile] {
    guard try fileKind(container.widgetData) != nil else { return [] }
    do { return try compare(files) } catch let difference as CommandFailure {
      guard try PublishedFiles(container) != files else { throw difference }
      return ["refresh_data.json", "portfolio.json"].map {
        VerifiedFile(name: $0, state: .rewritten)
      }
    }
  }

  private func compare(_ files: PublishedFiles) throws -> [VerifiedFile] {
    let refreshData = try files.refreshData().flatMap(WidgetRefreshData.init(json:))
    if let lost = try service.lostChanges(shownBy: refreshData) {
      throw CommandFailure(lost, .checkFailed)
    }
    if let currency = refreshData?.currency, currency != configuration.currency {
      throw CommandFailure(
        "The widget files were written in \(currency), and the configuration says "
          + "\(configuration.currency).",
        help: "`bitpal config set currency \(configuration.currency)` "
          + "rewrites them.", .checkFailed)
    }
    do { return try compare(files, configuration.costBasis) } catch {
      if let method = method(of: files) {
        throw CommandFailure(
          "The widget files were written with the cost basis \(method.rawValue), and the "
            + "configuration says \(configuration.costBasis.rawValue).",
          help: "`bitpal config set cost-basis \(configuration.costBasis.rawValue)` "
            + "rewrites them.", .checkFailed)
      }
      throw error
    }
  }

  /// Another cost basis under which the files are correct, if there is one: the configuration was
  /// then edited by hand.
  private func method(of files: PublishedFiles) -> CostBasis? {
    CostBasis.allCases.first { method in
      guard method != configuration.costBasis else { return false }
      do { return try !compare(files, method).isEmpty } catch { return false }
    }
  }

  private func compare(
    _ files: PublishedFiles, _ costBasis: CostBasis
  ) throws -> [VerifiedFile] {
    let (refreshFile, portfolioFile) = (try files.refreshData(), try files.portfolio())
    let stored = refreshFile.flatMap(WidgetRefreshData.init(json:))
    let shown = portfolioFile.flatMap(WidgetPortfolioData.init(json:))
    let version = PortfolioService.number(ofVersion: try service.version()) ?? 0
    // Version 0.1 files lack the ledger's version, and 1.0 files lack the age of their prices.
    func isBehind(_ written: String?) -> Bool {
      PortfolioService.number(ofVersion: written) ?? 0 < version
    }
    let prices = try files.prices()
    let isStoredBehind =
      stored.map {
        isBehind($0.ledgerVersion)
          || $0.lastUpdated ?? .distantPast < prices.lastUpdated ?? .distantPast
      } ?? false
    let isShownBehind =
      shown.map {
        isBehind($0.ledgerVersion) || !$0.isDated
          || $0.lastUpdated < stored?.lastUpdated ?? .distantPast
      } ?? false
    let fresh = try freshData(stored, prices: prices, costBasis)
    let freshShown = fresh.portfolioData(now: shown?.lastUpdated ?? now)
    return [
      try compare(
        refreshFile, "refresh_data.json", with: fresh.json, isBehind: isStoredBehind),
      try compare(
        portfolioFile, "portfolio.json", with: freshShown.json,
        isBehind: isStoredBehind || isShownBehind),
    ]
  }

  /// The content of the files if they were written from the ledger now.
  private func freshData(
    _ stored: WidgetRefreshData?, prices: PriceBook, _ costBasis: CostBasis
  ) throws -> WidgetRefreshData {
    // Prices newer than the files are not published yet, so check the files at their own prices.
    let areBehind = (stored?.lastUpdated ?? .distantFuture) < prices.lastUpdated ?? .distantPast
    let known = areBehind ? stored?.coins ?? [:] : [:]
    var coins: [String: Coin] = [:]
    let portfolio = try service.portfolio(
      currency: stored?.currency ?? service.currency, costBasis: costBasis
    ) { ids in
      coins = service.coins(ids, at: prices).merging(known) { _, stored in stored }
      return coins
    }
    return WidgetRefreshData(
      portfolio.positions, coins: coins,
      lastUpdated: areBehind ? stored?.lastUpdated : prices.lastUpdated,
      ledgerVersion: try service.version(), currency: stored?.currency ?? service.currency,
      // Like prices, use the rate in the file.
      rate: stored?.rate, estimates: try service.publishedEstimates(costBasis: costBasis))
  }

  private func compare(
    _ stored: JSONValue?, _ name: String, with fresh: JSONValue, isBehind: Bool
  ) throws -> VerifiedFile {
    guard let stored else { return VerifiedFile(name: name, state: .missing) }
    guard !isBehind else { return VerifiedFile(name: name, state: .behind) }
    if let difference = firstDifference(between: fresh, and: stored, at: "") {
      throw CommandFailure("\(name): \(difference)", .checkFailed)
    }
    return VerifiedFile(name: name, state: .equal)
  }
}

/// Describes the first difference between a file and a fresh computation.
private func firstDifference(
  between fresh: JSONValue, and stored: JSONValue?, at path: String
) -> String? {
  switch (fresh, stored) {
  case (.object(let object), .object):
    for member in object.members {
      let inside = path.isEmpty ? member.key : "\(path) \(member.key)"
      if let found = firstDifference(between: member.value, and: stored?[member.key], at: inside) {
        return found
      }
    }
    return nil
  case (.array(let rows), .array(let others)) where rows.count == others.count:
    for (index, pair) in zip(byCoin(rows), byCoin(others)).enumerated() {
      let coin = pair.0["id"]?.string ?? pair.0["coinId"]?.string ?? "\(path) \(index + 1)"
      if let found = firstDifference(between: pair.0, and: pair.1, at: coin) { return found }
    }
    return nil
  default:
    if fresh == (stored ?? .null) || fresh.decimal.map({ $0 == stored?.decimal }) ?? false {
      return nil
    }
    return "\(path) is \(words(for: stored)) and should be \(words(for: fresh)). "
      + "`bitpal refresh` rewrites it."
  }
}

/// Rows sorted by coin id, if they have one: a refresh updates values but doesn't reorder rows.
private func byCoin(_ rows: [JSONValue]) -> [JSONValue] {
  guard rows.allSatisfy({ $0["coinId"]?.string != nil }) else { return rows }
  return rows.sorted { ($0["coinId"]?.string ?? "") < ($1["coinId"]?.string ?? "") }
}

private func words(for value: JSONValue?) -> String {
  switch value {
  case nil: "missing"
  case .string(let text), .number(let text): text
  case .bool(let isTrue): "\(isTrue)"
  case .null: "unknown"
  case .array(let rows): "a list of \(rows.count)"
  case .object: "an object"
  }
}
