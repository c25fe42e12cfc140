public import Exact

/// A counting event: a trade, a reward or a movement.
///
/// Events are immutable and shared between lists.
public final class Event: Sendable {
  /// The first of the event's own facts.
  public let id: Fact.ID
  /// The combined statement of all its reports.
  private let statement: Fact
  /// The position of the first of the event's own facts.
  let position: Int
  /// The others of its own facts; most events have none.
  private let furtherFacts: [Fact.ID]
  /// Further facts that report it, including orders, in order.
  public let evidence: [Fact.ID]

  init(
    of movement: Movement, at position: Int, id: Fact.ID, furtherFacts: [Fact.ID],
    evidence: [Fact.ID]
  ) {
    (self.id, statement, self.position) = (id, movement.statement, position)
    (self.furtherFacts, self.evidence) = (furtherFacts, evidence)
  }

  /// The account that it changes.
  public var scope: Scope { statement.scope }
  /// The kind of event.
  public var role: Role { statement.role }
  /// The time, as precise as the most precise of its reports.
  public var instant: PrintedInstant { statement.instant }
  /// The asset that moves; for a trade, the side that is not cash.
  public var amount: Amount { statement.amount }
  /// The other side of a trade.
  public var counter: Amount? { statement.counter }
  /// The fee, positive.
  public var fee: Amount? { statement.fee }
  /// Further fees, in other assets.
  public var otherFees: [Amount] { statement.otherFees }
  /// The value stated by its first report.
  public var worth: StatedWorth? { statement.worth }
  /// The event's own facts, in order.
  public var facts: [Fact.ID] { [id] + furtherFacts }
  /// Whether it has a single fact of its own.
  var hasOneFact: Bool { furtherFacts.isEmpty }
}

extension Event: Hashable {
  /// Whether the content of both events is equal.
  public static func == (left: Event, right: Event) -> Bool {
    left === right
      || left.id == right.id && left.scope == right.scope && left.role == right.role
        && left.instant == right.instant && left.amount == right.amount
        && left.counter == right.counter && left.fee == right.fee
        && left.otherFees == right.otherFees && left.worth == right.worth
        && left.furtherFacts == right.furtherFacts && left.evidence == right.evidence
  }

  /// Hashes the id only.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A withdrawal and the deposit of the same coins in another account.
public struct Transfer: Sendable, Hashable {
  /// The event that sends the coins.
  public let withdrawal: Fact.ID
  /// The event that receives them.
  public let deposit: Fact.ID
  /// Coins that left and did not arrive.
  public let loss: Quantity
}

/// A row that another report of the same time should include but does not; it counts.
public struct Contradiction: Sendable, Hashable {
  /// The row.
  public let fact: Fact.ID
  /// The form that lacks it.
  public let form: String
}

/// The state of a fact; each has exactly one.
public enum FactState: Sendable, Hashable {
  /// It is one of the event's own facts.
  case counts(Fact.ID)
  /// It reports an event that already counts.
  case enriches(Fact.ID)
  /// It waits for an answer.
  case waits(Question.Key)
  /// It moves coins inside one scope.
  case inside
  /// An answer leaves it out.
  case skipped(Question.Key)
  /// It only moves money, which the ledger does not hold.
  case money

  /// The user deleted the rows of its event.
  public static let deleted = FactState.skipped(Question.Key("deleted"))
}

/// The events that a set of facts and answers implies.
public struct Derivation: Sendable, Hashable {
  /// The events that count, by time.
  public let events: [Event]
  /// Withdrawals and deposits of the same coins.
  public let transfers: [Transfer]
  /// The open questions.
  public let questions: [Question]
  /// The answers that were used, by question.
  public let answered: [Question.Key: Choice]
  /// Rows that another report lacks; they change nothing.
  public let contradictions: [Contradiction]
  /// The state of each fact.
  public let states: FactTable<FactState>

  /// Deposits and withdrawals without a reported other half.
  public var openMoves: [Event] {
    let paired = Set(transfers.flatMap { [$0.withdrawal, $0.deposit] })
    return events.filter { event in
      (event.role == .deposit || event.role == .withdrawal) && !paired.contains(event.id)
    }
  }
}
