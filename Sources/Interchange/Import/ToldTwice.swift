import FoundationEssentials
import Portfolio

/// Finds rows that another export of the same account tells, too.
///
/// Exchanges write the same trades into several exports: a row for each fill into one, a row for
/// each second into another. Rows are the same where, of one account, coin and direction, they add
/// up to the same amount in the same second, or in one of the next two, because exports round
/// times differently. Within one form equal rows are fills of their own. Of a deposit or withdrawal
/// one export has the instant of the chain and another that of the booking: there the nearest of an
/// hour is the same.
///
/// The ledger does not know the form of rows without ids. A file of theirs of which it has no row
/// is another generation of their report where trades of several seconds are the same, and most of
/// those between its first and last: fills that two pieces of one report share are of one second.
struct ToldTwice {
  private let ledger: LedgerOverview
  private var told: [Happening: [Telling]] = [:]
  /// Deposits and withdrawals by what is the same of them at whatever second.
  private var toldMoves: [Happening: [ToldMove]] = [:]
  /// How many rows of the files so far the ledger had.
  var alreadyThere = 0

  /// How many happenings of the last file were told by its own report.
  private(set) var countOfSameReport = 0

  /// How much of what others tell rows of the file are known as, by who tells it.
  typealias Known = [Happening: [String?: Decimal]]

  /// Forms that an exchange splits among files by wallet, so that two files of one form may tell
  /// the same.
  static let splitForms: Set<ImportFormat> = [.cryptoCom]

  /// The ledger's rows as they came in.
  let first: FirstRows
  /// Moves by the references of the sales that their fees became.
  private var movesOfFees: [Reference: Happening] = [:]
  /// What is not forgotten, because a row may be told by it.
  private var kept: [Happening: [Telling]] = [:]
  /// What the ledger told in its order, to be forgotten.
  private var ofLedger: [Happening] = []
  private var forgotten = 0

  /// Starts with the ledger's moves, and with what was changed or deleted of its transactions.
  ///
  /// - Parameter bringsBackDeleted: Whether what the user deleted shall come in again.
  init(_ ledger: ImportLedger, bringsBackDeleted: Bool) {
    self.ledger = ledger.overview
    first = FirstRows(ledger, bringsBackDeleted: bringsBackDeleted)
    for move in first.moves { tell(move, isDeleted: first.deletedMoves.contains(move.id)) }
    for (row, isDeleted) in first.changed { tell(row, isDeleted: isDeleted) }
  }

  private mutating func tell(_ move: Move, isDeleted: Bool = false) {
    guard let reference = move.reference else { return }
    let happening = Happening(move)
    let amount = abs(move.amount) + move.fee
    note(Telling(form: nil, id: reference, amount: amount, isDeleted: isDeleted), of: happening)
    for part in first.parts[reference] ?? [] { movesOfFees[reference.part(part)] = happening }
  }

  /// Takes the next transactions of the ledger.
  mutating func tell(_ transactions: [Transaction]) {
    for transaction in transactions where !first.isChanged(transaction) {
      if let happening = tell(first.row(of: transaction)) { ofLedger.append(happening) }
    }
  }

  /// Takes what a transaction was; returns what happened, where that may be forgotten.
  @discardableResult
  private mutating func tell(_ row: FirstRows.Row, isDeleted: Bool = false) -> Happening? {
    switch row {
    case .told: break
    case .move(let move): tell(move, isDeleted: isDeleted)
    case .transaction(let row):
      guard let reference = row.reference else { break }
      if row.category == .fee, let happening = movesOfFees[reference] {
        addFee(row.amount, of: reference, to: happening)
      }
      guard let happening = Happening(row) else { break }
      let telling = Telling(form: nil, id: reference, amount: row.amount, isDeleted: isDeleted)
      note(telling, of: happening)
      return happening
    }
    return nil
  }

  /// Counts a fee with the move that it was part of.
  private mutating func addFee(
    _ amount: Decimal, of reference: Reference, to happening: Happening
  ) {
    let ids = Telling(form: nil, id: reference, amount: 0).ids
    let place = told[happening]?.firstIndex { $0.form == nil && $0.ids == ids }
    if let place { told[happening]?[place].amount += amount }
    let move = toldMoves[happening.atAnySecond]?.firstIndex {
      $0.second == happening.second && $0.telling.form == nil && $0.telling.ids == ids
    }
    if let move { toldMoves[happening.atAnySecond]?[move].telling.amount += amount }
  }

  /// Forgets transactions of the ledger before an instant.
  mutating func forget(before date: Date) {
    let second = date.millisecondsSince1970 / 1000
    while forgotten < ofLedger.count, ofLedger[forgotten].second < second {
      told[ofLedger[forgotten]] = nil
      forgotten += 1
    }
    guard forgotten > 1024 else { return }
    ofLedger.removeFirst(forgotten)
    forgotten = 0
  }

  /// The lines of a file that an earlier one, or the ledger, tells already, each with why it is left
  /// out.
  ///
  /// - Parameters:
  ///   - rows: What the file adds.
  ///   - moves: Its deposits and withdrawals, their fees still with them.
  ///   - known: What other rows of the file are, so that these are not.
  ///   - isNew: Whether the ledger has no row of the file.
  mutating func lines(
    of file: ImportFile, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    besides known: Known, isNew: Bool
  ) -> [Int: LeftOutReason] {
    let isSplit = Self.splitForms.contains(file.format)
    // Another generation of a form has other columns.
    let columns = file.header?.columns.sorted().joined(separator: ",") ?? ""
    let form = isSplit ? file.name : "\(file.format.rawValue) \(columns)"
    var sums: [Happening: Telling] = [:]
    eachHappening(of: rows, moves) { happening, amount, id, row, isTrade in
      var first = Telling(form: form, id: id, amount: 0, row: row)
      first.isTrade = isTrade
      sums[happening, default: first].amount += amount
    }
    let isGeneration = isNew && !isSplit && isAnotherGeneration(sums)
    var twins: [Happening: Telling] = [:]
    countOfSameReport = 0
    for (happening, telling) in sums {
      let twin =
        twin(of: telling, at: happening, isSplit ? known : nil)
        ?? (isGeneration ? generationTwin(of: telling, at: happening) : nil)
      guard let twin else { continue }
      if twin.ids == telling.ids { countOfSameReport += 1 }
      twins[happening] = twin
      sums[happening] = nil
    }
    for (happening, twin) in moveTwins(of: sums, besides: twins) {
      twins[happening] = twin
      sums[happening] = nil
    }
    for (happening, telling) in sums { note(telling, of: happening) }
    guard !twins.isEmpty else { return [:] }
    // Of a swap both sides must be told, or the row stays.
    var lines: [Int: Telling] = [:]
    var others: Set<Int> = []
    eachHappening(of: rows, moves) { happening, _, _, row, _ in
      guard let twin = twins[happening] else {
        others.insert(row.line)
        return
      }
      if lines[row.line].map({ twin.place < $0.place }) ?? true { lines[row.line] = twin }
    }
    return lines.filter { !others.contains($0.key) }.mapValues(\.reason)
  }

  /// Does not forget what is known of a row's time.
  mutating func keep(around row: Transaction) {
    guard let happening = Happening(row) else { return }
    for shift in -2...2 {
      let near = happening.moved(seconds: shift)
      if let tellings = told[near] { kept[near] = tellings }
    }
  }

  /// The same with what was not to be forgotten.
  var remembering: ToldTwice {
    var whole = self
    whole.told.merge(kept) { $1 }
    return whole
  }

  /// Whether a row may be reported twice, or shows whether others are: something of the same kind
  /// and time, or rows without ids of its time, were reported already.
  func concerns(_ row: PlannedRow) -> Bool {
    guard let happening = Happening(row.transaction) else { return false }
    if (-2...2).contains(where: { told[happening.moved(seconds: $0)] != nil }) { return true }
    return mayBeRewritten(row)
  }

  /// Whether a row without an id is of a time of which the ledger has such rows from its form.
  func mayBeRewritten(_ row: PlannedRow) -> Bool {
    guard let happening = Happening(row.transaction) else { return false }
    let own = Telling(form: nil, id: row.transaction.reference, amount: 0)
    return own.isWithoutIds && ledger.generations[own.ids]?.contains(happening.second) ?? false
  }

  private func eachHappening(
    of rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    _ body: (Happening, Decimal, Reference?, RowSource, _ isTrade: Bool) -> Void
  ) {
    for row in rows where !row.isLoss {
      let transaction = row.transaction
      guard let happening = Happening(transaction) else { continue }
      let isTrade = transaction.category == .trade
      body(happening, transaction.amount, transaction.reference, row.source, isTrade)
    }
    for planned in moves {
      let move = planned.move
      body(Happening(move), abs(move.amount) + move.fee, move.reference, planned.source, false)
    }
  }

  /// Whether rows without ids tell what the ledger has from another generation of their report, or
  /// from the same one as a spreadsheet wrote it anew.
  private func isAnotherGeneration(_ sums: [Happening: Telling]) -> Bool {
    let trades = sums.filter { ($0.value.isTrade || $0.key.isMove) && $0.value.isWithoutIds }
    let same = trades.filter { generationTwin(of: $0.value, at: $0.key) != nil }
    let seconds = Set(same.keys.map(\.second))
    guard seconds.count > 1, let first = seconds.min(), let last = seconds.max() else {
      return false
    }
    return same.count * 2 > trades.keys.filter { (first...last).contains($0.second) }.count
  }

  /// Where the ledger has the same in the same second from a report of the same name.
  private func generationTwin(of own: Telling, at happening: Happening) -> Telling? {
    guard own.isWithoutIds else { return nil }
    return told[happening]?.first {
      $0.form == nil && $0.ids == own.ids && $0.amount == own.amount
    }
  }

  /// Deposits and withdrawals that another export has at another minute.
  ///
  /// - Parameter found: Those of the same second, which nothing else can be.
  private func moveTwins(
    of sums: [Happening: Telling], besides found: [Happening: Telling]
  ) -> [Happening: Telling] {
    var free = toldMoves
    for happening in found.keys where happening.isMove {
      let nearest = free[happening.atAnySecond]?.indices.min { one, other in
        let seconds = free[happening.atAnySecond]?.map { abs($0.second - happening.second) } ?? []
        return seconds[one] < seconds[other]
      }
      if let nearest { free[happening.atAnySecond]?.remove(at: nearest) }
    }
    var twins: [Happening: Telling] = [:]
    for (happening, own) in sums.sorted(by: { $0.key.second < $1.key.second })
    where happening.isMove {
      let others = free[happening.atAnySecond] ?? []
      let near = others.indices.filter { index in
        others[index].telling.isTwin(of: own, isSplit: false)
          && abs(others[index].second - happening.second) <= Self.longestBooking
      }
      let nearest = near.min {
        abs(others[$0].second - happening.second) < abs(others[$1].second - happening.second)
      }
      guard let nearest else { continue }
      twins[happening] = others[nearest].telling
      free[happening.atAnySecond]?.remove(at: nearest)
    }
    return twins
  }

  /// Seconds between what a chain confirms and what an exchange books, at most.
  private static let longestBooking = 3600

  private mutating func note(_ telling: Telling, of happening: Happening) {
    if happening.isMove {
      toldMoves[happening.atAnySecond, default: []].append(
        ToldMove(second: happening.second, telling: telling))
    }
    let place = told[happening]?.firstIndex {
      $0.form == nil && telling.form == nil && $0.ids == telling.ids
    }
    if let place {
      told[happening]?[place].add(telling)
    } else {
      told[happening, default: []].append(telling)
    }
  }

  /// Where else the same is reported.
  ///
  /// - Parameter known: Of a form that is split among files, what of it other rows are.
  private func twin(
    of own: Telling, at happening: Happening, _ known: Known?
  ) -> Telling? {
    for shift in [0, 1, -1, 2, -2] {
      let second = happening.moved(seconds: shift)
      for var other in told[second] ?? [] {
        if other.ids == own.ids { other.amount -= known?[second]?[other.form] ?? 0 }
        if other.isTwin(of: own, isSplit: known != nil) { return other }
      }
    }
    return nil
  }
}
