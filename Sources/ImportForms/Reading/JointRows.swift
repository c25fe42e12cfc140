import FoundationEssentials
import ImportText
import Portfolio

/// Rows that a format must read as a set.
struct JointRows: Sendable {
  /// Creates a reader for one set.
  let reader: @Sendable () -> RecordReader
  /// The indices of rows whose meaning may change if the file ends between them and their
  /// counterparts; the closure returns whether a row is the first or last of its file.
  var unsure: (@Sendable ([Leg], (Leg) -> Bool) -> Set<Int>)?

  /// The results for rows of several files read as a set; incomplete sets are refused.
  ///
  /// - Parameter isAtEdge: Whether a row is the first or the last of its file.
  static func results(of rows: [Leg], isAtEdge: (Leg) -> Bool) -> [RowResult] {
    let results = LegCollector.results(of: rows)
    let unsure = rows.first?.together?.unsure?(rows) { row in
      isAtEdge(row) && rows.allSatisfy { $0.date != row.date || $0.file == row.file }
    }
    guard let unsure, let group = results.first?.group else { return results }
    return zip(rows.indices, results).map { index, result in
      unsure.contains(index) ? rows[index].halfATrade(result.source).made(of: group) : result
    }
  }

  /// The results for rows read as a set: one per row.
  func results(of rows: [Leg]) -> [RowResult] {
    let reader = reader()
    var results: [RowResult] = []
    for row in rows { reader.read(row.record) { results.append($0) } }
    reader.finish { results.append($0) }
    return rows.map { row in
      let source = row.record.source
      return results.first { $0.source == source } ?? row.leftOut(.repeated)
    }
  }
}

extension RecordReader {
  /// The same reader; rows that must be read as a set wait for the end of the file, or for another
  /// file with more of them.
  ///
  /// - Parameter part: The leg and key of such a row, from its own content; `nil` for any other
  ///   row.
  func joining(
    _ together: JointRows, _ part: @escaping (RowResult, CSVRecord) -> Leg?
  ) -> RecordReader {
    let groups = LegCollector()
    return RecordReader(
      read: { record, emit in
        read(record) { result in
          guard let leg = part(result, record) else { return emit(result) }
          groups.add(leg.joining(together), key: leg.key)
        }
      },
      finish: { emit in
        finish(emit)
        groups.finish(emit)
      })
  }
}

extension Leg {
  /// The leg stated by a single row; `nil` if it states none.
  init?(_ result: RowResult, of record: CSVRecord, key: String) {
    switch result {
    case .trade(let facts):
      guard let side = facts.received ?? facts.spent else { return nil }
      self.init(
        record: record, date: facts.date, asset: side.asset,
        change: facts.received == nil ? -side.amount : side.amount)
      reference = facts.reference
    case .move(let facts):
      self.init(
        record: record, date: facts.date, asset: facts.quantity.asset,
        change: facts.quantity.amount)
      reference = facts.reference
    case .entry, .record, .leftOut, .refused: return nil
    }
    self.key = key
  }

  /// A leg of a trade whose other side is missing.
  func halfATrade(_ source: RowSource) -> RowResult {
    .refused(RefusedRow(source: source, reason: .halfATrade(asset.name)))
  }

  /// The same leg, to be read as part of a set.
  func joining(_ together: JointRows) -> Leg {
    var leg = self
    leg.together = together
    leg.id = record.source.digest.text
    return leg
  }
}

extension TradeGroup {
  /// Creates a group of rows with one key that only their reader explains.
  convenience init(
    _ records: [CSVRecord], of facts: TradeFacts, key: String, _ together: JointRows
  ) {
    self.init(
      records.compactMap { record in
        Leg(.trade(facts), of: record, key: key)?.joining(together)
      })
  }
}

/// The rows of a trade, possibly continued in another file.
final class TradeGroup: Sendable {
  let rows: [Leg]

  init(_ rows: [Leg]) { self.rows = rows }
}

extension RowResult {
  /// The rows that this result consists of; `nil` for a row outside any group.
  var group: TradeGroup? {
    switch self {
    case .trade(let facts): facts.group
    case .move(let facts): facts.group
    case .leftOut(let row): row.group
    case .refused(let row): row.group
    case .entry, .record: nil
    }
  }

  /// The same result, consisting of those rows.
  func made(of group: TradeGroup) -> RowResult {
    switch self {
    case .trade(var facts):
      facts.group = group
      return .trade(facts)
    case .move(var facts):
      facts.group = group
      return .move(facts)
    case .leftOut(var row):
      row.group = group
      return .leftOut(row)
    case .refused(var row):
      row.group = group
      return .refused(row)
    case .entry, .record: return self
    }
  }
}
