import FoundationEssentials
import LedgerStore
import Portfolio

/// The rows of a ledger that a derivation is compared with.
struct BookedRows {
  /// Transactions that no record produced.
  var typed: [Transaction] = []
  /// The ids of moves and other rows that are not derived here.
  var otherIDs: Set<UUID> = []
  /// The other halves of those moves, by id.
  var partners: [UUID: UUID] = [:]
  var transactions: [(row: Transaction, origin: RecordOrigin)] = []
  var moves: [(row: Move, origin: RecordOrigin)] = []

  /// Adds a move that is not derived here.
  mutating func addOther(_ move: Move) {
    otherIDs.insert(move.id)
    partners[move.id] = move.transfer
  }
}
