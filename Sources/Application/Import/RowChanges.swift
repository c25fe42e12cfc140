public import Exact
public import FoundationEssentials
import Import
public import Portfolio

/// How the rows of a ledger change, in figures: those of a large import are never there together.
public struct RowChanges: Sendable, Equatable {
  /// What is added of a coin.
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
    /// How many there are.
    public fileprivate(set) var count = 0
    /// The coins.
    public fileprivate(set) var amount = Quantity.zero
    /// US dollars.
    public fileprivate(set) var total = Cost.zero
    /// How many rows are of unknown worth.
    public fileprivate(set) var unknown = 0
  }

  /// Coins that leave one account for another.
  public struct Transfer: Sendable, Equatable {
    /// The half that leaves.
    public let sent: Move
    /// The half that arrives, where it comes or changes as well.
    public let arrived: Move?
    /// Coins that leave and do not arrive.
    public let lost: ExactDecimal
  }

  /// Transactions that come in; those that are only put into order are not among them.
  public private(set) var added = 0
  /// How many of these have dollars that a stablecoin or a daily price gave.
  public private(set) var estimated = 0
  /// Transactions that change.
  public private(set) var changed = 0
  /// Transactions that go.
  public private(set) var removed = 0
  /// Transactions that are removed and added again, so that rows of one instant are in order.
  public private(set) var reordered = 0
  /// Moves that come in.
  public private(set) var addedMoves = 0
  /// Moves that change.
  public private(set) var changedMoves = 0
  /// Moves that go.
  public private(set) var removedMoves = 0
  /// New deposits whose other half no file reports.
  public private(set) var openDeposits = 0
  /// New withdrawals whose other half no file reports.
  public private(set) var openWithdrawals = 0
  /// What is added of each coin, by its id.
  public private(set) var coins: [String: Coin] = [:]
  private var sent: [Move] = []
  private var arrived: [UUID: Move] = [:]
  private var fees: [UUID: ExactDecimal] = [:]

  /// No changes.
  public init() {}

  init(_ difference: BookDifference) { add(difference) }

  /// Whether nothing changes.
  public var isEmpty: Bool { rows == 0 }

  /// How many rows come, go or change, each once.
  public var rows: Int {
    added + changed + removed + reordered + addedMoves + changedMoves + removedMoves
  }

  /// The transfers that are new or change, in the order in which the coins leave.
  public var transfers: [Transfer] {
    sent.map { half in
      let arrived = half.transfer.flatMap { self.arrived[$0] }
      // What is lost on the way is a row of its own.
      let fee = fees[half.id] ?? 0
      return Transfer(
        sent: half, arrived: arrived, lost: arrived.map { -half.amount - $0.amount + fee } ?? fee)
    }
  }

  /// Whether two moves become the halves of a transfer.
  public func pairs(_ half: UUID, with other: UUID) -> Bool {
    sent.contains { $0.id == half && $0.transfer == other || $0.id == other && $0.transfer == half }
  }

  /// Adds what happens to further rows.
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
    amount += row.exactAmount
    total += row.exactTotal
    if row.isOfUnknownWorth { unknown += 1 }
  }
}
