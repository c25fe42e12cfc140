import FoundationEssentials
import Portfolio

/// Finds rows without ids that the ledger, or a file before, has from the same form, where a
/// spreadsheet wrote the file anew.
///
/// What such a row is known by follows from its cells, and those are others then: dates without
/// seconds, another form of numbers, one column more. It is the same row where everything is the
/// same that it says: coin, direction, amount, what was paid, and the moment, which is one of
/// minutes where no row of the file has seconds. Each counts once. A spreadsheet keeps six digits
/// of a small number at least (`1.23457E-05`): rows that differ in later ones are the same, too,
/// where none is equal.
struct RewrittenRows {
  private var transactions: [Shape: [Transaction]] = [:]
  private var moves: [Shape: [(move: Move, amount: Decimal)]] = [:]
  private let precision: Int
  /// The first and last moments of those rows, and of the file's.
  private var ofLedger: ClosedRange<Int>?
  private var ofFile: ClosedRange<Int>?

  /// What is the same of a row, whatever its cells look like.
  private struct Shape: Hashable {
    let account: String
    let coinId: String
    let isOut: Bool
    let isGift: Bool
    let moment: Int
  }

  /// Whether numbers must be equal, or may lack digits that a spreadsheet cut off.
  enum Digits { case all, first }

  /// - Parameter dates: Those of the file's rows.
  init(dates: some Sequence<Date>) {
    var hasSeconds = false
    var ends: ClosedRange<Date>?
    for date in dates {
      if date.millisecondsSince1970 % 60_000 != 0 { hasSeconds = true }
      let known = ends ?? date...date
      ends = min(known.lowerBound, date)...max(known.upperBound, date)
    }
    precision = hasSeconds ? 1000 : 60_000
    ofFile = ends.map { moment($0.lowerBound)...moment($0.upperBound) }
  }

  private func moment(_ date: Date) -> Int { date.millisecondsSince1970 / precision }

  private func shape(_ row: Transaction) -> Shape {
    Shape(
      account: row.account?.lowercased() ?? "", coinId: row.coinId, isOut: row.type == .sell,
      isGift: row.type == .gift, moment: moment(row.date))
  }

  private func shape(_ move: Move) -> Shape {
    Shape(
      account: move.account.lowercased(), coinId: move.coinId, isOut: move.amount < 0,
      isGift: false, moment: moment(move.date))
  }

  /// Takes a transaction that no row of the file is yet.
  mutating func tell(_ row: Transaction) {
    transactions[shape(row), default: []].append(row)
  }

  /// Takes a move that no row of the file is yet.
  ///
  /// - Parameter amount: All that moved, the fee with it.
  mutating func tell(_ move: Move, _ amount: Decimal) {
    moves[shape(move), default: []].append((move, amount))
  }

  /// Takes the moment of something that is there of the form.
  mutating func note(_ date: Date) {
    let known = ofLedger ?? moment(date)...moment(date)
    ofLedger = min(known.lowerBound, moment(date))...max(known.upperBound, moment(date))
  }

  /// Whether all that a line says is there; then it is of no other line.
  mutating func take(_ rows: [Transaction], _ digits: Digits) -> Bool {
    var left = transactions
    for row in rows {
      guard isInside(row.date),
        let place = left[shape(row)]?.firstIndex(where: { other in
          digits.agree(other.amount, row.amount) && other.wasPaidLike(row, digits)
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
        digits.agree(amount, abs(move.amount) + move.fee)
          && (move.hash == nil || other.hash == nil || move.hash == other.hash)
      })
    else { return false }
    moves[shape]?.remove(at: place)
    return true
  }

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
  }
}

extension Transaction {
  /// Whether as much was paid, where both rows say it in one currency.
  fileprivate func wasPaidLike(_ other: Transaction, _ digits: RewrittenRows.Digits) -> Bool {
    guard let payment, let paid = other.payment, payment.currency == paid.currency else {
      return true
    }
    return digits.agree(payment.amount, paid.amount)
  }
}

extension RewrittenRows.Digits {
  /// Whether two amounts may be one.
  fileprivate func agree(_ one: Decimal, _ other: Decimal) -> Bool {
    switch self {
    case .all: one == other
    case .first: abs(one - other) * 100_000 <= max(one, other)
    }
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
    var rewritten = RewrittenRows(dates: file.readings.lazy.compactMap(\.date))
    tellLedger(of: file.format, to: &rewritten)
    tellFilesBefore(of: file.format, rows[..<firstRow], moves[..<firstMove], to: &rewritten)
    var lines: [Int: [PlannedRow]] = [:]
    for row in rows[firstRow...] where !row.isLoss {
      lines[row.source.line, default: []].append(row)
    }
    let withoutIds = lines.sorted { $0.key < $1.key }.filter { _, rows in
      rows.allSatisfy { $0.transaction.reference?.isDigest == true }
    }
    var there: [Int: Int] = [:]
    var moved: Set<Int> = []
    // What is equal is not left to a row that is only nearly so.
    for digits in [RewrittenRows.Digits.all, .first] {
      for (line, rows) in withoutIds where there[line] == nil {
        if rewritten.take(rows.map(\.transaction), digits) { there[line] = rows.count }
      }
      for index in moves[firstMove...].indices where !moved.contains(index) {
        let move = moves[index].move
        if move.reference?.isDigest == true, rewritten.take(move, digits) { moved.insert(index) }
      }
    }
    // Rows of another wallet may look like some of them by chance.
    let others =
      lines.values.count { rewritten.covers($0[0].transaction.date) }
      + moves[firstMove...].count { rewritten.covers($0.move.date) }
    guard (there.count + moved.count) * 2 > others else { return }
    settleValues(ofLines: Set(there.keys), rows: firstRow)
    rows.replaceSubrange(
      firstRow..., with: rows[firstRow...].filter { there[$0.source.line] == nil })
    for index in moved.sorted(by: >) { moves.remove(at: index) }
    alreadyThere += there.values.reduce(0, +) + moved.count
    toldTwice?.alreadyThere = alreadyThere
  }

  private func tellLedger(of format: ImportFormat, to rewritten: inout RewrittenRows) {
    for row in ledger.transactions where row.reference?.isDigest(of: format) == true {
      rewritten.note(row.date)
      let isFee = row.reference?.id.contains(":fee") == true
      if !isFee, !known.isPaired(row.id) { rewritten.tell(row) }
    }
    for move in ledger.moves {
      guard let reference = move.reference, reference.isDigest(of: format) else { continue }
      rewritten.note(move.date)
      guard !known.wasMet(reference) else { continue }
      let parts = ["fee", "loss"].compactMap { known.transaction(of: reference.part($0))?.amount }
      rewritten.tell(move, abs(move.amount) + move.fee + parts.reduce(0, +))
    }
  }

  private func tellFilesBefore(
    of format: ImportFormat, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    to rewritten: inout RewrittenRows
  ) {
    for row in rows.lazy.filter({ !$0.isLoss }).map(\.transaction) {
      guard let reference = row.reference, reference.isDigest(of: format) else { continue }
      rewritten.note(row.date)
      if !known.wasMet(reference) { rewritten.tell(row) }
    }
    for move in moves.lazy.map(\.move) {
      guard let reference = move.reference, reference.isDigest(of: format) else { continue }
      rewritten.note(move.date)
      if !known.wasMet(reference) { rewritten.tell(move, abs(move.amount) + move.fee) }
    }
  }
}

extension Reference {
  /// Whether it follows from the cells of a row of a form.
  fileprivate func isDigest(of format: ImportFormat) -> Bool {
    source == format.rawValue && isDigest
  }
}
