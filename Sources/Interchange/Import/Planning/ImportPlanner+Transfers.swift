import FoundationEssentials
import Portfolio

/// The transfers that the moves of the files make, with those of the ledger.
extension ImportPlanner {
  /// Joins the halves of transfers, and returns those of the ledger that changed by it.
  ///
  /// What left and did not arrive is a loss; what remains of the withdrawal is what arrived.
  ///
  /// - Parameter fees: What was booked as fees of the moves already, by their ids.
  mutating func pairTransfers(_ fees: [UUID: Decimal]) -> [Move] {
    guard !moves.isEmpty else { return [] }
    var byHand = HalvesByHand(ledger.moves)
    let near = byHand.rows(among: moves.lazy.map(\.move), within: HalvesByHand.near)
    let reported = Set(near.flatMap { [$0.withdrawal.id, $0.deposit.id] })
    let new = moves.map(\.move).filter { !reported.contains($0.id) }
    let former = TransfersInLedger(ledger.moves, madeOfMoves)
    let given = depositsGiven(ofCoinsOf: new)
    let inLedger = former.moves + given.map(\.deposit)
    let found = FoundTransfers(among: inLedger + new)
    let pairs = found.pairs
    let far = byHand.rows(beside: pairs, of: new)
    superseded += byHand.reported
    unsureHalf = byHand.notice
    var changed = ChangedMoves(former.opened(by: pairs))
    for withdrawal in changed.moves {
      if let loss = madeOfMoves.loss(of: withdrawal) { takeBack(loss) }
    }
    var places: [UUID: Int] = [:]
    for (index, planned) in moves.enumerated() { places[planned.move.id] = index }
    // What could have been found before, and is open, the user opened.
    lazy var before = Set(transferPairs(among: inLedger).map(\.withdrawal.id))
    for pair in near + far + pairs {
      var (withdrawal, deposit) = (pair.withdrawal, pair.deposit)
      guard
        [withdrawal.id, deposit.id].contains(where: { places[$0] != nil || changed.contains($0) })
          || !before.contains(withdrawal.id)
      else { continue }
      if let gift = given.first(where: { $0.deposit.id == deposit.id })?.gift {
        places[deposit.id] = moves.count
        takeBack(gift, for: deposit)
      }
      withdrawal.transfer = deposit.id
      deposit.transfer = withdrawal.id
      withdrawal.amount = -deposit.amount
      let source =
        (places[withdrawal.id] ?? places[deposit.id]).map { moves[$0].source }
        ?? RowSource(line: 0, text: "")
      if pair.lost > 0, !isFee(pair.lost, of: withdrawal, fees) {
        bookLoss(pair.lost, of: withdrawal, part: "loss", source: source)
      }
      for move in [withdrawal, deposit] {
        if let place = places[move.id] { moves[place].move = move } else { changed.set(move) }
      }
    }
    for (deposit, gift) in given where found.unsure.contains(deposit.id) {
      takeBack(gift, for: deposit)
    }
    takeBackGiftsOfSwaps()
    return changed.moves
  }

  /// The deposits of the coins that became gifts in imports before.
  private func depositsGiven(ofCoinsOf new: [Move]) -> [(deposit: Move, gift: Transaction)] {
    let coins = Set(new.lazy.map(\.coinId)).subtracting(keptGifts)
    return madeOfMoves.gifts.compactMap { gift in
      guard coins.contains(gift.coinId), let deposit = gift.givenDeposit(id: newId()) else {
        return nil
      }
      return (deposit, gift)
    }
  }

  /// Whether a new deposit may be one of those that imports before lacked for sales.
  var bringsBeforeGifts: Bool {
    moves.contains { planned in
      planned.move.amount > 0
        && (madeOfMoves.lastForSales[planned.move.coinId].map { planned.move.date <= $0 } ?? false)
    }
  }

  /// Takes out of the ledger what an import before made of moves, or for sales.
  mutating func takeBack(_ row: Transaction) {
    if let reference = row.reference { known.release(reference) }
    takenBack.append(row)
    ledger = ledger.without([row.id])
  }

  /// Makes a deposit again of what an import before took as a gift.
  mutating func takeBack(_ gift: Transaction, for deposit: Move) {
    takeBack(gift)
    moves.append(PlannedMove(source: RowSource(line: 0, text: ""), move: deposit))
  }

  /// Whether the coins that did not arrive are the fee that the withdrawal has already: then it is
  /// within what left the account.
  private func isFee(_ lost: Decimal, of move: Move, _ fees: [UUID: Decimal]) -> Bool {
    if fees[move.id] == lost || move.fee == lost { return true }
    let booked = move.reference.flatMap { known.transaction(of: $0.part("fee")) }
    if booked?.amount == lost { return true }
    // What an answer made of a fee has no reference.
    return known.transactions(from: move.date, through: move.date).contains {
      $0.isTransferFee && $0.reference == nil
        && $0.coinId == move.coinId && $0.account == move.account && $0.amount == lost
    }
  }
}

/// Moves of the ledger that are not any more as they were, in the order in which that was found.
private struct ChangedMoves {
  private(set) var moves: [Move]
  private var places: [UUID: Int] = [:]

  init(_ moves: [Move]) {
    self.moves = moves
    for (place, move) in moves.enumerated() { places[move.id] = place }
  }

  func contains(_ id: UUID) -> Bool { places[id] != nil }

  mutating func set(_ move: Move) {
    if let place = places[move.id] { return moves[place] = move }
    places[move.id] = moves.count
    moves.append(move)
  }
}
