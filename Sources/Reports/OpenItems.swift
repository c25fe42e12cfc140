public import Exact

/// What figures miss because a person has to say something first: open moves, rows of imported
/// files that wait for an answer, and what transactions were worth.
public struct OpenItems: Equatable, Sendable {
  /// Deposits and withdrawals that are half of nothing yet.
  public var moves: Int
  /// Rows of imported files that wait, of whatever coins: what they are is what is asked.
  public var rows: Int
  /// Transactions that nothing says the worth of: their coins count.
  public var unknownWorths: Int

  /// Makes the counts.
  public init(moves: Int = 0, rows: Int = 0, unknownWorths: Int = 0) {
    (self.moves, self.rows, self.unknownWorths) = (moves, rows, unknownWorths)
  }

  /// What figures leave out because nothing says its worth, and how to state it; `nil` for nothing.
  public var worthNote: String? {
    guard unknownWorths > 0 else { return nil }
    return "Nothing says what \(countOf(unknownWorths, "transaction")) "
      + "\(unknownWorths == 1 ? "was" : "were") worth: their coins count, and costs and gains leave "
      + "them out. Answer in `bitpal inbox`, or `bitpal edit ID --price DOLLARS`."
  }

  /// How many there are of each, and how to see them; nothing where nothing is open.
  ///
  /// - Parameter areMovesCounted: Whether the figures have open moves, as balances of accounts do.
  public func notes(areMovesCounted: Bool = false) -> [String] {
    var notes = [worthNote].compactMap(\.self)
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
      + (unknownWorths > 0
        ? [JSONObject.Member(key: "unknownWorthCount", value: .number("\(unknownWorths)"))] : [])
  }
}
