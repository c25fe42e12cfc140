import FoundationEssentials
import Portfolio

/// Finds rows that another export of the same account has, too.
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
struct OverlappingReports {
  let ledger: LedgerOverview
  var reported: [AccountChange: [ReportedChange]] = [:]
  /// Deposits and withdrawals by what is the same of them at whatever second.
  var reportedMoves: [AccountChange: [ReportedMove]] = [:]
  /// Reports of which a trade is not of a whole minute.
  var withSeconds: Set<String> = []
  /// How many rows of the files so far the ledger had.
  var alreadyThere = 0

  /// How many changes of the last file the ledger has from the same report.
  private(set) var countOfSameReport = 0

  /// How much of what other reports have is known to be rows of the file, by report.
  typealias Known = [AccountChange: [String?: Decimal]]

  /// Forms that an exchange splits among files by wallet, so that two files of one form may have the
  /// same change.
  static let splitForms: Set<ImportFormat> = [.cryptoCom]

  /// The ledger's rows as they came in.
  let first: FirstRows
  /// Moves by the references of the sales that their fees became.
  var movesOfFees: [Reference: AccountChange] = [:]
  /// What is not forgotten, because a row may be the same.
  var kept: [AccountChange: [ReportedChange]] = [:]
  /// Changes of the ledger in its order, to be forgotten.
  var ofLedger: [AccountChange] = []
  var forgotten = 0

  /// Starts with the ledger's moves, and with what was changed or deleted of its transactions.
  ///
  /// - Parameter bringsBackDeleted: Whether what the user deleted shall come in again.
  init(_ ledger: ImportLedger, bringsBackDeleted: Bool) {
    self.ledger = ledger.overview
    first = FirstRows(ledger, bringsBackDeleted: bringsBackDeleted)
    let unchanged = Set(ledger.moves.lazy.filter { $0.transfer == nil }.map(\.id))
    for move in first.moves {
      record(
        move,
        isReplaceable: unchanged.contains(move.id)
          && ledger.overview.beforeEdits.moves[move.id] == nil,
        isDeleted: first.deletedMoves.contains(move.id))
    }
    for (row, isDeleted) in first.changed { record(row, isDeleted: isDeleted) }
  }

  /// What of a file an earlier one, or the ledger, has already.
  ///
  /// - Parameters:
  ///   - rows: What the file adds.
  ///   - moves: Its deposits and withdrawals, their fees still with them.
  ///   - known: What other rows of the file are, so that these are not.
  ///   - isNew: Whether the ledger has no row of the file.
  mutating func lines(
    of file: ImportFile, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    besides known: Known, isNew: Bool
  ) -> OverlappingLines {
    let isSplit = Self.splitForms.contains(file.format)
    // Another generation of a form has other columns.
    let columns = file.header?.columns.sorted().joined(separator: ",") ?? ""
    let form = isSplit ? file.name : "\(file.format.rawValue) \(columns)"
    var sums: [AccountChange: ReportedChange] = [:]
    eachChange(of: rows, moves) { change, report in
      if sums[change]?.add(report) == nil { sums[change] = report.reported(by: form) }
    }
    let all = sums
    let isGeneration = isNew && !isSplit && isAnotherGeneration(sums)
    var twins: [AccountChange: ReportedChange] = [:]
    countOfSameReport = 0
    for (change, report) in sums {
      let twin =
        twin(of: report, at: change, isSplit ? known : nil)
        ?? (isGeneration ? generationTwin(of: report, at: change) : nil)
      guard let twin else { continue }
      if twin.ids == report.ids { countOfSameReport += 1 }
      twins[change] = twin
      sums[change] = nil
    }
    for (change, twin) in minuteTwins(of: all) where sums[change] != nil {
      twins[change] = twin
      sums[change] = nil
    }
    for (change, twin) in moveTwins(of: sums, besides: twins) {
      twins[change] = twin
      sums[change] = nil
    }
    for (change, report) in sums { note(report, of: change) }
    guard !twins.isEmpty else { return OverlappingLines() }
    // Both sides of a swap must be in the other report, or the row stays.
    var lines: [Int: ReportedChange] = [:]
    var others: Set<Int> = []
    var lessComplete: [Int: [ReportedChange]] = [:]
    eachChange(of: rows, moves) { change, report in
      let line = report.line
      guard let twin = twins[change] else {
        others.insert(line)
        return
      }
      if twin.isReplaceable, let own = all[change], own.isMoreComplete(than: twin) {
        lessComplete[line, default: []].append(twin)
      }
      if lines[line].map({ twin.place < $0.place }) ?? true { lines[line] = twin }
    }
    return OverlappingLines(
      leftOut: lines.filter { !others.contains($0.key) && lessComplete[$0.key] == nil }
        .mapValues(\.reason),
      lessComplete: lessComplete.filter { !others.contains($0.key) }
        .mapValues { $0.reduce(into: []) { $0.formUnion($1.origins) } })
  }

  private func eachChange(
    of rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    _ body: (AccountChange, ReportedChange) -> Void
  ) {
    for row in rows where !row.isLoss {
      guard let change = AccountChange(row.transaction) else { continue }
      body(change, ReportedChange(row.transaction, row: row.source))
    }
    for planned in moves {
      body(AccountChange(planned.move), ReportedChange(planned.move, row: planned.source))
    }
  }

  /// Whether rows without ids are what the ledger has from another generation of their report, or
  /// from the same one as a spreadsheet wrote it anew.
  private func isAnotherGeneration(_ sums: [AccountChange: ReportedChange]) -> Bool {
    let trades = sums.filter { ($0.value.isTrade || $0.key.isMove) && $0.value.isWithoutIds }
    let same = trades.filter { generationTwin(of: $0.value, at: $0.key) != nil }
    let seconds = Set(same.keys.map(\.second))
    guard seconds.count > 1, let first = seconds.min(), let last = seconds.max() else {
      return false
    }
    return same.count * 2 > trades.keys.filter { (first...last).contains($0.second) }.count
  }

  /// Where the ledger has the same in the same second from a report of the same name.
  private func generationTwin(of own: ReportedChange, at change: AccountChange) -> ReportedChange? {
    guard own.isWithoutIds else { return nil }
    return reported[change]?.first {
      $0.form == nil && $0.ids == own.ids && $0.amount == own.amount
    }
  }

  /// Deposits and withdrawals that another export has at another minute.
  ///
  /// - Parameter found: Those of the same second, which nothing else can be.
  private func moveTwins(
    of sums: [AccountChange: ReportedChange], besides found: [AccountChange: ReportedChange]
  ) -> [AccountChange: ReportedChange] {
    var free = reportedMoves
    for change in found.keys where change.isMove {
      let nearest = free[change.atAnySecond]?.indices.min { one, other in
        let seconds = free[change.atAnySecond]?.map { abs($0.second - change.second) } ?? []
        return seconds[one] < seconds[other]
      }
      if let nearest { free[change.atAnySecond]?.remove(at: nearest) }
    }
    var twins: [AccountChange: ReportedChange] = [:]
    for (change, own) in sums.sorted(by: { $0.key.second < $1.key.second })
    where change.isMove {
      let others = free[change.atAnySecond] ?? []
      let near = others.indices.filter { index in
        others[index].report.isTwin(of: own, isSplit: false)
          && abs(others[index].second - change.second) <= Self.longestBooking
      }
      let nearest = near.min {
        abs(others[$0].second - change.second) < abs(others[$1].second - change.second)
      }
      guard let nearest else { continue }
      twins[change] = others[nearest].report
      free[change.atAnySecond]?.remove(at: nearest)
    }
    return twins
  }

  /// Seconds between what a chain confirms and what an exchange books, at most.
  private static let longestBooking = 3600

  mutating func note(_ report: ReportedChange, of change: AccountChange) {
    if change.hasSeconds { withSeconds.insert(report.reportName) }
    if change.isMove {
      reportedMoves[change.atAnySecond, default: []].append(
        ReportedMove(second: change.second, report: report))
    }
    let place = reported[change]?.firstIndex {
      $0.form == nil && report.form == nil && $0.ids == report.ids
    }
    if let place {
      reported[change]?[place].add(report)
    } else {
      reported[change, default: []].append(report)
    }
  }

  /// Where else the same is reported.
  ///
  /// - Parameter known: Of a form that is split among files, what of it other rows are.
  private func twin(
    of own: ReportedChange, at change: AccountChange, _ known: Known?
  ) -> ReportedChange? {
    for shift in [0, 1, -1, 2, -2] {
      let second = change.moved(seconds: shift)
      for var other in reported[second] ?? [] {
        if other.ids == own.ids { other = other.less(known?[second]?[other.form] ?? 0) }
        if other.isTwin(of: own, isSplit: known != nil) { return other }
      }
    }
    return nil
  }
}

/// Lines of a file that other reports have, too.
struct OverlappingLines {
  /// Lines that are left out, each with why.
  var leftOut: [Int: LeftOutReason] = [:]
  /// What says the same as lines that are more complete.
  var lessComplete: [Int: Set<ReportedChange.Origin>] = [:]
}
