/// One row of a source file: its location, its state, and the facts that it states.
///
/// A reader returns one record for every row, so the states of a file's records add up to its rows.
public struct Record: Sendable, Hashable {
  /// The result of reading a row.
  public enum State: Sendable, Hashable {
    /// The row states facts, or completes those of other rows.
    case read
    /// The row moves nothing that counts: a canceled order, fiat currency, a heading.
    case leftOut(LeftOut)
    /// The row needs information from a person; it has no facts until then.
    case asks(RowQuestion)
  }

  /// The line on which the row begins, counted from 1.
  public var line: Int
  /// The content of the row's cells, as in ``FactSource/cells`` of its facts.
  public var cells: String
  /// The result of reading the row.
  public var state: State
  /// The facts, by ``FactSource/part``; empty unless the state is ``State/read``.
  public var facts: [Fact]
  /// The file's own note about the row, or empty.
  public var notes: String

  /// Makes a record.
  public init(line: Int, cells: String, state: State, facts: [Fact] = [], notes: String = "") {
    (self.line, self.cells, self.state) = (line, cells, state)
    (self.facts, self.notes) = (facts, notes)
  }
}

/// Why a row moves nothing that counts.
public struct LeftOut: Sendable, Hashable {
  /// The kinds of reasons, as they are stored.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Only fiat currency moved.
    case money
    /// An order, deposit or withdrawal that was not carried out, or not yet.
    case notCarriedOut
    /// Coins moved within one account.
    case inside
    /// Gains, losses and margins of contracts.
    case contract
    /// A share or another thing that is not a coin.
    case notACoin
    /// The row repeats another one of the file, including its id.
    case repeated
    /// A heading, or a kind of row that moves nothing.
    case other
  }

  /// The kind of reason.
  public var kind: Kind
  /// The file's own word for the reason, or empty.
  public var word: String

  /// Makes a reason.
  public init(_ kind: Kind, word: String = "") { (self.kind, self.word) = (kind, word) }
}

/// A question that must be answered before a row can be read.
///
/// Rows of one form with equal kinds and subjects have one cause: one answer settles all of them.
public struct RowQuestion: Sendable, Hashable {
  /// The kind of question, as stored.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The file's word for the event is unknown.
    case wordUnknown
    /// The text names no coin, or is ambiguous between a coin and a currency.
    case coinUnknown
    /// The row lacks the other side of a trade.
    case halfOfTrade
    /// The zone, or the order of day and month, of a time is unknown.
    case timeUnclear
    /// A cell is empty or cannot be read.
    case unreadable
  }

  /// The kind of question.
  public var kind: Kind
  /// The key shared by rows with this cause: the word, the coin or the column.
  public var subject: String
  /// The reason in one line, in English, without the row's location.
  public var reason: String

  /// Makes a question.
  public init(_ kind: Kind, subject: String, reason: String) {
    (self.kind, self.subject, self.reason) = (kind, subject, reason)
  }
}
