import Exact
public import FoundationEssentials

/// The moves of a ledger as lots follow them, with the rules of the books.
public struct AccountMoves: Sendable {
  /// How lots are kept.
  public let rules: LotsPerAccount
  /// The zone whose days count.
  let calendar: LocalCalendar
  /// The instant up to which the books are kept.
  let end: Date
  private var coins: [String: Passages] = [:]

  /// Takes the moves of a ledger, or those of some coins.
  ///
  /// - Parameters:
  ///   - moves: In any order; moves of one instant stay in theirs.
  ///   - rules: How lots are kept.
  ///   - calendar: The zone whose days count.
  ///   - end: The instant up to which the books are kept; the present, as a rule.
  public init(
    _ moves: [Move], rules: LotsPerAccount, calendar: LocalCalendar = .utc, until end: Date
  ) {
    self.rules = rules
    self.calendar = calendar
    self.end = end
    let halves = Dictionary(moves.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for move in moves {
      let other = move.transfer.flatMap { halves[$0] }
      // A transfer is taken once, with the half that left.
      if move.amount > 0, other != nil { continue }
      coins[move.coinId, default: Passages()].append(Passage(move, to: other))
    }
    for id in coins.keys { coins[id]?.arrange() }
  }

  /// The instant from which on accounts have books of their own; `nil` where they always had.
  public var start: Date? { rules.from.map { calendar.instant(atClock: $0.start) } }

  /// Whether accounts have books of their own at an instant: on a day without a time they have from
  /// that day on.
  public func areOpen(at date: Date) -> Bool {
    rules.from.map { calendar.day(of: date) >= $0 } ?? true
  }

  /// What a coin went through.
  subscript(coinId: String) -> Passages { coins[coinId] ?? Passages() }
}

/// Coins that went from one account to another, or that only one end is known of.
struct Passage: Sendable {
  /// The move that left, or the only one.
  let id: UUID
  let amount: Quantity
  /// The account they left; `nil` where no row names it.
  let from: String?
  /// The account they came into; `nil` where no row names it.
  let to: String?
  let left: Date
  let arrived: Date

  /// A move with the other half of its transfer; coins of a fee that no row has leave with it.
  fileprivate init(_ move: Move, to other: Move?) {
    let isOut = move.amount < 0
    id = move.id
    amount = isOut ? Quantity(move.fee) - Quantity(move.amount) : Quantity(move.amount)
    from = isOut ? move.account : nil
    to = isOut ? other?.account : move.account
    arrived = isOut ? other?.date ?? move.date : move.date
    // Clocks differ: what has arrived had left.
    left = isOut ? min(move.date, arrived) : move.date
  }
}

/// The passages of one coin and the steps they are made of, in the order of time.
struct Passages: Sendable {
  struct Step: Sendable {
    let date: Date
    let passage: Int
    let isArrival: Bool
  }

  private(set) var all: [Passage] = []
  private(set) var steps: [Step] = []

  fileprivate mutating func append(_ passage: Passage) { all.append(passage) }

  fileprivate mutating func arrange() {
    for (number, passage) in all.enumerated() {
      if passage.from != nil {
        steps.append(Step(date: passage.left, passage: number, isArrival: false))
      }
      if passage.to != nil {
        steps.append(Step(date: passage.arrived, passage: number, isArrival: true))
      }
    }
    steps = steps.enumerated()
      .sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
  }
}
