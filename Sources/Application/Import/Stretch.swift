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
  /// The days of rows that open questions are about.
  let openDays: [UTCDay]

  /// Finds the stretch that new files and answers reach.
  ///
  /// - Returns: `nil` where they are not all that changes, or where they matter to rows that are
  ///   further away.
  /// - Throws: `LedgerStoreError`.
  init?(
    _ change: EvidenceChange, _ ledger: LedgerContents, _ rules: DerivationRules,
    _ valueRules: ValueRules, version: String
  ) throws {
    guard change.onlyAdds, let known = try ledger.keptDerivation(version: version) else {
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
    var new = FileExtents()
    for file in files { new.merge(file.records.extents) }
    let given = change.answers.filter { answers[$0.key] != $0.value }
    guard given.keys.allSatisfy({ answers[$0] == nil && $0.isOfOpenRows(valueRules) }),
      files.allSatisfy({ $0.coins.keys.allSatisfy { answers[.coin($0)] != nil } }),
      known.extents.keepOwners(with: new, answers: answers)
    else { return nil }
    let opened = given.isEmpty ? nil : known.openDays.first.map(\.firstInstant)
    guard given.isEmpty || opened != nil,
      let first = [new.first, opened].compactMap(\.self).min()
    else { return nil }
    var all = known.extents
    all.merge(new)
    try self.init(from: first, all.reach(rules), known, ledger, valueRules)
  }

  /// Finds the stretch that transactions reach which a person changed.
  ///
  /// - Returns: `nil` where moves changed or went, too, or where they matter to rows that are
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
    let first = try ledger.firstLetIn(valueRules, before: change) ?? change
    let changing = first - reach
    (start, end) = (changing - 2 * reach, .max)
    guard let earliest = known.extents.first, start > earliest else { return nil }
    sound = PrintedInstant(at: start + reach).date
    self.changing = PrintedInstant(at: changing).date
    (extents, openDays) = (known.extents, known.openDays)
  }

  /// One of the stretches of a ledger.
  ///
  /// - Parameters:
  ///   - period: Its instants, in microseconds since 1970.
  ///   - reach: How far apart rows are at most that matter to one another.
  ///   - extents: What the files of the ledger are as wholes.
  ///   - changing: When rows begin that may change; `nil` where that is before the stretch.
  init(
    _ period: Range<Int64>, reach: Int64, of extents: FileExtents, changing: Date? = nil
  ) {
    start = period.lowerBound == .min ? .min : period.lowerBound - 2 * reach
    end = period.upperBound == .max ? .max : period.upperBound + 2 * reach
    sound = PrintedInstant(at: period.lowerBound).date
    self.changing = max(sound, changing ?? sound)
    (self.extents, openDays) = (extents, [])
  }
}

extension LedgerContents {
  /// The instant of the first row that waits for a price, or for the meaning of a name, and may have
  /// it now, in microseconds since 1970; `nil` where none may.
  ///
  /// - Throws: `LedgerStoreError`.
  func firstLetIn(_ rules: ValueRules, before end: Int64) throws -> Int64? {
    var first: Int64?
    try forEachWaitingRecord(before: end) { waiting in
      guard first == nil, let facts = waiting.record.facts,
        let reason = waiting.record.state.reason
      else { return }
      let source = FactSource(form: "", file: "", line: waiting.record.line, cells: "")
      let read = [Fact](bytes: facts.bytes, source: source) ?? []
      if rules.mayLetIn(read, waitingFor: Question.Key(reason)) { first = facts.instant }
    }
    return first
  }

  /// What the last derivation kept; `nil` where another version derived the rows.
  ///
  /// - Throws: `LedgerStoreError`.
  func keptDerivation(version: String) throws -> DerivationState? {
    let state = try derivationState().flatMap { DerivationState(bytes: $0) }
    return state?.version == version ? state : nil
  }
}

extension Question.Key {
  /// Whether the question is about one event, so that it is in one stretch of time.
  var isOfOneEvent: Bool {
    switch kind {
    case .uncovered, .unbookable, .noWorth: true
    default: false
    }
  }

  /// Whether an answer matters to no row but those that wait for it, and later ones.
  fileprivate func isOfOpenRows(_ rules: ValueRules) -> Bool {
    switch kind {
    case .sameOrTwo, .halfOfTrade, .whichLegs, .restOfOrder, .sameCoins, .noWorth, .uncovered,
      .unbookable, .unreadable:
      true
    case .unknownCoin:
      // A name that had a meaning once may be that of rows that count.
      [.distantPast, .distantFuture].allSatisfy { date in
        rules.meaning(String(text.drop { $0 != "|" }.dropFirst()), date) == nil
      }
    case .whoseFile, .stablecoin, .whichZone, nil: false
    }
  }
}

extension UTCDay {
  /// When the day begins, in microseconds since 1970.
  var firstInstant: Int64 { Int64(start.millisecondsSince1970) * 1_000 }
}

/// What a derivation keeps for the next one.
struct DerivationState {
  /// What the rows were derived by: the program with its forms, and the names of coins.
  let version: String
  /// What the files of the ledger are as wholes.
  let extents: FileExtents
  /// Whether no question was open, wherever in the ledger.
  let isSettled: Bool
  /// The days of rows that open questions are about.
  let openDays: [UTCDay]

  // Programs before kept 1 or 2, and no days.
  private static let marks: (open: UInt8, settled: UInt8) = (3, 4)
  private static let separator = UInt8(ascii: " ")

  init(version: String, extents: FileExtents, isSettled: Bool, openDays: [UTCDay]) {
    (self.version, self.extents, self.isSettled) = (version, extents, isSettled)
    self.openDays = openDays
  }

  /// Reads ``bytes``; `nil` for anything else.
  init?(bytes: [UInt8]) {
    guard let mark = bytes.first, [Self.marks.open, Self.marks.settled].contains(mark),
      let end = bytes.firstIndex(of: 0), let last = bytes[(end + 1)...].firstIndex(of: 0),
      let extents = FileExtents(bytes: Array(bytes[(last + 1)...]))
    else { return nil }
    self.init(
      version: String(decoding: bytes[1..<end], as: UTF8.self), extents: extents,
      isSettled: mark == Self.marks.settled,
      openDays: bytes[(end + 1)..<last].split(separator: Self.separator).compactMap {
        Int(String(decoding: $0, as: UTF8.self)).map(UTCDay.init(number:))
      })
  }

  /// The state as the ledger keeps it.
  var bytes: [UInt8] {
    [isSettled ? Self.marks.settled : Self.marks.open] + Array(version.utf8) + [0]
      + openDays.map { Array(String($0.number).utf8) }.joined(separator: [Self.separator])
      + [0] + extents.bytes
  }
}
