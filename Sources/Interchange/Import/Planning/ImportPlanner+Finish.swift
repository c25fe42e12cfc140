import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// The plan of everything taken so far.
  mutating func plan(formats: [ImportFormat]) -> ImportPlan {
    leaveOutOtherAccounts()
    let before = ledger
    var changed = bookMovesCovered()
    let (booked, bookedChanges) = (before.isEmpty ? nil : self, changed)
    giveMissingCoins(before: before, &changed)
    var ordered = orderedRows()
    if let booked, takenBack.count > booked.takenBack.count || !movedBehind.isEmpty,
      ordered.hasLost(movedBehind)
    {
      (self, changed) = (booked, bookedChanges)
      giveMissingCoins(before: nil, &changed)
      ordered = orderedRows()
    }
    let additions = ordered.rows.map(\.transaction)
    if !bookedFees.isEmpty { feesSold = additions.count { bookedFees.contains($0.id) } }
    let hasLosses = ordered.rows.contains(where: \.isTransferLoss)
    let recorded = hasLosses ? ordered.rows.map(policy.recorded) : additions
    let moved = Set(movedBehind.lazy.map(\.id))
    let new = moved.isEmpty ? additions : additions.filter { !moved.contains($0.id) }
    var plan = plan(
      formats: formats, recorded, ImportTotals(new), without: ordered.gone,
      changed: &changed, lookalikes(of: new, in: ledger.transactions))
    for row in ordered.rows where row.source.line > 0 {
      plan.places[row.transaction.id] = row.source.rowPlace
    }
    for row in moves where row.source.line > 0 { plan.places[row.move.id] = row.source.rowPlace }
    return plan
  }

  /// The rows in the ledger's order; they are not here any more then.
  mutating func orderedRows() -> OrderedRows {
    // They are not needed here any more, and two copies of many rows are too many.
    var inTime: [PlannedRow] = []
    swap(&inTime, &rows)
    inTime.sort { $0.transaction.date < $1.transaction.date }
    return orderedForLedger(consume inTime, in: ledger)
  }

  var rowsInTime: [PlannedRow] { rows.sorted { $0.transaction.date < $1.transaction.date } }

  /// Books the moves; gifts that deposits became stay where the ledger's sales need them.
  private mutating func bookMovesCovered() -> [Move] {
    let coins = Set(rows.lazy.map(\.transaction.coinId))
    guard !madeOfMoves.gifts.isEmpty else { return bookMoves(ofCoins: coins) }
    let before = self
    let changed = bookMoves(ofCoins: coins)
    let needed = coinsLackedByLedger(of: Set(takenBack.lazy.map(\.coinId)))
    guard !needed.isEmpty else { return changed }
    self = before
    keptGifts = needed
    return bookMoves(ofCoins: coins)
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
      let deposits = openDeposits(changed)
      answerDeposits(deposits, as: .open, &changed)
      brought.formUnion(deposits.lazy.map(\.move.coinId))
    }
    bookWaitingFees(brought)
    return changed
  }

  /// The plan, once everything is known.
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
    let now = movesNow(changed).map(\.move)
    let swaps = swapsOnChain(among: now)
    let unsure = FoundTransfers(among: now).unsure
    refused += gone.uncovered.map { namingDeposit($0, swaps, butFor: unsure) }
    let parts = replaced.count + replacedMoves.count
    if parts > 0 { notices.insert(.partsReplaced(parts), at: 0) }
    let known = lessComplete.transactions.count + lessComplete.moves.count
    if known > 0 { notices.insert(.lessCompleteReplaced(known), at: 0) }
    if givenDeposits.needed > 0 {
      notices.insert(.neededDepositsGiven(givenDeposits.needed), at: 0)
    } else if givenDeposits.ofLedger > 0 {
      notices.insert(.depositsGiven(givenDeposits.ofLedger), at: 0)
    }
    let opened = openedCount(changed)
    if opened > 0 { notices.insert(.transfersOpened((opened + 1) / 2), at: 0) }
    if feesSold > 0 { notices.insert(.waitingFeesSold(feesSold), at: 0) }
    if let unsureHalf { notices.insert(unsureHalf, at: 0) }
    let back = takenBack.count { $0.reference?.ofGivenDeposit != nil }
    if back > 0 { notices.insert(.depositsBack(back), at: 0) }
    incomplete.merge(gone.incompleteCoins) { $0.union($1) }
    var plan = ImportPlan(
      formats: formats, additions: additions, totals: totals,
      moves: moves.map(\.move).sorted { $0.date < $1.date },
      changedMoves: withoutUnchanged(changed),
      alreadyThere: alreadyThere, leftOut: leftOut.sorted { $0.source.isBefore($1.source) },
      refused: refused.sorted { $0.source.isBefore($1.source) },
      notices: rowsOfAccounts.notices + notices + names.notices,
      lookalikes: lookalikes, incompleteCoinsByRow: incomplete.mapValues { $0.sorted() },
      missingPrices: missingPrices,
      skipsRefused: policy.skipsRefused, mended: mended,
      replaced: replaced + lessComplete.transactions + returnedFees + takenBack + movedBehind,
      replacedMoves: replacedMoves + lessComplete.moves + superseded)
    plan.openedCount = opened
    plan.beginsLedger = beginsLedger
    plan.broughtByRefused = broughtByRefused
    let new = Set(plan.moves.lazy.map(\.id))
    plan.unsureMoves = (plan.moves + plan.changedMoves).filter { unsure.contains($0.id) }
    plan.swaps = swaps.filter { new.contains($0.deposit.id) || new.contains($0.withdrawal.id) }
    return plan
  }

  /// How many moves were halves of a transfer of the ledger, and are none now.
  private func openedCount(_ changed: [Move]) -> Int {
    let ids = Set(changed.lazy.filter { $0.transfer == nil }.map(\.id))
    return ledger.moves.count { $0.transfer != nil && ids.contains($0.id) }
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
      let (fee, lost) = feeAndLoss(of: move)
      for (part, amount) in [("fee", fee), ("loss", lost)] where amount > 0 {
        bookLoss(amount, of: move, part: part, source: RowSource(line: 0, text: ""))
      }
    }
  }

  /// What of the coins that a move of the ledger still lacks is its fee, and what did not arrive.
  ///
  /// What did not arrive was in the amount of the withdrawal when that came in. Booked as a fee, it
  /// would count besides that amount, and the withdrawal would not be known in another report.
  private func feeAndLoss(of move: Move) -> (fee: Decimal, lost: Decimal) {
    guard move.transfer != nil, let before = ledger.overview.beforeEdits.moves[move.id] else {
      return (move.fee, 0)
    }
    let lost = min(move.fee, max(0, abs(before.amount) - abs(move.amount)))
    return (move.fee - lost, lost)
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

  /// Coins lost on the way, as a sale for nothing (SPEC §3.12).
  mutating func bookLoss(
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

  /// A refused sale, with the deposit that would cover it.
  ///
  /// - Parameter unsure: Moves that may be halves of several transfers.
  private func namingDeposit(
    _ row: RefusedRow, _ swaps: [SwapOnChain], butFor unsure: Set<UUID>
  ) -> RefusedRow {
    guard
      case .breaksRule(let error) = row.reason,
      case .insufficientBalance(let coinId, let owned, let attempted, _, _) = error
    else { return row }
    let missing = attempted - owned
    var open: [Move] = ledger.moves + moves.map(\.move)
    open.removeAll { $0.transfer != nil || $0.coinId != coinId || unsure.contains($0.id) }
    open.removeAll { $0.amount < missing || $0.date > row.saleDate ?? now }
    guard let deposit = open.max(by: { $0.date < $1.date }) else { return row }
    if let swap = swaps.first(where: { $0.deposit.id == deposit.id }) {
      return RefusedRow(source: row.source, reason: .uncoveredBeforeSwap(error, swap))
    }
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

extension ImportPlanner {
  /// Notes what the user should know of a file as a whole.
  mutating func note(_ file: ImportFile) {
    if file.isWindowsText { notices.append(.windowsText(file: file.name)) }
    if file.hasUnknownZone { notices.append(.localTimes(file: file.name)) }
    if let zone = file.localZone { notices.append(.localTimesIn(zone: zone, file: file.name)) }
    if let zone = file.ignoredZone { notices.append(.zoneNotUsed(zone: zone, file: file.name)) }
    if let currency = file.currency {
      notices.append(.figuresIn(currency: currency, file: file.name))
    }
    if file.isNewestFirst { say(.newestFirst) }
  }

  /// Notes something once.
  mutating func say(_ notice: ImportNotice) {
    if !notices.contains(notice) { notices.append(notice) }
  }

  /// Notes what a file before, or another one, may have noted already.
  mutating func append(_ notice: ImportNotice) {
    guard case .movesOfMoney(let code, let rows) = notice else { return say(notice) }
    noteMoves(ofMoney: code, rows: rows)
  }

  /// Says how many deposits and withdrawals were taken for money whose letters a coin has, too.
  mutating func noteMoney(_ leg: Leg) {
    guard case .money(let code) = leg.kind, !StateMoney.known.contains(code), names.isTicker(code)
    else { return }
    noteMoves(ofMoney: code, rows: 1)
  }

  private mutating func noteMoves(ofMoney code: String, rows: Int) {
    let place = notices.firstIndex {
      if case .movesOfMoney(code, _) = $0 { true } else { false }
    }
    guard let place, case .movesOfMoney(_, let before) = notices[place] else {
      return notices.append(.movesOfMoney(code, rows: rows))
    }
    notices[place] = .movesOfMoney(code, rows: before + rows)
  }

  /// Says where a stablecoin's price stands for the dollar it was declared to be.
  mutating func noteParity(of transaction: Transaction) {
    guard let valuation = transaction.valuation, valuation.kind == .dailyPrice,
      let ticker = transaction.payment?.currency, policy.stablecoins.contains(ticker),
      let day = valuation.day, let price = valuation.rate
    else { return }
    say(.stablecoinOffParity(ticker: ticker, day: day, price: price))
  }

  /// The sides of a trade that the ledger has not, though it has the trade: a stablecoin is a coin
  /// in one of the two only.
  ///
  /// - Returns: The ids of the sides.
  mutating func readOtherwise(_ planned: [PlannedRow], as reference: Reference) -> Set<UUID> {
    let sides = planned.filter { !$0.isLoss }.map(\.transaction)
    guard !ledger.isEmpty, sides.contains(where: \.isOfStablecoin) else { return [] }
    let names = ["", "sale"].map(reference.part)
    // What another row takes the place of was there, too.
    let there = names.filter(ledger.overview.has)
    let missing = sides.filter { side in
      side.reference.map { !there.contains($0) && !ledger.overview.deleted.contains($0) } ?? false
    }
    let own = Set(sides.compactMap(\.reference))
    guard !there.isEmpty, !missing.isEmpty || there.contains(where: { !own.contains($0) })
    else { return [] }
    noteReadOtherwise()
    return Set(missing.map(\.id))
  }

  private mutating func noteReadOtherwise() {
    for (place, notice) in notices.enumerated() {
      guard case .readOtherwise(let trades) = notice else { continue }
      notices[place] = .readOtherwise(trades: trades + 1)
      return
    }
    notices.insert(.readOtherwise(trades: 1), at: 0)
  }
}

extension Transaction {
  /// Whether a stablecoin is what moved, or what was paid in.
  fileprivate var isOfStablecoin: Bool {
    Stablecoin.known.values.contains(coinId)
      || payment.map { Stablecoin.known[$0.currency] != nil } ?? false
  }
}
