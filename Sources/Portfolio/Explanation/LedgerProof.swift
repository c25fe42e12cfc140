public import Exact

/// A figure that two ways of computing it disagree on.
public struct ProofDifference: Error, Equatable, Sendable {
  /// The compared figure.
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
    /// Coins an account has by its rows and moves, beyond those in its lots.
    case lotsOf(String)
  }

  /// The coin's id.
  public let coinId: String
  /// The method.
  public let costBasis: CostBasis
  /// The figure.
  public let figure: Figure
  /// The value from the raw ledger.
  public let expected: ExactDecimal
  /// The value the program shows.
  public let found: ExactDecimal
}

/// A check of one coin's figures under one cost basis.
protocol CoinVerification {
  var coinId: String { get }
  var costBasis: CostBasis { get }
}

extension CoinVerification {
  /// Compares a value from the raw ledger with the one the program shows.
  func check<Value: ExactValue>(
    _ figure: ProofDifference.Figure, _ expected: Value, _ found: Value
  ) throws(ProofDifference) {
    guard expected != found else { return }
    throw ProofDifference(
      coinId: coinId, costBasis: costBasis, figure: figure, expected: expected.figure,
      found: found.figure)
  }
}

/// The extent of a proof.
public struct LedgerProof: Equatable, Sendable {
  /// The number of coins in the ledger.
  public let coins: Int
  /// US dollars that residues of closed cycles, each at its average sale price, add to the results.
  public let forgotten: ExactDecimal
}

/// Recomputes every coin under every cost basis from the raw ledger (SPEC §3.7).
///
/// The identity, realized + unrealized = value − (paid − received), is checked without the value on
/// either side, so that it covers coins without a price. It holds to the last digit. It also counts
/// the forgotten residue of a closed cycle at its average sale price, rounded once to
/// ``costPlaces`` on both sides.
///
/// - Parameters:
///   - transactions: The ledger, in insertion order.
///   - carried: The lots that migrations carry over; `nil` computes them from a whole ledger.
///   - positions: The program's positions for a ledger under a method.
/// - Returns: The extent of the proof.
/// - Throws: The first difference, by coin id, then in the order of ``CostBasis``.
public func proveLedger(
  _ transactions: [Transaction], carrying carried: CarriedLots? = nil,
  positions: (CostBasis) -> Positions
) throws(ProofDifference) -> LedgerProof {
  var checks: [String: CoinLedgerProof] = [:]
  for transaction in inLedgerOrder(transactions) {
    checks[transaction.coinId, default: CoinLedgerProof()].add(transaction)
  }
  let walked = walkLedger(transactions, methods: Set(CostBasis.stored), carrying: carried).positions
  var shown: [CostBasis: [String: ShownResult]] = [:]
  for method in CostBasis.allCases { shown[method] = ShownResult.byCoin(positions(method)) }
  for position in walked.sorted(by: { $0.coinId < $1.coinId }) {
    try checks[position.coinId]?.check(position) { shown[$0]?[position.coinId] }
  }
  let forgotten = checks.values.reduce(Cost.zero) { $0 + $1.forgotten }
  return LedgerProof(coins: checks.count, forgotten: forgotten.figure)
}

/// The same proof for one coin, row by row.
public struct CoinLedgerProof: Sendable {
  private var raw = RawSums()

  /// Starts before the first row.
  public init() {}

  /// Residues of closed cycles, each at its average sale price.
  public var forgotten: Cost { raw.forgotten }

  /// Adds the coin's next transaction in ledger order.
  public mutating func add(_ transaction: Transaction) { raw.add(transaction) }

  /// Compares the sums of the rows with the program's figures.
  ///
  /// - Parameters:
  ///   - walked: The coin's position after the same rows.
  ///   - positions: The program's positions of the coin under a method.
  /// - Throws: The first difference, in the order of ``CostBasis``.
  public func check(
    _ walked: CoinPosition, positions: (CostBasis) -> Positions
  ) throws(ProofDifference) {
    try check(walked) { ShownResult.byCoin(positions($0))[walked.coinId] }
  }

  func check(
    _ walked: CoinPosition, shown: (CostBasis) -> ShownResult?
  ) throws(ProofDifference) {
    for method in CostBasis.allCases {
      let check = CoinCheck(
        coinId: walked.coinId, costBasis: method, raw: raw, shown: shown(method) ?? ShownResult(),
        // Under hmrc there is one pool, and the holding itself is what remains in it.
        lots: method == .hmrc ? nil : walked.lotSums(method),
        carried: !raw.isCarried ? 0 : method == .hmrc ? nil : walked.carried(method))
      try check.run()
    }
  }
}

extension CoinPosition {
  /// Cost that arrived with coins less cost that left with them.
  fileprivate func carried(_ method: CostBasis) -> Cost {
    (closed.carried[method] ?? 0) + (open?.exact.carried[method] ?? 0)
  }
}
