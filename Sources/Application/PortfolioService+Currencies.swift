public import AppGroup
import FoundationEssentials
import LedgerStore
import MarketData
public import Portfolio
public import WidgetTimeline

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
  /// The portfolio in a currency, from sums that are kept; under a method whose sums are not, from
  /// the whole ledger.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code in capitals.
  ///   - costBasis: A method other than the configured one.
  ///   - coins: Coins by id with their prices in US dollars, of the ids given.
  /// - Throws: Why the ledger could not be read, and what `coins` throws.
  public func portfolio(
    currency: String, costBasis: CostBasis? = nil, coins: ([String]) throws -> [String: Coin]
  ) throws -> CountedPortfolio {
    let costBasis = costBasis ?? self.costBasis
    guard CostBasis.stored.contains(costBasis) else {
      let ledger = counted(try ledger.transactions(), in: currency)
      let ids = Set(ledger.transactions.map(\.coinId)).sorted()
      return CountedPortfolio(
        positions: Positions(ledger, currentPrices: try coins(ids), costBasis: costBasis),
        newestRate: ledger.newestRate, notes: ledger.currencyNotes)
    }
    guard currency != usDollarCode else {
      let (summaries, closed) = try ledger.positions()
      let positions = Positions(
        summaries: summaries, closed: closed,
        currentPrices: try coins(summaries.map(\.coinId)), costBasis: costBasis)
      return CountedPortfolio(positions: positions, newestRate: nil, notes: [])
    }
    let counted = try countedPositions(in: currency)
    let positions = Positions(
      counted, currentPrices: try coins(counted.coins.map(\.summary.coinId)),
      costBasis: costBasis)
    return CountedPortfolio(
      positions: positions, newestRate: counted.newestRate, notes: counted.currencyNotes)
  }

  /// The portfolio counted in a currency, in sums.
  ///
  /// The first time every row is counted; the sums are kept in a file, and from then on only coins
  /// whose rows changed are counted again.
  ///
  /// - Parameter currency: An ISO 4217 code in capitals, other than that of US dollars.
  /// - Throws: Why the ledger could not be read.
  public func countedPositions(in currency: String) throws -> CountedPositions {
    let rates = presentRates
    let path = container.path(.countedPositions, named: currency)
    let kept = CountedPositionsFile(path: path, rates: fingerprint)
    var current = CountedPositionsFile(rates: fingerprint)
    var counter = PositionCounter(currency: currency, rates: rates)
    var isChanged = false
    let digests = try ledger.digests()
    for (id, digest) in digests {
      if let known = kept.coins[id], known.digest == digest {
        current.coins[id] = known
        continue
      }
      let joined = try ledger.histories(joinedTo: id)
      let position = try counter.position(of: id, joined: joined) { body in
        try ledger.forEachTransactionCounted(TransactionQuery(coinId: id)) { body($0) }
      }
      current.coins[id] = (digest, position)
      isChanged = true
    }
    if isChanged || current.coins.count != kept.coins.count { keep(current, at: path) }
    return CountedPositions(
      currency: currency, newestRate: rates.newestRate(from: usDollarCode, to: currency),
      lastRateDay: rates.lastDay(from: usDollarCode, to: currency),
      coins: digests.compactMap { current.coins[$0.coinId]?.position })
  }

  /// The lots that a coin's migrations bring.
  ///
  /// - Parameters:
  ///   - coinId: The coin; `nil` for all.
  ///   - currency: The ISO 4217 code of what they are counted in.
  ///   - methods: How the cost of sales is chosen.
  /// - Throws: Why the ledger could not be read.
  public func carriedLots(
    of coinId: String? = nil, in currency: String = usDollarCode, methods: [CostBasis]
  ) throws -> CarriedLots {
    let joined = try coinId.map(ledger.histories(joinedTo:)) ?? ledger.migratedHistories()
    return CarriedLots(counted(joined, in: currency).transactions, methods: methods)
  }

  /// What is wrong with a file of counted positions; `nil` for a sound one.
  public static func damage(ofCountedPositions path: String) -> FileDamage? {
    CountedPositionsFile.isSound(path)
      ? nil : FileDamage(path, cure: "Delete it: the next report in that currency makes it again.")
  }

  /// Everything computed from a ledger counted in some currency, at the last known prices.
  ///
  /// - Parameters:
  ///   - ledger: The transactions, counted by ``counted(_:in:)``.
  ///   - prices: The last prices known, in US dollars.
  ///   - costBasis: A method other than the configured one.
  public func positions(
    of ledger: CountedLedger, prices: WidgetRefreshData?, costBasis: CostBasis? = nil
  ) -> Positions {
    Positions(
      ledger,
      currentPrices: Positions.coins(
        of: ledger.transactions, prices: prices, catalogue: catalogue),
      costBasis: costBasis ?? self.costBasis)
  }

  /// Counts transactions in a currency at their own days; in US dollars they stay as they are.
  public func counted(_ transactions: [Transaction], in currency: String) -> CountedLedger {
    Portfolio.counted(transactions, in: currency, rates: presentRates)
  }

  /// The rates by which figures count: none of a day that lies ahead of the clock.
  public var presentRates: RatesUpToDay { RatesUpToDay(rates(), today: UTCDay(now)) }

  /// Keeps what was counted.
  ///
  /// What cannot be written, as in a container that is read only, is counted again the next time:
  /// nothing but time is lost, and reading must not fail for it.
  private func keep(_ file: CountedPositionsFile, at path: String) {
    do throws(ContainerError) { try file.write(to: path) } catch {}
  }

  /// What tells these rates from any others: the newest built in, and all that were fetched.
  private var fingerprint: String {
    let builtIn = ECBRates.builtIn.newestDay?.text ?? ""
    let fetched = fetchedRatesChecksum
    return "\(builtIn) \(fetched)"
  }

  private var fetchedRatesChecksum: String {
    do {
      guard let bytes = try AtomicFile.read(container.fetchedRates) else { return "none" }
      // FNV-1a: the file is the user's own, and only its being another one counts.
      var sum: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return String(sum, radix: 16)
    } catch { return "unreadable" }
  }
}
