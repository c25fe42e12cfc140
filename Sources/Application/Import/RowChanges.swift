public import Exact
public import FoundationEssentials
import Import
public import Portfolio

/// Counts and sums of the rows that a change adds, edits and removes.
///
/// Large imports never hold all their rows in memory, so only these figures are kept.
public struct RowChanges: Sendable, Equatable {
  /// The rows added for one coin.
  public struct Coin: Sendable, Equatable {
    /// The rows by kind.
    public fileprivate(set) var kinds: [TransactionKind: Sum] = [:]
    /// The date of the first row.
    public fileprivate(set) var first = Date.distantFuture
    /// The date of the last row.
    public fileprivate(set) var last = Date.distantPast
  }

  /// The sum of some rows of one coin.
  public struct Sum: Sendable, Equatable {
    /// The number of rows.
    public fileprivate(set) var count = 0
    /// The quantity of coins.
    public fileprivate(set) var amount = Quantity.zero
    /// The value in US dollars.
    public fileprivate(set) var total = Cost.zero
    /// The number of rows without a known value.
    public fileprivate(set) var unknown = 0
  }

  /// A transfer between two accounts.
  public struct Transfer: Sendable, Equatable {
    /// The withdrawal.
    public let sent: Move
    /// The deposit, if it was added or changed too.
    public let arrived: Move?
    /// The quantity lost on the way.
    public let lost: Quantity
  }

  /// The number of added transactions, without those that are only reordered.
  public private(set) var added = 0
  /// The number of added transactions valued by a stablecoin or a daily price.
  public private(set) var estimated = 0
  /// The number of changed transactions.
  public private(set) var changed = 0
  /// The number of removed transactions.
  public private(set) var removed = 0
  /// The number of transactions reinserted to keep the order of rows at one instant.
  public private(set) var reordered = 0
  /// The number of added moves.
  public private(set) var addedMoves = 0
  /// The number of changed moves.
  public private(set) var changedMoves = 0
  /// The number of removed moves.
  public private(set) var removedMoves = 0
  /// The number of added deposits without a matching withdrawal.
  public private(set) var openDeposits = 0
  /// The number of added withdrawals without a matching deposit.
  public private(set) var openWithdrawals = 0
  /// The added rows by coin id.
  public private(set) var coins: [String: Coin] = [:]
  private var sent: [Move] = []
  private var arrived: [UUID: Move] = [:]
  private var fees: [UUID: Quantity] = [:]

  /// No changes.
  public init() {}

  init(_ difference: BookDifference) { add(difference) }

  /// Whether nothing changes.
  public var isEmpty: Bool { rows == 0 }

  /// The number of added, changed and removed rows.
  public var rows: Int {
    added + changed + removed + reordered + addedMoves + changedMoves + removedMoves
  }

  /// The added and changed transfers, by the date of the withdrawal.
  public var transfers: [Transfer] {
    sent.map { half in
      let arrived = half.transfer.flatMap { self.arrived[$0] }
      // The loss is booked as a fee linked to the withdrawal.
      let fee = fees[half.id] ?? 0
      return Transfer(
        sent: half, arrived: arrived, lost: arrived.map { -half.amount - $0.amount + fee } ?? fee)
    }
  }

  /// Whether two moves become the halves of a transfer.
  public func pairs(_ half: UUID, with other: UUID) -> Bool {
    sent.contains { $0.id == half && $0.transfer == other || $0.id == other && $0.transfer == half }
  }

  /// Adds the changes of further rows.
  mutating func add(_ difference: BookDifference) {
    reordered += difference.reordered.count
    for row in difference.added where !difference.reordered.contains(row.id) { add(row) }
    for row in difference.added where row.kind == .fee {
      if let half = row.link { fees[half] = row.amount }
    }
    changed += difference.changed.count
    removed += difference.removed.count { !difference.reordered.contains($0.id) }
    addedMoves += difference.addedMoves.count
    changedMoves += difference.changedMoves.count
    removedMoves += difference.removedMoves.count
    for move in difference.addedMoves where move.transfer == nil {
      if move.amount > 0 { openDeposits += 1 } else { openWithdrawals += 1 }
    }
    let halves = (difference.addedMoves + difference.changedMoves).filter { $0.transfer != nil }
    for move in halves.sorted(by: { ($0.date, $0.id) < ($1.date, $1.id) }) {
      if move.amount < 0 { sent.append(move) } else { arrived[move.id] = move }
    }
  }

  private mutating func add(_ row: Transaction) {
    added += 1
    if row.isEstimated { estimated += 1 }
    var coin = coins[row.coinId] ?? Coin()
    coin.kinds[row.kind, default: Sum()].add(row)
    (coin.first, coin.last) = (min(coin.first, row.date), max(coin.last, row.date))
    coins[row.coinId] = coin
  }
}

extension RowChanges.Sum {
  fileprivate mutating func add(_ row: Transaction) {
    count += 1
    amount += row.amount
    total += row.exactTotal
    if row.isOfUnknownWorth { unknown += 1 }
  }
}
