import FoundationEssentials
import Portfolio

/// Deposits and withdrawals of the files, and what becomes of those that the ledger has.
extension ImportPlanner {
  /// Takes what a row says of a deposit or withdrawal.
  mutating func apply(
    _ facts: MoveFacts, reference: Reference, of file: ImportFile
  ) throws(RefusalReason) {
    let leg = try names.leg(facts.quantity)
    guard let coinId = leg.coinId, leg.amount != 0 else {
      leftOut.append(LeftOutRow(source: facts.source, reason: .fiatOnly(leg.name)))
      noteMoney(leg)
      return
    }
    guard facts.date <= now else { throw .breaksRule(.futureDateNotAllowed) }
    let account = account(of: facts.account, in: file) ?? file.format.rawValue
    var move = Move(
      id: newId(), account: account, coinId: coinId, amount: leg.amount, fee: abs(facts.fee),
      date: facts.date, hash: facts.hash.isEmpty ? nil : facts.hash, reference: reference)
    guard !known.contains(move, id: RowReferences.split(facts.reference)) else {
      alreadyThere += 1
      return
    }
    let names = [reference] + reference.gifts(hash: move.hash)
    guard !names.contains(where: { isDeleted($0, facts.source) }) else { return }
    if !facts.otherAccount.isEmpty {
      var other = Move(
        id: newId(), account: accounts.spelling(of: facts.otherAccount), coinId: coinId,
        amount: -leg.amount,
        date: facts.date, hash: move.hash, reference: reference.part("other"), transfer: move.id)
      move.transfer = other.id
      _ = known.contains(other)
      if move.amount > 0 { (move.fee, other.fee) = (0, move.fee) }
      moves.append(PlannedMove(source: facts.source, move: other))
    }
    moves.append(PlannedMove(source: facts.source, move: move))
  }

  /// The deposits that no withdrawal explains, oldest first, those of the ledger among them: what a
  /// file brought before counts like what it brings now.
  ///
  /// What an exchange gave back waits for its withdrawal, and is not a gift; nor is one side of a
  /// swap, nor what may be half of one transfer or of another.
  func openDeposits(_ changed: [Move]) -> [PlannedMove] {
    let all = movesNow(changed)
    let now = all.map(\.move)
    let explained = Set(swapsOnChain(among: now).lazy.map(\.deposit.id))
      .union(FoundTransfers(among: now).unsure)
    return
      all.filter {
        $0.move.transfer == nil && $0.move.amount > 0 && !$0.move.isReturned
          && !explained.contains($0.move.id)
      }
      .sorted { $0.move.date < $1.move.date }
  }

  /// The deposits that are one side of a swap.
  func swappedDeposits(_ changed: [Move]) -> [PlannedMove] {
    swapsOnChain(among: movesNow(changed).map(\.move)).map {
      PlannedMove(source: RowSource(line: 0, text: ""), move: $0.deposit)
    }
  }

  /// Takes deposits as gifts.
  mutating func answerDeposits(
    _ deposits: [PlannedMove], as kind: GivenDeposit, _ changed: inout [Move]
  ) {
    let ids = Set(deposits.map(\.move.id))
    moves.removeAll { ids.contains($0.move.id) }
    changed.removeAll { ids.contains($0.id) }
    let ofLedger = ledger.moves.filter { ids.contains($0.id) }
    superseded += ofLedger
    givenDeposits.ofLedger += ofLedger.count
    rows += deposits.map {
      PlannedRow(source: $0.source, transaction: $0.move.given(as: kind, id: newId()))
    }
  }
}

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
