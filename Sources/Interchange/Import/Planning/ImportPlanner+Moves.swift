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
