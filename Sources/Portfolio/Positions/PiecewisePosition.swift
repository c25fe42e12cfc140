/// A coin's position that loads lots only when a disposal needs them.
///
/// Results equal those of ``CoinPosition`` with all lots in memory.
public struct PiecewisePosition: Sendable {
  /// The lots of the pieces that a disposal changed, as they were before it.
  public struct LotsBefore: Sendable {
    /// The age that the next lot got.
    public let nextAge: Int
    /// The pieces.
    public let pieces: [LotPiece]
  }

  private var position: CoinPosition
  /// The pieces that are not loaded, by method, in its disposal order.
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

  /// The numbers of pieces to load before a transaction; ask again after loading them.
  public func missing(for transaction: Transaction) -> [Int] {
    position.missing(for: transaction, among: absent)
  }

  /// Loads pieces.
  public mutating func load(_ pieces: [LotPiece]) {
    position.load(pieces)
    let numbers = Set(pieces.map(\.number))
    for method in absent.indices { absent[method].removeAll { numbers.contains($0.number) } }
  }

  /// Applies the coin's next transaction in ledger order; no piece that it needs may be missing.
  ///
  /// - Parameters:
  ///   - carried: The lots that migrations carry over.
  ///   - isChecked: Whether to reject an uncovered sale.
  /// - Returns: The cycle that the transaction closed, if anything was sold in it, or `nil`.
  /// - Throws: `insufficientBalance` for an uncovered sale; nothing changes then.
  public mutating func apply(
    _ transaction: Transaction, carrying carried: CarriedLots, isChecked: Bool
  ) throws(PortfolioError) -> ClosedCycle? {
    let ended =
      isChecked
      ? try position.apply(transaction, carrying: carried)
      : position.applyUnchecked(transaction, carrying: carried)
    // The stored pieces belong to the cycle that ended.
    if isAtRest { absent = absent.map { _ in [] } }
    return ended
  }

  /// Applies a transaction and also returns the changed lots as they were before.
  public mutating func applyNoting(
    _ transaction: Transaction, carrying carried: CarriedLots, isChecked: Bool
  ) throws(PortfolioError) -> (ended: ClosedCycle?, before: LotsBefore) {
    position.noteTouched()
    let before = position
    let ended = try apply(transaction, carrying: carried, isChecked: isChecked)
    let touched = position.drainTouched()
    return (ended, LotsBefore(nextAge: before.nextAge, pieces: before.pieces(touched)))
  }

  /// The pieces in memory.
  public var pieces: [LotPiece] { position.pieces }
}
