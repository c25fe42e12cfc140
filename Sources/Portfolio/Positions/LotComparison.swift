/// Compares the lots of a position with its stored pieces, piece by piece.
public struct LotComparison {
  private let books: CostBooks
  /// The ages of the lots held under each method, oldest first.
  private let ages: [[UInt32]]
  private var next: [Int]

  /// Starts at the first piece.
  public init(of position: CoinPosition) {
    books = position.lotBooks
    ages = books.agesHeld
    next = Array(repeating: 0, count: ages.count)
  }

  /// Compares the position's next lots with those of the next piece.
  public mutating func take(_ piece: LotPiece) -> Bool {
    for method in ages.indices {
      for lot in piece.held(under: method) {
        guard next[method] < ages[method].count,
          books.held(ages[method][next[method]], under: method) == lot
        else { return false }
        next[method] += 1
      }
    }
    return true
  }

  /// Whether that many lots are left under each method.
  public func leaves(_ count: Int) -> Bool {
    ages.indices.allSatisfy { ages[$0].count - next[$0] == count }
  }
}
