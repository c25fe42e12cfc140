import FoundationEssentials
import Portfolio

/// What only all rows of a file together decide.
struct Settled {
  /// Lines that another export tells.
  var repeated: [LeftOutRow] = []
  /// Moves in pairs, what they cost booked.
  var moves: [PlannedMove] = []
  /// Moves of the ledger that change.
  var changed: [Move] = []
  /// As those of ``ImportPlanner``.
  var superseded: [Move] = []
  var givenDeposits = (ofLedger: 0, needed: 0)
  var bookedFees: Set<UUID> = []
  var unsureHalf: ImportNotice?
  /// Rows that stand before those of the file of the same instant, oldest first.
  var before: [PlannedRow] = []
  /// Rows that stand behind them, oldest first.
  var behind: [PlannedRow] = []
  /// What the user should know before all else.
  var notices: [ImportNotice] = []
  /// Where what another export tells was worth something else.
  var differences: [ImportNotice] = []
  /// Rows that cannot stand, as each round of looking for them knew them; the order that a round
  /// leaves is where the next one starts.
  private(set) var rounds = [RowsToGo()]

  /// Rows that cannot stand.
  var gone: RowsToGo { rounds.last ?? RowsToGo() }

  /// How many sales of fees that waited stand.
  var feesSold: Int {
    guard !bookedFees.isEmpty else { return 0 }
    return behind.count { bookedFees.contains($0.transaction.id) && !gone.contains($0) }
  }

  /// Adds what the last round found.
  mutating func sendAway(_ uncovered: [Uncovered]) {
    var gone = gone
    gone.add(uncovered)
    rounds.append(gone)
  }
}
