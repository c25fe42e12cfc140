import Exact
public import FoundationEssentials

/// The moves of a ledger that lots follow, and the rules of the books.
public struct AccountMoves: Sendable {
  /// How lots are kept.
  public let rules: LotsPerAccount
  /// The time zone that days are counted in.
  let calendar: LocalCalendar
  /// The instant up to which the books are kept.
  let end: Date
  private var coins: [String: Passages] = [:]

  /// Collects the moves of a ledger, or of some of its coins.
  ///
  /// - Parameters:
  ///   - moves: In any order; moves at the same instant keep their order.
  ///   - rules: How lots are kept.
  ///   - calendar: The time zone that days are counted in.
  ///   - end: The instant up to which the books are kept, usually now.
  public init(
    _ moves: [Move], rules: LotsPerAccount, calendar: LocalCalendar = .utc, until end: Date
  ) {
    self.rules = rules
    self.calendar = calendar
    self.end = end
    let halves = Dictionary(moves.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for move in moves {
      let other = move.transfer.flatMap { halves[$0] }
      // A transfer is added once, by its outgoing half.
      if move.amount > 0, other != nil { continue }
      coins[move.coinId, default: Passages()].append(Passage(move, to: other))
    }
    for id in coins.keys { coins[id]?.arrange() }
  }

  /// The instant at which per-account books begin; `nil` if they always existed.
  public var start: Date? { rules.from.map { calendar.instant(atClock: $0.start) } }

  /// Whether per-account books exist at an instant.
  ///
  /// A date without a time counts as its day.
  public func areOpen(at date: Date) -> Bool {
    rules.from.map { calendar.day(of: date) >= $0 } ?? true
  }

  /// The passages of a coin.
  subscript(coinId: String) -> Passages { coins[coinId] ?? Passages() }
}

/// Coins that moved between accounts, or a move of which only one end is known.
struct Passage: Sendable {
  /// The outgoing move, or the only one.
  let id: UUID
  let amount: Quantity
  /// The account they left; `nil` if no row names it.
  let from: String?
  /// The account they arrived in; `nil` if no row names it.
  let to: String?
  let left: Date
  let arrived: Date

  /// Combines a move with the other half of its transfer; a fee without its own row leaves with it.
  fileprivate init(_ move: Move, to other: Move?) {
    let isOut = move.amount < 0
    id = move.id
    amount = isOut ? move.fee - move.amount : move.amount
    from = isOut ? move.account : nil
    to = isOut ? other?.account : move.account
    arrived = isOut ? other?.date ?? move.date : move.date
    // Clocks differ: coins left no later than they arrived.
    left = isOut ? min(move.date, arrived) : move.date
  }
}

/// The passages of one coin and their steps in chronological order.
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
