public import AppGroup
import LedgerStore
public import Portfolio

/// What becomes of the lots of coins, found from their rows; that of coins with many rows is kept
/// in files, which a change to the rows outdates.
final class LotsSource {
  /// The sales and rewards of a coin by calendar year: in a file, or in memory.
  struct Coin {
    let id: String
    fileprivate(set) var file: (file: KeptSections, header: KeptSections.Header)?
    fileprivate(set) var years: [Int: PackedYear] = [:]

    /// The calendar years that have any of some days, or of all, in order.
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
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - holdingPeriod: What a holding must exceed to be long.
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

  /// Days without a rate on which something was traded, as far as rows were gone through.
  var missing: Set<UTCDay> { counter.missing }

  /// The files of coins with many rows.
  ///
  /// - Parameter coinId: Only this coin's; `nil` for all.
  func files(of coinId: String?) throws -> [(coinId: String, file: KeptSections)] {
    let books = service.lots == nil ? [] : ["accounts"]
    let name = ([costBasis.rawValue] + books + [currency] + [country?.rawValue].compactMap(\.self))
      .joined(separator: ".")
    let rates = currency == usDollarCode ? "" : service.ratesFingerprint
    // A side of a swap counts by the other one, whatever coin that is.
    let needsAll = country.map { TaxRules($0).needsSwaps } ?? false
    let all = needsAll ? sha256Text(of: try ledger.digests().map(\.digest).joined()) : ""
    let rules = [rates, calendar.name, service.rulesMark, "\(holdingPeriod)", all]
      .joined(separator: " ")
    return try service.keptDigests(of: coinId, leastRows: service.leastRowsKept).map {
      let path = service.container.path(
        .keptLots, named: "\(service.container.fileName(of: $0)).\(name)")
      return ($0, KeptSections(path: path, rules: rules, digest: $1))
    }
  }

  /// Calls `body` with each coin and its years: from its file, which is made again where it does
  /// not have the days; of coins with few rows from these.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin; `nil` for all.
  ///   - days: The days that are needed; `nil` for all.
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
        // One after the other, so that the moves of one coin alone are in memory.
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

  /// The last day before the rows that were added since a digest; `nil` where other rows changed
  /// too, or later rows change the cost of earlier sales.
  private func lastDay(of coinId: String, since digest: String) throws -> UTCDay? {
    guard costBasis.knowsCostAtSale, service.lots == nil else { return nil }
    let first = try ledger.rows(of: coinId, since: digest)?.first
    return first.map { calendar.day(of: $0.date).advanced(by: -1) }
  }

  /// Makes the files that are outdated again.
  func renewFiles() throws {
    for (id, file) in try files(of: nil) where file.header()?.holds(nil) != true {
      _ = try renew(id, nil, file)
    }
  }

  /// A year of a coin; where its file is not as it was written, that is made again.
  func year(_ number: Int, of coin: inout Coin) throws -> PackedYear {
    if let (file, header) = coin.file {
      if let bytes = file.bytes(of: number, in: header) { return PackedYear(bytes: bytes) }
      coin = try renew(coin.id, nil, file, isRead: false).coin
    }
    return coin.years[number] ?? PackedYear()
  }

  /// The lots held of a coin with a file, which is made again where it does not have them.
  func lots(of coinId: String, _ file: KeptSections) throws -> PackedLots {
    let kept = file.header().flatMap { file.bytes(of: KeptSections.held, in: $0) }
    return try kept.flatMap { PackedLots(kept: $0) } ?? renew(coinId, nil, file).lots
  }

  /// Goes through the rows of a coin and replaces its file.
  ///
  /// - Parameters:
  ///   - days: The days that are needed; `nil` for all.
  ///   - isRead: Whether its years are left to the file, where it could be written.
  private func renew(
    _ coinId: String, _ days: ClosedRange<UTCDay>?, _ file: KeptSections, isRead: Bool = true
  ) throws -> (coin: Coin, lots: PackedLots) {
    let end = costBasis.knowsCostAtSale ? days?.upperBound : nil
    var coin = Coin(id: coinId)
    var lots = PackedLots()
    try walk(coinId, of: nil, end.map { UTCDay(number: Int(Int32.min))...$0 }) { walk in
      coin.years = walk.finish { lots.append($0) }
    }
    // The lots of the past are not those that are held.
    var sections = coin.years.map { (number: $0, bytes: $1.bytes) }
    if end == nil { sections.append((KeptSections.held, lots.kept)) }
    // A rate that is missing may be there tomorrow.
    if counter.missing.isEmpty {
      file.write(sections.sorted { $0.number < $1.number }, last: end, in: service.container)
    }
    if isRead, let header = file.header(), header.holds(days) {
      coin = Coin(id: coinId, file: (file, header))
    }
    return (coin, lots)
  }

  /// Goes through the rows of coins, and calls `body` at the end of each.
  ///
  /// - Parameters:
  ///   - coinId: Only this coin's; `nil` for all.
  ///   - coinIds: Only of these coins; `nil` for all.
  ///   - days: The days that are needed, `nil` for all: coins not traded on them are not read, nor
  ///     what came after, unless later purchases decide what a sale cost.
  private func walk(
    _ coinId: String?, of coinIds: [String]?, _ days: ClosedRange<UTCDay>?,
    _ body: (inout GainsWalk) throws -> Void
  ) throws {
    let (counter, rules) = (counter, try countryRules())
    let carried = try service.carriedLots(
      of: coinId, in: currency, methods: [costBasis], calendar: calendar, as: rules)
    // The days of a zone begin and end within a day of those of UTC.
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

  /// The rules of the country, which know the swaps of the ledger where they change them.
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

  /// Removes the files of coins other than these: the ledger has no, or few, rows of them any more.
  private func removeFiles(unlessOf coinIds: [String]) {
    let names = Set(coinIds.map(service.container.fileName))
    service.container.removeFiles(.keptLots) { name in
      !names.contains(String(name.prefix { $0 != "." }))
    }
  }
}

extension PortfolioService {
  /// What is wrong with a file of what became of lots; `nil` for a sound one.
  public static func damage(ofKeptLots path: String) -> FileDamage? {
    KeptSections.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }

  /// Brings what is kept of coins with many rows up to date where most of the ledger's rows are new,
  /// so that the first report need not; after fewer new rows, a report takes little time.
  ///
  /// What fails costs the next report time, and is left to it.
  ///
  /// - Parameters:
  ///   - added: How many rows are new.
  ///   - country: The country whose forms are wanted, too; `nil` for none.
  public func keepLots(afterAdding added: Int, as country: TaxCountry?) {
    guard added >= leastRowsKept else { return }
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
    let source = LotsSource(self, in: currency, costBasis, try taxCalendar())
    try ledger.atOneInstant {
      let files = end == nil ? try source.files(of: coinId) : []
      // The moves of one coin alone are in memory.
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

  /// Goes through the rows of a coin, or of all, for the lots that are left.
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
