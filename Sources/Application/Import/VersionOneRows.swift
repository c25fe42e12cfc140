import FoundationEssentials
import Import
import LedgerStore
public import Portfolio

/// Rows that version 1.0 imported, as a separate file: the content of the original files is not
/// known, only the resulting rows.
struct VersionOneRows {
  /// The name of the form.
  static let form = "1.0"

  /// The row of each record, in the order of lines.
  let rows: [OwnRow]
  private let summaries: [Summary]

  private struct Summary {
    let id: UUID
    let coinId: String
    let account: String
    let date: Date
    let reference: Reference?
  }

  /// Rows that a person edited or deleted.
  let overrides: [RowOverride]

  /// - Parameters:
  ///   - transactions: Transactions that version 1.0 imported, in ledger order.
  ///   - moves: Moves that it imported.
  ///   - journal: The original state of rows that people changed or deleted.
  init(_ transactions: [Transaction], _ moves: [Move], journal: LedgerStore.OriginalRows) {
    var overrides: [RowOverride] = []
    let first = Dictionary(journal.transactions.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let firstMoves = Dictionary(journal.moves.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var there = Set((transactions.compactMap(\.reference) + moves.compactMap(\.reference)))
    func isDeleted(_ reference: Reference?) -> Bool {
      reference.map { journal.deletedReferences.contains($0) && there.insert($0).inserted } ?? false
    }
    var rows = transactions.map { row in
      guard let before = first[row.id], before.reference != nil, before != row else { return row }
      overrides.append(RowOverride(row: row.id, change: .transaction(before: before, after: row)))
      return before
    }
    for row in journal.transactions where isDeleted(row.reference) {
      overrides.append(RowOverride(row: row.id, change: .deleted))
      rows.append(row)
    }
    var moveRows = moves.map { row in
      guard var before = firstMoves[row.id], before.reference != nil else { return row }
      // Imports pair moves, so a pairing is not a person's change.
      before.transfer = row.transfer
      guard before != row else { return row }
      overrides.append(RowOverride(row: row.id, change: .move(before: before, after: row)))
      return before
    }
    for row in journal.moves where isDeleted(row.reference) {
      overrides.append(RowOverride(row: row.id, change: .deleted))
      moveRows.append(row)
    }
    self.overrides = overrides
    self.rows =
      rows.map { OwnRow(.transaction($0), hasID: true) }
      + moveRows.map { OwnRow(.move($0), hasID: true) }
    self.summaries =
      rows.map {
        Summary(
          id: $0.id, coinId: $0.coinId, account: $0.account ?? "", date: $0.date,
          reference: $0.reference)
      }
      + moveRows.map {
        Summary(
          id: $0.id, coinId: $0.coinId, account: $0.account, date: $0.date,
          reference: $0.reference)
      }
  }

  /// The rows as a file, one line each.
  var file: ReadFile {
    let lines = summaries.map(\.id.uuidString)
    var file = ReadFile(
      name: "rows of version 1.0", form: Self.form,
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    for (index, row) in rows.enumerated() {
      let summary = summaries[index]
      var fact = Fact(
        source: FactSource(
          form: Self.form, file: file.digestText, line: index + 1, cells: lines[index]),
        scope: Import.Scope(account: summary.account), role: .exchange,
        instant: PrintedInstant(
          at: Int64(summary.date.millisecondsSince1970) * 1_000, width: 1_000),
        amount: Amount("id:\(summary.coinId)", .zero))
      fact.own = row
      fact.legacyReference = summary.reference?.ofEvent.text
      file.records.append(
        Record(line: index + 1, cells: lines[index], state: .read, facts: [fact]))
    }
    return file
  }
}

extension ReadFile {
  /// The file with the references that version 1.0 used for its rows.
  ///
  /// - Parameter references: The references by line.
  public func naming(_ references: [Int: [Reference]]) -> ReadFile {
    guard !references.isEmpty else { return self }
    var file = self
    var named: [Int: Record] = [:]
    for (index, record) in records.enumerated() {
      guard let found = references[record.line] else { continue }
      var record = record
      for (part, reference) in found.enumerated() where record.facts.indices.contains(part) {
        record.facts[part].legacyReference = reference.text
      }
      named[index] = record
    }
    file.records.replace(named)
    return file
  }
}

/// Rows that version 1.0 imported; the next change turns them into a separate file.
struct RowsOfVersionOne {
  var transactions: [Transaction] = []
  var moves: [Move] = []
  /// The original state of rows that people changed or deleted, unless already stored as a file.
  var journal = LedgerStore.OriginalRows()
}
