import Application
import AppGroup
import ConfigurationFile
import Exact
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import WidgetTimeline

/// A widget file that shows nothing wrong.
struct VerifiedFile: Equatable {
  let name: String
  let isThere: Bool

  var line: String {
    isThere
      ? "\(name) equals a fresh computation" : "\(name) is not there; the next change writes it"
  }
}

extension AppContext {
  /// Compares the widget files with a fresh computation at the stored prices.
  ///
  /// A writer changes the ledger first and the files a moment later: a difference counts once it
  /// has lasted longer than that.
  ///
  /// - Throws: The first difference, with exit code 1.
  func verifyWidgetFiles() throws -> [VerifiedFile] {
    // Looking makes no container where there is none.
    guard try fileKind(container.widgetData) != nil else { return [] }
    // Version 0.1 wrote no version of the ledger into its files: they are made anew, as the next
    // command would.
    if let data = store.refreshData(), data.ledgerVersion == nil, try service.version() != nil {
      try service.publishOrThrow()
    }
    do { return try compareWidgetFiles() } catch is CommandFailure {
      usleep(300_000)
      return try compareWidgetFiles()
    }
  }

  private func compareWidgetFiles() throws -> [VerifiedFile] {
    // The update changes nothing; its lock keeps writers of the files out.
    try store.update { files in
      if let lost = try service.lostChanges(shownBy: files.refreshData) {
        throw CommandFailure(lost, .checkFailed)
      }
      if let currency = files.refreshData?.currency, currency != configuration.currency {
        throw CommandFailure(
          "The widget files were written in \(currency), and the configuration says "
            + "\(configuration.currency). `bitpal config set currency \(configuration.currency)` "
            + "rewrites them.", .checkFailed)
      }
      do { return try compare(files, configuration.costBasis) } catch {
        if let method = method(of: files) {
          throw CommandFailure(
            "The widget files were written with the cost basis \(method.rawValue), and the "
              + "configuration says \(configuration.costBasis.rawValue). "
              + "`bitpal config set cost-basis \(configuration.costBasis.rawValue)` "
              + "rewrites them.", .checkFailed)
        }
        throw error
      }
    }
  }

  /// The method other than the configured one by which the files are right, if there is one: the
  /// configuration was edited by hand.
  private func method(of files: WidgetFiles) -> CostBasis? {
    CostBasis.allCases.first { method in
      guard method != configuration.costBasis else { return false }
      do { return try !compare(files, method).isEmpty } catch { return false }
    }
  }

  private func compare(_ files: WidgetFiles, _ costBasis: CostBasis) throws -> [VerifiedFile] {
    let stored = files.refreshData
    // Files older than the prices were not published yet: they are checked at their own.
    let prices = files.prices ?? PriceBook()
    let areBehind = (stored?.lastUpdated ?? .distantFuture) < prices.lastUpdated ?? .distantPast
    let known = areBehind ? stored?.coins ?? [:] : [:]
    var coins: [String: Coin] = [:]
    let portfolio = try service.portfolio(
      currency: stored?.currency ?? service.currency, costBasis: costBasis
    ) { ids in
      coins = service.coins(ids, at: prices).merging(known) { _, stored in stored }
      return coins
    }
    let fresh = WidgetRefreshData(
      portfolio.positions, coins: coins,
      lastUpdated: areBehind ? stored?.lastUpdated : prices.lastUpdated,
      ledgerVersion: try service.version(), currency: stored?.currency ?? service.currency,
      // As with prices, the figures are checked at the rate that the file says.
      rate: stored?.rate)
    let shown = fresh.portfolioData(now: files.portfolio?.lastUpdated ?? now)
    return [
      try compare(container.refreshData, with: fresh.json),
      try compare(container.portfolio, with: shown.json),
    ]
  }

  private func compare(_ path: String, with fresh: JSONValue) throws -> VerifiedFile {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let bytes = try AtomicFile.read(path) else {
      return VerifiedFile(name: name, isThere: false)
    }
    let stored: JSONValue
    do { stored = try JSONValue(parsing: bytes) } catch {
      throw CommandFailure("\(name) cannot be read. `bitpal refresh` rewrites it.", .checkFailed)
    }
    if let difference = firstDifference(between: fresh, and: stored, at: "") {
      throw CommandFailure("\(name): \(difference)", .checkFailed)
    }
    return VerifiedFile(name: name, isThere: true)
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
