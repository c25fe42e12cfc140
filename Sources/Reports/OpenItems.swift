public import Exact

/// What figures miss because a person has to say something first: open moves and rows of imported
/// files that wait for an answer.
public struct OpenItems: Equatable, Sendable {
  /// Deposits and withdrawals that are half of nothing yet.
  public var moves: Int
  /// Rows of imported files that wait, of whatever coins: what they are is what is asked.
  public var rows: Int

  /// Makes the counts.
  public init(moves: Int = 0, rows: Int = 0) { (self.moves, self.rows) = (moves, rows) }

  /// How many there are of each, and how to see them; nothing where nothing is open.
  ///
  /// - Parameter areMovesCounted: Whether the figures have open moves, as balances of accounts do.
  public func notes(areMovesCounted: Bool = false) -> [String] {
    var notes: [String] = []
    if moves > 0 {
      let subject = moves == 1 ? "1 move is open" : "\(moves) moves are open"
      notes.append("\(subject)\(areMovesCounted ? "" : " and not in these figures"): bitpal moves")
    }
    if rows > 0 {
      notes.append("\(countOf(rows, "row")) \(rows == 1 ? "waits" : "wait"): bitpal inbox")
    }
    return notes
  }

  /// The counts in JSON.
  public var members: [JSONObject.Member] {
    [
      JSONObject.Member(key: "openMoveCount", value: .number("\(moves)")),
      JSONObject.Member(key: "waitingRowCount", value: .number("\(rows)")),
    ]
  }
}
