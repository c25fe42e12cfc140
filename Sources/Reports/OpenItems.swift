public import Exact

/// Items that need the user's input before figures are complete: open moves, rows of imported files
/// waiting for an answer, and transactions of unknown worth.
public struct OpenItems: Equatable, Sendable {
  /// Deposits and withdrawals that aren't matched yet.
  public var moves: Int
  /// Rows of imported files waiting for an answer, for any coin: the coin may be what is asked.
  public var rows: Int
  /// Transactions of unknown worth; their coins count.
  public var unknownWorths: Int

  /// Makes the counts.
  public init(moves: Int = 0, rows: Int = 0, unknownWorths: Int = 0) {
    (self.moves, self.rows, self.unknownWorths) = (moves, rows, unknownWorths)
  }

  /// What figures leave out because its worth is unknown, and how to state it; `nil` if nothing.
  public var worthNote: String? {
    guard unknownWorths > 0 else { return nil }
    return "Nothing says what \(countOf(unknownWorths, "transaction")) "
      + "\(unknownWorths == 1 ? "was" : "were") worth: their coins count, and costs and gains leave "
      + "them out. Answer in `bitpal inbox`, or `bitpal edit ID --price DOLLARS`."
  }

  /// The count of each kind and how to list it; empty if nothing is open.
  ///
  /// - Parameter areMovesCounted: Whether the figures include open moves, as account balances do.
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
