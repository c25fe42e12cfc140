import FoundationEssentials
public import Import
public import LedgerStore
import Portfolio

/// The rows of a file that report events that other rows count for.
public struct RepeatedRows: Sendable, Equatable {
  /// A row that repeats others.
  fileprivate struct Row: Sendable, Equatable {
    /// The first rows of the events that it reports.
    var events: Set<Fact.ID> = []
    /// Whether the user deleted the transactions of all of them.
    var isDeleted = false
  }

  /// The digest of the file.
  private let file: String
  /// The rows by line.
  private var rows: [Int: Row] = [:]
  /// The files of the ledger by digest.
  private let files: [String: ImportedFile]

  init(of file: String, files: [String: ImportedFile]) { (self.file, self.files) = (file, files) }

  fileprivate mutating func add(_ rows: [Int: Row]) {
    self.rows.merge(rows) { first, _ in first }
  }

  /// The files and lines that count in place of the row on a line, in order; empty if none does.
  public func counting(for line: Int) -> [(file: ImportedFile, lines: [Int])] {
    Dictionary(grouping: rows[line]?.events ?? [], by: \.file)
      .compactMap { digest, events in
        files[digest].map { (file: $0, lines: Set(events.map(\.line)).sorted()) }
      }
      .sorted { $0.file.id < $1.file.id }
  }

  /// Whether the user deleted the transactions of the rows that count in place of the row on a
  /// line.
  public func isDeleted(_ line: Int) -> Bool { rows[line]?.isDeleted ?? false }

  /// The key of the answer that a row counts, with the other rows of the file that report the same
  /// events; `nil` if the row repeats no other, or if what it repeats was deleted.
  public func keptRows(with line: Int) -> Question.Key? {
    guard let row = rows[line], !row.isDeleted else { return nil }
    return .keptRows(rows.filter { !$0.value.events.isDisjoint(with: row.events) }.keys, of: file)
  }
}

extension ImportService {
  /// The rows of a file that repeat others, with the rows that count.
  ///
  /// - Parameters:
  ///   - number: The number of the file.
  ///   - line: Only the days of the row on this line are derived; `nil` for all.
  /// - Throws: `LedgerStoreError`.
  public func repeatedRows(of number: Int, line: Int? = nil) throws -> RepeatedRows {
    let files = Dictionary(
      try ledger.imports.files().map { ($0.digestText, $0) },
      uniquingKeysWith: { first, _ in first })
    let digest = files.values.first { $0.id == number }?.digestText ?? ""
    let none = RepeatedRows(of: digest, files: files)
    let records = try ledger.imports.records(of: number, line: line).filter {
      $0.record.state.kind == .elsewhere || $0.record.state == .deleted
    }
    guard !records.isEmpty else { return none }
    let days = Set(
      records.compactMap { stored in
        stored.record.facts.map { UTCDay(PrintedInstant(at: $0.instant).date) }
      })
    let (rules, valueRules) = (rules, valueRules)
    return try ledger.contents { contents in
      var found = none
      let walk = try StretchWalk(contents, rules, version: version, size: stretchSize)
      let isWhole = try walk?.forEach(
        in: contents, on: days.sorted(),
        deriving: { part, period in
          part.repeatedRows(of: digest, in: period, rules, valueRules)
        }
      ) { found.add($0) }
      guard isWhole != true else { return found }
      found = none
      found.add(
        try LedgerEvidence(contents).repeatedRows(of: digest, in: .min ..< .max, rules, valueRules))
      return found
    } ?? none
  }
}

extension LedgerEvidence {
  /// The rows of a file that repeat others, by line.
  fileprivate func repeatedRows(
    of file: String, in period: Range<Int64>, _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> [Int: RepeatedRows.Row] {
    let ledger = derived(rules, valueRules)
    let states = ledger.states
    var rows: [Int: RepeatedRows.Row] = [:]
    var wanted: Set<Fact.ID> = []
    for fact in facts where fact.source.file == file && period.contains(fact.instant.at) {
      switch states[fact.id] {
      case .enriches(let event)?:
        wanted.insert(fact.id)
        rows[fact.source.line, default: .init()].events.insert(event)
      case .deleted?: wanted.insert(fact.id)
      default: break
      }
    }
    guard !wanted.isEmpty else { return [:] }
    // An order repeats all of its fills, but its state names only one.
    for event in ledger.derivation.events {
      for fact in event.evidence where wanted.contains(fact) {
        rows[fact.line, default: .init()].events.insert(event.id)
      }
    }
    for (line, row) in rows {
      let others = row.events.filter { $0.file != file || $0.line != line }
      rows[line] =
        others.isEmpty
        ? nil : .init(events: others, isDeleted: others.allSatisfy { states[$0] == .deleted })
    }
    return rows
  }
}
