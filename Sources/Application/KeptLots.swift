public import AppGroup
import LedgerStore
public import Portfolio

/// What is kept of a coin's lots.
enum KeptLots: String {
  /// The sales with the lots they took, and rewards, by year.
  case sales
  /// The lots that are left.
  case left
}

extension PortfolioService {
  /// The files of what became of coins' lots, which a change to a coin's rows outdates; only of
  /// coins with many rows.
  ///
  /// - Parameters:
  ///   - kind: What of them.
  ///   - coinId: Only this coin's; `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - country: The country whose rules they follow; `nil` for the ledger's own.
  ///   - rules: What they follow from besides.
  /// - Throws: Why the ledger could not be read.
  func keptLots(
    _ kind: KeptLots, of coinId: String?, in currency: String, _ costBasis: CostBasis,
    _ calendar: LocalCalendar, country: TaxCountry? = nil, rules: String = ""
  ) throws -> [(coinId: String, file: KeptSections)] {
    let books = lots == nil ? [] : ["accounts"]
    let name =
      ([kind.rawValue, costBasis.rawValue] + books + [currency] + [country?.rawValue ?? ""])
      .filter { !$0.isEmpty }.joined(separator: ".")
    let rates = currency == usDollarCode ? "" : ratesFingerprint
    // A side of a swap counts by the other one, whatever coin that is.
    let needsAll = country.map { TaxRules($0).needsSwaps } ?? false
    let all = needsAll ? sha256Text(of: try ledger.digests().map(\.digest).joined()) : ""
    let text = [rates, calendar.name, rulesMark, rules, all].joined(separator: " ")
    return try keptDigests(of: coinId, leastRows: leastRowsKept).map { id, digest in
      let path = container.path(.keptLots, named: "\(container.fileName(of: id)).\(name)")
      return (id, KeptSections(path: path, rules: text, digest: digest))
    }
  }

  /// Removes the files of coins other than these: the ledger has no, or few, rows of them any more.
  func removeKeptLots(unlessOf coinIds: [String]) {
    let names = Set(coinIds.map(container.fileName))
    container.removeFiles(.keptLots) { name in
      !names.contains(String(name.prefix { $0 != "." }))
    }
  }

  /// What is wrong with a file of what became of lots; `nil` for a sound one.
  public static func damage(ofKeptLots path: String) -> FileDamage? {
    KeptSections.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }

  /// Calls `body` with each coin and the lots that are left of it, all at one instant.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin; `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - end: The end of the day up to which all counts; `nil` for the present.
  ///   - body: Receives the coins in the order of their ids.
  /// - Throws: Why the ledger could not be read.
  public func forEachCoinWithLots(
    _ coinId: String? = nil, in currency: String, _ costBasis: CostBasis,
    before end: DayEnd? = nil, _ body: (_ coinId: String, _ lots: PackedLots) -> Void
  ) throws {
    try ledger.atOneInstant {
      var files: [String: KeptSections] = [:]
      if end == nil {
        let calendar = try calendar(for: [costBasis])
        files = Dictionary(
          try keptLots(.left, of: coinId, in: currency, costBasis, calendar),
          uniquingKeysWith: { first, _ in first })
      }
      let coins = try ledger.coinIds().filter { coinId ?? $0 == $0 }
      guard !files.isEmpty else {
        return try walk(coinId, in: currency, costBasis, before: end, body)
      }
      for id in coins {
        let file = files[id]
        if let kept = file?.header().flatMap({ file?.bytes(of: 0, in: $0) }),
          let lots = PackedLots(kept: kept)
        {
          body(id, lots)
        } else {
          try walk(id, in: currency, costBasis, before: end, keeping: file, body)
        }
      }
    }
  }

  /// Goes through the rows of a coin, or of all.
  ///
  /// - Parameter file: The file of the one coin, which keeps the lots that are left.
  private func walk(
    _ coinId: String?, in currency: String, _ costBasis: CostBasis, before end: DayEnd?,
    keeping file: KeptSections? = nil, _ body: (String, PackedLots) -> Void
  ) throws {
    let calendar = try calendar(for: [costBasis])
    let counter = SharedCounter(currency, presentRates)
    let carried = try carriedLots(of: coinId, in: currency, methods: [costBasis], before: end)
    var coin: (id: String, lots: LotsOfCoin)?
    func endCoin() {
      guard var ended = coin else { return }
      let lots = PackedLots(ended.lots.finished())
      file?.write([(0, lots.kept)], countedBy: counter, in: container)
      body(ended.id, lots)
    }
    try ledger.forEachRowByCoin(TransactionQuery(coinId: coinId, end: end)) {
      counter.counted($0)
    } _: { row, _ in
      if coin?.id != row.coinId {
        endCoin()
        let id = row.coinId
        coin = (
          id, LotsOfCoin(coinId: id, costBasis: costBasis, calendar: calendar, carrying: carried)
        )
      }
      coin?.lots.apply(row)
    }
    endCoin()
  }
}
