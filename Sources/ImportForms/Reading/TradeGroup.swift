import FoundationEssentials
import ImportText

/// The rows of a file that make one trade, or would together with rows of another file.
final class TradeGroup: Sendable {
  let rows: [Leg]

  init(_ rows: [Leg]) { self.rows = rows }
}

extension RowResult {
  /// The rows that make up what this one says; `nil` for a row that is part of no group.
  var group: TradeGroup? {
    switch self {
    case .trade(let facts): facts.group
    case .move(let facts): facts.group
    case .leftOut(let row): row.group
    case .refused(let row): row.group
    case .entry, .record: nil
    }
  }

  /// The same, made of those rows.
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
