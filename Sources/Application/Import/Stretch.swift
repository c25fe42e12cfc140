import Exact
import FoundationEssentials
import Import
import LedgerStore
import Portfolio

/// A stretch of time whose rows are derived from the rows that can affect them.
///
/// An event depends on rows at most one reach away, so new files change only ledger rows later than
/// their first row minus one reach. To derive these, rows are read from three reaches before the
/// first row to the end of the ledger. Results of the first reach lack preceding rows and are
/// discarded. Results of the second must match the booked rows; otherwise the whole ledger is
/// derived.
struct Stretch {
  /// The first instant whose rows are read, in microseconds since 1970.
  let start: Int64
  /// Only rows before this instant are read, in microseconds since 1970.
  let end: Int64
  /// The start of the second reach: transactions and moves before it are already booked.
  let sound: Date
  /// The start of the rows that may change.
  let changing: Date
  /// The extents of the ledger's files.
  let extents: FileExtents
  /// The days of rows that open questions are about.
  let openDays: [UTCDay]

  /// Finds the stretch that new files and answers reach.
  ///
  /// - Returns: `nil` if anything else changes too, or if they affect rows that are further away.
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
    guard given.keys.allSatisfy({ answers[$0] == nil && $0.affectsOnlyOpenRows(valueRules) }),
      files.allSatisfy({ $0.coins.keys.allSatisfy { answers[.coin($0)] != nil } }),
      known.extents.keepOwners(with: new, rules, answers: answers)
    else { return nil }
    let opened = given.isEmpty ? nil : known.openDays.first.map(\.firstInstant)
    guard given.isEmpty || opened != nil,
      let first = [new.first, opened].compactMap(\.self).min()
    else { return nil }
    var all = known.extents
    all.merge(new)
    try self.init(from: first, all.reach(rules), known, ledger, valueRules)
  }

  /// Finds the stretch reached by transactions that a person changed.
  ///
  /// - Returns: `nil` if moves changed or were removed too, or if rows further away are affected.
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
  ///   - change: The first instant that changes, in microseconds since 1970.
  ///   - reach: The greatest distance between rows that affect each other.
  private init?(
    from change: Int64, _ reach: Int64, _ known: DerivationState, _ ledger: LedgerContents,
    _ valueRules: ValueRules
  ) throws {
    let first = try ledger.firstResolvable(valueRules, before: change) ?? change
    let changing = first - reach
    (start, end) = (changing - 2 * reach, .max)
    guard let earliest = known.extents.first, start > earliest,
      !known.extents.statesRates(from: start)
    else { return nil }
    sound = PrintedInstant(at: start + reach).date
    self.changing = PrintedInstant(at: changing).date
    (extents, openDays) = (known.extents, known.openDays)
  }

  /// Makes one stretch of a ledger.
  ///
  /// - Parameters:
  ///   - period: Its instants, in microseconds since 1970.
  ///   - reach: The greatest distance between rows that affect each other.
  ///   - extents: The extents of the ledger's files.
  ///   - changing: The start of the rows that may change; `nil` if that precedes the stretch.
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
  /// The instant of the first row that waits for a price or a name's meaning that may now be known,
  /// in microseconds since 1970; `nil` if there is none.
  ///
  /// - Throws: `LedgerStoreError`.
  func firstResolvable(_ rules: ValueRules, before end: Int64) throws -> Int64? {
    var first: Int64?
    let kinds: [Question.Kind] = [.unknownCoin, .noWorth]
    try forEachWaitingRecord(before: end, on: kinds.map(\.rawValue)) { waiting in
      guard first == nil, let facts = waiting.record.facts,
        let reason = waiting.record.state.reason
      else { return }
      let source = FactSource(form: "", file: "", line: waiting.record.line, cells: "")
      let read = [Fact](bytes: facts.bytes, source: source) ?? []
      if rules.mayResolve(read, waitingFor: Question.Key(reason)) { first = facts.instant }
    }
    return first
  }

  /// The state of the last derivation; `nil` if another version derived the rows.
  ///
  /// - Throws: `LedgerStoreError`.
  func keptDerivation(version: String) throws -> DerivationState? {
    let state = try derivationState().flatMap { DerivationState(bytes: $0) }
    return state?.version == version ? state : nil
  }
}

extension Question.Key {
  /// Whether the question concerns a single event, which is always within one stretch.
  var isOfOneEvent: Bool {
    switch kind {
    case .uncovered, .unbookable, .noWorth: true
    default: false
    }
  }

  /// The date of the event that the question is about; `nil` if it concerns several.
  var date: Date? {
    // The key ends with the instant, the amount and a number.
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard isOfOneEvent, parts.count > 3 else { return nil }
    return Int64(parts[parts.count - 3]).map { PrintedInstant(at: $0).date }
  }

  /// Whether an answer affects only the rows that wait for it, and later ones.
  fileprivate func affectsOnlyOpenRows(_ rules: ValueRules) -> Bool {
    switch kind {
    case .sameOrTwo, .halfOfTrade, .whichLegs, .restOfOrder, .sameCoins, .noWorth, .uncovered,
      .unbookable, .unreadable:
      true
    case .unknownCoin:
      // If the name ever had a meaning, booked rows may use it.
      [.distantPast, .distantFuture].allSatisfy { date in
        rules.meaning(String(text.drop { $0 != "|" }.dropFirst()), date) == nil
      }
    case .whoseFile, .stablecoin, .whichZone, nil: false
    }
  }
}

extension UTCDay {
  /// The start of the day, in microseconds since 1970.
  var firstInstant: Int64 { Int64(start.millisecondsSince1970) * 1_000 }
}

/// The state that a derivation stores for the next one.
struct DerivationState {
  /// The version that derived the rows: the program with its forms, and the names of coins.
  let version: String
  /// The extents of the ledger's files.
  let extents: FileExtents
  /// Whether no question was open anywhere in the ledger.
  let isSettled: Bool
  /// The days of rows that open questions are about.
  let openDays: [UTCDay]

  // Earlier versions stored 1 or 2, and no days.
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

  /// The stored form of the state.
  var bytes: [UInt8] {
    [isSettled ? Self.marks.settled : Self.marks.open] + Array(version.utf8) + [0]
      + openDays.map { Array(String($0.number).utf8) }.joined(separator: [Self.separator])
      + [0] + extents.bytes
  }
}
