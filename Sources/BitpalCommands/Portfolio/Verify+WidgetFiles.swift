import Application
import AppGroup
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import WidgetTimeline

/// A widget file in which nothing wrong was found.
struct VerifiedFile: Equatable {
  enum State {
    case equal
    case missing
    /// The ledger or its prices changed after the file was written.
    case behind
    /// Another bitpal wrote while the file was compared.
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

/// The widget files, and the prices they are made from, as they were read.
///
/// Writers replace the prices first and `portfolio.json` last. They are read in reverse,
/// and without a lock: none is newer than those read after it, or than the ledger read last.
struct PublishedFiles: Equatable {
  private let portfolioBytes: [UInt8]?
  private let refreshBytes: [UInt8]?
  private let priceBytes: [UInt8]?

  /// - Throws: Why a file cannot be opened.
  init(_ container: AppGroupContainer) throws(ContainerError) {
    portfolioBytes = try AtomicFile.read(container.portfolio)
    refreshBytes = try AtomicFile.read(container.refreshData)
    priceBytes = try AtomicFile.read(container.path(.prices))
  }

  /// The content of `portfolio.json`; `nil` where there is no such file.
  ///
  /// - Throws: That it cannot be read, with exit code 1.
  func portfolio() throws -> JSONValue? { try Self.json(portfolioBytes, "portfolio.json") }

  /// The content of `refresh_data.json`; `nil` where there is no such file.
  ///
  /// - Throws: That it cannot be read, with exit code 1.
  func refreshData() throws -> JSONValue? { try Self.json(refreshBytes, "refresh_data.json") }

  /// The prices; in a container from before that file, those kept with the holdings.
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
  /// - Returns: What each is; none where there is no folder of them.
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

  /// The method other than the configured one by which the files are right, if there is one: the
  /// configuration was edited by hand.
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
    // Version 0.1 wrote no version of the ledger into its files, and 1.0 not how old their prices
    // are.
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

  /// What the files would hold if they were written from the ledger now.
  private func freshData(
    _ stored: WidgetRefreshData?, prices: PriceBook, _ costBasis: CostBasis
  ) throws -> WidgetRefreshData {
    // Files older than the prices were not published yet: they are checked at their own.
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
      // As with prices, the figures are checked at the rate that the file says.
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

/// The first place where a file holds something other than a fresh computation, in words.
private func firstDifference(
  between fresh: JSONValue, and stored: JSONValue?, at place: String
) -> String? {
  switch (fresh, stored) {
  case (.object(let object), .object):
    for member in object.members {
      let inside = place.isEmpty ? member.key : "\(place) \(member.key)"
      if let found = firstDifference(between: member.value, and: stored?[member.key], at: inside) {
        return found
      }
    }
    return nil
  case (.array(let rows), .array(let others)) where rows.count == others.count:
    for (index, pair) in zip(byCoin(rows), byCoin(others)).enumerated() {
      let coin = pair.0["id"]?.string ?? pair.0["coinId"]?.string ?? "\(place) \(index + 1)"
      if let found = firstDifference(between: pair.0, and: pair.1, at: coin) { return found }
    }
    return nil
  default:
    if fresh == (stored ?? .null) || fresh.decimal.map({ $0 == stored?.decimal }) ?? false {
      return nil
    }
    return "\(place) is \(words(for: stored)) and should be \(words(for: fresh)). "
      + "`bitpal refresh` rewrites it."
  }
}

/// Rows that name their coin in its order: a refresh changes values and leaves the rows where they
/// are.
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
