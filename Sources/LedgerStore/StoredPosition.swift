import FoundationEssentials
import Portfolio

/// A coin's position as it is stored, with the last row it holds and the digest of all of them.
///
/// Its parcels are read when the first row needs them: a purchase needs none.
struct StoredPosition {
  let coinId: String
  /// The position with its parcels; `nil` while nothing has needed them.
  private(set) var position: CoinPosition?
  private var small: CoinPositionSummary
  /// The coin's first rows, so many, whose parcels are stored; purchases alone follow them.
  let bookRows: Int
  private(set) var rowCount: Int
  private(set) var lastDate: Int
  private(set) var lastSequence: Int
  var digest: RowDigest

  /// The position before the first row.
  init(coinId: String) {
    self.coinId = coinId
    let empty = CoinPosition(coinId: coinId)
    (position, small, bookRows) = (empty, empty.summary, 0)
    (rowCount, lastDate, lastSequence, digest) = (0, Int.min, 0, RowDigest())
  }

  /// A position without its parcels.
  init(
    _ summary: CoinPositionSummary, bookRows: Int, rowCount: Int, lastDate: Int, lastSequence: Int,
    digest: RowDigest
  ) {
    coinId = summary.coinId
    small = summary
    (self.bookRows, self.rowCount) = (bookRows, rowCount)
    (self.lastDate, self.lastSequence, self.digest) = (lastDate, lastSequence, digest)
  }

  /// All that reports need.
  var summary: CoinPositionSummary { position?.summary ?? small }

  /// A sale is applied where parcels have not been read.
  private struct ParcelsNeeded: Error {}

  /// Whether parcels have to be read before a transaction can be applied.
  func needsParcels(for transaction: Transaction) -> Bool {
    position == nil && !transaction.type.isAcquisition
  }

  /// The parcels in stored form, with no other copy in memory; `nil` where nothing
  /// has needed them.
  mutating func packBooks() -> Data? {
    guard let summary = position?.summary, let bytes = position?.encodedBooks() else { return nil }
    (small, position) = (summary, nil)
    return Data(bytes)
  }

  /// Takes the position with its parcels.
  mutating func open(_ whole: CoinPosition) { position = whole }

  /// Applies the coin's next row in ledger order.
  ///
  /// - Parameter carried: The lots that migrations bring.
  mutating func apply(
    _ row: LedgerRow, digest: RowDigest, carrying carried: CarriedLots = .none,
    isChecked: Bool = true
  ) throws -> ClosedCycle? {
    var closed: ClosedCycle?
    if position == nil {
      guard let added = small.adding(row.transaction) else {
        throw ParcelsNeeded()
      }
      small = added
    } else if isChecked {
      closed = try position?.apply(row.transaction, carrying: carried)
    } else {
      closed = position?.applyUnchecked(row.transaction, carrying: carried)
    }
    rowCount += 1
    lastDate = row.transaction.date.millisecondsSince1970
    lastSequence = row.sequence
    self.digest += digest
    return closed
  }
}
