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
/// The ledger does not know the form of rows without ids. A file of theirs without a row in the
/// ledger is another generation of their report where trades of several seconds are the same, and
/// most of those between its first and last: fills that two pieces of one report share are of one
/// second.
struct OverlappingReports {
  let ledger: LedgerOverview
  var reported: [AccountChange: [ReportedChange]] = [:]
  /// Deposits and withdrawals by what is the same of them at whatever second.
  var reportedMoves: [AccountChange: [ReportedMove]] = [:]
  /// Reports with a trade that is not of a whole minute.
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
  ///   - reach: The time of the file.
  ///   - refused: Lines that cannot come in, so that what they would replace stays.
  mutating func lines(
    of file: ImportFile, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    besides known: Known, isNew: Bool, _ reach: ReachOfFile, refused: Set<Int>
  ) -> OverlappingLines {
    let isSplit = Self.splitForms.contains(file.format)
    // Another generation of a form has other columns.
    let columns = file.header?.columns.sorted().joined(separator: ",") ?? ""
    let form = isSplit ? file.name : "\(file.format.rawValue) \(columns)"
    var all: [AccountChange: ReportedChange] = [:]
    eachChange(of: rows, moves) { change, report in
      if all[change]?.add(report) == nil { all[change] = report.reported(by: form) }
    }
    var twins = exactTwins(
      of: all, isSplit ? known : nil, isGeneration: isNew && !isSplit && isAnotherGeneration(all))
    var rest = all.filter { twins[$0.key] == nil }
    func add(_ more: [AccountChange: ReportedChange]) {
      twins.merge(more) { first, _ in first }
      for change in more.keys { rest[change] = nil }
    }
    add(minuteTwins(of: all))
    add(moveTwins(of: rest, besides: twins))
    let parts = isSplit ? [:] : partTwins(of: rest, reach, besides: twins)
    add(parts)
    for (change, report) in rest { note(report, of: change, addsToLedger: !isSplit) }
    guard !twins.isEmpty else { return OverlappingLines() }
    var lines = LinesElsewhere()
    eachChange(of: rows, moves) { change, report in
      lines.add(report, all[change], twins[change], isPart: parts[change] != nil)
    }
    let found = lines.overlapping(refused: refused)
    var replacing: Set<AccountChange> = []
    eachChange(of: rows, moves) { change, report in
      if found.replacing[report.line] != nil { replacing.insert(change) }
    }
    for change in replacing {
      if let twin = twins[change], let own = all[change] { replace(twin, by: own, at: change) }
    }
    return found
  }

  /// What other reports have of the same second, or of one of the next two.
  private mutating func exactTwins(
    of all: [AccountChange: ReportedChange], _ known: Known?, isGeneration: Bool
  ) -> [AccountChange: ReportedChange] {
    countOfSameReport = 0
    var twins: [AccountChange: ReportedChange] = [:]
    for (change, report) in all {
      let twin =
        twin(of: report, at: change, known)
        ?? (isGeneration ? generationTwin(of: report, at: change) : nil)
      if twin?.ids == report.ids { countOfSameReport += 1 }
      twins[change] = twin
    }
    return twins
  }

  private func eachChange(
    of rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    _ body: (AccountChange, ReportedChange) -> Void
  ) {
    for row in rows where !row.isLoss {
      guard let change = AccountChange(row.transaction) else { continue }
      body(change, ReportedChange(row.transaction, row: row.source, of: row.amounts))
    }
    for planned in moves {
      body(AccountChange(planned.move), ReportedChange(planned.move, row: planned.source))
    }
  }

  /// Whether rows without ids are what the ledger has from another generation of their report, or
  /// from the same one as a spreadsheet wrote it again.
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

  /// Records what a report tells.
  ///
  /// - Parameter addsToLedger: Whether it adds to what the ledger has from the same report, which
  ///   lacks some of its rows.
  mutating func note(
    _ report: ReportedChange, of change: AccountChange, addsToLedger: Bool = false
  ) {
    if change.hasSeconds { withSeconds.insert(report.reportName) }
    if change.isMove {
      reportedMoves[change.atAnySecond, default: []].append(
        ReportedMove(second: change.second, report: report))
    }
    let place = reported[change]?.firstIndex {
      $0.form == nil && (report.form == nil || addsToLedger && report.isTrade)
        && $0.ids == report.ids
    }
    if let place {
      reported[change]?[place].add(report)
    } else {
      reported[change, default: []].append(report)
    }
  }

  /// Records what takes the place of something else, so that further reports are compared with it.
  private mutating func replace(
    _ other: ReportedChange, by own: ReportedChange, at change: AccountChange
  ) {
    func isReplaced(_ report: ReportedChange) -> Bool {
      !report.origins.isDisjoint(with: other.origins)
    }
    let moves = reportedMoves[change.atAnySecond]?.filter { isReplaced($0.report) } ?? []
    let places =
      Self.shifts.map(change.moved) + change.othersOfMinute
      + moves.map { change.moved(seconds: $0.second - change.second) }
    for place in places { reported[place]?.removeAll(where: isReplaced) }
    reportedMoves[change.atAnySecond]?.removeAll { isReplaced($0.report) }
    note(own, of: change)
  }

  /// How many seconds apart two reports have the same, the likeliest first.
  static let shifts = [0, 1, -1, 2, -2]

  /// Where else the same is reported.
  ///
  /// - Parameter known: Of a form that is split among files, what of it other rows are.
  private func twin(
    of own: ReportedChange, at change: AccountChange, _ known: Known?
  ) -> ReportedChange? {
    for shift in Self.shifts {
      let second = change.moved(seconds: shift)
      for var other in reported[second] ?? [] {
        if other.ids == own.ids { other = other.less(known?[second]?[other.form] ?? 0) }
        if other.isTwin(of: own, isSplit: known != nil) { return other }
      }
    }
    return nil
  }
}

/// The ledger's rows, recorded one after the other.
extension OverlappingReports {
  mutating func record(_ move: Move, isReplaceable: Bool = false, isDeleted: Bool = false) {
    guard let reference = move.reference else { return }
    let change = AccountChange(move)
    let report = ReportedChange(move, isDeleted: isDeleted)
    note(isReplaceable ? report : report.irreplaceable, of: change)
    for part in first.parts[reference] ?? [] { movesOfFees[reference.part(part)] = change }
  }

  /// Takes the next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    for transaction in transactions where !first.isChanged(transaction) {
      if let change = record(first.row(of: transaction), isReplaceable: true) {
        ofLedger.append(change)
      }
    }
  }

  /// Takes what a transaction was; returns what happened, where that may be forgotten.
  @discardableResult
  mutating func record(
    _ row: FirstRows.Row, isReplaceable: Bool = false, isDeleted: Bool = false
  ) -> AccountChange? {
    switch row {
    case .partOfMove: break
    case .move(let move): record(move, isDeleted: isDeleted)
    case .transaction(let row):
      guard let reference = row.reference else { break }
      if row.category == .fee, let change = movesOfFees[reference] {
        addFee(row.amount, of: reference, to: change)
      }
      guard let change = AccountChange(row) else { break }
      let report = ReportedChange(row, isDeleted: isDeleted)
      note(isReplaceable ? report : report.irreplaceable, of: change)
      return change
    }
    return nil
  }

  /// Counts a fee with the move that it was part of.
  private mutating func addFee(
    _ amount: Decimal, of reference: Reference, to change: AccountChange
  ) {
    let ids = ReportedChange.ids(of: reference)
    let place = reported[change]?.firstIndex { $0.form == nil && $0.ids == ids }
    if let place { reported[change]?[place].addFee(amount) }
    let move = reportedMoves[change.atAnySecond]?.firstIndex {
      $0.second == change.second && $0.report.form == nil && $0.report.ids == ids
    }
    if let move { reportedMoves[change.atAnySecond]?[move].report.addFee(amount) }
  }

  /// Forgets transactions of the ledger before an instant.
  mutating func forget(before date: Date) {
    let second = date.millisecondsSince1970 / 1000
    while forgotten < ofLedger.count, ofLedger[forgotten].second < second {
      reported[ofLedger[forgotten]] = nil
      forgotten += 1
    }
    guard forgotten > 1024 else { return }
    ofLedger.removeFirst(forgotten)
    forgotten = 0
  }

  /// Does not forget what is known of a row's time.
  mutating func keep(around row: Transaction) {
    guard let change = AccountChange(row) else { return }
    let ofMinute = change.othersOfMinute.filter { reported[$0] != nil }
    for near in (-2...2).map(change.moved) + ofMinute {
      if let reports = reported[near] { kept[near] = reports }
    }
  }

  /// The same with what was not to be forgotten.
  var remembering: OverlappingReports {
    var whole = self
    whole.reported.merge(kept) { $1 }
    return whole
  }

  /// Whether a row may be reported twice, or shows whether others are: something of the same kind
  /// and time, or rows without ids of its time, were reported already.
  func concerns(_ row: PlannedRow) -> Bool {
    guard let change = AccountChange(row.transaction) else { return false }
    if (-2...2).contains(where: { reported[change.moved(seconds: $0)] != nil }) { return true }
    return change.othersOfMinute.contains { reported[$0] != nil } || mayBeRewritten(row)
  }

  /// Whether a row without an id is of a time with such rows of its form in the ledger.
  func mayBeRewritten(_ row: PlannedRow) -> Bool {
    guard let change = AccountChange(row.transaction) else { return false }
    guard row.transaction.reference?.isDigest == true else { return false }
    let ids = ReportedChange.ids(of: row.transaction.reference)
    return ledger.generations[ids]?.contains(change.second) ?? false
  }
}

/// Reports that write times without seconds, next to others that have them: there the trades of a
/// minute are compared.
extension OverlappingReports {
  /// What another report has of the minutes of a file's trades, where either of the two has no
  /// seconds.
  ///
  /// - Parameter sums: All that the file has.
  func minuteTwins(of sums: [AccountChange: ReportedChange]) -> [AccountChange: ReportedChange] {
    let ofMinutes = Dictionary(grouping: sums.filter { !$0.key.isMove }, by: \.key.atMinute)
    let hasSeconds = sums.keys.contains(where: \.hasSeconds)
    var twins: [AccountChange: ReportedChange] = [:]
    for (minute, parts) in ofMinutes {
      let own = parts.map(\.value).added
      let others = hasSeconds ? reportsWithoutSeconds(at: minute) : reportsOfMinute(minute)
      let twin = others.first { other in
        own.map { other.isTwin(of: $0, isSplit: false) } ?? false
      }
      guard let twin else { continue }
      for part in parts { twins[part.key] = twin }
    }
    return twins
  }

  private func reportsWithoutSeconds(at minute: AccountChange) -> [ReportedChange] {
    (reported[minute] ?? []).filter { !withSeconds.contains($0.reportName) }
  }

  /// What each report has of a minute.
  private func reportsOfMinute(_ minute: AccountChange) -> [ReportedChange] {
    var sums: [String: ReportedChange] = [:]
    for second in minute.secondsOfMinute {
      for report in reported[second] ?? [] {
        if sums[report.reportName]?.add(report) == nil { sums[report.reportName] = report }
      }
    }
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension AccountChange {
  /// Whether it is not of a whole minute.
  var hasSeconds: Bool { second % 60 != 0 }

  /// The same at the beginning of its minute.
  var atMinute: AccountChange { moved(seconds: -(second % 60)) }

  /// The same at each second of its minute.
  var secondsOfMinute: some Sequence<AccountChange> {
    (0..<60).lazy.map { [minute = atMinute] in minute.moved(seconds: $0) }
  }

  /// What a report without seconds, or with them where this has none, has of the minute.
  var othersOfMinute: [AccountChange] { hasSeconds ? [atMinute] : Array(secondsOfMinute) }
}

extension [ReportedChange] {
  /// All of them together.
  fileprivate var added: ReportedChange? {
    guard var sum = first else { return nil }
    for report in dropFirst() { sum.add(report) }
    return sum
  }
}

/// Trades of a second: one report has all of their rows and another only some, because its export
/// ended there or the ledger lacked the coins for the others.
///
/// A smaller amount does not show that. It is a part where rows of the whole add up to it: then
/// it makes no difference whether the shorter report ends there. The ledger no longer knows which
/// rows one of its own was made of. What is less than that is a part only where the rest
/// may be missing in the file: at its first and last second, and in a file of rows that were
/// refused.
extension OverlappingReports {
  /// What other reports have a part of, or the whole.
  ///
  /// - Parameters:
  ///   - sums: What of the file has no equal in another report.
  ///   - twins: What others have of the rest, which is not a part of anything else.
  func partTwins(
    of sums: [AccountChange: ReportedChange], _ reach: ReachOfFile,
    besides twins: [AccountChange: ReportedChange]
  ) -> [AccountChange: ReportedChange] {
    let own = sums.filter { change, report in
      report.isTrade && Self.shifts.contains { reported[change.moved(seconds: $0)] != nil }
    }
    guard !own.isEmpty else { return [:] }
    // By the side: one row may have both of a swap.
    var matched: [AccountChange: Set<ReportedChange.Origin>] = [:]
    for (change, twin) in twins { matched[change.atAnySecond, default: []].formUnion(twin.origins) }
    let hasSeconds = sums.keys.contains(where: \.hasSeconds)
    var found: [AccountChange: ReportedChange] = [:]
    let inTime = own.sorted { $0.key.second < $1.key.second }
    // What is of the very second is not left to a row that is near.
    for shift in Self.shifts {
      for (change, report) in inTime where found[change] == nil {
        let place = change.moved(seconds: shift)
        // What ends where another begins is not a part of that.
        guard shift == 0 || reach.covers(place.second) else { continue }
        let mayBeCut =
          shift == 0 && (reach.isOfRefusedRows || hasSeconds && reach.ends(at: change.second))
        let other = reported[place]?.first { other in
          other.isTrade && other.isOfAnother(than: report, isSplit: false)
            && other.origins.isDisjoint(with: matched[change.atAnySecond] ?? [])
            && other.hasPart(inCommonWith: report, mayBeCut: mayBeCut)
        }
        guard let other else { continue }
        found[change] = other
        matched[change.atAnySecond, default: []].formUnion(other.origins)
      }
    }
    return found
  }
}

extension ReportedChange {
  /// Whether another report has a part of it, or it a part of what that has.
  ///
  /// - Parameter mayBeCut: Whether rows of the other report may be missing.
  fileprivate func hasPart(inCommonWith own: ReportedChange, mayBeCut: Bool) -> Bool {
    // What the user deleted stays deleted, and says nothing of the rows around it.
    if gross < own.gross { return !isDeleted && rows.addUp(among: own.rows) }
    return own.gross < gross && (own.rows.addUp(among: rows) || mayBeCut && rows.count == 1)
  }
}

extension [Decimal] {
  /// More sums than that are not looked at: some of them would be equal by chance.
  private static let mostSums = 1000

  /// Whether some of other amounts are these, or add up to the same.
  fileprivate func addUp(among others: [Decimal]) -> Bool {
    var left = others
    var rest: Decimal = 0
    for amount in self {
      if let place = left.firstIndex(of: amount) { left.remove(at: place) } else { rest += amount }
    }
    guard rest > 0 else { return true }
    var sums: Set<Decimal> = [0]
    for amount in left {
      sums.formUnion(sums.map { $0 + amount }.filter { $0 <= rest })
      if sums.contains(rest) { return true }
      guard sums.count <= Self.mostSums else { return false }
    }
    return false
  }
}

/// From when to when a file has everything.
struct ReachOfFile {
  /// Its first second and its last; `nil` where its rows are not in memory, so that it may be any.
  private let seconds: ClosedRange<Int>?
  /// Whether it has rows that were refused before, without those around them.
  let isOfRefusedRows: Bool

  /// - Parameter isWhole: Whether all rows of the file are in memory.
  init(of file: ImportFile, isWhole: Bool) {
    isOfRefusedRows = file.hasReasons
    let seconds = isWhole ? file.readings.lazy.compactMap(\.date?.millisecondsSince1970) : nil
    guard let first = seconds?.min(), let last = seconds?.max() else {
      self.seconds = nil
      return
    }
    self.seconds = first / 1000...last / 1000
  }

  /// Whether the file has all of a second, or nothing happened then.
  func covers(_ second: Int) -> Bool { seconds?.contains(second) ?? true }

  /// Whether the file may have only some rows of a second.
  func ends(at second: Int) -> Bool {
    seconds.map { second == $0.lowerBound || second == $0.upperBound } ?? true
  }
}
