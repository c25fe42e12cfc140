import FoundationEssentials

/// Closed cycles as bytes: there can be as many of them as sales, and as values they take twice as
/// much memory.
public struct PackedCycles: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  private struct Entry {
    let closedDate: Date
    /// Index in ``coinIds``.
    let coin: UInt32
    /// Offset in its piece.
    let start: UInt32
  }

  /// Cycles in each piece.
  ///
  /// A piece grows without copying the ones before it.
  private static let pieceCount = 1024

  private var entries: [Entry] = []
  private var coinIds = Names()
  private var pieces: [CheckpointWriter] = []
  /// Whether figures of some cycles leave out coins of unknown worth.
  private(set) var hasUnvalued = false

  /// No cycles.
  public init() {}

  /// Packs cycles.
  public init(_ cycles: some Sequence<ClosedCycle>) {
    for cycle in cycles { append(cycle) }
  }

  /// Packs cycles.
  public init(arrayLiteral cycles: ClosedCycle...) { self.init(cycles) }

  /// Adds a cycle at the end.
  public mutating func append(_ closed: ClosedCycle) {
    if entries.count.isMultiple(of: Self.pieceCount) { pieces.append(CheckpointWriter()) }
    let last = pieces.count - 1
    entries.append(
      Entry(
        closedDate: closed.closedDate, coin: UInt32(coinIds.number(closed.coinId)),
        start: UInt32(pieces[last].bytes.count)))
    pieces[last].write(closed.closingID, closed.cycle)
    hasUnvalued = hasUnvalued || !closed.cycle.exact.unvalued.isEmpty
  }

  /// The index of the first cycle.
  public var startIndex: Int { 0 }
  /// The index after the last cycle.
  public var endIndex: Int { entries.count }

  /// A cycle, unpacked.
  public subscript(index: Int) -> ClosedCycle {
    let entry = entries[index]
    var reader = CheckpointReader(
      pieces[index / Self.pieceCount].bytes, at: Int(entry.start))
    do throws(CheckpointError) {
      return ClosedCycle(
        coinId: coinIds[Int(entry.coin)], closingID: try reader.read(),
        closedDate: entry.closedDate, cycle: try reader.read())
    } catch {
      preconditionFailure("the bytes were written by append")
    }
  }

  /// The date on which a cycle closed, without unpacking it.
  func closedDate(at index: Int) -> Date { entries[index].closedDate }

  /// The coin of a cycle, without unpacking it.
  func coinId(at index: Int) -> String { coinIds[Int(entries[index].coin)] }
}
