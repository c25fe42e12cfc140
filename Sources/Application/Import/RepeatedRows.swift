import FoundationEssentials
public import Import
public import LedgerStore
import Portfolio

/// The rows of a file that report events that other rows count for.
public struct RepeatedRows: Sendable, Equatable {
  /// The digest of the file.
  private let file: String
  /// The first row of the event that counts, by the line of the row that repeats it.
  private var counting: [Int: Fact.ID] = [:]
  /// The files of the ledger by digest.
  private let files: [String: ImportedFile]

  init(of file: String, files: [String: ImportedFile]) { (self.file, self.files) = (file, files) }

  mutating func add(_ counting: [Int: Fact.ID]) {
    self.counting.merge(counting) { first, _ in first }
  }

  /// The file and line that count in place of the row on a line; `nil` if none does.
  public func counting(for line: Int) -> (file: ImportedFile, line: Int)? {
    counting[line].flatMap { row in files[row.file].map { ($0, row.line) } }
  }

  /// The key of the answer that a row counts, with the other rows of the file that report the same
  /// event; `nil` if the row repeats no other.
  public func keptRows(with line: Int) -> Question.Key? {
    guard let event = counting[line] else { return nil }
    return .keptRows(counting.filter { $0.value == event }.keys, of: file)
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
      $0.record.state.kind == .elsewhere
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
  /// The first rows of the events that rows of a file repeat, by line.
  fileprivate func repeatedRows(
    of file: String, in period: Range<Int64>, _ rules: DerivationRules, _ valueRules: ValueRules
  ) -> [Int: Fact.ID] {
    let states = derived(rules, valueRules).states
    var rows: [Int: Fact.ID] = [:]
    for fact in facts where fact.source.file == file && period.contains(fact.instant.at) {
      if case .enriches(let event)? = states[fact.id], rows[fact.source.line] == nil {
        rows[fact.source.line] = event
      }
    }
    return rows
  }
}
