import FoundationEssentials
import Portfolio

/// What the ledger has of an import already.
///
/// A row is known again by its reference, whatever was edited since. What has no reference of an
/// exchange, because it was typed in, imported by a version that kept none or brought by that
/// version's export, is known by its content: coin, direction, amount, price and instant, one row
/// for one transaction.
///
/// Rows of the ledger come in its order, and may be forgotten where no row of their time comes
/// any more; by references and ids all of them are known.
struct Deduplication {
  private let ledger: LedgerOverview
  private let remembersRows: Bool
  /// References and ids of the import's own rows.
  private var references: Set<Reference> = []
  private var moveReferences: Set<Reference> = []
  /// References of the ledger's moves, and of rows of files before, that are rows of the file.
  private var met: Set<Reference> = []
  private var ids: Set<UUID> = []
  /// Transactions of the ledger that are rows of the import, and by their references of the file.
  private var paired: Set<UUID> = []
  private var pairedOfFile: Set<UUID> = []
  /// Which transaction has a reference; `nil` where a row had it already.
  private var byReference: [Reference: Transaction?] = [:]
  private var byContent: [TransactionContent: [Transaction]] = [:]
  private var former = FormerImports()
  private var recorded: [Transaction] = []
  private var forgotten = 0
  /// References of transactions that go from the ledger.
  private var released: Set<Reference> = []

  /// - Parameter remembersRows: Whether the rows of the import are remembered as well; where no two
  ///   of them have one reference, they need no memory.
  init(_ ledger: LedgerOverview, remembersRows: Bool = true) {
    (self.ledger, self.remembersRows) = (ledger, remembersRows)
  }

  /// Takes the next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    for transaction in transactions {
      if let reference = transaction.reference { note(reference, of: transaction) }
      byContent[TransactionContent(transaction), default: []].append(transaction)
      former.record(transaction)
    }
    recorded += transactions
  }

  /// Forgets transactions of the ledger before an instant.
  mutating func forget(before date: Date) {
    while forgotten < recorded.count, recorded[forgotten].date < date {
      let transaction = recorded[forgotten]
      forgotten += 1
      if let reference = transaction.reference {
        byReference[reference] = nil
        byReference[reference.part("sale")] = nil
      }
      byContent[TransactionContent(transaction)] = nil
      former.forget(transaction)
      // By its notes a transaction may be found at any time.
      if ledger.noted.isEmpty { paired.remove(transaction.id) }
    }
    guard forgotten > 1024 else { return }
    recorded.removeFirst(forgotten)
    forgotten = 0
  }

  /// Imports of the first version gave both sides of a swap one reference; the sale is a part of
  /// it.
  private mutating func note(_ reference: Reference, of transaction: Transaction) {
    guard case .some(.some(let other)) = byReference[reference] else {
      return byReference[reference] = transaction
    }
    guard (other.type == .sell) != (transaction.type == .sell) else { return }
    let isSale = transaction.type == .sell
    byReference[reference.part("sale")] = isSale ? transaction : other
    byReference[reference] = isSale ? other : transaction
  }

  /// Whether the ledger, or an earlier row of the import, is this row.
  ///
  /// - Parameter isOwn: Whether the row is of bitpal's own format, whose derived reference tells
  ///   less than the content does.
  mutating func contains(_ transaction: Transaction, isOwn: Bool, hasOwnId: Bool) -> Bool {
    if hasOwnId {
      guard !isKnown(transaction.id) else { return true }
      return containsUnreferenced(transaction, isOwn: isOwn)
    }
    if let reference = transaction.reference, isKnown(reference) { return true }
    return containsUnreferenced(transaction, isOwn: isOwn)
  }

  /// Whether the ledger is this row of bitpal's own format; earlier rows of the import are not
  /// remembered, and take no memory.
  mutating func knows(_ transaction: Transaction, hasOwnId: Bool) -> Bool {
    if hasOwnId {
      if ledger.has(transaction.id) { return true }
    } else if let reference = transaction.reference, isOfLedger(reference) {
      return true
    }
    return containsUnreferenced(transaction, isOwn: true)
  }

  /// As ``knows(_:hasOwnId:)``.
  func knows(_ move: Move, hasOwnId: Bool) -> Bool {
    if hasOwnId, ledger.has(move.id) { return true }
    return move.reference.map(ledger.has) ?? false
  }

  /// Forgets the rows of the import, where no row to come has a reference of theirs.
  mutating func forgetRows() {
    references.removeAll(keepingCapacity: true)
    moveReferences.removeAll(keepingCapacity: true)
  }

  /// Begins the rows of another file.
  mutating func beginFile() { (met, pairedOfFile) = ([], []) }

  /// Whether the ledger, or an earlier row of the import, has a move of this reference, or of this
  /// id where the row carries one.
  ///
  /// - Parameter id: The id that the row states, which other rows may share.
  mutating func contains(_ move: Move, id: Reference? = nil, hasOwnId: Bool = false) -> Bool {
    if hasOwnId, isKnown(move.id) { return true }
    guard let reference = move.reference else { return false }
    if ledgerHas(move, as: reference, id: id ?? reference) { return true }
    guard remembersRows, !moveReferences.insert(reference).inserted else { return false }
    met.insert(reference)
    return true
  }

  /// Whether the ledger has a move of this reference, or the transaction that answered it.
  ///
  /// A trade or fee whose row states the same id is neither, in whatever order they came: the rows
  /// of a file that share an id are counted together.
  private mutating func ledgerHas(
    _ move: Move, as reference: Reference, id: Reference
  ) -> Bool {
    let names = [reference] + (1...3).map(id.numbered)
    func isOther(_ name: Reference) -> Bool { ledger.hasMove(name) && !met.contains(name) }
    let other = names.first(where: isOther) ?? ledger.references(of: id).first(where: isOther)
    if let known = other {
      met.insert(known)
      return !released.contains(known)
    }
    let gifts = names.flatMap { $0.gifts(hash: move.hash) }
    if let known = gifts.first(where: { ledger.has($0) && !met.contains($0) }) {
      return met.insert(known).inserted
    }
    guard ledgerHas(reference), !ledger.hasMove(reference),
      transaction(of: reference)?.mayAnswer(move) ?? true
    else { return false }
    met.insert(reference)
    return true
  }

  /// The reference under which the ledger has a trade whose row is a move as well: which of them
  /// was counted first depends on the order of the file.
  func reference(of row: Reference, id: Reference) -> Reference {
    guard ledger.hasReferences else { return row }
    let names = (1...3).map(id.numbered)
    guard !ledger.hasTransaction(row), names.contains(where: ledger.hasMove) else { return row }
    return names.first(where: ledger.hasTransaction) ?? row
  }

  /// The reference under which the ledger has the second thing that a row without an id says, where
  /// the first is a move: earlier versions counted them from behind in files of the newest first.
  func reference(ofPart row: Reference) -> Reference {
    guard row.id.hasSuffix("#2"), ledger.hasMove(row) else { return row }
    let first = Reference(source: row.source, id: String(row.id.dropLast(2)))
    return ledger.hasTransaction(first) ? first : row
  }

  /// Whether a transaction of the ledger is a row of the import.
  func isPaired(_ id: UUID) -> Bool { paired.contains(id) }

  /// Takes note that a transaction of the ledger is a row of the import.
  mutating func pair(_ id: UUID) {
    paired.insert(id)
    pairedOfFile.insert(id)
  }

  /// Whether a transaction of the ledger has the reference of a row of the file.
  func isOfFile(_ id: UUID) -> Bool { pairedOfFile.contains(id) }

  /// Whether a move of the ledger, or a row of a file before, is a row of the file.
  func wasMet(_ reference: Reference) -> Bool { met.contains(reference) }

  /// The same of a move, which may be a gift in the ledger.
  func wasMet(_ move: Move) -> Bool {
    move.reference.map { [$0] + $0.gifts(hash: move.hash) }?.contains(where: wasMet) ?? false
  }

  /// The ledger's transaction of a reference, where it is of this time and no other row's.
  func transaction(of reference: Reference) -> Transaction? { byReference[reference] ?? nil }

  /// When the ledger's transaction of a reference was as it came in, whatever the user made of that
  /// since; `nil` where it is of another time.
  func firstDate(of reference: Reference) -> Date? {
    ledger.beforeEdits.date(of: reference) ?? transaction(of: reference)?.date
  }

  /// The ledger's transactions between two instants, both included, as far as they are known.
  func transactions(from first: Date, through last: Date) -> ArraySlice<Transaction> {
    var (low, high) = (forgotten, recorded.count)
    while low < high {
      let middle = (low + high) / 2
      if recorded[middle].date < first { low = middle + 1 } else { high = middle }
    }
    return recorded[low...].prefix { $0.date <= last }
  }

  /// Whether the ledger has this reference, whatever the import has brought so far.
  func ledgerHas(_ reference: Reference) -> Bool {
    ledger.has(reference) && !released.contains(reference)
  }

  /// Takes note that what has a reference goes from the ledger.
  mutating func release(_ reference: Reference) {
    released.insert(reference)
    byReference[reference] = nil
  }

  /// Whether the id was met before; it is from now on.
  private mutating func isKnown(_ id: UUID) -> Bool {
    ledger.has(id) || !ids.insert(id).inserted
  }

  /// Whether the reference was met before; it is from now on.
  private mutating func isKnown(_ reference: Reference) -> Bool {
    if isOfLedger(reference) { return true }
    guard remembersRows, !references.insert(reference).inserted else { return false }
    met.insert(reference)
    return true
  }

  /// Whether the ledger has the reference; its transaction belongs to that row alone then.
  private mutating func isOfLedger(_ reference: Reference) -> Bool {
    guard ledger.hasTransaction(reference), !released.contains(reference) else { return false }
    if let known = byReference[reference], let transaction = known {
      pair(transaction.id)
      byReference[reference] = .some(nil)
    }
    return true
  }

  private mutating func containsUnreferenced(_ row: Transaction, isOwn: Bool) -> Bool {
    if !ledger.noted.isEmpty, let reference = NotedReference(referenceOf: row),
      let known = ledger.noted[reference], let id = known, !paired.contains(id)
    {
      pair(id)
      return true
    }
    if containsContent(of: row, isOwn: isOwn) { return true }
    guard !isOwn, let other = former.transaction(of: row, isPaired: paired.contains) else {
      return false
    }
    pair(other.id)
    return true
  }

  private mutating func containsContent(of row: Transaction, isOwn: Bool) -> Bool {
    guard !byContent.isEmpty else { return false }
    let content = TransactionContent(row)
    guard var candidates = byContent[content] else { return false }
    defer { byContent[content] = candidates }
    candidates.removeAll { paired.contains($0.id) }
    let inNotes = referenceInNotes(row.notes)
    let place = candidates.firstIndex { candidate in
      guard isOwn || !candidate.hasForeignReference, candidate.mayBeOfAccount(of: row) else {
        return false
      }
      let other = referenceInNotes(candidate.notes)
      return inNotes == nil || other == nil || inNotes == other
    }
    guard let place else { return false }
    pair(candidates.remove(at: place).id)
    return true
  }
}

extension Transaction {
  /// Whether not two accounts were named for them.
  fileprivate func mayBeOfAccount(of other: Transaction) -> Bool {
    guard let mark = reference?.accountMark, let own = other.reference?.accountMark else {
      return true
    }
    return mark == own
  }

  /// Whether an exchange's file was where it was first written down, and not a file of bitpal's.
  var hasForeignReference: Bool {
    reference.map { $0.source != ImportFormat.bitpal.rawValue } ?? false
  }
}
