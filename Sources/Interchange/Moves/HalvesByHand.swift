import FoundationEssentials
import Portfolio

/// The halves of transfers that the user's answers made, because no file had told them.
///
/// Each waits for its row: a move of the same coin and account in the same direction, which brings
/// no more than left. Often it is a day later, because the user answers just what nothing else
/// explains. Of rows at several distances the nearest is the half, unless another is as near; what
/// may be one and is not sure is said, and stays open.
struct HalvesByHand {
  /// A made half and the move that the user answered.
  fileprivate struct Half {
    let made: Move
    let answered: Move
  }

  /// How far a row may be from what was answered.
  struct Bound {
    /// The longest time between both.
    let time: TimeInterval
    /// What part of the coins may be lost at most.
    let loss: Decimal
  }

  /// As far as other moves are from each other that are one.
  static let near = [Decimal(1) / 200, Decimal(5) / 100].map { Bound(time: longestWay, loss: $0) }

  /// Where nothing else explains the row.
  private static let far = [1.5, 7, 30].flatMap { days in
    [Decimal(5) / 100, Decimal(1) / 2].map { Bound(time: days * 86_400, loss: $0) }
  }

  /// Halves whose row was not met yet.
  private var waiting: [Half]
  /// Halves whose rows were met, which take their place.
  private(set) var reported: [Move] = []
  private var unsure: [(half: Half, rows: Int)] = []

  /// - Parameter ledger: Every move of the ledger.
  init(_ ledger: [Move]) {
    let made = ledger.filter { $0.transfer != nil && $0.reference == nil }
    let ids = Set(made.lazy.map(\.id))
    let answered = Dictionary(
      ledger.lazy.compactMap { move in
        move.transfer.flatMap { ids.contains($0) ? ($0, move) : nil }
      }
    ) { first, _ in first }
    waiting = made.compactMap { half in
      answered[half.id].map { Half(made: half, answered: $0) }
    }
  }

  /// What the user should know.
  var notice: ImportNotice? {
    unsure.first.map {
      .halfByHandUnsure($0.half.made, rows: $0.rows, others: unsure.count - 1)
    }
  }

  /// The transfers whose halves stand in new rows.
  ///
  /// - Parameters:
  ///   - new: New moves, of which those that are halves already are passed over.
  ///   - bounds: How far a row may be, the nearest first.
  mutating func rows(among new: some Sequence<Move>, within bounds: [Bound]) -> [TransferPair] {
    guard !waiting.isEmpty else { return [] }
    var open = new.filter { $0.transfer == nil && !$0.isReturned }
    var pairs: [TransferPair] = []
    for bound in bounds {
      let candidates = waiting.map { half in
        open.indices.filter { half.may(be: open[$0], within: bound) }
      }
      var claims: [Int: Int] = [:]
      for place in candidates.joined() { claims[place, default: 0] += 1 }
      var met: Set<UUID> = []
      for (half, found) in zip(waiting, candidates) {
        guard found.count == 1, claims[found[0]] == 1 else { continue }
        pairs.append(TransferPair(open[found[0]], andHalf: half.answered))
        reported.append(half.made)
        met.formUnion([half.made.id, open[found[0]].id])
      }
      waiting.removeAll { met.contains($0.made.id) }
      open.removeAll { met.contains($0.id) }
    }
    return pairs
  }

  /// The same for rows that nothing else explains; takes note of those that may be halves and are
  /// not sure.
  mutating func rows(beside pairs: [TransferPair], of new: [Move]) -> [TransferPair] {
    guard !waiting.isEmpty else { return [] }
    let explained = Set(pairs.lazy.flatMap { [$0.withdrawal.id, $0.deposit.id] })
    let found = rows(among: new.lazy.filter { !explained.contains($0.id) }, within: Self.far)
    let used = explained.union(found.lazy.flatMap { [$0.withdrawal.id, $0.deposit.id] })
    let left = new.filter { !used.contains($0.id) && $0.transfer == nil && !$0.isReturned }
    let anywhere = Bound(time: .infinity, loss: Decimal(1) / 2)
    unsure = waiting.compactMap { half in
      let rows = left.count { half.may(be: $0, within: anywhere) }
      return rows == 0 ? nil : (half, rows)
    }
    return found
  }
}

extension HalvesByHand.Half {
  /// Whether a row may be this half.
  fileprivate func may(be row: Move, within bound: HalvesByHand.Bound) -> Bool {
    guard made.isSamePlace(as: row), !answered.hashContradicts(row) else { return false }
    let pair = TransferPair(row, andHalf: answered)
    let way = pair.deposit.date.timeIntervalSince(pair.withdrawal.date)
    return pair.withdrawal.mayArrive(as: pair.deposit) && abs(way) <= bound.time
      && pair.lost <= -pair.withdrawal.amount * bound.loss
  }
}
