public import FoundationEssentials
public import Portfolio

/// A withdrawal and the deposit it became.
public struct TransferPair: Equatable, Sendable {
  /// The half that left an account.
  public let withdrawal: Move
  /// The half that entered another.
  public let deposit: Move
  /// Coins that left and never arrived, beside the withdrawal's own fee.
  public var lost: Decimal { -withdrawal.amount - deposit.amount }
}

extension TransferPair {
  /// The pair of two halves, of which the user said that they are a transfer.
  init(_ one: Move, andHalf other: Move) {
    (withdrawal, deposit) = one.amount < 0 ? (one, other) : (other, one)
  }
}

extension Move {
  /// Whether both are of the same coin, account and direction.
  func isSamePlace(as other: Move) -> Bool {
    coinId == other.coinId && (amount < 0) == (other.amount < 0)
      && account.lowercased() == other.account.lowercased()
  }

  /// The exchange or wallet that told of it; `nil` where the user did, or a file of many accounts.
  var exchange: String? {
    reference.flatMap { reference in
      ImportFormat(rawValue: reference.source).map(\.account) ?? reference.source
    }
  }

  /// Whether both are moves of one place, which is an account, unless the user gave one name to
  /// several exchanges.
  func isAtOnePlace(with other: Move) -> Bool {
    guard account == other.account || account.lowercased() == other.account.lowercased() else {
      return false
    }
    guard let exchange, let another = other.exchange else { return true }
    return exchange == another
  }
}

/// The moves that are two halves of one transfer, and those that may be (SPEC §3.12).
struct FoundTransfers {
  /// The transfers, oldest withdrawal first.
  private(set) var pairs: [TransferPair] = []
  /// The moves that may be halves of one transfer or of another, so that they are of none.
  private(set) var unsure: Set<UUID> = []
}

/// Finds the moves that are two halves of one transfer.
///
/// - Parameter moves: As for ``FoundTransfers/init(among:)``.
func transferPairs(among moves: [Move]) -> [TransferPair] { FoundTransfers(among: moves).pairs }

extension FoundTransfers {
  /// Looks for them.
  ///
  /// A withdrawal and a deposit may be one when the coin is the same, the deposit follows within
  /// twelve hours, brings at most what left and at least 95 % of it, their hashes do not contradict
  /// each other, and they are of two accounts, or of two exchanges under one name. Within one
  /// account they may be one where the amount is equal and either the hash, too, as of what was
  /// sent to oneself, or, but for seconds, the instant: an exchange renames and stakes coins so. A
  /// day without a time is not an instant. A file that tells of many accounts and names none is as
  /// many as there are hashes in it. Moves with one hash of a chain may be one with no others.
  ///
  /// They are one where every way to pair as many moves as possible has that pair: of two
  /// withdrawals the first has the deposit that came before the second left.
  /// Coins that the exchange gave back are the last withdrawal of as many before.
  ///
  /// - Parameter moves: Moves in any order; those that are halves of a transfer already are passed
  ///   over.
  init(among moves: [Move]) {
    let open = moves.filter { $0.transfer == nil }
    for (_, ofCoin) in Dictionary(grouping: open, by: \.coinId) {
      var withdrawals = ofCoin.filter { $0.amount < 0 }.sorted { $0.date < $1.date }
      var deposits = ofCoin.filter { $0.amount > 0 }.sorted { $0.date < $1.date }
      pairs += takeReturned(from: &withdrawals, and: &deposits)
      pair(withdrawals, and: deposits)
    }
    pairs.sort { left, right in
      left.withdrawal.date == right.withdrawal.date
        ? left.withdrawal.coinId < right.withdrawal.coinId
        : left.withdrawal.date < right.withdrawal.date
    }
  }

  /// Pairs moves of one coin.
  private mutating func pair(_ withdrawals: [Move], and deposits: [Move]) {
    let candidates = depositsThatMayBeOne(with: withdrawals, of: deposits)
    let partners = CertainPairs(candidates, of: deposits.count).partners()
    let taken = Set(partners.compactMap(\.self))
    for (place, withdrawal) in withdrawals.enumerated() {
      if let partner = partners[place] {
        pairs.append(TransferPair(withdrawal: withdrawal, deposit: deposits[partner]))
        continue
      }
      let others = candidates[place].filter { !taken.contains($0) }
      guard !others.isEmpty else { continue }
      unsure.insert(withdrawal.id)
      unsure.formUnion(others.lazy.map { deposits[$0].id })
    }
  }
}

/// How long coins are on their way where nothing else says that two moves are one.
let longestWay: TimeInterval = 12 * 3600

/// How many seconds an exchange takes to write both rows of coins that stay with it.
private let longestChangeOfForm: TimeInterval = 5

/// The places of the deposits that each withdrawal may have become; both are oldest first.
private func depositsThatMayBeOne(
  with withdrawals: [Move], of deposits: [Move]
) -> [[Int]] {
  var candidates: [[Int]] = []
  let hashes = deposits.map(\.transactionHash)
  var first = 0
  /// Deposits whose hash a withdrawal has.
  var told: Set<Int> = []
  for withdrawal in withdrawals {
    while first < deposits.count, deposits[first].latest < withdrawal.date { first += 1 }
    let hash = withdrawal.transactionHash
    var found: [Int] = []
    var at = first
    while at < deposits.count,
      deposits[at].date.timeIntervalSince(withdrawal.date) <= longestWay
    {
      if deposits[at].latest >= withdrawal.date,
        mayBeOne(withdrawal, hash, deposits[at], hashes[at])
      {
        found.append(at)
      }
      at += 1
    }
    if let hash, hash.isOfChain, found.contains(where: { hashes[$0] == hash }) {
      found.removeAll { hashes[$0] != hash }
      told.formUnion(found)
    }
    candidates.append(found)
  }
  guard !told.isEmpty else { return candidates }
  return zip(withdrawals, candidates).map { withdrawal, found in
    let hash = withdrawal.transactionHash
    return found.filter { !told.contains($0) || hashes[$0] == hash }
  }
}

extension Move {
  /// The last instant that its time may stand for: many files cut off parts of a second, or seconds.
  fileprivate var latest: Date {
    let milliseconds = date.millisecondsSince1970
    guard milliseconds % 1000 == 0 else { return date }
    return Date(millisecondsSince1970: milliseconds + (milliseconds % 60_000 == 0 ? 59_999 : 999))
  }

  /// Whether its account is that of a file which tells of many and names none.
  fileprivate var isOfAnyAccount: Bool {
    ImportFormat(rawValue: account.lowercased()).map { $0.account == nil } ?? false
  }
}

private func mayBeOne(
  _ withdrawal: Move, _ left: TransactionHash?, _ deposit: Move, _ right: TransactionHash?
) -> Bool {
  let sent = -withdrawal.amount
  if let left, let right, left.contradicts(right) { return false }
  let isOneHash = left != nil && left == right
  let isOnePlace =
    withdrawal.isAtOnePlace(with: deposit) && !(isOneHash && withdrawal.isOfAnyAccount)
  guard !isOnePlace else {
    guard deposit.amount == sent, deposit.date >= withdrawal.date else { return false }
    if isOneHash { return true }
    if withdrawal.date == deposit.date { return !mayBeDay(deposit.date) }
    return deposit.date.timeIntervalSince(withdrawal.date) <= longestChangeOfForm
  }
  return mayArrive(deposit, of: sent)
}

/// Whether what was sent may be what came: at most as much, and at least 95 % of it.
func mayArrive(_ deposit: Move, of sent: Decimal) -> Bool {
  deposit.amount <= sent && (sent - deposit.amount) * 20 <= sent
}

/// Whether a date may be a day without a time: in every zone it begins at a quarter of an hour.
private func mayBeDay(_ date: Date) -> Bool {
  date.millisecondsSince1970 % (15 * 60 * 1000) == 0
}
