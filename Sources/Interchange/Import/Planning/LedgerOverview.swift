public import FoundationEssentials
public import Portfolio

/// What all transactions of a ledger together say to an import, without being in memory.
///
/// Of each row sixteen bytes are kept by which its reference is known, whatever was edited since;
/// that two references agree in them does not happen. As many are kept of its id, and of what it is
/// a part of, where rows may be known by them.
public struct LedgerOverview: Sendable {
  /// How many transactions there are.
  public private(set) var count = 0
  /// The coins that have transactions.
  public var coinIds: Set<String> { Set(last.keys) }
  /// From when on transactions are compared one by one.
  public let start: Date
  /// What each coin's balance was then.
  private(set) var held: [String: RunningBalance] = [:]
  /// When each coin's last transaction was.
  private(set) var last: [String: Date] = [:]
  /// From when to when there are rows without ids, by whose they are, in seconds.
  private(set) var generations: [String: ClosedRange<Int>] = [:]
  /// Rows whose reference stands in their notes, by ``NotedReference``; `nil` for one that several
  /// have, which says nothing about either.
  private(set) var noted: [NotedReference: UUID?] = [:]
  /// What stands in references for accounts that were named, in an order of its own.
  private(set) var accountMarks: [String] = []
  /// Fees that the ledger lacked the coins for.
  private(set) var waitingFees = WaitingFees()
  /// References of what the user deleted.
  public var deleted: Set<Reference> = []
  /// What the user changed or deleted since, as it came in; to be set before transactions are taken.
  public var beforeEdits = RowsBeforeEdits()
  private var references = HashedKeys<Reference>()
  private let keepsIds: Bool
  private var ids = HashedKeys<UUID>()
  private let keepsParts: Bool
  private var parts = HashedKeys<OrderPart>()

  /// Begins with a ledger without transactions.
  ///
  /// - Parameters:
  ///   - start: The instant from which on transactions are compared one by one.
  ///   - keepsIds: Whether rows may be known by their own ids, as those of bitpal's own files are.
  ///   - keepsParts: Whether rows may share an id, as the parts of an order do.
  public init(
    from start: Date = .distantPast, keepsIds: Bool = true, keepsParts: Bool = true
  ) {
    (self.start, self.keepsIds, self.keepsParts) = (start, keepsIds, keepsParts)
  }

  /// Takes the next transaction in ledger order; its price, payment and valuation, a fee without a
  /// rate, and notes that do not end in a bracket, say nothing here and may be missing.
  public mutating func add(_ row: Transaction) {
    count += 1
    last[row.coinId] = row.date
    if row.date < start {
      held[row.coinId] = balanceAfter(row, from: held[row.coinId] ?? RunningBalance())
    }
    waitingFees.pass(row)
    beforeEdits.meet(row)
    if keepsIds { ids.add(row.id) }
    if let reference = row.reference { note(reference, of: row) }
    if !row.hasForeignReference, let noted = NotedReference(row) {
      self.noted[noted] = .some(self.noted[noted] == nil ? row.id : nil)
    }
  }

  private mutating func note(_ reference: Reference, of row: Transaction) {
    add(reference, row.type == .sell ? Self.sale : Self.other)
    if keepsParts { parts.add(OrderPart(row, of: reference)) }
    guard let second = AccountChange(row)?.second else { return }
    guard reference.isDigest else { return }
    let ids = ReportedChange.ids(of: reference)
    let known = generations[ids] ?? second...second
    generations[ids] = min(known.lowerBound, second)...max(known.upperBound, second)
  }

  /// Takes a move.
  mutating func add(_ move: Move) {
    if keepsIds { ids.add(move.id) }
    if let reference = move.reference { add(reference, Self.move) }
  }

  private mutating func add(_ reference: Reference, _ marks: UInt64) {
    references.add(reference, marks: marks)
    guard let mark = reference.accountMark, accountMarks.last.map({ $0 != mark }) ?? true,
      !accountMarks.contains(where: { $0 == mark })
    else { return }
    accountMarks.append(String(mark))
    accountMarks.sort()
  }

  /// Ends the taking.
  mutating func finish() {
    waitingFees.finish()
    references.finish()
    ids.finish()
    parts.finish()
  }

  /// What has a reference.
  private static let (sale, other, move): (UInt64, UInt64, UInt64) = (1, 2, 4)

  /// Whether any transaction or move has a reference.
  var hasReferences: Bool { !references.isEmpty }

  /// Whether a transaction or move has the reference.
  ///
  /// Imports of the first version gave both sides of a swap one reference; the sale is a part of
  /// it.
  func has(_ reference: Reference) -> Bool {
    if references.contains(reference) { return true }
    guard hasReferences, reference.id.hasSuffix(":sale") else { return false }
    let swap = Reference(source: reference.source, id: String(reference.id.dropLast(5)))
    return references.marks(of: swap).map { $0 & ~Self.move } == Self.sale | Self.other
  }

  /// Whether a move has the reference; a row may be a trade and a move.
  func hasMove(_ reference: Reference) -> Bool {
    references.marks(of: reference).map { $0 & Self.move != 0 } ?? false
  }

  /// Whether a transaction has the reference.
  func hasTransaction(_ reference: Reference) -> Bool {
    guard let marks = references.marks(of: reference) else { return has(reference) }
    return marks != Self.move
  }

  /// Whether a transaction is that part of an order.
  func has(_ part: OrderPart) -> Bool { parts.contains(part) }

  /// Whether a transaction or move has the id.
  func has(_ id: UUID) -> Bool { ids.contains(id) }
}

/// Keys, of each of which a hash is kept.
private struct HashedKeys<Key: Hashable>: Sendable {
  private struct Entry: Comparable {
    let high: UInt64
    /// The hash, but for the lowest three bits, which say what has the key.
    var low: UInt64

    var marks: UInt64 { low & 7 }

    init(_ key: Key, marks: UInt64) {
      high = Self.hash(key, salt: 1)
      low = Self.hash(key, salt: 2) & ~7 | marks
    }

    private static func hash(_ key: Key, salt: Int) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(key)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    static func < (one: Entry, other: Entry) -> Bool {
      one.high == other.high ? one.low < other.low : one.high < other.high
    }

    func isSame(_ other: Entry) -> Bool { high == other.high && low & ~7 == other.low & ~7 }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ key: Key, marks: UInt64 = 0) { entries.append(Entry(key, marks: marks)) }

  /// Sorts the keys, and makes one of those that are the same.
  mutating func finish() {
    entries.sort()
    var kept = 0
    for entry in entries {
      if kept > 0, entries[kept - 1].isSame(entry) {
        entries[kept - 1].low |= entry.marks
      } else {
        entries[kept] = entry
        kept += 1
      }
    }
    entries.removeLast(entries.count - kept)
  }

  func contains(_ key: Key) -> Bool { marks(of: key) != nil }

  /// The marks with which a key was added; `nil` for no key.
  func marks(of key: Key) -> UInt64? {
    guard !entries.isEmpty else { return nil }
    let wanted = Entry(key, marks: 0)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].isSame(wanted) else { return nil }
    return entries[low].marks
  }
}
