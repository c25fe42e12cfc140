/// A coin's position of whose lots those alone are in memory that sales have needed.
///
/// Sales give what ``CoinPosition`` gives with all lots.
public struct PiecewisePosition: Sendable {
  /// What the lots were before a sale: those of the pieces that it took coins of.
  public struct LotsBefore: Sendable {
    /// How many ages there were.
    public let lotCount: Int
    /// The pieces.
    public let pieces: [LotPiece]
  }

  private var position: CoinPosition
  /// The pieces that are not in memory, for each method in the order in which their lots leave.
  private var absent: [[LotPiece.Outline]]

  /// Restores a position.
  ///
  /// - Parameters:
  ///   - summary: What ``CoinPosition/summary`` gave.
  ///   - outlines: Those of the pieces before `later`, by number.
  ///   - last: The last of these pieces.
  ///   - later: The coin's transactions since then, which only added coins.
  /// - Throws: ``PositionDataError`` when the parts are damaged or do not belong together.
  public init(
    summary: CoinPositionSummary, outlines: [LotPiece.Outline] = [], last: LotPiece? = nil,
    later: [Transaction] = []
  ) throws(PositionDataError) {
    guard last?.number == outlines.last?.number else {
      throw PositionDataError(coinId: summary.coinId)
    }
    position = try CoinPosition(summary: summary, last: last, later: later)
    absent = position.inOrder(outlines.dropLast())
  }

  /// The small part of the state.
  public var summary: CoinPositionSummary { position.summary }

  /// Whether nothing is held.
  public var isAtRest: Bool { position.open == nil }

  /// Pieces that a transaction needs and that are not in memory, by number; more may be missing once
  /// they are.
  public func missing(for transaction: Transaction) -> [Int] {
    position.missing(for: transaction, among: absent)
  }

  /// Takes in pieces that were missing.
  public mutating func load(_ pieces: [LotPiece]) {
    position.load(pieces)
    let numbers = Set(pieces.map(\.number))
    for method in absent.indices { absent[method].removeAll { numbers.contains($0.number) } }
  }

  /// Applies the coin's next transaction in ledger order, for which no piece is missing.
  ///
  /// - Parameters:
  ///   - carried: The lots that migrations bring.
  ///   - isChecked: Whether a sale that is not covered is refused.
  /// - Returns: The cycle that it closed, if anything was sold in it, or `nil`.
  /// - Throws: `insufficientBalance` for a sale that is not covered; nothing changes then.
  public mutating func apply(
    _ transaction: Transaction, carrying carried: CarriedLots, isChecked: Bool
  ) throws(PortfolioError) -> ClosedCycle? {
    let ended =
      isChecked
      ? try position.apply(transaction, carrying: carried)
      : position.applyUnchecked(transaction, carrying: carried)
    // No piece is of the next cycle.
    if isAtRest { absent = absent.map { _ in [] } }
    return ended
  }

  /// The same, with what the lots were before.
  public mutating func applyNoting(
    _ transaction: Transaction, carrying carried: CarriedLots, isChecked: Bool
  ) throws(PortfolioError) -> (ended: ClosedCycle?, before: LotsBefore) {
    position.noteTouched()
    let before = position
    let ended = try apply(transaction, carrying: carried, isChecked: isChecked)
    let touched = position.takeTouched()
    return (ended, LotsBefore(lotCount: before.lotCount, pieces: before.pieces(touched)))
  }

  /// The pieces that are in memory.
  public var pieces: [LotPiece] { position.pieces }
}
