public import FoundationEssentials

/// Closed positions, newest first, each computed when it is read.
public struct ClosedPositionList: RandomAccessCollection, Sendable {
  private enum Source {
    case positions([ClosedPosition])
    case cycles(PackedCycles, CostBasis, coins: [String: Coin])
  }

  private let source: Source
  /// Indices in the source, in the order of the list.
  private let order: [Int32]

  private init(_ source: Source, _ order: [Int32]) { (self.source, self.order) = (source, order) }

  /// Sorts computed positions: newest first, ties by coin id.
  init(_ positions: [ClosedPosition]) {
    self.init(
      .positions(positions),
      Self.newestFirst(positions.count) { (positions[$0].closedDate, positions[$0].coinId) })
  }

  /// Sorts cycles whose positions follow from them.
  ///
  /// - Parameters:
  ///   - cycles: The cycles, in any order.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - coins: The coins, for symbols and names only.
  init(_ cycles: PackedCycles, costBasis: CostBasis, coins: [String: Coin]) {
    self.init(
      .cycles(cycles, costBasis, coins: coins),
      Self.newestFirst(cycles.count) { (cycles.closedDate(at: $0), cycles.coinId(at: $0)) })
  }

  private static func newestFirst(
    _ count: Int, _ key: (Int) -> (date: Date, coinId: String)
  ) -> [Int32] {
    (0..<Int32(count)).sorted {
      let (first, second) = (key(Int($0)), key(Int($1)))
      return first.date != second.date
        ? first.date > second.date
        : first.coinId != second.coinId ? first.coinId < second.coinId : $0 < $1
    }
  }

  /// The index of the first position.
  public var startIndex: Int { 0 }
  /// The index after the last position.
  public var endIndex: Int { order.count }

  /// A position.
  public subscript(index: Int) -> ClosedPosition {
    switch source {
    case .positions(let positions): return positions[Int(order[index])]
    case .cycles(let cycles, let costBasis, let coins):
      let cycle = cycles[Int(order[index])]
      return ClosedPosition(coin: coins[orBare: cycle.coinId], closed: cycle, costBasis: costBasis)
    }
  }

  /// The positions whose coin and closing date satisfy a condition, in the same order.
  public func including(
    _ isIncluded: (_ coinId: String, _ closedDate: Date) -> Bool
  ) -> ClosedPositionList {
    let kept = order.filter {
      let index = Int($0)
      switch source {
      case .positions(let positions):
        return isIncluded(positions[index].coinId, positions[index].closedDate)
      case .cycles(let cycles, _, _):
        return isIncluded(cycles.coinId(at: index), cycles.closedDate(at: index))
      }
    }
    return ClosedPositionList(source, kept)
  }

  /// Whether the gain of some position covers only part of its coins, because the worth of others
  /// is unknown.
  public var hasPartialGains: Bool {
    if case .cycles(let cycles, _, _) = source, !cycles.hasUnvalued { return false }
    return contains { $0.gainOf != nil }
  }
}

extension ClosedPositionList: Equatable {
  /// Whether both have equal positions in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elementsEqual(second) }
}
