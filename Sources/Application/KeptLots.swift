import AppGroup
import LedgerStore
public import Portfolio
import Synchronization

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

  /// Calls `body` with each coin and the lots that are left of it, all at one instant.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin; `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - end: The end of the day up to which all counts; `nil` for the present.
  ///   - body: Receives the coins in the order of their ids.
  /// - Throws: Why the ledger could not be read.
  public func forEachCoin(
    _ coinId: String? = nil, in currency: String, _ costBasis: CostBasis,
    before end: DayEnd? = nil, _ body: (_ coinId: String, _ lots: PackedLots) -> Void
  ) throws {
    try ledger.atOneInstant {
      var (found, files): ([String: PackedLots], [String: KeptSections]) = ([:], [:])
      if end == nil {
        let calendar = try calendar(for: [costBasis])
        for (id, file) in try keptLots(.left, of: coinId, in: currency, costBasis, calendar) {
          found[id] = file.header().flatMap { file.bytes(of: 0, in: $0) }.flatMap(PackedLots.init)
          if found[id] == nil { files[id] = file }
        }
      }
      var coins = try ledger.coinIds().filter { coinId ?? $0 == $0 }[...]
      func report(upTo id: String?) {
        while let next = coins.first, next != id {
          found.removeValue(forKey: next).map { body(next, $0) }
          coins = coins.dropFirst()
        }
      }
      if found.count < coins.count {
        let others = coins.filter { found[$0] == nil }
        try walk(coinId, found.isEmpty ? nil : others, files, in: currency, costBasis, before: end)
        {
          report(upTo: $0)
          body($0, $1)
        }
      }
      report(upTo: nil)
    }
  }

  /// Goes through the rows of coins, and keeps the lots of those that have a file.
  private func walk(
    _ coinId: String?, _ coinIds: [String]?, _ files: [String: KeptSections], in currency: String,
    _ costBasis: CostBasis, before end: DayEnd?, _ body: (String, PackedLots) -> Void
  ) throws {
    let calendar = try calendar(for: [costBasis])
    let counter = Mutex(TransactionCounter(currency: currency, rates: presentRates))
    let carried = try carriedLots(of: coinId, in: currency, methods: [costBasis], before: end)
    var coin: (id: String, lots: LotsOfCoin)?
    func endCoin() {
      guard var ended = coin else { return }
      let lots = PackedLots(ended.lots.finished())
      // A rate that is missing today may be there tomorrow.
      if let file = files[ended.id], counter.withLock(\.missing).isEmpty {
        file.write([(0, lots.kept)], last: nil, in: container)
      }
      body(ended.id, lots)
    }
    try ledger.forEachRowByCoin(TransactionQuery(coinId: coinId, end: end), of: coinIds) { row in
      counter.withLock { $0.counted(row) }
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
