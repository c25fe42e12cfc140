import Exact
import FoundationEssentials

/// Verifies per-account books against rows and moves under every cost basis that has them (SPEC
/// §3.12).
///
/// The amount paid equals the cost of sales plus the cost of held coins, to the last digit; every
/// coin of a purchase was sold or is held at its share of the cost; and accounts hold what their
/// rows and moves add up to. Coins of unknown origin have no cost; with them, only the sums of
/// costs are compared.
///
/// - Parameters:
///   - transactions: Whole histories of coins, in insertion order.
///   - carried: The lots that migrations and transfers carry over; with one book over all accounts,
///     nothing is verified.
/// - Throws: The first difference, by coin id, then in the order of ``CostBasis``.
public func proveAccounts(
  _ transactions: [Transaction], carrying carried: CarriedLots
) throws(ProofDifference) {
  guard let moves = carried.accounts else { return }
  let histories = Dictionary(grouping: inLedgerOrder(transactions), by: \.coinId)
  for (coinId, history) in histories.sorted(by: { $0.key < $1.key }) {
    for method in CostBasis.stored {
      let found = MatchedSales(
        of: coinId, history, costBasis: method, .utc, carrying: carried)
      try AccountCheck(
        coinId: coinId, costBasis: method, history: history, moves: moves, found: found
      ).run()
    }
  }
}

/// Compares one coin's books under one method with its rows and moves.
struct AccountCheck: CoinVerification {
  let coinId: String
  let costBasis: CostBasis
  let history: [Transaction]
  let moves: AccountMoves
  /// The program's result.
  let found: MatchedSales

  func run() throws(ProofDifference) {
    let effects = Dictionary(
      history.map { ($0.id, $0.costEffect) }, uniquingKeysWith: { first, _ in first })
    let arrived = found.moved.filter { effects[$0.id] == .arrive }.flatMap(\.lots)
    let parts = found.sales.flatMap(\.parts)
    let left = found.moved.filter { effects[$0.id] == .leave }.flatMap(\.lots)
    let acquired = history.filter { $0.costEffect == .acquire }

    let paid = acquired.reduce(arrived.reduce(Cost.zero) { $0 + $1.cost }) { $0 + $1.exactTotal }
    let taken = left.reduce(parts.reduce(Cost.zero) { $0 + $1.cost }) { $0 + $1.cost }
    try check(.lotCost, paid - taken, found.held.cost)
    guard found.held.isKnown else { return }
    try checkAccounts()
    // The cost of a fee that shrinks the holding is passed on to other lots.
    guard costBasis.namesLots, !history.contains(where: { $0.costEffect == .shrink }) else {
      return
    }
    var sums: [Date?: (amount: Quantity, cost: Cost)] = [:]
    func add(_ amount: Quantity, _ cost: Cost, _ date: Date?) {
      let sum = sums[date] ?? (0, 0)
      sums[date] = (sum.amount + amount, sum.cost + cost)
    }
    for row in acquired { add(row.amount, row.exactTotal, Origin(row).acquired) }
    for lot in arrived { add(lot.amount, lot.cost, lot.acquired) }
    for part in parts { add(-part.amount, -part.cost, part.acquired) }
    for lot in left { add(-lot.amount, -lot.cost, lot.acquired) }
    for lot in found.held.lots { add(-lot.exactAmount, -lot.exactCost, lot.acquired) }
    for (_, sum) in sums { try check(.lotCost, sum.cost, 0) }
  }

  /// Compares the lots of each account with what its rows and moves add up to.
  private func checkAccounts() throws(ProofDifference) {
    guard found.held.lots.contains(where: { $0.location != nil }) else { return }
    var balances: [LotLocation: Quantity] = [:]
    func add(_ amount: Quantity, _ location: LotLocation) {
      balances[location, default: 0] += amount
    }
    for row in history {
      add(row.type.isAcquisition ? row.amount : -row.amount, .account(row.account))
    }
    for passage in moves[coinId].all {
      if passage.from != nil, passage.left <= moves.end {
        add(-passage.amount, .account(passage.from))
        add(passage.amount, .onTheWay)
      }
      if passage.to != nil, passage.arrived <= moves.end {
        if passage.from != nil { add(-passage.amount, .onTheWay) }
        add(passage.amount, .account(passage.to))
      }
    }
    for lot in found.held.lots { add(-lot.exactAmount, lot.location ?? .account(nil)) }
    // An ending cycle drops its residue and moves those of other accounts to the closing account.
    let dust = closingTolerance * ExactDecimal(found.ended.count + 1)
    for (location, difference) in balances where difference.magnitude >= dust {
      try check(.lotsOf(location.title), difference, 0)
    }
  }
}
