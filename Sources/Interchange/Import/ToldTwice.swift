import FoundationEssentials
import Portfolio

/// Finds rows that another export of the same account tells, too.
///
/// Exchanges write the same trades into several exports: a row for each fill into one, a row for
/// each second into another. Rows are the same where, of one account, coin and direction, they add
/// up to the same amount in the same second, or in one of the next two, because exports round
/// times differently. Within one form equal rows are fills of their own.
///
/// The ledger does not know the form of rows without ids. A file of theirs of which it has no row
/// is another generation of their report where trades of several seconds are the same, and most of
/// those between its first and last: fills that two pieces of one report share are of one second.
struct ToldTwice {
  private var told: [Happening: [Telling]] = [:]
  /// From when to when the ledger has rows without ids, by whose they are.
  private var generations: [String: ClosedRange<Int>] = [:]
  /// How many rows of the files so far the ledger had.
  fileprivate var alreadyThere = 0

  /// Forms that an exchange splits among files by wallet, so that two files of one form may tell
  /// the same.
  private static let splitForms: Set<ImportFormat> = [.cryptoCom]

  /// Starts with what the ledger holds.
  init(_ ledger: ImportLedger) {
    for transaction in ledger.transactions {
      guard let reference = transaction.reference, let happening = Happening(transaction) else {
        continue
      }
      let telling = Telling(form: nil, id: reference, amount: transaction.amount)
      note(telling, of: happening)
      if telling.isWithoutIds {
        let known = generations[telling.ids] ?? happening.second...happening.second
        let first = min(known.lowerBound, happening.second)
        generations[telling.ids] = first...max(known.upperBound, happening.second)
      }
    }
    for move in ledger.moves {
      guard let reference = move.reference else { continue }
      note(Telling(form: nil, id: reference, amount: abs(move.amount)), of: Happening(move))
    }
  }

  /// The lines of a file that an earlier one, or the ledger, tells already, each with where.
  ///
  /// - Parameters:
  ///   - rows: What the file adds.
  ///   - moves: Its deposits and withdrawals, their fees still with them.
  ///   - isNew: Whether the ledger has no row of the file.
  mutating func lines(
    of file: ImportFile, _ rows: ArraySlice<PlannedRow>, _ moves: ArraySlice<PlannedMove>,
    isNew: Bool
  ) -> [Int: String] {
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
    var twins: [Happening: String] = [:]
    for (happening, telling) in sums {
      let twin =
        twin(of: telling, at: happening, isSplit: isSplit)
        ?? (isGeneration ? generationTwin(of: telling, at: happening) : nil)
      guard let twin else { continue }
      twins[happening] = twin
      sums[happening] = nil
    }
    for (happening, telling) in sums { note(telling, of: happening) }
    guard !twins.isEmpty else { return [:] }
    // Of a swap both sides must be told, or the row stays.
    var lines: [Int: String] = [:]
    var others: Set<Int> = []
    eachHappening(of: rows, moves) { happening, _, _, row, _ in
      if let place = twins[happening] {
        lines[row.line] = min(lines[row.line] ?? place, place)
      } else {
        others.insert(row.line)
      }
    }
    return lines.filter { !others.contains($0.key) }
  }

  /// Whether a row may be reported twice, or shows whether others are: something of the same kind
  /// and time, or rows without ids of its time, were reported already.
  func concerns(_ row: PlannedRow) -> Bool {
    guard !told.isEmpty, let happening = Happening(row.transaction) else { return false }
    if (-2...2).contains(where: { told[happening.moved(seconds: $0)] != nil }) { return true }
    let own = Telling(form: nil, id: row.transaction.reference, amount: 0)
    return own.isWithoutIds && generations[own.ids]?.contains(happening.second) ?? false
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

  /// Whether rows without ids tell what the ledger has from another generation of their report.
  private func isAnotherGeneration(_ sums: [Happening: Telling]) -> Bool {
    let trades = sums.filter { $0.value.isTrade && $0.value.isWithoutIds }
    let same = trades.filter { generationTwin(of: $0.value, at: $0.key) != nil }
    let seconds = Set(same.keys.map(\.second))
    guard seconds.count > 1, let first = seconds.min(), let last = seconds.max() else {
      return false
    }
    return same.count * 2 > trades.keys.filter { (first...last).contains($0.second) }.count
  }

  /// Where the ledger has the same in the same second from a report of the same name.
  private func generationTwin(of own: Telling, at happening: Happening) -> String? {
    guard own.isWithoutIds else { return nil }
    return told[happening]?.first {
      $0.form == nil && $0.ids == own.ids && $0.amount == own.amount
    }?.place
  }

  private mutating func note(_ telling: Telling, of happening: Happening) {
    let place = told[happening]?.firstIndex {
      $0.form == nil && telling.form == nil && $0.ids == telling.ids
    }
    if let place {
      told[happening]?[place].amount += telling.amount
    } else {
      told[happening, default: []].append(telling)
    }
  }

  /// Where else the same is reported.
  private func twin(of own: Telling, at happening: Happening, isSplit: Bool) -> String? {
    for shift in [0, 1, -1, 2, -2] {
      let others = told[happening.moved(seconds: shift)] ?? []
      let twin = others.first { other in
        guard other.amount == own.amount else { return false }
        return other.form == nil ? isSplit || other.ids != own.ids : other.form != own.form
      }
      if let twin { return twin.place }
    }
    return nil
  }
}

/// So much of a coin that came to or left an account in one second.
private struct Happening: Hashable {
  let account: String
  let coinId: String
  let kind: String
  let second: Int

  /// `nil` for a transaction without an account.
  init?(_ transaction: Transaction) {
    guard let account = transaction.account, transaction.category != .fee else { return nil }
    self.init(
      account: account, coinId: transaction.coinId, kind: transaction.type.rawValue,
      transaction.date)
  }

  init(_ move: Move) {
    self.init(
      account: move.account, coinId: move.coinId, kind: move.amount < 0 ? "out" : "in", move.date)
  }

  private init(account: String, coinId: String, kind: String, _ date: Date) {
    self.init(
      account: account.lowercased(), coinId: coinId, kind: kind,
      second: date.millisecondsSince1970 / 1000)
  }

  private init(account: String, coinId: String, kind: String, second: Int) {
    (self.account, self.coinId, self.kind, self.second) = (account, coinId, kind, second)
  }

  func moved(seconds: Int) -> Happening {
    Happening(account: account, coinId: coinId, kind: kind, second: second + seconds)
  }
}

/// What one export says of a happening in all.
private struct Telling {
  /// The form, or of a form split among files the file; `nil` for the ledger.
  let form: String?
  /// Whose ids its rows have; of one exchange some forms have ids and some have not.
  let ids: String
  /// Whether its rows have none.
  let isWithoutIds: Bool
  var amount: Decimal
  /// Whether its first row is a purchase or a sale, not a reward or a move.
  var isTrade = false
  private let source: String
  private let row: RowSource?

  /// Where its first row stands, in words.
  var place: String { row?.place ?? "one from \(source) in the ledger" }

  init(form: String?, id: Reference?, amount: Decimal, row: RowSource? = nil) {
    (self.form, self.amount, self.row) = (form, amount, row)
    source = id?.source ?? ""
    isWithoutIds = id?.isDigest == true
    ids = source + (isWithoutIds ? " without ids" : "")
  }
}

extension Reference {
  /// Whether it follows from the cells of a row, because the file has no id.
  fileprivate var isDigest: Bool {
    let digits = id.prefix { $0 != "#" && $0 != ":" }
    return digits.utf8.count == 32 && digits.allSatisfy(\.isHexDigit)
  }
}

extension ImportPlanner {
  /// Leaves out what a file added and an earlier one, or the ledger, tells already.
  mutating func leaveOutToldTwice(
    of file: ImportFile, rows firstRow: Int, moves firstMove: Int
  ) {
    // One file into an empty ledger has nobody else to tell of it.
    guard hasSeveralFiles || !ledger.transactions.isEmpty || !ledger.moves.isEmpty,
      file.format != .bitpal, file.format != .bitpalJSON
    else { return }
    var told = toldTwice ?? ToldTwice(ledger)
    let lines = told.lines(
      of: file, rows[firstRow...], moves[firstMove...], isNew: alreadyThere == told.alreadyThere)
    told.alreadyThere = alreadyThere
    toldTwice = told
    guard !lines.isEmpty else { return }
    var sources: [Int: RowSource] = [:]
    for source in rows[firstRow...].map(\.source) + moves[firstMove...].map(\.source) {
      sources[source.line] = source
    }
    leftOut += lines.compactMap { line, place in
      sources[line].map { LeftOutRow(source: $0, reason: .toldElsewhere(place)) }
    }
    rows.replaceSubrange(
      firstRow..., with: rows[firstRow...].filter { lines[$0.source.line] == nil })
    moves.replaceSubrange(
      firstMove..., with: moves[firstMove...].filter { lines[$0.source.line] == nil })
  }
}
