import FoundationEssentials
import Portfolio

/// Finds rows without ids that the ledger has from the same form, where a spreadsheet wrote the
/// file anew.
///
/// What such a row is known by follows from its cells, and those are others then: dates without
/// seconds, another form of numbers, one column more. It is the same row where everything is the
/// same that it says: coin, direction, amount, what was paid, and the moment, which is one of
/// minutes where no row of the file has seconds. Each counts once.
struct RewrittenRows {
  private var transactions: [Shape: [Transaction]] = [:]
  private var moves: [Shape: [Move]] = [:]
  private let precision: Int
  /// The first and last moments of the ledger's rows of the form, and of the file's.
  private var ofLedger: ClosedRange<Int>?
  private var ofFile: ClosedRange<Int>?

  /// What is the same of a row, whatever its cells look like.
  private struct Shape: Hashable {
    let account: String
    let coinId: String
    let isOut: Bool
    let isGift: Bool
    let amount: Decimal
    let moment: Int
  }

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
      isGift: row.type == .gift, amount: row.amount, moment: moment(row.date))
  }

  private func shape(_ move: Move, _ amount: Decimal) -> Shape {
    Shape(
      account: move.account.lowercased(), coinId: move.coinId, isOut: move.amount < 0,
      isGift: false, amount: amount, moment: moment(move.date))
  }

  /// Takes a transaction of the ledger that no row of the file is yet.
  mutating func tell(_ row: Transaction) {
    transactions[shape(row), default: []].append(row)
  }

  /// Takes a move of the ledger that no row of the file is yet.
  ///
  /// - Parameter amount: All that moved, the fee with it.
  mutating func tell(_ move: Move, _ amount: Decimal) {
    moves[shape(move, amount), default: []].append(move)
  }

  /// Takes the moment of something that the ledger has of the form.
  mutating func note(_ date: Date) {
    let known = ofLedger ?? moment(date)...moment(date)
    ofLedger = min(known.lowerBound, moment(date))...max(known.upperBound, moment(date))
  }

  /// Whether the ledger has all that a line says; then it is of no other line.
  mutating func take(_ rows: [Transaction]) -> Bool {
    var left = transactions
    for row in rows {
      guard isInside(row.date),
        let place = left[shape(row)]?.firstIndex(where: { $0.wasPaidLike(row) })
      else { return false }
      left[shape(row)]?.remove(at: place)
    }
    transactions = left
    return true
  }

  /// The same for a deposit or withdrawal.
  mutating func take(_ move: Move) -> Bool {
    let shape = shape(move, abs(move.amount) + move.fee)
    guard isInside(move.date),
      let place = moves[shape]?.firstIndex(where: { other in
        move.hash == nil || other.hash == nil || move.hash == other.hash
      })
    else { return false }
    moves[shape]?.remove(at: place)
    return true
  }

  /// Whether the ledger has something of the form at an instant, or before it and behind it.
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
  fileprivate func wasPaidLike(_ other: Transaction) -> Bool {
    guard let payment, let paid = other.payment, payment.currency == paid.currency else {
      return true
    }
    return payment.amount == paid.amount
  }
}

extension ImportPlanner {
  /// Leaves out what the ledger has from a file of the same form that has other cells.
  mutating func leaveOutRewritten(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) {
    guard !ledger.isEmpty, file.format != .bitpal, file.format != .bitpalJSON,
      rows[firstRow...].contains(where: { $0.transaction.reference?.isDigest == true })
        || moves[firstMove...].contains(where: { $0.move.reference?.isDigest == true })
    else { return }
    var rewritten = RewrittenRows(dates: file.readings.lazy.compactMap(\.date))
    tellLedger(of: file.format, to: &rewritten)
    var lines: [Int: [PlannedRow]] = [:]
    for row in rows[firstRow...] where !row.isLoss {
      lines[row.source.line, default: []].append(row)
    }
    var there: [(line: Int, rows: [PlannedRow])] = []
    for (line, rows) in lines.sorted(by: { $0.key < $1.key })
    where rows.allSatisfy({ $0.transaction.reference?.isDigest == true }) {
      if rewritten.take(rows.map(\.transaction)) { there.append((line, rows)) }
    }
    let moved = moves[firstMove...].indices.filter {
      moves[$0].move.reference?.isDigest == true && rewritten.take(moves[$0].move)
    }
    // Rows of another wallet may look like some of them by chance.
    let others =
      lines.values.count { rewritten.covers($0[0].transaction.date) }
      + moves[firstMove...].count { rewritten.covers($0.move.date) }
    guard (there.count + moved.count) * 2 > others else { return }
    let gone = Set(there.map(\.line))
    rows.replaceSubrange(
      firstRow..., with: rows[firstRow...].filter { !gone.contains($0.source.line) })
    for index in moved.reversed() { moves.remove(at: index) }
    alreadyThere += there.reduce(0) { $0 + $1.rows.count } + moved.count
    toldTwice?.alreadyThere = alreadyThere
  }

  private func tellLedger(of format: ImportFormat, to rewritten: inout RewrittenRows) {
    func isOfForm(_ reference: Reference?) -> Bool {
      reference?.source == format.rawValue && reference?.isDigest == true
    }
    for row in ledger.transactions where isOfForm(row.reference) {
      rewritten.note(row.date)
      let isFee = row.reference?.id.contains(":fee") == true
      if !isFee, !known.isPaired(row.id) { rewritten.tell(row) }
    }
    for move in ledger.moves where isOfForm(move.reference) {
      guard let reference = move.reference else { continue }
      rewritten.note(move.date)
      guard !known.wasMet(reference) else { continue }
      let parts = ["fee", "loss"].compactMap { known.transaction(of: reference.part($0))?.amount }
      rewritten.tell(move, abs(move.amount) + move.fee + parts.reduce(0, +))
    }
  }
}
