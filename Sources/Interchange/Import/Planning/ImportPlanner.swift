import FoundationEssentials
import Portfolio

/// Collects what files add, then puts it into the ledger's order.
struct ImportPlanner {
  var ledger: ImportLedger
  let policy: ImportPolicy
  let now: Date
  let newId: () -> UUID
  let coins: CoinDirectory
  var names: CoinNames
  var known: Deduplication
  var rows: [PlannedRow] = []
  var moves: [PlannedMove] = []
  /// Moves of bitpal's own files, whose fees and halves are recorded already.
  var ownMoves: [PlannedMove] = []
  var leftOut: [LeftOutRow] = []
  var refused: [RefusedRow] = []
  /// What the ledger has of trades that come in whole now.
  var replaced: [Transaction] = []
  var replacedMoves: [Move] = []
  /// What the ledger has, and rows of another export say more of.
  var lessComplete: (transactions: [Transaction], moves: [Move]) = ([], [])
  /// Whether rows said more, or less, than what was taken before.
  var hasLessComplete = false
  /// Rows that take the place of something, and those that would and cannot come in.
  var replacing: Set<RowPlace> = []
  var refusedReplacing: [RowPlace: RefusedRow] = [:]
  /// Moves of the ledger replaced by gifts or by halves stated in a file.
  var superseded: [Move] = []
  /// Fees of the ledger that were given back with the coins they were paid for.
  var returnedFees: [Transaction] = []
  /// How many deposits of the ledger become gifts, and how many of all because sales need them.
  var givenDeposits = (ofLedger: 0, needed: 0)
  /// What imports before made of moves of the ledger's time.
  var madeOfMoves = MadeOfMoves()
  /// Losses and gifts that imports before made, and that are none now.
  var takenBack: [Transaction] = []
  /// Sales of the ledger that now follow gifts covering them, and their neighbors.
  var movedBehind: [Transaction] = []
  /// Coins whose gifts stay, because sales of the ledger need them.
  var keptGifts: Set<String> = []
  /// Sales of fees of trades that the ledger has already.
  var feesOfKnownTrades: Set<Reference> = []
  /// What the account of a file imported alone held before its rows.
  var openings: [Asset: Decimal] = [:]
  /// Sales of fees that waited for coins, and how many of them stand.
  var bookedFees: Set<UUID> = []
  var feesSold = 0
  /// What is to be said of halves that the user's answers made.
  var unsureHalf: ImportNotice?
  /// Groups whose parts were looked for; what the user changed of them since.
  var partsOfGroups: [ObjectIdentifier: Transaction?] = [:]
  private var swaps = SwapsOfBothCoins()
  /// Whose the ledger's rows are that are equal to those of the import.
  var rowsOfAccounts: RowsOfAccounts
  var notices: [ImportNotice] = []
  var alreadyThere = 0
  /// Whether the ledger was empty.
  private(set) var beginsLedger: Bool
  /// Coins that a refused row would have moved, by row.
  var incomplete: [RowPlace: Set<String>] = [:]
  /// Coins that a refused row may bring, so that gifts are not what sales of them need first.
  var broughtByRefused: Set<String> = []
  /// Rows that stand in files of refused rows, too.
  var refusedBefore = RefusedBefore()
  /// Rows that were refused before.
  var mended: [MendedRow] = []
  /// What rows are known by that were mended earlier and not met yet, by the digests of before.
  var mendedBefore: [String: [Reference]]
  /// Prices that would let rows in.
  var missingPrices: [MissingPrice: Int] = [:]
  /// Whether more than one file is imported.
  var hasSeveralFiles = false
  /// What files before this one, and the ledger, tell; made when a file asks.
  var overlaps: OverlappingReports?
  /// What the ledger has around rows another export may state, where it is read in parts.
  var nearRows: [Transaction]?
  /// Ids that rows of the file state.
  var ids: Set<UUID> = []
  var sharedIds: SharedIds
  /// Where the coins are of a row whose account the file does not name.
  private(set) var placeOfFile: String?
  /// The accounts of the ledger and of the rows before.
  var accounts: AccountNames
  /// Whether the files spell an account in two ways, so that the order of their rows matters.
  var hasTwoSpellings = false
  /// Whether the file numbers the symbols that several coins have.
  private(set) var hasNumberedSymbols = false
  /// Whether the coin column may contain pairs and shares, because the file has no known
  /// form.
  private(set) var hasMixedSymbols = false

  /// - Parameter remembersRows: As for ``Deduplication``.
  init(
    ledger: ImportLedger, policy: ImportPolicy, coins: CoinDirectory, now: Date,
    newId: @escaping () -> UUID, remembersRows: Bool = true
  ) {
    self.ledger = ledger
    beginsLedger = ledger.isEmpty
    self.policy = policy
    self.coins = coins
    self.now = now
    self.newId = newId
    mendedBefore = Dictionary(grouping: policy.mended, by: \.refused)
      .mapValues { $0.map(\.reference) }
    names = CoinNames(directory: coins, stablecoins: policy.stablecoins)
    accounts = policy.accounts
    rowsOfAccounts = RowsOfAccounts(ledger, account: policy.account)
    sharedIds = SharedIds(ledger.overview, remembersRows: remembersRows)
    known = Deduplication(ledger.overview, remembersRows: remembersRows)
    known.record(ledger.transactions)
    madeOfMoves.record(ledger.transactions)
  }

  /// Trades of a file that names no account are where its deposits and withdrawals are.
  mutating func setPlace(of file: ImportFile, hasMovesWithoutAccount: Bool) {
    placeOfFile = file.format.account ?? file.format.rawValue
    hasNumberedSymbols = file.format == .coinTracking
    hasMixedSymbols = file.format == .custom
  }

  /// Goes on with rows of another file of the same instant, where files are merged by instants.
  mutating func beginRowsOfFile() {
    known.beginFile()
    sharedIds.beginRows()
    swaps.beginFile()
  }

  /// Forgets the rows of an instant, where files are merged by instants.
  mutating func forgetInstant() {
    known.forgetRows()
    sharedIds.forgetRows()
    swaps.forget()
    beginRowsOfFile()
  }

  /// - Parameter evidence: What the dollars of its rows say together.
  mutating func apply(_ file: ImportFile, _ evidence: FileEvidence, taken: () -> Void) {
    note(file)
    var balances = BalanceCheck(file.readings)
    for reading in file.readings { balances.compare(reading) }
    notices += balances.differences
    if !hasSeveralFiles, policy.missingCoinsAreGifts { openings = balances.openingBalances }
    let valuer = Valuer(policy: policy, rank: coins.rank, file: evidence)
    var references = RowReferences(format: file.format, account: policy.account)
    ids = []
    sharedIds.beginFile(
      ledger.isEmpty ? file.readings : file.readings.map(underKnownName),
      hasIdOfEachRow: file.format.hasIdOfEachRow)
    known.beginFile()
    swaps.beginFile()
    setPlace(of: file, hasMovesWithoutAccount: file.hasMovesWithoutAccount)
    let (firstRow, firstMove) = (rows.count, moves.count)
    var prices = PriceCheck()
    for reading in file.readings {
      apply(reading, of: file, valuer, &references)
      taken()
    }
    let own = leaveOutOverlaps(of: file, rows: firstRow, moves: firstMove)
    leaveOutRewritten(of: file, rows: own.row, moves: own.move)
    for row in rows[own.row...] { prices.look(at: row, valuer) }
    // They matter more than how tickers were read.
    notices = prices.notices + notices
  }

  /// Takes what a row says.
  mutating func apply(
    _ written: Reading, of file: ImportFile, _ valuer: Valuer, _ references: inout RowReferences
  ) {
    noteAccounts(of: written)
    let reading = underKnownName(written)
    guard !isOfKnownTrade(reading, of: file) else { return alreadyThere += 1 }
    switch reading {
    case .leftOut(let row):
      leftOut.append(row)
      if row.reason.isNothing { releaseParts(ofNothing: row.group, in: file, valuer) }
    case .refused(let row):
      guard
        !hasMended(row.source, reference: name(of: references.next(row.source.digest), row.source))
      else { return alreadyThere += 1 }
      guard !standsAmongRefused(row.source) else { return }
      if let money = row.moneyAlone(declared: policy.stablecoins) { return leftOut.append(money) }
      refused.append(row)
      names.isQuiet = true
      markIncomplete(
        row.coins.map { Quantity(amount: 1, asset: $0) }, of: row.source, bringing: row.coins)
      names.isQuiet = false
    case .entry(let entry):
      let reference =
        entry.hasId || entry.transaction.reference != nil
        ? entry.transaction.reference
        : name(of: references.next(entry.source.digest), entry.source)
      refusing(reading, reference, coins: [Quantity(amount: 1, asset: entry.asset)]) {
        planner throws(RefusalReason) in
        try planner.apply(entry, reference: reference)
      }
    case .record(let record):
      let reference =
        record.hasId || record.move.reference != nil
        ? record.move.reference
        : name(of: references.next(record.source.digest), record.source)
      let quantity = Quantity(amount: 1, asset: .id(record.move.coinId))
      refusing(reading, reference, coins: [quantity]) { planner throws(RefusalReason) in
        try planner.apply(record, reference: reference)
      }
    case .trade(let written):
      if valuer.distrustsFile {
        say(.constantRate(file: file.name))
      } else if written.contradicts(policy.rates) {
        say(.dollarsOffRate(file: file.name))
      }
      let facts = current(written)
      guard let next = references.next(stated: facts.reference, source: facts.source) else {
        return leftOut.append(LeftOutRow(source: facts.source, reason: .repeated))
      }
      let reference = name(of: next, facts.source)
      refusing(reading, reference, coins: [facts.received, facts.spent], on: facts.date) {
        planner throws(RefusalReason) in
        try planner.apply(facts, reference: reference, of: file, valuer)
      }
    case .move(let written):
      var facts = written
      facts.quantity.asset = current(facts.quantity.asset, on: facts.date)
      let next = references.next(stated: facts.reference, source: facts.source, isMove: true)
      guard let reference = next.map({ name(of: $0, of: facts) }) else {
        return leftOut.append(LeftOutRow(source: facts.source, reason: .repeated))
      }
      refusing(reading, reference, coins: [facts.quantity]) { planner throws(RefusalReason) in
        try planner.releaseParts(of: facts.group, in: file, valuer)
        try planner.apply(facts, reference: reference, of: file)
      }
    }
  }

  private mutating func apply(
    _ facts: TradeFacts, reference: Reference, of file: ImportFile, _ valuer: Valuer
  ) throws(RefusalReason) {
    if hasMixedSymbols { try refuseShares(in: facts) }
    try releaseParts(of: facts.group, in: file, valuer)
    let booking = Booking(
      facts: facts.withFeeApart, legs: names, valuer: valuer,
      account: account(of: facts.account, in: file))
    let result = try booking.result()
    let reference = self.reference(reference, of: facts, result, in: file)
    var planned: [PlannedRow] = []
    let ids = result.transactions.map { _ in newId() }
    // The rows of one trade are one event.
    let main = result.transactions.firstIndex { $0.name.isEmpty } ?? 0
    for (part, id) in zip(result.transactions, ids) {
      var transaction = part.transaction
      transaction.reference = reference.part(part.name)
      transaction.link = ids.count > 1 ? ids[main] : nil
      try validated(transaction, now: now)
      let own = Transaction(id, transaction)
      planned.append(
        PlannedRow(
          source: facts.source, transaction: own, isLoss: part.isFee,
          amounts: part.isFee ? [] : facts.amounts(isIn: own.type.isAcquisition)))
    }
    leftOut += result.leftOut.map { LeftOutRow(source: facts.source, reason: $0) }
    if result.leftOut.contains(where: \.isFeeWithoutValue) {
      noteMissingPrice(of: facts.fees, on: UTCDay(facts.date))
    }
    planned.forEach { noteParity(of: $0.transaction) }
    if facts.isOfEitherCoin || facts.secondsApart > 0, !known.ledgerHas(reference),
      swaps.isCounted(planned.map(\.transaction), within: facts.secondsApart, &known)
    {
      alreadyThere += planned.count
      return
    }
    var (isThere, isGone) = (false, false)
    let otherwise = readOtherwise(planned, as: reference)
    alreadyThere += otherwise.count
    for row in planned where !otherwise.contains(row.transaction.id) {
      if known.contains(row.transaction, isOwn: false, hasOwnId: false) {
        alreadyThere += 1
        isThere = true
      } else if isDeleted(row.transaction.reference, row.source) {
        isGone = true
      } else if isThere || !isGone || !row.isLoss {
        let waits = isThere && row.isLoss
        if waits, let reference = row.transaction.reference { feesOfKnownTrades.insert(reference) }
        // That coins lack for its fee was said when the trade came in.
        rows.append(waits ? row.withoutPlace : row)
      }
    }
  }
}

/// Rows of bitpal's own files, which say whole transactions and moves.
extension ImportPlanner {
  mutating func apply(
    _ entry: ImportedEntry, reference: Reference?
  ) throws(RefusalReason) {
    let coinId = try names.id(of: entry.asset)
    let written = entry.transaction
    if entry.hasId, !ids.insert(written.id).inserted {
      throw .sameIdentity(written.id.uuidString)
    }
    let transaction = try written.planned(
      id: entry.hasId ? written.id : newId(), coinId: coinId,
      account: policy.account(of: written.account), reference: reference, now: now)
    guard !known.contains(transaction, isOwn: true, hasOwnId: entry.hasId) else {
      alreadyThere += 1
      return
    }
    rows.append(PlannedRow(source: entry.source, transaction: transaction))
  }

  mutating func apply(
    _ record: MoveRecord, reference: Reference?
  ) throws(RefusalReason) {
    let written = record.move
    guard written.date <= now else { throw .breaksRule(.futureDateNotAllowed) }
    if record.hasId, !ids.insert(written.id).inserted {
      throw .sameIdentity(written.id.uuidString)
    }
    let move = Move(
      id: record.hasId ? written.id : newId(), account: policy.account(of: written.account),
      coinId: try names.id(of: .id(written.coinId)), amount: written.amount, fee: written.fee,
      date: written.date, hash: written.hash, notes: written.notes, reference: reference,
      transfer: written.transfer)
    guard !known.contains(move, hasOwnId: record.hasId) else {
      alreadyThere += 1
      return
    }
    let planned = PlannedMove(source: record.source, move: move)
    // An export says what its moves are; of rows written by hand the halves have to be found.
    if record.hasId || move.transfer != nil {
      ownMoves.append(planned)
    } else {
      moves.append(planned)
    }
  }
}

/// Where the coins of rows are.
extension ImportPlanner {
  /// The account of a row that states one, or none.
  func account(of stated: String, in file: ImportFile) -> String? {
    policy.account ?? (stated.isEmpty ? placeOfFile : stated).map(accounts.spelling)
  }

  /// Takes note of how a row spells its accounts.
  mutating func noteAccounts(of reading: Reading) {
    switch reading {
    case .trade(let facts): noteAccount(facts.account)
    case .move(let facts):
      noteAccount(facts.account)
      if !facts.otherAccount.isEmpty { noteSpelling(facts.otherAccount) }
    case .entry, .record, .leftOut, .refused: break
    }
  }

  private mutating func noteAccount(_ stated: String) {
    if let name = policy.account ?? (stated.isEmpty ? placeOfFile : stated) { noteSpelling(name) }
  }

  private mutating func noteSpelling(_ name: String) {
    let spelling = accounts.spelling(of: name)
    if spelling == name { return accounts.insert(name) }
    // The ledger's spelling counts wherever the row stands, that of the files where it is the first.
    if policy.accounts.spelling(of: name) == name { hasTwoSpellings = true }
  }
}
