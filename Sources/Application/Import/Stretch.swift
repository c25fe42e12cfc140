import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// A stretch of time whose rows are derived from what can reach them.
///
/// What happens at an instant depends on rows at most one reach away. So the rows of the ledger
/// that new files change are later than their first row less one reach. To derive these, rows are
/// read from three reaches before the first row to the end of the ledger: what is derived of the
/// first reach lacks what is before it and does not count; what is derived of the second must be
/// what is booked, else the whole ledger is derived.
struct Stretch {
  /// The first instant whose rows are read, in microseconds since 1970.
  let start: Int64
  /// Only rows before this instant are read, in microseconds since 1970.
  let end: Int64
  /// When the second reach begins: transactions and moves before are booked already.
  let sound: Date
  /// When rows begin that may change.
  let changing: Date
  /// What the files of the ledger are as wholes.
  let extents: FileExtents
  /// Whether no question is open, wherever in the ledger.
  let wasSettled: Bool

  /// Finds the stretch that new files reach.
  ///
  /// - Returns: `nil` where files are not all that changes, or where they matter to rows that are
  ///   further away.
  /// - Throws: `LedgerStoreError`.
  init?(
    _ change: EvidenceChange, _ ledger: LedgerContents, _ rules: DerivationRules,
    _ valueRules: ValueRules, version: String
  ) throws {
    guard change.onlyAddsFiles, let known = try ledger.keptDerivation(version: version) else {
      return nil
    }
    let digests = known.extents.digests
    let files = change.files.filter { !digests.contains($0.digestText) }
    let stored = Set(try ledger.files().map(\.digestText))
    guard files.allSatisfy({ !stored.contains($0.digestText) }) else { return nil }
    let answers = Dictionary(
      try ledger.answers().map { (Question.Key($0.question), Choice(text: $0.choice)) },
      uniquingKeysWith: { first, _ in first }
    ).compactMapValues(\.self)
    let new = FileExtents(files.lazy.flatMap(\.records).flatMap(\.facts))
    guard let first = new.first,
      change.answers.allSatisfy({ answers[$0.key] == $0.value }),
      files.allSatisfy({ $0.coins.keys.allSatisfy { answers[.coin($0)] != nil } }),
      known.extents.keepOwners(with: new, answers: answers)
    else { return nil }
    var all = known.extents
    all.merge(new)
    try self.init(from: first, all.reach(rules), known, ledger, valueRules)
  }

  /// Finds the stretch that transactions reach which a person changed.
  ///
  /// - Returns: `nil` where more than transactions changed, or where they matter to rows that are
  ///   further away.
  /// - Throws: `LedgerStoreError`.
  init?(
    _ ledger: LedgerContents, _ rules: DerivationRules, _ valueRules: ValueRules, version: String
  ) throws {
    guard let first = try ledger.firstChange(),
      let known = try ledger.keptDerivation(version: version)
    else { return nil }
    let instant = Int64(first.millisecondsSince1970) * 1_000
    try self.init(from: instant, known.extents.reach(rules), known, ledger, valueRules)
  }

  /// - Parameters:
  ///   - change: The first instant of what changes, in microseconds since 1970.
  ///   - reach: How far apart rows are at most that matter to one another.
  private init?(
    from change: Int64, _ reach: Int64, _ known: DerivationState, _ ledger: LedgerContents,
    _ valueRules: ValueRules
  ) throws {
    var first = change
    // What waited for a price, or for the meaning of a name, may have it now.
    try ledger.forEachWaitingRecord(before: first) { waiting in
      guard let facts = waiting.record.facts, let reason = waiting.record.state.reason,
        facts.instant < first
      else { return }
      let source = FactSource(form: "", file: "", line: waiting.record.line, cells: "")
      let read = [Fact](bytes: facts.bytes, source: source) ?? []
      if valueRules.mayLetIn(read, waitingFor: Question.Key(reason)) { first = facts.instant }
    }
    let changing = first - reach
    (start, end) = (changing - 2 * reach, .max)
    guard let earliest = known.extents.first, start > earliest else { return nil }
    sound = PrintedInstant(at: start + reach).date
    self.changing = PrintedInstant(at: changing).date
    (extents, wasSettled) = (known.extents, known.isSettled)
  }

  /// A stretch that nothing changes: what is derived of it must be what is booked.
  ///
  /// - Parameters:
  ///   - period: Its instants, in microseconds since 1970.
  ///   - reach: How far apart rows are at most that matter to one another.
  ///   - extents: What the files of the ledger are as wholes.
  init(_ period: Range<Int64>, reach: Int64, of extents: FileExtents) {
    start = period.lowerBound == .min ? .min : period.lowerBound - 2 * reach
    end = period.upperBound == .max ? .max : period.upperBound + 2 * reach
    sound = PrintedInstant(at: period.lowerBound).date
    changing = sound
    (self.extents, wasSettled) = (extents, true)
  }
}

extension LedgerContents {
  /// What the last derivation kept; `nil` where another version derived the rows.
  ///
  /// - Throws: `LedgerStoreError`.
  func keptDerivation(version: String) throws -> DerivationState? {
    let state = try derivationState().flatMap { DerivationState(bytes: $0) }
    return state?.version == version ? state : nil
  }
}

/// What a derivation keeps for the next one.
struct DerivationState {
  /// What the rows were derived by: the program with its forms, and the names of coins.
  let version: String
  /// What the files of the ledger are as wholes.
  let extents: FileExtents
  /// Whether no question was open, wherever in the ledger.
  let isSettled: Bool

  private static let marks: (open: UInt8, settled: UInt8) = (1, 2)

  init(version: String, extents: FileExtents, isSettled: Bool) {
    (self.version, self.extents, self.isSettled) = (version, extents, isSettled)
  }

  /// Reads ``bytes``; `nil` for anything else.
  init?(bytes: [UInt8]) {
    guard let mark = bytes.first, [Self.marks.open, Self.marks.settled].contains(mark),
      let end = bytes.firstIndex(of: 0),
      let extents = FileExtents(bytes: Array(bytes[(end + 1)...]))
    else { return nil }
    self.init(
      version: String(decoding: bytes[1..<end], as: UTF8.self), extents: extents,
      isSettled: mark == Self.marks.settled)
  }

  /// The state as the ledger keeps it.
  var bytes: [UInt8] {
    [isSettled ? Self.marks.settled : Self.marks.open] + Array(version.utf8) + [0] + extents.bytes
  }
}
