import Exact
import FoundationEssentials

/// Computes one coin's figures one transaction at a time.
///
/// Its state can be saved after any transaction, and the walk continued later without the earlier
/// transactions.
public protocol CoinWalk {
  /// The figures as sums.
  associatedtype Sums: KeptSums
  /// A closed cycle.
  associatedtype Closed

  /// Whether a checkpoint records the purchase of each lot, so that later sales can name lots.
  static var keepsOrigins: Bool { get }

  /// Applies the coin's next transaction in ledger order.
  ///
  /// - Throws: ``PositionDataError`` if the checkpoint that the walk continues from is damaged.
  mutating func apply(_ transaction: Transaction) throws(PositionDataError)

  /// The figures after the transactions so far, and the closed cycles, oldest first; after a
  /// checkpoint, only the cycles closed since.
  func finished() -> (sums: Sums, closed: [Closed])

  /// The state from which later transactions can be applied, in sections of bytes; section 0 is
  /// always read.
  ///
  /// - Throws: ``PositionDataError`` if the checkpoint that the walk continues from is damaged.
  mutating func checkpoint() throws(PositionDataError) -> [[UInt8]]
}

/// A coin's figures when sale costs are computed separately from its cycles.
public struct MatchedWalk: CoinWalk, Sendable {
  /// Books of accounts record the purchase of each lot.
  public static var keepsOrigins: Bool { true }

  private let carried: CarriedLots
  private var sales: SalesOfCoin
  private var figures = MatchedFigures()
  private var count = 0
  private var last = Date.distantPast
  private let coinId: String

  /// Starts a walk at the first transaction.
  ///
  /// - Parameters:
  ///   - coinId: The coin's id.
  ///   - costBasis: How the cost of sales is chosen.
  ///   - calendar: The time zone that days are counted in.
  ///   - carried: The lots that migrations and transfers carry over.
  public init(
    of coinId: String, costBasis: CostBasis, _ calendar: LocalCalendar,
    carrying carried: CarriedLots
  ) {
    sales = SalesOfCoin(coinId: coinId, costBasis: costBasis, calendar)
    (self.coinId, self.carried) = (coinId, carried)
  }

  /// Continues from a checkpoint made with the same parameters.
  ///
  /// - Parameter checkpoint: Returns its sections.
  /// - Returns: `nil` if they are not the sections of a checkpoint.
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
    flush(ifLong: true)
  }

  private mutating func add(_ reported: [UsedSale]) {
    for sale in reported { figures.add(sale) }
    for (cycle, saleCount) in sales.drainEnded() { figures.end(cycle, at: saleCount) }
  }

  private mutating func flush(ifLong isLong: Bool) {
    var reported: [UsedSale] = []
    sales.flush(after: last, ifLong: isLong) { reported.append($0) }
    add(reported)
  }

  /// The closed cycles whose sales are all final; after a checkpoint, only those closed since.
  package var closed: [MatchedCycle] { figures.closed }

  /// The figures and the closed cycles.
  public func finished() -> (sums: CoinSums, closed: [MatchedCycle]) {
    var (sales, figures) = (sales, figures)
    let held = sales.finishHolding { figures.add($0) }
    let sums = figures.sums(of: coinId, open: sales.open, held)
    return (sums, figures.closed)
  }

  /// The coin's books as bytes.
  public mutating func checkpoint() -> [[UInt8]] {
    flush(ifLong: false)
    var bytes = CheckpointWriter()
    bytes.write(count, last, figures)
    sales.write(to: &bytes)
    return [bytes.bytes]
  }
}
