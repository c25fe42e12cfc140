import FoundationEssentials
import Portfolio

/// Finds rows without ids that the ledger, or a file before, has from the same form, where a
/// spreadsheet wrote the file anew.
///
/// What such a row is known by follows from its cells, and those are others then: dates without
/// seconds, another form of numbers, one column more. It is the same row where everything is the
/// same that it says: coin, direction, amount, what was paid, and the moment, which is one of
/// minutes where no row of the file, or none of the others, has seconds. Each counts once. A
/// spreadsheet keeps six digits of a small number at least (`1.23457E-05`), or eight decimals: rows
/// that differ in later ones are the same, too, where none is equal.
struct RewrittenRows {
  private var transactions: [Shape: [Transaction]] = [:]
  private var moves: [Shape: [(move: Move, amount: Decimal)]] = [:]
  private let precision: Int
  private let fileHasSeconds: Bool
  /// The first and last moments of those rows, and of the file's.
  private var ofLedger: ClosedRange<Int>?
  private var ofFile: ClosedRange<Int>?
  /// Where the file and the ledger overlap for certain.
  private var momentsInCommon: Set<Int> = []

  /// What is the same of a row, whatever its cells look like.
  private struct Shape: Hashable {
    let account: String
    let coinId: String
    let isOut: Bool
    let isGift: Bool
    let minute: Int
  }

  /// - Parameters:
  ///   - dates: Those of the file's rows.
  ///   - known: Those of all that is there of the form.
  ///   - inCommon: Those of rows that are known by their ids.
  init(
    dates: some Sequence<Date>, known: some Sequence<Date>, inCommon: some Sequence<Date>
  ) {
    let (own, others) = (Span(dates), Span(known))
    fileHasSeconds = own.hasSeconds
    precision = own.hasSeconds && others.hasSeconds ? 1000 : 60_000
    ofFile = own.ends.map { moment($0.lowerBound)...moment($0.upperBound) }
    ofLedger = others.ends.map { moment($0.lowerBound)...moment($0.upperBound) }
    momentsInCommon = Set(inCommon.map(moment))
  }

  /// From the first to the last of some instants.
  private struct Span {
    private(set) var hasSeconds = false
    private(set) var ends: ClosedRange<Date>?

    init(_ dates: some Sequence<Date>) {
      for date in dates {
        if date.millisecondsSince1970 % 60_000 != 0 { hasSeconds = true }
        let known = ends ?? date...date
        ends = min(known.lowerBound, date)...max(known.upperBound, date)
      }
    }
  }

  private func moment(_ date: Date) -> Int { date.millisecondsSince1970 / precision }

  /// Whether a row of the file may be of the moment of what is there, which may be from a file that
  /// had no seconds, among others that had.
  private func isOneMoment(_ date: Date, _ known: Date) -> Bool {
    let (own, other) = (date.millisecondsSince1970, known.millisecondsSince1970)
    return own / 1000 == other / 1000 || !fileHasSeconds || other % 60_000 == 0
  }

  private func shape(_ row: Transaction) -> Shape {
    Shape(
      account: row.account?.lowercased() ?? "", coinId: row.coinId, isOut: row.type == .sell,
      isGift: row.type == .gift, minute: row.date.millisecondsSince1970 / 60_000)
  }

  private func shape(_ move: Move) -> Shape {
    Shape(
      account: move.account.lowercased(), coinId: move.coinId, isOut: move.amount < 0,
      isGift: false, minute: move.date.millisecondsSince1970 / 60_000)
  }

  /// Takes a transaction that no row of the file is yet.
  mutating func record(_ row: Transaction) {
    transactions[shape(row), default: []].append(row)
  }

  /// Takes a move that no row of the file is yet.
  ///
  /// - Parameter amount: All that moved, the fee with it.
  mutating func record(_ move: Move, _ amount: Decimal) {
    moves[shape(move), default: []].append((move, amount))
  }

  /// Whether all that a line says is there; then it is of no other line.
  mutating func take(_ rows: [Transaction], _ digits: Digits) -> Bool {
    var left = transactions
    for row in rows {
      guard isInside(row.date),
        let place = left[shape(row)]?.firstIndex(where: { other in
          isOneMoment(row.date, other.date) && digits.agree(other.amount, row.amount)
            && other.wasPaidLike(row, digits)
        })
      else { return false }
      left[shape(row)]?.remove(at: place)
    }
    transactions = left
    return true
  }

  /// The same for a deposit or withdrawal.
  mutating func take(_ move: Move, _ digits: Digits) -> Bool {
    let shape = shape(move)
    guard isInside(move.date),
      let place = moves[shape]?.firstIndex(where: { other, amount in
        isOneMoment(move.date, other.date) && digits.agree(amount, abs(move.amount) + move.fee)
          && (move.hash == nil || other.hash == nil
            || move.transactionHash == other.transactionHash)
      })
    else { return false }
    moves[shape]?.remove(at: place)
    return true
  }

  /// Whether rows are compared to the second.
  var hasSeconds: Bool { precision == 1000 }

  /// Whether something of the form is there at an instant, or before it and behind it.
  func covers(_ date: Date) -> Bool { ofLedger?.contains(moment(date)) ?? false }

  /// Whether the moment is not just where one piece of a report ends and the next begins: both may
  /// have a part of what happened in it.
  private func isInside(_ date: Date) -> Bool {
    guard let ofLedger, let ofFile else { return false }
    let moment = moment(date)
    let isSeam =
      moment == ofLedger.upperBound && moment == ofFile.lowerBound
      || moment == ofLedger.lowerBound && moment == ofFile.upperBound
    return !isSeam || ofLedger.count == 1 && ofFile.count == 1
      || momentsInCommon.contains { $0 != moment }
  }
}

extension Transaction {
  /// Whether as much was paid, where both rows say it in one currency; for what was earned nothing
  /// was, and two exports may value it otherwise.
  fileprivate func wasPaidLike(_ other: Transaction, _ digits: RewrittenRows.Digits) -> Bool {
    if category == .reward, other.category == .reward { return true }
    guard let payment, let paid = other.payment, payment.currency == paid.currency
    else { return true }
    return digits.agree(payment.amount, paid.amount, isProduct: true)
  }
}

extension ImportPlanner {
  /// Leaves out what the ledger, or a file before, has from a file of the same form that has other
  /// cells.
  mutating func leaveOutRewritten(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) {
    guard !ledger.isEmpty || hasSeveralFiles, file.format != .bitpal, file.format != .bitpalJSON,
      rows[firstRow...].contains(where: { $0.transaction.reference?.isDigest == true })
        || moves[firstMove...].contains(where: { $0.move.reference?.isDigest == true })
    else { return }
    guard let found = rowsFoundAgain(of: file, rows: firstRow, moves: firstMove) else { return }
    settleValues(ofLines: Set(found.lines.keys), rows: firstRow)
    rows.replaceSubrange(
      firstRow..., with: rows[firstRow...].filter { found.lines[$0.source.line] == nil })
    for index in found.moves.sorted(by: >) { moves.remove(at: index) }
    alreadyThere += found.lines.values.reduce(0, +) + found.moves.count
    overlaps?.alreadyThere = alreadyThere
  }

  /// What is there of a file: lines, each with how many rows it adds, and places of moves.
  ///
  /// - Returns: `nil` where it is not most of the file, or of what the file has of a coin: rows of
  ///   another wallet may look like some of them by chance.
  private mutating func rowsFoundAgain(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) -> (lines: [Int: Int], moves: Set<Int>)? {
    let known = overlaps?.first.rows(of: ledger.transactions)
    let first = RowsOfForm(file.format, known?.transactions ?? [], known?.moves ?? [])
    let before = RowsOfForm(
      file.format, rows[..<firstRow].lazy.filter { !$0.isLoss }.map(\.transaction),
      moves[..<firstMove].map(\.move))
    var rewritten = RewrittenRows(
      dates: file.readings.lazy.compactMap(\.date), known: first.dates + before.dates,
      inCommon: datesInCommon(rows[..<firstRow]))
    addLedgerRows(first, to: &rewritten)
    addRowsOfEarlierFiles(before, to: &rewritten)
    let lines = Dictionary(grouping: rows[firstRow...].filter { !$0.isLoss }, by: \.source.line)
      .mapValues { $0.map(\.transaction) }
    let withoutIds = lines.filter { $0.value.allSatisfy { $0.reference?.isDigest == true } }
      .sorted { $0.key < $1.key }
    var found: (lines: [Int: Int], moves: Set<Int>) = ([:], [])
    // What is equal is not left to a row that is only nearly so.
    for digits in [RewrittenRows.Digits.all, .first] {
      for (line, rows) in withoutIds where found.lines[line] == nil {
        if rewritten.take(rows, digits) { found.lines[line] = rows.count }
      }
      for index in moves[firstMove...].indices where !found.moves.contains(index) {
        let move = moves[index].move
        if move.reference?.isDigest == true, rewritten.take(move, digits) {
          found.moves.insert(index)
        }
      }
    }
    let all =
      lines.values.count { rewritten.covers($0[0].date) }
      + moves[firstMove...].count { rewritten.covers($0.move.date) }
    let count = found.lines.count + found.moves.count
    let repeated = overlaps?.countOfSameReport ?? 0
    let isMost = (count + repeated) * 2 > all + repeated
    let alike = withoutIds.count { found.lines[$0.key] == nil && rewritten.take($0.value, .few) }
    let (likely, others) = isMost ? (alike, all - count) : (alike + count, all)
    if alike > 0, likely * 2 > others {
      notices.append(.digitsCut(rows: likely, file: file.name))
    }
    if isMost { return found }
    // An export of one coin, or of one pair, is known beside whatever the file has of others.
    var shares: [String: (found: Int, all: Int)] = [:]
    func add(_ coins: String, isFound: Bool) {
      shares[coins, default: (0, 0)].all += 1
      if isFound { shares[coins, default: (0, 0)].found += 1 }
    }
    for (line, rows) in lines where rewritten.covers(rows[0].date) {
      add(rows.coins, isFound: found.lines[line] != nil)
    }
    for index in moves[firstMove...].indices where rewritten.covers(moves[index].move.date) {
      add(moves[index].move.coinId, isFound: found.moves.contains(index))
    }
    let least = rewritten.hasSeconds ? 1 : 3
    let enough = shares.filter { $0.value.found >= least && $0.value.found * 2 > $0.value.all }
    found.lines = found.lines.filter { line, _ in enough[lines[line]?.coins ?? ""] != nil }
    found.moves = found.moves.filter { enough[moves[$0].move.coinId] != nil }
    return enough.isEmpty ? nil : found
  }

  /// When the rows were that are in the file by their ids and in the ledger, or in a file before.
  private func datesInCommon(_ rows: ArraySlice<PlannedRow>) -> [Date] {
    ledger.transactions.filter { known.isOfFile($0.id) }
      .map { $0.reference.flatMap(known.firstDate) ?? $0.date }
      + rows.lazy.map(\.transaction).filter { $0.reference.map(known.wasMet) ?? false }
      .map(\.date)
  }

  private func addLedgerRows(_ first: RowsOfForm, to rewritten: inout RewrittenRows) {
    for row in first.transactions {
      let isFee = row.reference?.id.contains(":fee") == true
      if !isFee, !known.isOfFile(row.id) { rewritten.record(row) }
    }
    for move in first.moves {
      guard let reference = move.reference, !known.wasMet(move) else { continue }
      let parts = (overlaps?.first.parts[reference] ?? []).compactMap { name in
        known.transaction(of: reference.part(name))?.amount
      }
      rewritten.record(move, abs(move.amount) + move.fee + parts.reduce(0, +))
    }
  }

  private func addRowsOfEarlierFiles(_ before: RowsOfForm, to rewritten: inout RewrittenRows) {
    for row in before.transactions where row.reference.map(known.wasMet) == false {
      rewritten.record(row)
    }
    for move in before.moves where move.reference.map(known.wasMet) == false {
      rewritten.record(move, abs(move.amount) + move.fee)
    }
  }
}

/// Rows without ids of one form.
private struct RowsOfForm {
  let transactions: [Transaction]
  let moves: [Move]

  init(_ format: ImportFormat, _ transactions: [Transaction], _ moves: [Move]) {
    self.transactions = transactions.filter { $0.reference?.isDigest(of: format) == true }
    self.moves = moves.filter { $0.reference?.isDigest(of: format) == true }
  }

  var dates: [Date] { transactions.map(\.date) + moves.map(\.date) }
}

extension Reference {
  /// Whether it follows from the cells of a row of a form; TaxBit's ids, which earlier versions
  /// kept, tell no more.
  fileprivate func isDigest(of format: ImportFormat) -> Bool {
    source == format.rawValue && (isDigest || format == .taxBit)
  }
}
