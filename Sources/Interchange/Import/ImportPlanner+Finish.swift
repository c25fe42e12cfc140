import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// The plan of everything taken so far.
  mutating func plan(formats: [ImportFormat]) -> ImportPlan {
    leaveOutOtherAccounts()
    var changed = bookMoves(ofCoins: Set(rows.lazy.map(\.transaction.coinId)))
    if policy.missingCoinsAreGifts {
      var missing = missingCoins(of: rowsInTime, in: ledger)
      while answerDeposits(covering: missing, &changed) {
        missing = missingCoins(of: rowsInTime, in: ledger)
      }
      rows = gifts(of: missing) + rows
    }
    // Nobody needs them here any more, and two copies of many rows are too many.
    var inTime: [PlannedRow] = []
    swap(&inTime, &rows)
    inTime.sort { $0.transaction.date < $1.transaction.date }
    let ordered = orderedForLedger(consume inTime, in: ledger)
    let additions = ordered.rows.map(\.transaction)
    return plan(
      formats: formats, additions, ImportTotals(additions), without: ordered.gone,
      changed: &changed, lookalikes(of: additions, in: ledger.transactions))
  }

  private var rowsInTime: [PlannedRow] {
    rows.sorted { $0.transaction.date < $1.transaction.date }
  }

  /// Books what moves cost, pairs them, answers open deposits, and books fees that waited.
  ///
  /// - Parameter coins: The coins of the new rows.
  /// - Returns: The moves of the ledger that changed by it.
  mutating func bookMoves(ofCoins coins: Set<String>) -> [Move] {
    undoReturnedFees()
    let fees = bookFees()
    var changed = pairTransfers(fees)
    bookFeesOfLedger(coins, &changed)
    moves += ownMoves
    var brought = coins
    if policy.depositsAreGifts {
      brought.formUnion(answerDeposits(openDeposits(changed), &changed))
    }
    bookWaitingFees(brought)
    return changed
  }

  /// The plan, of which everything is known.
  ///
  /// - Parameters:
  ///   - additions: The transactions, where they were not handed on already.
  ///   - gone: The rows that cannot stand.
  ///   - changed: The moves of the ledger that change.
  mutating func plan(
    formats: [ImportFormat], _ additions: [Transaction], _ totals: ImportTotals,
    without gone: RowsToGo, changed: inout [Move], _ lookalikes: [Lookalike]
  ) -> ImportPlan {
    keepFees(ofLosses: gone.lostReferences, in: &changed)
    // Of a trade that is refused itself, its fee says nothing more; of a move that the ledger has,
    // it was said when the move came in.
    leftOut += gone.uncoveredLosses.filter { loss in
      loss.source.line > 0
        && !gone.uncovered.contains {
          $0.source.line == loss.source.line && $0.source.file == loss.source.file
        }
    }
    refused += gone.uncovered.map(namingDeposit)
    let parts = replaced.count + replacedMoves.count
    if parts > 0 { notices.insert(.partsReplaced(parts), at: 0) }
    if givenDeposits.needed > 0 {
      notices.insert(.neededDepositsGiven(givenDeposits.needed), at: 0)
    } else if givenDeposits.ofLedger > 0 {
      notices.insert(.depositsGiven(givenDeposits.ofLedger), at: 0)
    }
    incomplete.merge(gone.incompleteCoins) { $0.union($1) }
    return ImportPlan(
      formats: formats, additions: additions, totals: totals,
      moves: moves.map(\.move).sorted { $0.date < $1.date },
      changedMoves: withoutUnchanged(changed),
      alreadyThere: alreadyThere, leftOut: leftOut.sorted { $0.source.isBefore($1.source) },
      refused: refused.sorted { $0.source.isBefore($1.source) },
      notices: rowsOfAccounts.notices + notices + names.notices,
      lookalikes: lookalikes, incompleteCoinsByFile: incomplete.mapValues { $0.sorted() },
      missingPrices: missingPrices,
      skipsRefused: policy.skipsRefused, mended: mended, replaced: replaced + returnedFees,
      replacedMoves: replacedMoves + superseded)
  }

  /// Makes each fee of a move a sale for nothing in its account, so that it counts there once.
  ///
  /// - Returns: The fees by the ids of their moves.
  private mutating func bookFees() -> [UUID: Decimal] {
    var fees: [UUID: Decimal] = [:]
    for index in moves.indices where moves[index].move.fee > 0 {
      let planned = moves[index]
      moves[index].move.fee = 0
      fees[planned.move.id] = planned.move.fee
      bookLoss(planned.move.fee, of: planned.move, part: "fee", source: planned.source)
    }
    return fees
  }

  /// Does the same for moves of the ledger whose fee was more than it held, if this import brings
  /// coins of theirs: in which order files are imported makes no difference.
  private mutating func bookFeesOfLedger(_ coins: Set<String>, _ changed: inout [Move]) {
    for move in ledger.moves where move.fee > 0 && coins.contains(move.coinId) {
      // A fee that is not covered is given back by its reference.
      guard move.reference != nil else { continue }
      let place = changed.firstIndex { $0.id == move.id } ?? changed.endIndex
      if place == changed.endIndex { changed.append(move) }
      changed[place].fee = 0
      bookLoss(move.fee, of: move, part: "fee", source: RowSource(line: 0, text: ""))
    }
  }

  /// Moves of the ledger that are not as they are in it.
  private func withoutUnchanged(_ moves: [Move]) -> [Move] {
    let before = Dictionary(ledger.moves.map { ($0.id, $0) }) { first, _ in first }
    return moves.filter { $0 != before[$0.id] }
  }

  /// Gives back to its move a fee that cannot be a sale, because the ledger lacks the coins.
  private mutating func keepFees(
    ofLosses losses: [Reference: Decimal], in changed: inout [Move]
  ) {
    guard !losses.isEmpty else { return }
    func withFee(_ move: Move) -> Move {
      guard let reference = move.reference else { return move }
      var move = move
      for part in ["fee", "loss", "fee of move", "loss of move"] {
        move.fee += losses[reference.part(part)] ?? 0
      }
      return move
    }
    for index in moves.indices { moves[index].move = withFee(moves[index].move) }
    changed = changed.map(withFee)
  }

  /// Joins the halves of transfers, and returns those of the ledger that changed by it.
  ///
  /// What left and did not arrive is a loss; what remains of the withdrawal is what arrived.
  ///
  /// - Parameter fees: What was booked as fees of the moves already, by their ids.
  private mutating func pairTransfers(_ fees: [UUID: Decimal]) -> [Move] {
    var changed: [Move] = []
    var places: [UUID: Int] = [:]
    for (index, planned) in moves.enumerated() { places[planned.move.id] = index }
    let byHand = halvesByHand()
    superseded += byHand.map(\.half)
    let told = Set(byHand.map(\.move))
    let open = ledger.moves + moves.map(\.move).filter { !told.contains($0.id) }
    for pair in byHand.map(\.pair) + transferPairs(among: open) {
      var (withdrawal, deposit) = (pair.withdrawal, pair.deposit)
      guard places[withdrawal.id] != nil || places[deposit.id] != nil else { continue }
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
        if let place = places[move.id] { moves[place].move = move } else { changed.append(move) }
      }
    }
    return changed
  }

  /// Whether the coins that did not arrive are the fee that the withdrawal has already: then it is
  /// within what left the account.
  private func isFee(_ lost: Decimal, of move: Move, _ fees: [UUID: Decimal]) -> Bool {
    if fees[move.id] == lost || move.fee == lost { return true }
    return move.reference.flatMap { known.transaction(of: $0.part("fee")) }?.amount == lost
  }

  /// Coins lost on the way, as a sale for nothing (SPEC §3.12).
  private mutating func bookLoss(
    _ amount: Decimal, of move: Move, part: String, source: RowSource
  ) {
    var reference = move.reference?.part(part)
    // A trade of the same id may have paid a fee, too, which was worth something.
    if let own = reference, let other = known.transaction(of: own), other.pricePerCoin > 0 {
      reference = move.reference?.part("\(part) of move")
    }
    let loss = move.loss(of: amount, id: newId(), reference: reference)
    guard !known.contains(loss, isOwn: false, hasOwnId: false) else { return }
    rows.append(PlannedRow(source: source, transaction: loss, isLoss: true))
  }

  /// Takes coins that sales give away and nothing brings as gifts of the moment of the sale.
  mutating func gifts(of missing: [MissingCoins]) -> [PlannedRow] {
    var gifts: [PlannedRow] = []
    var sums: [String: Decimal] = [:]
    // A sale may lack coins itself, and take some that a later one of the ledger lacks then.
    var counts: [UUID: Int] = [:]
    for item in missing {
      let sale = item.row.transaction
      let count = counts[sale.id, default: 0] + 1
      counts[sale.id] = count
      let part = count == 1 ? "missing" : "missing\(count)"
      let gift = Transaction(
        id: newId(), coinId: sale.coinId, type: .gift, amount: item.amount, pricePerCoin: 0,
        date: sale.date, account: sale.account, reference: sale.reference?.part(part))
      gifts.append(PlannedRow(source: item.row.source, transaction: gift))
      sums[sale.coinId, default: 0] += item.amount
    }
    // They matter more than how tickers were read.
    notices =
      sums.sorted { $0.key < $1.key }.map { .missingCoinsGiven($0.key, amount: $0.value) } + notices
    return gifts
  }

  /// A refused sale, with the deposit that would cover it.
  private func namingDeposit(_ row: RefusedRow) -> RefusedRow {
    guard
      case .breaksRule(let error) = row.reason,
      case .insufficientBalance(let coinId, let owned, let attempted, _) = error
    else { return row }
    let missing = attempted - owned
    var open: [Move] = ledger.moves + moves.map(\.move)
    open.removeAll { $0.transfer != nil || $0.coinId != coinId }
    open.removeAll { $0.amount < missing || $0.date > row.saleDate ?? now }
    guard let deposit = open.max(by: { $0.date < $1.date }) else { return row }
    return RefusedRow(
      source: row.source, reason: .uncoveredBeforeDeposit(error, deposit: deposit))
  }
}

extension RowSource {
  /// Whether the row stands before another: file by file, line by line.
  fileprivate func isBefore(_ other: RowSource) -> Bool {
    file == other.file ? line < other.line : file < other.file
  }
}
