import FoundationEssentials
import Portfolio

/// Tells the parts of an order apart, whose rows share its id, in one file or in several.
///
/// A row is the one that the ledger has of the id where coin, side and amount are the same, or the
/// instant: then something of it was edited. Any other is another part of the order, and so is one
/// of the same amount where the ledger's is of a time that the file does not tell of, nothing else
/// of the order is in both, and the rows beside it are new, too.
struct SharedIds {
  private let ledger: LedgerOverview
  /// Whether there may be more files, so that the rows of this one are remembered.
  private let remembersRows: Bool
  /// Rows of files before this one, by their references.
  private var earlier: [Reference: Row] = [:]
  private var ofFile: [Reference: Row] = [:]
  /// References that rows of the file met in the ledger or in an earlier file.
  private var met: Set<Reference> = []
  /// References with another number than the file's own.
  private var given: Set<Reference> = []
  /// References of transactions that go from the ledger.
  private var released: Set<Reference> = []
  /// The instants of the file's rows by their ids, where they are known.
  private var instants: InstantsOfIds?
  /// Ids of which the file and the ledger have one row to the instant.
  private var overlapping: Set<Reference> = []
  /// Ids that rows of several instants of the file state, though each should be of one row alone.
  private var reused: Set<Reference> = []
  /// Whether only all rows of the file together tell whether one is in the ledger.
  private(set) var needsWholeFile = false

  private struct Row {
    let coinId: String
    let type: TransactionType
    let amount: Decimal
    let date: Date

    init(_ row: Transaction) {
      (coinId, type, amount, date) = (row.coinId, row.type, row.amount, row.date)
    }

    /// Whether both are of one instant, or of one second or minute where one of them has nothing
    /// finer.
    private func isAtOnce(with other: Row) -> Bool {
      let (one, two) = (date.millisecondsSince1970, other.date.millisecondsSince1970)
      return one == two
        || [1000, 60_000].contains { unit in
          one / unit == two / unit && (one % unit == 0 || two % unit == 0)
        }
    }

    /// Whether it is a row that a spreadsheet may have cut digits off.
    func isSame(as other: Row) -> Bool {
      coinId == other.coinId && type == other.type && isAtOnce(with: other)
        && RewrittenRows.Digits.first.agree(amount, other.amount)
    }
  }

  init(_ ledger: LedgerOverview, remembersRows: Bool) {
    (self.ledger, self.remembersRows) = (ledger, remembersRows)
  }

  /// Begins the rows of another file.
  ///
  /// - Parameter hasIdOfEachRow: Whether no two rows of the form share an id.
  mutating func beginFile(_ readings: [Reading], hasIdOfEachRow: Bool) {
    instants = ledger.count > 0 ? InstantsOfIds(readings) : nil
    reused = hasIdOfEachRow ? (instants ?? InstantsOfIds(readings)).idsOfSeveral : []
    overlapping = []
    beginRows()
  }

  /// Goes on with rows of another file.
  mutating func beginRows() {
    earlier.merge(ofFile) { $1 }
    ofFile = [:]
    met = []
    given = []
  }

  /// Forgets the rows of the files, where no row to come shares an id with them.
  mutating func forgetRows() { (earlier, ofFile) = ([:], [:]) }

  /// The reference of a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - id: What the file states.
  ///   - numbered: The same with the row's number among those of the file.
  ///   - known: When the ledger's transaction of a reference came in as, where that is known.
  mutating func reference(
    of row: Transaction, id: Reference, numbered: Reference,
    known: (Reference) -> Date?
  ) -> Reference {
    var reference = numbered
    // The first row of the id may have been a move.
    let isShared = mayBeTaken && (1...3).contains { isTaken(id.numbered($0)) } || ledger.hasMove(id)
    if isShared || isTaken(numbered) || given.contains(numbered) {
      let (found, last) = search(row, id, known)
      if let found {
        met.insert(found)
        return found
      }
      var number = max(last, id.number(of: numbered))
      while isTaken(reference) || given.contains(reference) {
        number += 1
        reference = id.numbered(number)
      }
      given.insert(reference)
    }
    if remembersRows {
      ofFile[reference] = Row(row)
    }
    return reference
  }

  /// Takes note that only all rows of the file together tell whether one is in the ledger.
  mutating func readWholeFile() { needsWholeFile = true }

  /// Whether the owner gave an id that should be of one row alone to several.
  func isReused(_ id: Reference) -> Bool {
    reused.contains(id) || mayBeTaken && isTaken(id.numbered(2))
  }

  /// Whether an id that should be of one row alone is that of another row.
  ///
  /// That one is of another amount, and of a day that the file does not tell of. An edit of both
  /// shows in the rows beside it.
  mutating func isOfAnother(
    _ row: Transaction, _ id: Reference, _ known: (Reference) -> Date?
  ) -> Bool {
    if let other = earlier[id] {
      return other.amount != row.amount && row.isDaysFrom(other.date)
    }
    guard ledgerHas(id), !ledger.has(OrderPart(row, of: id)) else { return false }
    guard let instants else {
      needsWholeFile = needsWholeFile || known(id) == nil
      return false
    }
    guard let date = known(id), row.isDaysFrom(date), !instants.mayHave(date) else {
      return false
    }
    return !isAmongKnown(row.date, id, instants, known)
  }

  /// Whether rows beside one in its file are in the ledger.
  private func isAmongKnown(
    _ date: Date, _ id: Reference, _ instants: InstantsOfIds,
    _ known: (Reference) -> Date?
  ) -> Bool {
    instants.isAmongKnown(date, id) { date, id in
      (1...3).map(id.numbered).contains { met.contains($0) || known($0) == date }
    }
  }

  /// Remembers a row whose id is of one row alone, as far as is known.
  mutating func remember(_ row: Transaction, as reference: Reference) {
    if remembersRows { ofFile[reference] = Row(row) }
  }

  /// Takes note that what has a reference goes from the ledger.
  mutating func release(_ reference: Reference) { released.insert(reference) }

  /// Whether any reference is taken.
  private var mayBeTaken: Bool { ledger.hasReferences || !earlier.isEmpty }

  private func isTaken(_ reference: Reference) -> Bool {
    ledgerHas(reference) || earlier[reference] != nil
  }

  private func ledgerHas(_ reference: Reference) -> Bool {
    ledger.hasTransaction(reference) && !released.contains(reference)
  }

  /// The reference by which a row is there already, and the last number that one has.
  private mutating func search(
    _ row: Transaction, _ id: Reference, _ known: (Reference) -> Date?
  ) -> (found: Reference?, last: Int) {
    var ofInstant: Reference?
    var (number, last) = (0, 0)
    while number - last < LedgerOverview.longestGap {
      number += 1
      let candidate = id.numbered(number)
      // The number of a move is used, too.
      guard isTaken(candidate) else {
        if ledger.hasMove(candidate) { last = number }
        continue
      }
      last = number
      guard !met.contains(candidate) else { continue }
      // Rows of this import nobody has edited.
      if let other = earlier[candidate] {
        if other.isSame(as: Row(row)) { return (candidate, last) }
      } else if ledger.has(OrderPart(row, of: candidate)) {
        if isSame(row, id, known(candidate), known) { return (candidate, last) }
      } else if known(candidate) == row.date {
        ofInstant = ofInstant ?? candidate
      }
    }
    return (ofInstant, last)
  }

  /// Whether a row is the ledger's of the same id, coin, side and amount.
  ///
  /// - Parameter date: When the ledger's was; `nil` where that is long before the file.
  private mutating func isSame(
    _ row: Transaction, _ id: Reference, _ date: Date?, _ known: (Reference) -> Date?
  ) -> Bool {
    if date == row.date {
      overlapping.insert(id)
      return true
    }
    guard let instants else {
      needsWholeFile = true
      return true
    }
    if let date, instants.mayHave(date) { return true }
    if !overlapping.contains(id) {
      let isOverlap = (1...instants.count(of: id) + LedgerOverview.longestGap).contains { number in
        known(id.numbered(number)).map { instants.has($0, of: id) } ?? false
      }
      if isOverlap { overlapping.insert(id) }
    }
    return overlapping.contains(id) || isAmongKnown(row.date, id, instants, known)
  }
}

/// When the rows of a file were that share ids.
private struct InstantsOfIds {
  /// From the first row of the file to the last.
  private var span: ClosedRange<Date>?
  private var instants: [Reference: Set<Date>] = [:]
  /// The rows, oldest first.
  private var rows: [(date: Date, id: Reference)] = []

  init(_ readings: [Reading]) {
    for reading in readings {
      guard let date = reading.date else { continue }
      let known = span ?? date...date
      span = min(known.lowerBound, date)...max(known.upperBound, date)
      guard case .trade(let facts) = reading, let id = RowReferences.split(facts.reference) else {
        continue
      }
      instants[id, default: []].insert(date)
      rows.append((date, id))
    }
  }

  /// Whether a row of another id next to one is in the ledger, so that the file, or that piece of
  /// it, was imported before: then the row is the ledger's, whatever was made of its date.
  ///
  /// - Parameter isThere: Whether the ledger has something of an id at an instant.
  func isAmongKnown(_ date: Date, _ id: Reference, _ isThere: (Date, Reference) -> Bool) -> Bool {
    guard let place = rows.firstIndex(where: { $0 == (date, id) }) else { return false }
    let beside = [rows[..<place].last { $0.id != id }, rows[place...].first { $0.id != id }]
    return beside.allSatisfy { $0 == nil }
      || beside.contains { row in row.map { isThere($0.date, $0.id) } ?? false }
  }

  /// Whether an instant is one of the file's time, which may have lost its seconds.
  func mayHave(_ date: Date) -> Bool {
    guard let span else { return false }
    return date > span.lowerBound.moved(minutes: -1) && date < span.upperBound.moved(minutes: 1)
  }

  func count(of id: Reference) -> Int { instants[id]?.count ?? 0 }

  var idsOfSeveral: Set<Reference> { Set(instants.filter { $0.value.count > 1 }.keys) }

  func has(_ date: Date, of id: Reference) -> Bool { instants[id]?.contains(date) ?? false }
}

extension ImportPlanner {
  /// The reference of what a row is booked as, where others may share the id that it states.
  mutating func reference(
    _ numbered: Reference, of facts: TradeFacts, _ booked: Booking.Result, in file: ImportFile
  ) -> Reference {
    guard let id = RowReferences.split(facts.reference) else {
      return known.reference(ofPart: numbered)
    }
    guard let main = booked.transactions.first(where: \.name.isEmpty)?.transaction else {
      return file.format.hasIdOfEachRow ? known.reference(of: numbered, id: id) : numbered
    }
    if file.format.hasIdOfEachRow {
      // Of rows read one by one only the second shows that there are more.
      if file.edges == nil, numbered != id, known.ledgerHas(id) { sharedIds.readWholeFile() }
      let isOther = sharedIds.isOfAnother(main, id) { [known] in known.firstDate(of: $0) }
      guard isOther || sharedIds.isReused(id) else {
        let reference = known.reference(of: numbered, id: id)
        sharedIds.remember(main, as: reference)
        return reference
      }
    }
    return sharedIds.reference(of: main, id: id, numbered: numbered) { [known] in
      known.firstDate(of: $0)
    }
  }
}
