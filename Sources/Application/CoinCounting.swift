import AppGroup
import FoundationEssentials
import LedgerStore
import Portfolio

/// Starts a coin's walk from the first row or from a checkpoint.
struct WalkStart<Walk: CoinWalk> {
  let first: (_ coinId: String) throws -> Walk
  let after: (_ coinId: String, _ section: @escaping (Int) -> [UInt8]?) throws -> Walk?
}

/// Counts coins in a currency, resuming from a stored checkpoint if no earlier row has changed.
///
/// A checkpoint precedes the newest rows, so editing or removing those keeps it valid. Coins with
/// few rows have none: counting them takes about as long as reading it.
struct CoinCounting<Walk: CoinWalk> {
  /// Raise this with each change of the bytes that a walk writes.
  private static var form: String { "2" }

  private let service: PortfolioService
  private let name: String
  private let rules: String
  private let start: WalkStart<Walk>
  private let digests: [String: String]
  private let rowCounts: [String: Int]
  private let isCurrent: () throws -> Bool
  private var counter: TransactionCounter
  /// Whether a coin was counted from its first row and its checkpoint written.
  private(set) var hasKept = false

  /// Prepares to count coins.
  ///
  /// - Parameters:
  ///   - service: The ledger.
  ///   - name: Distinguishes the files from those of other settings.
  ///   - rules: The other inputs of the figures: rates, the zone of days, rules for lots.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - digests: The digests of each coin's inputs, its own rows first.
  ///   - start: How walks begin.
  ///   - isCurrent: Whether the digests still match the rows.
  init(
    _ service: PortfolioService, named name: String, rules: String, in currency: String,
    _ digests: [(coinId: String, digest: String)], _ start: WalkStart<Walk>,
    isCurrent: @escaping () throws -> Bool
  ) throws {
    self.service = service
    (self.name, self.start, self.isCurrent) = (name, start, isCurrent)
    self.rules = "\(rules) \(Self.form)"
    self.digests = Dictionary(digests, uniquingKeysWith: { first, _ in first })
    rowCounts = Dictionary(
      try service.ledger.digests().map { ($0.coinId, $0.rowCount) },
      uniquingKeysWith: { first, _ in first })
    counter = TransactionCounter(currency: currency, rates: service.presentRates)
  }

  /// The figures of a coin, from its checkpoint if that is usable.
  mutating func coin(_ id: String) throws -> CountedCoin<Walk.Sums> {
    try afterCheckpoint(id) ?? computed(id).coin
  }

  /// The figures and closed cycles of a coin, from its first row.
  mutating func computed(
    _ id: String
  ) throws -> (coin: CountedCoin<Walk.Sums>, closed: [Walk.Closed]) {
    let rowCount = rowCounts[id] ?? 0
    let end = rowCount >= service.minRowsForCheckpoint ? rowCount - Self.newest(of: rowCount) : .max
    var (count, checkpoint) = (0, nil as [[UInt8]]?)
    let counted = try service.counted(id, start, &counter) { walk in
      if count == end { checkpoint = try walk.checkpoint() }
      count += 1
    }
    if let checkpoint {
      try keep(checkpoint, of: id)
      hasKept = true
    }
    return counted
  }

  /// The figures of a coin from its checkpoint.
  ///
  /// - Returns: `nil` without a usable checkpoint, or if an earlier row changed.
  private mutating func afterCheckpoint(_ id: String) throws -> CountedCoin<Walk.Sums>? {
    let (rowCount, file) = (rowCounts[id] ?? 0, file(id))
    let newest = Self.newest(of: rowCount)
    // Balances the cost of replaying rows against the cost of rewriting the coin's lots.
    let maxRows = max(4 * newest, rowCount / 4_096)
    guard rowCount >= service.minRowsForCheckpoint, let kept = file.kept(),
      let digest = digests[id], Self.inputDigests(kept.digest) == Self.inputDigests(digest),
      let rows = try service.ledger.rows(
        of: id, since: Self.rowDigest(kept.digest), limit: 2 * maxRows),
      rows.allSatisfy({ $0.kind != .migrate && ($0.lots.isEmpty || Walk.keepsOrigins) }),
      let found = try start.after(id, { file.bytes(of: $0, in: kept.header) })
    else { return nil }
    var walk = CountedWalk(found)
    let renewed = rows.count > maxRows ? rows.count - newest : nil
    do {
      for (index, row) in rows.enumerated() {
        if index == renewed, let checkpoint = try walk.checkpoint() {
          try keep(checkpoint, of: id)
        }
        try walk.apply(row, &counter)
      }
    } catch is PositionDataError { return nil }
    let coin = walk.finished().coin
    return coin.daysWithoutRate.isEmpty ? coin : nil
  }

  /// Removes the files of coins that are no longer in the ledger.
  func removeOrphanedFiles() {
    let names = Set(digests.keys.map(service.container.fileName))
    service.container.removeFiles(.coinCheckpoint) { name in
      !names.contains(String(name.prefix { $0 != "." }))
    }
  }

  private func keep(_ checkpoint: [[UInt8]], of id: String) throws {
    let newest = Self.newest(of: rowCounts[id] ?? 0)
    guard let digest = digests[id], try isCurrent(),
      let own = try service.ledger.digest(of: id, withoutNewest: newest)
    else { return }
    let file = file(id, digest: ([own] + Self.inputDigests(digest)).joined(separator: " "))
    file.write(
      checkpoint.enumerated().map { ($0.offset, $0.element) }, in: service.container)
  }

  private func file(_ id: String, digest: String = "") -> KeptSections {
    let path = service.container.path(
      .coinCheckpoint, named: "\(service.container.fileName(of: id)).\(name)")
    return KeptSections(path: path, rules: rules, digest: digest)
  }

  /// How many of a coin's rows follow the checkpoint.
  private static func newest(of rowCount: Int) -> Int { min(64, rowCount / 16) }

  /// The digest of a coin's own rows.
  private static func rowDigest(_ digest: String) -> String { String(digest.prefix { $0 != " " }) }

  /// The digests of a coin's other inputs.
  private static func inputDigests(_ digest: String) -> [String] {
    digest.split(separator: " ").dropFirst().map(String.init)
  }
}
