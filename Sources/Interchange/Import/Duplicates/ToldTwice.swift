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
  let ledger: LedgerOverview
  var told: [Happening: [Telling]] = [:]
  /// Deposits and withdrawals by what is the same of them at whatever second.
  var toldMoves: [Happening: [ToldMove]] = [:]
  /// Reports of which a trade is not of a whole minute.
  var withSeconds: Set<String> = []
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
  var movesOfFees: [Reference: Happening] = [:]
  /// What is not forgotten, because a row may be told by it.
  var kept: [Happening: [Telling]] = [:]
  /// What the ledger told in its order, to be forgotten.
  var ofLedger: [Happening] = []
  var forgotten = 0

  /// Starts with the ledger's moves, and with what was changed or deleted of its transactions.
  ///
  /// - Parameter bringsBackDeleted: Whether what the user deleted shall come in again.
  init(_ ledger: ImportLedger, bringsBackDeleted: Bool) {
    self.ledger = ledger.overview
    first = FirstRows(ledger, bringsBackDeleted: bringsBackDeleted)
    let unchanged = Set(ledger.moves.lazy.filter { $0.transfer == nil }.map(\.id))
    for move in first.moves {
      tell(
        move,
        mayGo: unchanged.contains(move.id) && ledger.overview.beforeEdits.moves[move.id] == nil,
        isDeleted: first.deletedMoves.contains(move.id))
    }
    for (row, isDeleted) in first.changed { tell(row, isDeleted: isDeleted) }
  }

  /// What of a file an earlier one, or the ledger, tells already.
  ///
  /// - Parameters:
  ///   - rows: What the file adds.
  ///   - moves: Its deposits and withdrawals, their fees still with them.
  ///   - known: What other rows of the file are, so that these are not.
  ///   - isNew: Whether the ledger has no row of the file.
  mutating func lines(
    of file: ImportFile, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    besides known: Known, isNew: Bool
  ) -> ToldLines {
    let isSplit = Self.splitForms.contains(file.format)
    // Another generation of a form has other columns.
    let columns = file.header?.columns.sorted().joined(separator: ",") ?? ""
    let form = isSplit ? file.name : "\(file.format.rawValue) \(columns)"
    var sums: [Happening: Telling] = [:]
    eachHappening(of: rows, moves) { happening, telling in
      if sums[happening]?.add(telling) == nil { sums[happening] = telling.told(by: form) }
    }
    let all = sums
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
    for (happening, twin) in minuteTwins(of: all) where sums[happening] != nil {
      twins[happening] = twin
      sums[happening] = nil
    }
    for (happening, twin) in moveTwins(of: sums, besides: twins) {
      twins[happening] = twin
      sums[happening] = nil
    }
    for (happening, telling) in sums { note(telling, of: happening) }
    guard !twins.isEmpty else { return ToldLines() }
    // Of a swap both sides must be told, or the row stays.
    var lines: [Int: Telling] = [:]
    var others: Set<Int> = []
    var outdone: [Int: [Telling]] = [:]
    eachHappening(of: rows, moves) { happening, telling in
      let line = telling.line
      guard let twin = twins[happening] else {
        others.insert(line)
        return
      }
      if twin.mayGo, let own = all[happening], own.saysMore(than: twin) {
        outdone[line, default: []].append(twin)
      }
      if lines[line].map({ twin.place < $0.place }) ?? true { lines[line] = twin }
    }
    return ToldLines(
      leftOut: lines.filter { !others.contains($0.key) && outdone[$0.key] == nil }
        .mapValues(\.reason),
      outdone: outdone.filter { !others.contains($0.key) }
        .mapValues { $0.reduce(into: []) { $0.formUnion($1.sayers) } })
  }

  private func eachHappening(
    of rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    _ body: (Happening, Telling) -> Void
  ) {
    for row in rows where !row.isLoss {
      guard let happening = Happening(row.transaction) else { continue }
      body(happening, Telling(row.transaction, row: row.source))
    }
    for planned in moves {
      body(Happening(planned.move), Telling(planned.move, row: planned.source))
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

  mutating func note(_ telling: Telling, of happening: Happening) {
    if happening.hasSeconds { withSeconds.insert(telling.report) }
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
        if other.ids == own.ids { other = other.less(known?[second]?[other.form] ?? 0) }
        if other.isTwin(of: own, isSplit: known != nil) { return other }
      }
    }
    return nil
  }
}

/// What other reports tell of a file's lines.
struct ToldLines {
  /// Lines that are left out, each with why.
  var leftOut: [Int: LeftOutReason] = [:]
  /// What says the same as lines that say more of it.
  var outdone: [Int: Set<Telling.Sayer>] = [:]
}
