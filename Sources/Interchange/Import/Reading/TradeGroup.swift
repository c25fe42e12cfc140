import FoundationEssentials

/// The rows of a file that make one trade, or would together with rows of another file.
final class TradeGroup: Sendable {
  let rows: [Movement]

  init(_ rows: [Movement]) { self.rows = rows }

  /// The places of rows that the end of the file may have cut off from others.
  fileprivate func unsure(_ edges: FileEdges) -> Set<Int> {
    rows.first?.together?.unsure?(rows, edges.contains) ?? []
  }

  /// Whether nothing moved but money, stablecoins that the user declared to be dollars among it.
  fileprivate func isMoney(declared stablecoins: Set<String>) -> Bool {
    rows.flatMap { [$0.asset] + $0.fees.map(\.asset) }.allSatisfy { asset in
      asset.isFiat || Stablecoin.ticker(of: asset, declared: stablecoins) != nil
    }
  }

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

  func contains(_ group: TradeGroup) -> Bool { group.rows.contains(where: contains) }

  func contains(_ row: Movement) -> Bool {
    row.record.row.line == first || row.record.row.line == last
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

extension TradeFacts {
  /// What each row says of one side; none where one row says all of it.
  func amounts(isIn: Bool) -> [Decimal] {
    guard let side = isIn ? received : spent, let rows = group?.rows else { return [] }
    let own = rows.filter { $0.asset == side.asset && (isIn ? $0.change > 0 : $0.change < 0) }
    return own.count > 1 ? own.map { abs($0.change) } : []
  }
}

extension [Reading] {
  /// The same; what another file must have the rest of is not passed over, nor taken for all.
  func refusingPieces(cutOffAt edges: FileEdges) -> [Reading] {
    map { reading in
      guard let group = reading.group, edges.contains(group),
        group.isFeeOfMoney && reading.date == nil
          || group.unsure(edges).contains(where: {
            group.rows[$0].record.row.line == reading.source.line
          })
      else { return reading }
      return group.rows[0].halfATrade(reading.source).made(of: group)
    }
  }
}

extension RefusedRow {
  /// What it moved, or the rows of the trade for which it stands.
  var coins: [Asset] { assets.isEmpty ? group?.rows.map(\.asset) ?? [] : assets }

  /// The row as one that is left out, if its rows make no trade because only money moved.
  func moneyAlone(declared stablecoins: Set<String>) -> LeftOutRow? {
    guard case .notATrade = reason, let group, group.rows.first?.together == nil,
      group.isMoney(declared: stablecoins)
    else { return nil }
    var names: [String] = []
    for name in group.rows.map(\.asset.name) where !names.contains(name) { names.append(name) }
    return LeftOutRow(source: source, reason: .fiatOnly(names.joined(separator: ", ")))
  }
}
