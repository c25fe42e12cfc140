/// Compares the lots of a position with the pieces they are kept in, piece by piece.
public struct LotComparison {
  private let books: CostBooks
  /// The ages of the lots held under each method, oldest first.
  private let ages: [[UInt32]]
  private var next: [Int]

  /// Begins with the first piece.
  public init(of position: CoinPosition) {
    books = position.lotBooks
    ages = books.agesHeld
    next = Array(repeating: 0, count: ages.count)
  }

  /// Compares the lots of the next piece with those that come next.
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

  /// Whether so many lots are left under each method.
  public func leaves(_ count: Int) -> Bool {
    ages.indices.allSatisfy { ages[$0].count - next[$0] == count }
  }
}
