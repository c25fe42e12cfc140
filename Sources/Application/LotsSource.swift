public import AppGroup
import LedgerStore
public import Portfolio

/// Tracks the lots of coins from their rows, and stores the result for coins with many rows in
/// files that a change to the rows invalidates.
final class LotsSource {
  /// The sales and rewards of a coin by calendar year: in a file, or in memory.
  struct Coin {
    let id: String
    fileprivate(set) var file: (file: KeptSections, header: KeptSections.Header)?
    fileprivate(set) var years: [Int: PackedYear] = [:]

    /// The calendar years with sales or rewards on some days, in order; `nil` for all years.
    func years(of days: ClosedRange<UTCDay>?) -> [Int] {
      let numbers = file?.header.years ?? years.keys.sorted()
      guard let days else { return numbers }
      let (first, last) = (days.lowerBound.date.year, days.upperBound.date.year)
      return numbers.filter { $0 >= first && $0 <= last }
    }
  }

  private let service: PortfolioService
  private let currency: String
  private let costBasis: CostBasis
  private let calendar: LocalCalendar
  private let holdingPeriod: HoldingPeriod
  private let country: TaxCountry?
  private let counter: SharedCounter
  private var rules: TaxRules?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - service: The ledger.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The calendar whose days count.
  ///   - holdingPeriod: The period that a holding must exceed to be long-term.
  ///   - country: The country whose rules they follow; `nil` for the ledger's own.
  init(
    _ service: PortfolioService, in currency: String, _ costBasis: CostBasis,
    _ calendar: LocalCalendar, _ holdingPeriod: HoldingPeriod = .year,
    as country: TaxCountry? = nil
  ) {
    self.service = service
    self.currency = currency
    self.costBasis = costBasis
    self.calendar = calendar
    self.holdingPeriod = holdingPeriod
    self.country = country
    counter = SharedCounter(currency, service.presentRates)
  }

  private var ledger: SQLiteLedger { service.ledger }

  /// Days with trades but without a rate, among the rows read so far.
  var missing: Set<UTCDay> { counter.missing }

  /// The files of coins with many rows.
  ///
  /// - Parameter coinId: The only coin to include; `nil` for all.
  func files(of coinId: String?) throws -> [(coinId: String, file: KeptSections)] {
    let books = service.lots == nil ? [] : ["accounts"]
    let name = ([costBasis.rawValue] + books + [currency] + [country?.rawValue].compactMap(\.self))
      .joined(separator: ".")
    let rates = currency == usDollarCode ? "" : service.ratesFingerprint
    // A side of a swap is valued by the other, which may be any coin.
    let needsAll = country.map { TaxRules($0).needsSwaps } ?? false
    let all = needsAll ? sha256Text(of: try ledger.digests().map(\.digest).joined()) : ""
    let rules = [rates, calendar.name, service.rulesMark, "\(holdingPeriod)", all]
      .joined(separator: " ")
    return try service.keptDigests(of: coinId, minRows: service.minRowsForCheckpoint).map {
      let path = service.container.path(
        .keptLots, named: "\(service.container.fileName(of: $0)).\(name)")
      return ($0, KeptSections(path: path, rules: rules, digest: $1))
    }
  }

  /// Calls `body` with each coin and its years.
  ///
  /// Coins with few rows are computed from these; others are read from their file, which is
  /// rewritten if it does not cover the days.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - days: The days to cover; `nil` for all.
  func forEachCoin(
    _ coinId: String?, _ days: ClosedRange<UTCDay>?, _ body: (Coin) throws -> Void
  ) throws {
    var others = Set(try ledger.coinIds().filter { coinId ?? $0 == $0 })
    let kept = try files(of: coinId)
    var isAnyOutdated = false
    for (id, file) in kept {
      others.remove(id)
      let header = try file.header(upTo: { try lastDay(of: id, since: $0) })
      if let header, header.holds(days) {
        try body(Coin(id: id, file: (file, header)))
      } else {
        isAnyOutdated = true
        // Sequential, so only one coin's moves are in memory.
        try body(try renew(id, days, file).coin)
      }
    }
    if coinId == nil, isAnyOutdated { removeFiles(unlessOf: kept.map(\.coinId)) }
    guard !others.isEmpty else { return }
    func finish(_ walk: inout GainsWalk) throws {
      try body(Coin(id: walk.coinId, years: walk.finish()))
    }
    if service.lots == nil {
      try walk(coinId, of: kept.isEmpty ? nil : others.sorted(), days, finish)
    } else {
      for id in others.sorted() { try walk(id, of: nil, days, finish) }
    }
  }

  /// The last day before the rows added since a digest; `nil` if other rows changed too, or if
  /// later rows change the cost of earlier sales.
  private func lastDay(of coinId: String, since digest: String) throws -> UTCDay? {
    guard costBasis.knowsCostAtSale, service.lots == nil else { return nil }
    let first = try ledger.rows(of: coinId, since: digest)?.first
    return first.map { calendar.day(of: $0.date).advanced(by: -1) }
  }

  /// Rewrites outdated files.
  func renewFiles() throws {
    for (id, file) in try files(of: nil) where file.header()?.holds(nil) != true {
      _ = try renew(id, nil, file)
    }
  }

  /// Reads a year of a coin; a corrupted file is rewritten first.
  func year(_ number: Int, of coin: inout Coin) throws -> PackedYear {
    if let (file, header) = coin.file {
      if let bytes = file.bytes(of: number, in: header) { return PackedYear(bytes: bytes) }
      coin = try renew(coin.id, nil, file, isRead: false).coin
    }
    return coin.years[number] ?? PackedYear()
  }

  /// The lots held of a coin with a file, which is rewritten if it lacks them.
  func lots(of coinId: String, _ file: KeptSections) throws -> PackedLots {
    let kept = file.header().flatMap { file.bytes(of: KeptSections.held, in: $0) }
    return try kept.flatMap { PackedLots(kept: $0) } ?? renew(coinId, nil, file).lots
  }

  /// Reads the rows of a coin and replaces its file.
  ///
  /// - Parameters:
  ///   - days: The days to cover; `nil` for all.
  ///   - isRead: Whether to leave its years to the file if it could be written.
  private func renew(
    _ coinId: String, _ days: ClosedRange<UTCDay>?, _ file: KeptSections, isRead: Bool = true
  ) throws -> (coin: Coin, lots: PackedLots) {
    let end = costBasis.knowsCostAtSale ? days?.upperBound : nil
    var coin = Coin(id: coinId)
    var lots = PackedLots()
    try walk(coinId, of: nil, end.map { UTCDay(number: Int(Int32.min))...$0 }) { walk in
      coin.years = walk.finish { lots.append($0) }
    }
    // Lots at an earlier date are not the lots held now.
    var sections = coin.years.map { (number: $0, bytes: $1.bytes) }
    if end == nil { sections.append((KeptSections.held, lots.kept)) }
    // A missing rate may become available later.
    if counter.missing.isEmpty {
      file.write(sections.sorted { $0.number < $1.number }, last: end, in: service.container)
    }
    if isRead, let header = file.header(), header.holds(days) {
      coin = Coin(id: coinId, file: (file, header))
    }
    return (coin, lots)
  }

  /// Reads the rows of coins and calls `body` at the end of each coin.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - coinIds: The coins to include; `nil` for all.
  ///   - days: The days to cover; `nil` for all. Coins not traded on them are not read, nor later
  ///     rows unless later purchases decide the cost of a sale.
  private func walk(
    _ coinId: String?, of coinIds: [String]?, _ days: ClosedRange<UTCDay>?,
    _ body: (inout GainsWalk) throws -> Void
  ) throws {
    let (counter, rules) = (counter, try countryRules())
    let carried = try service.carriedLots(
      of: coinId, in: currency, methods: [costBasis], calendar: calendar, as: rules)
    // Days in any zone begin and end within a day of UTC days.
    let span = days.map {
      $0.lowerBound.advanced(by: -1).start..<$0.upperBound.advanced(by: 2).start
    }
    let until = costBasis.knowsCostAtSale ? span?.upperBound : nil
    var coin: GainsWalk?
    func endCoin() throws {
      guard var ended = coin else { return }
      coin = nil
      try body(&ended)
    }
    try ledger.forEachRowByCoin(
      TransactionQuery(coinId: coinId, until: until), of: coinIds, tradedIn: span
    ) { transaction in
      let counted = counter.counted(transaction)
      return rules?.counted(counted) ?? counted
    } _: { transaction, order in
      if coin?.coinId != transaction.coinId {
        try endCoin()
        coin = GainsWalk(
          of: transaction.coinId, costBasis: costBasis, days: days,
          holdingPeriod: holdingPeriod, calendar: calendar, carrying: carried)
      }
      coin?.apply(transaction, order: order)
    }
    try endCoin()
  }

  /// The rules of the country, including the ledger's swaps if these affect them.
  private func countryRules() throws -> TaxRules? {
    guard let country, rules == nil else { return rules }
    var found = TaxRules(country)
    if found.needsSwaps {
      try ledger.forEachTransactionCounted(TransactionQuery(kind: .swap)) {
        found.read(counter.counted($0))
      }
    }
    rules = found
    return found
  }

  /// Removes the files of all other coins, which have few or no rows left in the ledger.
  private func removeFiles(unlessOf coinIds: [String]) {
    let names = Set(coinIds.map(service.container.fileName))
    service.container.removeFiles(.keptLots) { name in
      !names.contains(String(name.prefix { $0 != "." }))
    }
  }
}

extension PortfolioService {
  /// Describes the damage of a file of stored lots; `nil` for an intact one.
  public static func damage(ofKeptLots path: String) -> FileDamage? {
    KeptSections.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }

  /// Updates the stored lots of coins with many rows if most of the ledger's rows are new.
  ///
  /// This spares the first report the work; after fewer new rows, a report takes little time. A
  /// failure only slows down the next report.
  ///
  /// - Parameters:
  ///   - added: The number of new rows.
  ///   - country: The country whose forms to prepare too; `nil` for none.
  public func keepLots(afterAdding added: Int, as country: TaxCountry?) {
    guard added >= minRowsForCheckpoint else { return }
    do {
      guard try 2 * added >= ledger.digests().reduce(0, { $0 + $1.rowCount }) else { return }
      let calendar = try taxCalendar()
      var sources = [LotsSource(self, in: currency, costBasis, calendar)]
      if let country, let own = country.costBasis {
        let method = country.accepts(costBasis) ? costBasis : own
        sources.append(LotsSource(self, in: country.currency, method, calendar, as: country))
      }
      try ledger.atOneInstant { for source in sources { try source.renewFiles() } }
    } catch {}
  }

  /// Calls `body` with each coin and its remaining lots, all at one instant.
  ///
  /// - Parameters:
  ///   - coinId: The only coin to include; `nil` for all.
  ///   - currency: The ISO 4217 code of the currency to count in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - end: The end of the last day that counts; `nil` for the present.
  ///   - body: Receives the coins in the order of their ids.
  /// - Throws: An error if the ledger cannot be read.
  public func forEachCoinWithLots(
    _ coinId: String? = nil, in currency: String, _ costBasis: CostBasis,
    before end: DayEnd? = nil, _ body: (_ coinId: String, _ lots: PackedLots) -> Void
  ) throws {
    let source = LotsSource(self, in: currency, costBasis, try taxCalendar())
    try ledger.atOneInstant {
      let files = end == nil ? try source.files(of: coinId) : []
      // Only one coin's moves are in memory.
      guard !files.isEmpty || lots != nil else {
        return try walk(coinId, in: currency, costBasis, before: end, body)
      }
      let kept = Dictionary(files, uniquingKeysWith: { first, _ in first })
      for id in try ledger.coinIds() where coinId ?? id == id {
        if let file = kept[id] {
          body(id, try source.lots(of: id, file))
        } else {
          try walk(id, in: currency, costBasis, before: end, body)
        }
      }
    }
  }

  /// Reads the rows of one coin, or of all, to find the remaining lots.
  private func walk(
    _ coinId: String?, in currency: String, _ costBasis: CostBasis, before end: DayEnd?,
    _ body: (String, PackedLots) -> Void
  ) throws {
    let calendar = try calendar(for: [costBasis])
    let counter = SharedCounter(currency, presentRates)
    let carried = try carriedLots(of: coinId, in: currency, methods: [costBasis], before: end)
    var coin: (id: String, lots: LotsOfCoin)?
    func endCoin() {
      guard var ended = coin else { return }
      coin = nil
      body(ended.id, ended.lots.packed())
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
