import Application
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

/// How `mine` finds the counterpart in the other account.
extension MovesAnswer {
  /// The open move that is the counterpart, if there is one.
  ///
  /// - Throws: A refusal that lists the candidates if there are several.
  func openHalf(
    of move: Move, at account: String, _ context: AppContext, _ style: ReportStyle
  ) throws -> Move? {
    let open = try context.ledger.moves.all(MoveQuery(coinId: move.coinId, isOpen: true))
    let found = open.filter { move.mayBeTransfer(with: $0, at: account) }
    guard found.count > 1 else { return found.first }
    func distance(_ other: Move) -> TimeInterval { abs(other.date.timeIntervalSince(move.date)) }
    let near = found.sorted { distance($0) < distance($1) }
    let lines = near.prefix(Self.shownHalves).map { "  \($0.words(style))" }
    let more = found.count > lines.count ? ["  and \(found.count - lines.count) more"] : []
    throw CommandFailure(
      "\(found.count) open moves at \(near[0].account) may be the other half.",
      help: "Say which: "
        + "bitpal moves pair \(move.shortID) ID\n" + (lines + more).joined(separator: "\n"),
      .refused)
  }

  private static let shownHalves = 5

  /// Records in the other account that may already be the missing half: a move of a far smaller
  /// amount, or a gift that an import derived from a deposit.
  func doubts(
    of move: Move, at account: String, _ context: AppContext, _ style: ReportStyle
  ) throws -> [String] {
    func nearest<Thing>(_ things: [Thing], _ date: (Thing) -> Date) -> Thing? {
      things.min {
        abs(date($0).timeIntervalSince(move.date)) < abs(date($1).timeIntervalSince(move.date))
      }
    }
    let open = try context.ledger.moves.all(MoveQuery(coinId: move.coinId, isOpen: true))
      .filter { move.mayBeTransfer(with: $0, at: account, losing: 1) }
    let gifts = try context.ledger.transactions(
      TransactionQuery(coinId: move.coinId, type: .gift)
    ).filter { gift in
      let deposit = Move(
        account: gift.account ?? "", coinId: gift.coinId, amount: gift.amount, date: gift.date)
      return gift.kind == .gift && move.mayBeTransfer(with: deposit, at: account)
    }
    return [
      nearest(open, \.date).map {
        "Open there: \($0.words(style)). If that is the other half: bitpal undo, then bitpal moves "
          + "pair \(move.shortID) \($0.shortID)."
      },
      nearest(gifts, \.date).map {
        "An import made \($0.words(style)) of a deposit there. If that is the other half: bitpal "
          + "delete \($0.shortID)."
      },
    ].compactMap(\.self)
  }
}
