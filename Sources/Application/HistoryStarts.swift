public import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
public import Portfolio

/// The positions at the beginning of a day, from which a history goes on.
public struct HistoryStart: Sendable {
  /// The day.
  public let day: UTCDay
  /// What was held when it began.
  public let positions: [CoinPosition]
}

/// Short histories of long ledgers begin with positions that are kept in a file.
///
/// The file is a cache: each coin has the digest of the rows its position follows from, and in
/// another currency the file names the rates they count by. Where one of these is another one, or
/// the file cannot be read, all rows are gone through again.
public struct HistoryStarts {
  private static let format = "1"
  private static let sizeLimit = 16 * 1_048_576
  /// A start so many days before a range is replaced by a newer one.
  private static let longestDistance = 31

  private let ledger: SQLiteLedger
  private let container: AppGroupContainer
  private let currency: String
  /// What tells the rates from others; `nil` in US dollars, which need none.
  private let rates: String?

  /// The kept positions of a portfolio.
  ///
  /// - Parameters:
  ///   - service: The portfolio.
  ///   - currency: The ISO 4217 code of the currency that its transactions are counted in.
  public init(_ service: PortfolioService, in currency: String) {
    (ledger, container) = (service.ledger, service.container)
    self.currency = currency
    rates = currency == usDollarCode ? nil : service.ratesFingerprint
  }

  private func path(_ costBasis: CostBasis) -> String {
    let suffix = rates == nil ? "" : "-\(currency)"
    return container.path(.historyStart, named: costBasis.rawValue + suffix)
  }

  /// Whether a history can begin with kept positions: those of methods that keep no parcels.
  private static func keeps(_ costBasis: CostBasis) -> Bool {
    costBasis == .average || costBasis == .buyAverage
  }

  /// The positions of a day at most a month before another one; `nil` where none are kept, or they
  /// are not those of the ledger as it is.
  ///
  /// - Parameters:
  ///   - first: The first day of the history.
  ///   - costBasis: How the cost of sales is chosen.
  /// - Throws: Why the ledger could not be read.
  public func start(upTo first: UTCDay, _ costBasis: CostBasis) throws -> HistoryStart? {
    guard Self.keeps(costBasis), let content = Self.content(of: path(costBasis)),
      content["format"]?.string == Self.format, content["rates"]?.string == rates,
      let day = content["day"]?.string.flatMap({ UTCDay(text: $0) }), day <= first,
      first.number - day.number <= Self.longestDistance, let rows = content["coins"]?.array
    else { return nil }
    let digests = try ledger.digests(before: day.start)
    var positions: [CoinPosition] = []
    for row in rows {
      guard let id = row["coinId"]?.string, let digest = row["digest"]?.string,
        digests[id] == digest, let text = row["position"]?.string,
        row["check"]?.string == sha256Text(of: "\(id) \(digest) \(text)")
      else { return nil }
      do throws(PositionDataError) {
        positions.append(
          CoinPosition(averaging: try CoinPositionSummary(coinId: id, text: text)))
      } catch { return nil }
    }
    return positions.count == digests.count ? HistoryStart(day: day, positions: positions) : nil
  }

  /// Keeps positions for later histories; where that is not possible, only time is lost.
  ///
  /// - Parameters:
  ///   - positions: Those at the beginning of the day.
  ///   - day: The first day of a history.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - version: The version of the ledger that they are of; of another one nothing is kept.
  public func keep(
    _ positions: [CoinPosition], at day: UTCDay, _ costBasis: CostBasis, version: Int
  ) {
    guard Self.keeps(costBasis), positions.allSatisfy(\.isKnown) else { return }
    do {
      let digests = try ledger.digests(before: day.start)
      guard Set(digests.keys) == Set(positions.map(\.coinId)),
        try ledger.version() == version
      else { return }
      let rows: [JSONValue] = positions.sorted { $0.coinId < $1.coinId }.map { position in
        let (id, text) = (position.coinId, position.summary.text)
        let digest = digests[id] ?? ""
        return .object([
          "coinId": .string(id), "digest": .string(digest), "position": .string(text),
          "check": .string(sha256Text(of: "\(id) \(digest) \(text)")),
        ])
      }
      let content: JSONValue = .object([
        "format": .string(Self.format), "day": .string(day.text),
        "rates": rates.map { .string($0) } ?? .null, "coins": .array(rows),
      ])
      try AtomicFile.write(Array(content.text().utf8), to: path(costBasis))
    } catch {}
  }

  /// What is wrong with a file of kept positions; `nil` for a sound one.
  public static func damage(of path: String) -> FileDamage? {
    let found = content(of: path)
    return found?["format"]?.string != nil && found?["coins"]?.array != nil
      ? nil : FileDamage(path, cure: "Delete it: the next history makes it again.")
  }

  private static func content(of path: String) -> JSONValue? {
    do {
      return try AtomicFile.read(path, limit: sizeLimit).map { try JSONValue(parsing: $0) }
    } catch { return nil }
  }
}
