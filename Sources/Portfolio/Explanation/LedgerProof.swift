public import Exact

/// A figure that two ways of computing it disagree on.
public struct ProofDifference: Error, Equatable, Sendable {
  /// What is compared.
  public enum Figure: Equatable, Sendable {
    /// Coins held.
    case balance
    /// Coins in the parcels held.
    case lots
    /// Cost of the coins in the parcels held.
    case lotCost
    /// Realized and unrealized result together, less the value of what is held.
    case result
    /// Value of what is held.
    case value
    /// Coins that the rows and moves of an account say it has, beyond those in its lots.
    case lotsOf(String)
  }

  /// The coin's id.
  public let coinId: String
  /// The method.
  public let costBasis: CostBasis
  /// The figure.
  public let figure: Figure
  /// What the raw ledger makes it.
  public let expected: ExactDecimal
  /// What the program shows.
  public let found: ExactDecimal
}

/// A proof of figures of one coin under one cost basis.
protocol CoinProof {
  var coinId: String { get }
  var costBasis: CostBasis { get }
}

extension CoinProof {
  /// Compares what the raw ledger makes a figure with what the program shows.
  func check<Value: ExactValue>(
    _ figure: ProofDifference.Figure, _ expected: Value, _ found: Value
  ) throws(ProofDifference) {
    guard expected != found else { return }
    throw ProofDifference(
      coinId: coinId, costBasis: costBasis, figure: figure, expected: expected.figure,
      found: found.figure)
  }
}

/// What a proof went through.
public struct LedgerProof: Equatable, Sendable {
  /// Coins of the ledger.
  public let coins: Int
  /// US dollars that residues of closed cycles, each at its average sale price, add to the results.
  public let forgotten: ExactDecimal
}

/// Recomputes every coin under every cost basis from the raw ledger (SPEC §3.7).
///
/// The identity, realized + unrealized = value − (paid − received), is taken with the value left
/// out on both sides, so that it covers coins without a price. It holds to the last digit. Beyond
/// sums it counts the forgotten residue of a closed cycle at its average sale price, which is
/// rounded once to ``costPlaces`` on both sides.
///
/// - Parameters:
///   - transactions: The ledger, in insertion order.
///   - walked: The position of the ledger's one coin, where it was just computed from these
///     transactions.
///   - carried: The lots that migrations bring; `nil` works them out, of a whole ledger.
///   - positions: What the program shows for a ledger under a method.
/// - Returns: What was gone through.
/// - Throws: The first difference, by coin id, then in the order of ``CostBasis``.
public func proveLedger(
  _ transactions: [Transaction], walked: CoinPosition? = nil, carrying carried: CarriedLots? = nil,
  positions: (CostBasis) -> Positions
) throws(ProofDifference) -> LedgerProof {
  let sums = RawSums.byCoin(inLedgerOrder(transactions))
  let walked =
    walked.map { [$0] }
    ?? walkLedger(transactions, methods: Set(CostBasis.stored), carrying: carried).positions
  let lots = Dictionary(
    walked.map { ($0.coinId, $0) }, uniquingKeysWith: { first, _ in first })
  var shown: [CostBasis: [String: ShownResult]] = [:]
  for method in CostBasis.allCases { shown[method] = ShownResult.byCoin(positions(method)) }
  for (coinId, raw) in sums.sorted(by: { $0.key < $1.key }) {
    for method in CostBasis.allCases {
      let check = CoinCheck(
        coinId: coinId, costBasis: method, raw: raw,
        shown: shown[method]?[coinId] ?? ShownResult(),
        // Under hmrc there is one pool, and the holding itself is what is left in it.
        lots: method == .hmrc ? nil : lots[coinId]?.lots(method) ?? [],
        carried: !raw.isCarried ? 0 : method == .hmrc ? nil : lots[coinId]?.carried(method) ?? 0)
      try check.run()
    }
  }
  let forgotten = sums.values.reduce(Cost.zero) { $0 + $1.forgotten }
  return LedgerProof(coins: sums.count, forgotten: forgotten.figure)
}

extension CoinPosition {
  /// Cost that came with coins less cost that left with them.
  fileprivate func carried(_ method: CostBasis) -> Cost {
    (closed.carried[method] ?? 0) + (open?.exact.carried[method] ?? 0)
  }
}
