public import FoundationEssentials

/// How the cost of what is sold is chosen (SPEC §3.8).
///
/// The method moves profit between what is realized and what is not; the total never depends on it.
public enum CostBasis: String, CaseIterable, Sendable {
  /// Weighted average of what is held at the moment of each sale. The default.
  case average
  /// Average of all buys of the open cycle, whenever made.
  case buyAverage = "buy-average"
  /// Oldest coins leave first.
  case fifo
  /// Newest coins leave first.
  case lifo
  /// Dearest coins leave first; of equals, the oldest.
  case hifo

  /// An empty book that keeps cost by this method.
  func makeBook() -> any CostBook {
    switch self {
    case .average: AverageBook()
    case .buyAverage: BuyAverageBook()
    case .fifo: LotBook(leaving: .oldest)
    case .lifo: LotBook(leaving: .newest)
    case .hifo: LotBook(leaving: .dearest)
    }
  }
}

/// Keeps the cost of the coins held in one open cycle; the one seam between the methods.
///
/// Amounts are coins, costs US dollars. A disposal never asks for more than is held, except by the
/// dust of the closing tolerance, which books treat as "everything".
protocol CostBook: Sendable {
  /// Adds coins at their cost.
  mutating func acquire(_ amount: Decimal, pricePerCoin: Decimal)
  /// Takes coins out.
  mutating func dispose(_ amount: Decimal)
  /// US dollars paid for the coins still held.
  var remainingCost: Decimal { get }
  /// The parcels still held, oldest first; for the averages, one parcel.
  var lots: [Lot] { get }
}

/// A parcel of coins bought at one price.
public struct Lot: Equatable, Sendable {
  /// Coins left in the parcel.
  public let amount: Decimal
  /// US dollars paid per coin.
  public let pricePerCoin: Decimal
}
