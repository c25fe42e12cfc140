import Exact
import FoundationEssentials

/// Coins that came from another coin or account with their cost and date (SPEC §3.12, §3.17).
struct CarriedLot: Equatable, Sendable {
  /// Coins, in the coin that they are now.
  var amount: Quantity
  /// What they cost, every digit.
  var cost: Cost
  /// When they were acquired; `nil` where they are part of a pool or an average.
  var acquired: Date?
  /// The transaction that acquired them; `nil` as for ``acquired``.
  var id: UUID?
  /// Whether a stablecoin or a daily price valued them.
  var isEstimated = false
  /// Whether ``cost`` is known; in US dollars it always is.
  var isCostKnown = true
  /// Whether it is unknown because nothing says what the coins were worth.
  var isUnvalued = false
  /// What it was worth as a gift, where that was less than it had cost.
  var gift: GiftBasis?
}

extension [CarriedLot] {
  /// Coins in all of them.
  var amount: Quantity { reduce(0) { $0 + $1.amount } }
}

/// The lots that migrations carry, by their links, under each method that was asked for, and the
/// moves that carry lots from account to account.
///
/// A coin's figures follow from its own transactions and from these.
public struct CarriedLots: Sendable {
  private var lots: [CostBasis: [UUID: [CarriedLot]]] = [:]
  /// The moves that lots follow; `nil` for one book over all accounts.
  public let accounts: AccountMoves?

  /// No lots, for ledgers without a migration, in one book over all accounts.
  public static let none = CarriedLots()

  /// The moves that lots follow under a method; HMRC's rule knows one pool for each coin.
  func accounts(_ method: CostBasis) -> AccountMoves? { method == .hmrc ? nil : accounts }

  /// Whether what sales cost under a method is worked out apart from the coin's cycles.
  public func isApart(_ method: CostBasis) -> Bool { method == .hmrc || accounts != nil }

  /// The lots that a transaction brings under a method; none where their origin is unknown.
  subscript(transaction: Transaction, method: CostBasis) -> [CarriedLot] {
    guard let link = transaction.link else { return [] }
    return lots[method]?[link] ?? []
  }

  /// The same lots; one that cost nothing where their origin is unknown.
  func arriving(_ transaction: Transaction, _ method: CostBasis) -> [CarriedLot] {
    let lots = self[transaction, method]
    return lots.isEmpty ? [CarriedLot(amount: transaction.exactAmount, cost: 0)] : lots
  }

  /// Works out what migrations carry.
  ///
  /// - Parameters:
  ///   - transactions: In insertion order: the whole ledger, or all transactions of the coins that
  ///     migrations join.
  ///   - methods: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - accounts: The moves that lots follow; `nil` for one book over all accounts.
  public init(
    _ transactions: [Transaction], methods: [CostBasis], calendar: LocalCalendar = .utc,
    accounts: AccountMoves? = nil
  ) {
    self.accounts = accounts
    let migrated = Self.migratedCoins(transactions)
    guard !migrated.isEmpty else { return }
    let ordered = inLedgerOrder(transactions.filter { migrated.contains($0.coinId) })
    for method in methods {
      lots[method] =
        method == .hmrc ? Self.matchedPools(ordered, calendar) : walked(ordered, method)
    }
  }

  private init(accounts: AccountMoves? = nil) { self.accounts = accounts }

  private static func migratedCoins(_ transactions: [Transaction]) -> Set<String> {
    Set(transactions.lazy.filter { $0.kind == .migrate }.map(\.coinId))
  }

  private func walked(
    _ ordered: [Transaction], _ method: CostBasis
  ) -> [UUID: [CarriedLot]] {
    var carried = CarriedLots(accounts: accounts)
    carried.lots[method] = [:]
    var coins: [String: SalesOfCoin] = [:]
    let amounts = ArrivingAmounts(ordered)
    for (order, transaction) in ordered.enumerated() {
      var coin =
        coins.removeValue(forKey: transaction.coinId)
        ?? SalesOfCoin(coinId: transaction.coinId, costBasis: method, .utc)
      coin.apply(transaction, order: order, carrying: carried) { _ in
      } leave: { reason, parts in
        guard reason == .row(transaction.id), let link = transaction.link,
          let amount = amounts[transaction]
        else { return }
        carried.lots[method]?[link] = Self.scaled(parts, from: transaction.exactAmount, to: amount)
      }
      coins[transaction.coinId] = coin
    }
    return carried.lots[method] ?? [:]
  }

  private static func matchedPools(
    _ ordered: [Transaction], _ calendar: LocalCalendar
  ) -> [UUID: [CarriedLot]] {
    var coins: [String: HMRCMatching] = [:]
    for (order, transaction) in ordered.enumerated() {
      coins[transaction.coinId, default: HMRCMatching(coinId: transaction.coinId, calendar)]
        .collect(transaction, order: order)
    }
    for id in coins.keys { coins[id]?.matchDays() }
    var carried: [UUID: [CarriedLot]] = [:]
    let amounts = ArrivingAmounts(ordered)
    for (order, transaction) in ordered.enumerated() where transaction.kind == .migrate {
      guard let link = transaction.link else { continue }
      if transaction.type == .sell, let amount = amounts[transaction] {
        let parts = coins[transaction.coinId]?.depart(at: order) ?? []
        carried[link] = scaled(parts, from: transaction.exactAmount, to: amount)
      } else {
        coins[transaction.coinId]?.arrive(carried[link] ?? [], at: order)
      }
    }
    return carried
  }

  /// The same lots in coins of another kind; the last has what the others leave.
  private static func scaled(
    _ lots: [CarriedLot], from old: Quantity, to new: Quantity
  ) -> [CarriedLot] {
    var rest = new
    return lots.enumerated().map { index, lot in
      var lot = lot
      lot.amount =
        index == lots.count - 1
        ? rest : lot.amount.prorated(new, of: old)
      rest -= lot.amount
      lot.gift = lot.gift?.scaled(from: old, to: new)
      return lot
    }
  }
}

/// How many coins each migration brings, by its link.
private struct ArrivingAmounts {
  private var amounts: [UUID: Quantity] = [:]

  init(_ transactions: [Transaction]) {
    for transaction in transactions where transaction.costEffect == .arrive {
      if let link = transaction.link { amounts[link] = transaction.exactAmount }
    }
  }

  subscript(transaction: Transaction) -> Quantity? { transaction.link.flatMap { amounts[$0] } }
}
