public import Exact
public import FoundationEssentials
public import Portfolio

/// The inputs of booking in addition to events.
public struct BookingSources: Sendable {
  /// The transactions that no record produced.
  public var typed: [Transaction]
  /// The ids of the moves that no record produced.
  public var typedMoves: Set<UUID>
  /// The other halves of their transfers, by id.
  public var partners: [UUID: UUID] = [:]
  /// The user's changes to derived rows.
  public var overrides: [RowOverride]
  /// The rows that overrides changed when now missing reports still counted.
  public var changedRows: [UUID: Booked.ChangedRow] = [:]
  /// The answers by question.
  public var answers: [Question.Key: Choice]
  /// The rows already booked that stay; `nil` if there are none.
  public var opening: OpeningBalances?

  /// Makes sources.
  public init(
    typed: [Transaction] = [], typedMoves: Set<UUID> = [], overrides: [RowOverride] = [],
    answers: [Question.Key: Choice] = [:]
  ) {
    (self.typed, self.typedMoves) = (typed, typedMoves)
    (self.overrides, self.answers) = (overrides, answers)
  }
}

/// The coin balances at the start of a stretch of time whose rows alone are derived.
public struct OpeningBalances: Sendable, Equatable {
  /// The start: earlier rows are already booked.
  public var start: Date
  /// The balance of each coin then; a coin that is not listed has none.
  public var coins: [String: Quantity]

  /// Makes balances.
  public init(start: Date, coins: [String: Quantity]) { (self.start, self.coins) = (start, coins) }
}
