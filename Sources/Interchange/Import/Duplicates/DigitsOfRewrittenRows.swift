import Exact
import FoundationEssentials

extension RewrittenRows {
  /// Whether numbers must be equal, may lack digits that a spreadsheet cut off, or only look alike.
  enum Digits { case all, first, few }
}

extension RewrittenRows.Digits {
  /// Whether two amounts may be one.
  ///
  /// - Parameter isProduct: Whether they may follow from two numbers that were cut.
  func agree(_ one: Decimal, _ other: Decimal, isProduct: Bool = false) -> Bool {
    let (difference, most) = (abs(one - other), max(one, other))
    switch self {
    case .all: return difference == 0
    case .first:
      let isOfPlaces = difference * 200_000_000 <= 1 && difference * 1000 <= most
      return difference * (isProduct ? 10_000 : 100_000) <= most || isOfPlaces
    case .few: return difference * 100 <= most
    }
  }
}
