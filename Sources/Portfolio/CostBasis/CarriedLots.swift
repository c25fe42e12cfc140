import Exact
import FoundationEssentials

/// Coins carried over from another coin or account with their cost and date (SPEC §3.12, §3.17).
struct CarriedLot: Equatable, Sendable {
  /// Amount in the current coin.
  var amount: Quantity
  /// Their cost, unrounded.
  var cost: Cost
  /// When they were acquired; `nil` for parts of a pool or an average.
  var acquired: Date?
  /// The transaction that acquired them; `nil` as for ``acquired``.
  var id: UUID?
  /// Whether a stablecoin or a daily price gave their value.
  var isEstimated = false
  /// Whether ``cost`` is known; in US dollars it always is.
  var isCostKnown = true
  /// Whether the cost is unknown because the coins' worth is.
  var isUnvalued = false
  /// Its worth as a gift, if that was less than its cost.
  var gift: GiftBasis?
}

extension [CarriedLot] {
  /// The total amount.
  var amount: Quantity { reduce(0) { $0 + $1.amount } }
}

/// The lots that migrations carry, by link and method, and the moves that carry lots between
/// accounts.
///
/// A coin's figures depend only on its own transactions and these.
public struct CarriedLots: Sendable {
  private var lots: [CostBasis: [UUID: [CarriedLot]]] = [:]
  /// The moves that lots follow; `nil` for one book over all accounts.
  public let accounts: AccountMoves?

  /// No lots and one book over all accounts, for ledgers without migrations.
  public static let none = CarriedLots()

  /// The moves that lots follow under a method; HMRC's rule has one pool per coin.
  func accounts(_ method: CostBasis) -> AccountMoves? { method == .hmrc ? nil : accounts }

  /// Whether a method computes sale costs separately from the coin's cycles.
  public func isApart(_ method: CostBasis) -> Bool { method == .hmrc || accounts != nil }

  /// The lots that a transaction carries over under a method; empty if their origin is unknown.
  subscript(transaction: Transaction, method: CostBasis) -> [CarriedLot] {
    guard let link = transaction.link else { return [] }
    return lots[method]?[link] ?? []
  }

  /// The same lots, or one lot that cost nothing if their origin is unknown.
  func arriving(_ transaction: Transaction, _ method: CostBasis) -> [CarriedLot] {
    let lots = self[transaction, method]
    return lots.isEmpty ? [CarriedLot(amount: transaction.amount, cost: 0)] : lots
  }

  /// Computes the lots that migrations carry.
  ///
  /// - Parameters:
  ///   - transactions: In insertion order: the whole ledger, or all transactions of the coins that
  ///     migrations connect.
  ///   - methods: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
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
        carried.lots[method]?[link] = Self.scaled(parts, from: transaction.amount, to: amount)
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
        carried[link] = scaled(parts, from: transaction.amount, to: amount)
      } else {
        coins[transaction.coinId]?.arrive(carried[link] ?? [], at: order)
      }
    }
    return carried
  }

  /// Converts lots to another coin; the last one gets the remainder.
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

/// The number of coins that each migration yields, by its link.
private struct ArrivingAmounts {
  private var amounts: [UUID: Quantity] = [:]

  init(_ transactions: [Transaction]) {
    for transaction in transactions where transaction.costEffect == .arrive {
      if let link = transaction.link { amounts[link] = transaction.amount }
    }
  }

  subscript(transaction: Transaction) -> Quantity? { transaction.link.flatMap { amounts[$0] } }
}
