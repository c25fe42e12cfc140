public import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import MarketData
public import Portfolio

/// A portfolio in some currency, and the rate by which its present counts.
public struct CountedPortfolio: Sendable {
  /// Holdings, closed positions and totals.
  public let positions: Positions
  /// The newest rate from US dollars; `nil` in US dollars, and where none is known.
  public let newestRate: ExchangeRate?
  /// That rate in words, and what is unknown for want of one; none in US dollars.
  public let notes: [String]
}

extension PortfolioService {
  /// The portfolio in a currency, from sums that are kept.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: A method other than the configured one.
  ///   - closed: Which closed positions are read; the totals count all.
  ///   - coins: Coins by id with their prices in US dollars, of the ids given.
  /// - Throws: Why the ledger could not be read, and what `coins` throws.
  public func portfolio(
    currency: String, costBasis: CostBasis? = nil, closed wanted: ClosedSelection = .none,
    coins: ([String]) throws -> [String: Coin]
  ) throws -> CountedPortfolio {
    let costBasis = costBasis ?? self.costBasis
    guard CostBasis.stored.contains(costBasis), lots == nil else {
      let (matched, closed) = try matchedSums(in: currency, costBasis, closed: wanted)
      let positions = Positions(
        matched, closed: closed, currentPrices: try coins(matched.coins.map(\.sums.coinId)))
      return CountedPortfolio(
        positions: positions, newestRate: matched.newestRate,
        notes: matched.currencyNotes + unknownNotes(positions, matched))
    }
    guard currency != usDollarCode else {
      let (summaries, closed) = try ledger.positions(closed: wanted)
      let positions = Positions(
        summaries: summaries, closed: closed,
        currentPrices: try coins(summaries.map(\.coinId)), costBasis: costBasis)
      return CountedPortfolio(positions: positions, newestRate: nil, notes: [])
    }
    let (counted, closed) = try countedPositions(in: currency, closed: wanted)
    let positions = Positions(
      counted, closed: closed, currentPrices: try coins(counted.coins.map(\.sums.coinId)),
      costBasis: costBasis)
    return CountedPortfolio(
      positions: positions, newestRate: counted.newestRate, notes: counted.currencyNotes)
  }

  /// The portfolio counted in a currency, in sums under every method that the ledger keeps.
  ///
  /// The first time every row is counted; the sums are kept in a file, and from then on only coins
  /// whose rows changed are counted again.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals, other than that of US dollars.
  ///   - wanted: Which closed cycles are read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: Why the ledger could not be read.
  public func countedPositions(
    in currency: String, closed wanted: ClosedSelection = .none
  ) throws -> (counted: CountedPositions, closed: [ClosedCycle]) {
    var counter = PositionCounter(currency: currency, rates: presentRates)
    return try kept(
      named: currency, in: currency, rules: ratesFingerprint, closed: wanted,
      KeptForm(text: \.keptText) { ClosedCycle(keptText: $1, coinId: $0) }
    ) { id in
      try counter.position(of: id, joined: try ledger.histories(joinedTo: id)) { body in
        try ledger.forEachTransactionCounted(TransactionQuery(coinId: id)) { body($0) }
      }
    }
  }

  /// The portfolio under a method whose costs are worked out apart from the coins' cycles, as
  /// ``CostBasis/hmrc`` and books of accounts are, in sums.
  ///
  /// They are kept as ``countedPositions(in:closed:)`` keeps its own.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - wanted: Which closed cycles are read.
  /// - Returns: The sums, and these cycles, oldest first for each coin.
  /// - Throws: Why the ledger could not be read.
  public func matchedSums(
    in currency: String, _ costBasis: CostBasis, closed wanted: ClosedSelection = .none
  ) throws -> (matched: CountedCoins<CoinSums>, closed: [MatchedCycle]) {
    let calendar = try calendar(for: [costBasis])
    let rates = currency == usDollarCode ? "" : ratesFingerprint
    var counter = PositionCounter(currency: currency, rates: presentRates)
    let books = lots == nil ? "" : "-accounts"
    return try kept(
      named: "\(costBasis.rawValue)\(books)-\(currency)", in: currency,
      rules: "\(rates) \(calendar.name) \(rulesMark)", closed: wanted,
      KeptForm(text: \.keptText) { MatchedCycle(keptText: $1, coinId: $0) }
    ) { id in
      try matchedCoin(id, in: currency, costBasis, calendar, &counter)
    }
  }

  /// One coin of ``matchedSums(in:_:closed:)``, from its rows.
  ///
  /// - Throws: Why the ledger could not be read.
  public func matchedCoin(
    _ id: String, in currency: String, _ costBasis: CostBasis, _ calendar: LocalCalendar,
    _ counter: inout PositionCounter
  ) throws -> (coin: CountedCoin<CoinSums>, closed: [MatchedCycle]) {
    let carried = try carriedLots(of: id, in: currency, methods: [costBasis], calendar: calendar)
    return try counter.matched(id, costBasis: costBasis, calendar, carrying: carried) { body in
      try ledger.forEachTransactionCounted(
        TransactionQuery(coinId: id), withAccounts: lots != nil
      ) { body($0) }
    }
  }

  /// How closed cycles are kept.
  private struct KeptForm<Cycle> {
    let text: (Cycle) -> String
    let read: (_ coinId: String, _ text: String) -> Cycle?

    init(text: @escaping (Cycle) -> String, _ read: @escaping (String, String) -> Cycle?) {
      self.text = text
      self.read = read
    }
  }

  /// Coins in sums and the closed cycles that are wanted, from files or, where their rows are
  /// others now, from `count`.
  private func kept<Sums: KeptSums, Cycle>(
    named name: String, in currency: String, rules: String, closed wanted: ClosedSelection,
    _ form: KeptForm<Cycle>,
    count: (String) throws -> (CountedCoin<Sums>, closed: [Cycle])
  ) throws -> (CountedCoins<Sums>, closed: [Cycle]) {
    // Before the digests: what is written later makes the version another.
    let version = try ledger.version()
    func file(_ kind: ContainerFile) -> KeptCoins {
      KeptCoins(path: container.path(kind, named: name), rules: rules) {
        try ledger.version() == version
      }
    }
    let digests = try keptDigests()
    // What counting a coin's cycles gives besides, so that no coin is counted twice.
    var counted: [String: CountedCoin<Sums>] = [:]
    let cycles: [[Cycle]] =
      try wanted == .none
      ? []
      : file(.countedCycles)
        .values(digests, of: wanted.contains) { id, json in
          let texts = json.array ?? []
          let cycles = texts.compactMap { $0.string.flatMap { form.read(id, $0) } }
          return cycles.count == texts.count ? cycles : nil
        } make: { id in
          let (coin, closed) = try count(id)
          counted[id] = coin
          return (closed, .array(closed.map { .string(form.text($0)) }))
        }
    let coins = try file(.countedPositions)
      .values(digests) { id, json in
        CountedCoin<Sums>(json: json).flatMap { $0.sums.coinId == id ? $0 : nil }
      } make: { id in
        let coin = try counted[id] ?? count(id).0
        return (coin, coin.json)
      }
    let isInDollars = currency == usDollarCode
    let rates = presentRates
    let portfolio = CountedCoins(
      currency: currency,
      newestRate: isInDollars ? nil : rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: isInDollars ? nil : rates.lastDay(from: usDollarCode, to: currency),
      coins: coins)
    return (portfolio, cycles.flatMap(\.self))
  }

  /// What each coin's figures follow from, as a digest: its rows, those of the coins before it, and
  /// the moves that lots follow.
  private func keptDigests() throws -> [(coinId: String, digest: String)] {
    let digests = try ledger.digests()
    let own = Dictionary(digests.map { ($0.coinId, $0.digest) }, uniquingKeysWith: { a, _ in a })
    let migrated = Set(try ledger.migratedCoins())
    return try digests.map { id, first in
      // What a migration brings follows from the rows of the coins before it.
      let before = migrated.contains(id) ? try ledger.predecessors(of: id) : []
      let accounts = try accountDigest(of: [id] + before)
      let parts = [first] + before.compactMap { own[$0] } + [accounts]
      return (id, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
  }

  /// What is wrong with a file of counted positions; `nil` for a sound one.
  public static func damage(ofCountedPositions path: String) -> FileDamage? {
    KeptCoins.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report that needs it makes it again.")
  }
}
