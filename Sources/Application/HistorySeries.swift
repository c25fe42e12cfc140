public import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
public import Portfolio

/// The coin series of a short history, cached in a file.
///
/// Each coin is stored with the digest of the rows that its series follows from. In another
/// currency the file also names the rates, and under a method that matches by days their time zone.
/// A coin with a different digest is recomputed alone; if the file is unreadable, all coins are.
public struct HistorySeries {
  private static let format = "5"
  private static let sizeLimit = 16 * 1_048_576
  /// The longest history that has stored series, in days; a longer one has to read many rows
  /// anyway.
  private static let longestRange = 31
  /// The number of days stored, which also covers the ranges of the next weeks.
  private static let windowLength = 2 * longestRange
  /// How often the ledger is reread if another process writes meanwhile.
  private static let maxReadings = 3

  private let service: PortfolioService
  private let currency: String
  private let costBasis: CostBasis
  private let path: String
  /// Identifies the rates; `nil` in US dollars, which need none.
  private let rates: String?

  /// Opens the stored series of a portfolio.
  ///
  /// - Parameters:
  ///   - service: The portfolio.
  ///   - currency: The ISO 4217 code of the currency that its transactions are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  public init(_ service: PortfolioService, in currency: String, _ costBasis: CostBasis) {
    self.service = service
    self.currency = currency
    self.costBasis = costBasis
    rates = currency == usDollarCode ? nil : service.ratesFingerprint
    let suffix = rates == nil ? "" : "-\(currency)"
    path = service.container.path(.historySeries, named: costBasis.rawValue + suffix)
  }

  /// Returns the coin series for a window of days that contains a range.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - range: The days of a history.
  /// - Returns: `nil` if the range is too long.
  /// - Throws: An error if the ledger cannot be read.
  public func coinSeries(
    of coinId: String? = nil, in range: ClosedRange<UTCDay>
  ) throws -> [CoinSeries]? {
    let calendar = try service.calendar(for: [costBasis])
    guard range.upperBound.number - range.lowerBound.number <= Self.longestRange else { return nil }
    var kept = Kept(first: range.lowerBound)
    if let found = keptSeries(by: calendar), found.window.contains(range.lowerBound),
      found.window.contains(range.upperBound)
    {
      kept = found
    }
    var coinSeries: [CoinSeries] = []
    for _ in 0..<Self.maxReadings {
      let version = try service.ledger.version()
      var isChanged = false
      coinSeries = try read(coinId, calendar, &kept, &isChanged)
      // If another process wrote meanwhile, the result may mix two versions of the ledger.
      guard try service.ledger.version() == version else { continue }
      if isChanged { keep(kept, by: calendar) }
      return coinSeries
    }
    return coinSeries
  }

  /// Reads the coins whose rows no longer match the stored series.
  private func read(
    _ coinId: String?, _ calendar: LocalCalendar, _ kept: inout Kept, _ isChanged: inout Bool
  ) throws -> [CoinSeries] {
    let own = Dictionary(
      try service.ledger.digests().map { ($0.coinId, $0.digest) }, uniquingKeysWith: { a, _ in a })
    let (estimated, migrated) =
      (try service.coinsWithEstimates(), Set(try service.ledger.migratedCoins()))
    if kept.coins.contains(where: { own[$0.key] == nil }) {
      kept.coins = kept.coins.filter { own[$0.key] != nil }
      isChanged = true
    }
    var coinSeries: [CoinSeries] = []
    let accountDigest = try service.accountDigests()
    for (id, first) in own.sorted(by: { $0.key < $1.key }) where coinId == nil || id == coinId {
      // The lots that a migration adds depend on the rows of the predecessor coins.
      let before = migrated.contains(id) ? try service.ledger.predecessors(of: id) : []
      let mark = estimated.contains(id) ? ["estimated"] : []
      let accounts = accountDigest([id] + before)
      let digest = ([first] + before.compactMap { own[$0] } + mark + [accounts])
        .filter { !$0.isEmpty }.joined(separator: " ")
      if let known = kept.coins[id], known.digest == digest {
        coinSeries.append(known.series)
        continue
      }
      let carried =
        before.isEmpty && service.lots == nil
        ? CarriedLots.none
        : try service.carriedLots(of: id, in: currency, methods: [costBasis])
      let series = try series(
        of: id, in: kept.window, calendar, carrying: carried, mayBeEstimated: !mark.isEmpty)
      kept.coins[id] = (digest, series)
      coinSeries.append(series)
      isChanged = true
    }
    return coinSeries
  }

  /// Computes a coin's series from its rows.
  private func series(
    of coinId: String, in window: ClosedRange<UTCDay>, _ calendar: LocalCalendar,
    carrying carried: CarriedLots, mayBeEstimated: Bool
  ) throws -> CoinSeries {
    var counter = TransactionCounter(currency: currency, rates: service.presentRates)
    var query = TransactionQuery(coinId: coinId)
    func collector(_ matchedCosts: MatchedCosts? = nil) -> SeriesCollector {
      SeriesCollector(
        of: coinId, in: window, costBasis: costBasis, matchedCosts: matchedCosts,
        carrying: carried, mayBeEstimated: mayBeEstimated)
    }
    guard carried.isApart(costBasis) else {
      query.until = window.upperBound.advanced(by: 1).start
      var series = collector()
      try service.ledger.forEachTransactionCounted(query) { series.add(counter.counted($0)) }
      return series.finished()
    }
    // A purchase within 30 days after a sale sets its cost, even if it follows the window.
    var transactions: [Transaction] = []
    try service.ledger.forEachTransactionCounted(query, withAccounts: service.lots != nil) {
      transactions.append(counter.counted($0))
    }
    var series = collector(
      MatchedCosts(transactions, costBasis: costBasis, calendar: calendar, carrying: carried))
    for transaction in transactions { series.add(transaction) }
    return series.finished()
  }
}

// MARK: - The file

extension HistorySeries {
  /// The content of a file.
  private struct Kept {
    /// The first day of the series.
    let first: UTCDay
    /// Series by coin id.
    var coins: [String: (digest: String, series: CoinSeries)] = [:]

    var window: ClosedRange<UTCDay> { first...first.advanced(by: HistorySeries.windowLength) }
  }

  /// Describes the damage of a file of stored series; `nil` for an intact one.
  public static func damage(of path: String) -> FileDamage? {
    let found = content(of: path)
    return found?["format"]?.string != nil && found?["coins"]?.array != nil
      ? nil : FileDamage(path, cure: "Delete it: `bitpal history` makes it again.")
  }

  /// The stored series, without corrupted entries.
  private func keptSeries(by calendar: LocalCalendar) -> Kept? {
    guard let content = Self.content(of: path), content["format"]?.string == Self.format,
      content["rates"]?.string == rates, content["zone"]?.string == calendar.name,
      let day = content["first"]?.string.flatMap({ UTCDay(text: $0) }),
      let rows = content["coins"]?.array
    else { return nil }
    var kept = Kept(first: day)
    for row in rows {
      guard let id = row["coinId"]?.string, let digest = row["digest"]?.string,
        let text = row["course"]?.string,
        row["check"]?.string == Self.check(day, id, digest, text),
        let series = CoinSeries(coinId: id, text: text)
      else { continue }
      kept.coins[id] = (digest, series)
    }
    return kept
  }

  /// Stores series for later histories; a failed write only costs time.
  private func keep(_ kept: Kept, by calendar: LocalCalendar) {
    let rows: [JSONValue] = kept.coins.sorted { $0.key < $1.key }.map { id, row in
      let text = row.series.text
      return .object([
        "coinId": .string(id), "digest": .string(row.digest), "course": .string(text),
        "check": .string(Self.check(kept.first, id, row.digest, text)),
      ])
    }
    let content: JSONValue = .object([
      "format": .string(Self.format), "first": .string(kept.first.text),
      "rates": rates.map { .string($0) } ?? .null, "zone": .string(calendar.name),
      "coins": .array(rows),
    ])
    do throws(ContainerError) {
      try AtomicFile.write(Array(content.text().utf8), to: path, isDurable: false)
    } catch {}
  }

  /// A checksum that detects figures edited by hand.
  private static func check(
    _ first: UTCDay, _ coinId: String, _ digest: String, _ series: String
  ) -> String {
    sha256Text(of: "\(first.text) \(coinId) \(digest) \(series)")
  }

  private static func content(of path: String) -> JSONValue? {
    do {
      return try AtomicFile.read(path, limit: sizeLimit).map { try JSONValue(parsing: $0) }
    } catch { return nil }
  }
}
