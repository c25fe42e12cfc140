import Exact
import FoundationEssentials

/// One coin's figures, found one transaction after the other.
///
/// Its state can be saved after any transaction, and the walk continued later without the earlier
/// transactions.
public protocol CoinWalk {
  /// The figures in sums.
  associatedtype Sums: KeptSums
  /// A cycle that closed.
  associatedtype Closed

  /// Whether a checkpoint knows which purchase a lot is from, so that later sales can name lots.
  static var keepsOrigins: Bool { get }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Throws: ``PositionDataError`` where the checkpoint that it began with is damaged.
  mutating func apply(_ transaction: Transaction) throws(PositionDataError)

  /// The figures after the transactions so far, and the cycles that closed, oldest first; after a
  /// checkpoint those since.
  func finished() -> (sums: Sums, closed: [Closed])

  /// The state from which later transactions can be applied, in sections of bytes; section 0 is
  /// always read.
  ///
  /// - Throws: ``PositionDataError`` where the checkpoint that it began with is damaged.
  mutating func checkpoint() throws(PositionDataError) -> [[UInt8]]
}

/// A coin's figures where the costs of its sales are worked out apart from its cycles.
public struct MatchedWalk: CoinWalk, Sendable {
  /// Books of accounts record the purchase of each lot.
  public static var keepsOrigins: Bool { true }

  private let carried: CarriedLots
  private var sales: SalesOfCoin
  private var figures = MatchedFigures()
  private var count = 0
  private var last = Date.distantPast
  private let coinId: String

  /// Begins with the first transaction.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The zone whose days count.
  ///   - carried: The lots that migrations and transfers bring.
  public init(
    of coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    sales = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
    (self.coinId, self.carried) = (coinId, carried)
  }

  /// Continues after a checkpoint; the other parameters are those it was made with.
  ///
  /// - Parameter checkpoint: Gives its sections.
  /// - Returns: `nil` where these are not those of one.
  public init?(
    of coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots, checkpoint: (_ section: Int) -> [UInt8]?
  ) {
    guard let section = checkpoint(0) else { return nil }
    do throws(CheckpointError) {
      var bytes = CheckpointReader(section)
      count = try bytes.read()
      last = try bytes.read()
      figures = try bytes.read()
      sales = try SalesOfCoin(
        coinId: coinId, costBasis: costBasis, calendar, carrying: carried, from: &bytes)
      guard bytes.isAtEnd else { return nil }
    } catch { return nil }
    (self.coinId, self.carried) = (coinId, carried)
  }

  /// Applies the coin's next transaction in ledger order.
  public mutating func apply(_ transaction: Transaction) {
    last = transaction.date
    // Sales are added before the cycle that this transaction can close.
    var reported: [UsedSale] = []
    sales.apply(transaction, order: count, carrying: carried) { reported.append($0) }
    count += 1
    add(reported)
    settle(ifLong: true)
  }

  private mutating func add(_ reported: [UsedSale]) {
    for sale in reported { figures.add(sale) }
    for (cycle, saleCount) in sales.takeEnded() { figures.end(cycle, at: saleCount) }
  }

  private mutating func settle(ifLong isLong: Bool) {
    var reported: [UsedSale] = []
    sales.settle(after: last, ifLong: isLong) { reported.append($0) }
    add(reported)
  }

  /// The closed cycles whose sales are all final; after a checkpoint, those since.
  package var closed: [MatchedCycle] { figures.closed }

  /// The figures, and the cycles that closed.
  public func finished() -> (sums: CoinSums, closed: [MatchedCycle]) {
    var (sales, figures) = (sales, figures)
    let held = sales.finishHolding { figures.add($0) }
    let sums = figures.sums(of: coinId, open: sales.open, held)
    return (sums, figures.closed)
  }

  /// The books of the coin, in bytes.
  public mutating func checkpoint() -> [[UInt8]] {
    settle(ifLong: false)
    var bytes = CheckpointWriter()
    bytes.write(count, last, figures)
    sales.write(to: &bytes)
    return [bytes.bytes]
  }
}
