import FoundationEssentials
import Portfolio

/// What imports before made of deposits and withdrawals: coins lost on the way, and gifts.
///
/// A later file may say more of them: then it is looked at again, so that the order of the files
/// makes no difference.
struct MadeOfMoves {
  /// The second where a trade of the same id has the first.
  private static let parts = ["loss of move", "loss"]

  private var losses: [Reference: Transaction] = [:]
  /// Gifts that deposits became without a word of the user about each.
  private(set) var gifts: [Transaction] = []
  /// When the last gift was that was taken because sales lacked coins, by the coin.
  private(set) var lastForSales: [String: Date] = [:]

  /// Takes the next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    for row in transactions {
      guard let reference = row.reference else { continue }
      if row.isTransferFee, Self.parts.contains(where: reference.isPart) {
        losses[reference] = row
      } else if row.type == .gift, row.category == nil {
        if reference.ofGivenDeposit != nil { gifts.append(row) }
        if row.isForSales { lastForSales[row.coinId] = row.date }
      }
    }
  }

  /// The sale that stands for what a withdrawal lost on its way.
  func loss(of withdrawal: Move) -> Transaction? {
    guard let reference = withdrawal.reference else { return nil }
    return Self.parts.lazy.compactMap { losses[reference.part($0)] }.first
  }
}

/// The ledger's moves as its files stated them: transfers that imports found by themselves are open
/// again, those that the user made or a file tells are not.
struct TransfersInLedger {
  /// Every move.
  private(set) var moves: [Move]
  /// The withdrawals that are open again, by their deposits.
  private var withdrawals: [UUID: UUID] = [:]

  init(_ ledger: [Move], _ made: MadeOfMoves) {
    moves = ledger
    let places = Dictionary(ledger.indices.map { (ledger[$0].id, $0) }) { first, _ in first }
    var pairs: [(withdrawal: Int, deposit: Int)] = []
    for place in ledger.indices where ledger[place].amount < 0 {
      guard let other = ledger[place].transfer.flatMap({ places[$0] }),
        ledger[place].mayBeFound(with: ledger[other])
      else { continue }
      moves[place].amount -= made.loss(of: ledger[place])?.amount ?? 0
      (moves[place].transfer, moves[other].transfer) = (nil, nil)
      pairs.append((place, other))
    }
    guard !pairs.isEmpty else { return }
    let found = Dictionary(
      transferPairs(among: moves).map { ($0.deposit.id, $0.withdrawal.id) }
    ) { first, _ in first }
    for pair in pairs {
      if found[ledger[pair.deposit].id] == ledger[pair.withdrawal].id {
        withdrawals[ledger[pair.deposit].id] = ledger[pair.withdrawal].id
      } else {
        moves[pair.withdrawal] = ledger[pair.withdrawal]
        moves[pair.deposit] = ledger[pair.deposit]
      }
    }
  }

  /// The halves of transfers that are none any more, now that more is known.
  func opened(by pairs: [TransferPair]) -> [Move] {
    var left = withdrawals
    for pair in pairs where left[pair.deposit.id] == pair.withdrawal.id {
      left[pair.deposit.id] = nil
    }
    let ids = Set(left.keys).union(left.values)
    return moves.filter { ids.contains($0.id) }
  }
}

extension Reference {
  fileprivate func isPart(_ name: String) -> Bool { id.hasSuffix(":" + name) }
}

extension Move {
  /// Whether each half has a row of its own.
  fileprivate func mayBeFound(with deposit: Move) -> Bool {
    guard let own = reference, let other = deposit.reference, deposit.transfer == id else {
      return false
    }
    return own != other.part("other") && other != own.part("other")
  }
}
