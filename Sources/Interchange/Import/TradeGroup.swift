import FoundationEssentials

/// The rows of a file that make one trade, or would together with rows of another file.
final class TradeGroup: Sendable {
  let rows: [Movement]

  init(_ rows: [Movement]) { self.rows = rows }

  /// Whether they tell nothing but what was paid of a state's money for a trade.
  fileprivate var isFeeOfMoney: Bool {
    rows.allSatisfy { $0.change == 0 && $0.fee > 0 && $0.asset.isFiat }
  }
}

/// The lines of a file's first and last row: an export may have ended in the middle of a trade.
struct FileEdges: Sendable {
  private let first: Int
  private let last: Int

  init(_ first: Int, _ last: Int) { (self.first, self.last) = (first, last) }

  func contains(_ group: TradeGroup) -> Bool {
    group.rows.contains { $0.record.row.line == first || $0.record.row.line == last }
  }
}

extension Reading {
  /// The rows that make up what this one says; `nil` for a row that is nobody's part.
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
  func made(of group: TradeGroup) -> Reading {
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

extension [Reading] {
  /// The same; money that was paid for a trade which another file must have is not passed over.
  func refusingFees(cutOffAt edges: FileEdges) -> [Reading] {
    map { reading in
      guard case .leftOut(let row) = reading, let group = row.group, group.isFeeOfMoney,
        edges.contains(group)
      else { return reading }
      let name = group.rows[0].asset.name
      return .refused(RefusedRow(source: row.source, reason: .halfATrade(name))).made(of: group)
    }
  }
}
