import Exact
import FoundationEssentials
import Portfolio

/// Puts new rows into the order the ledger needs (SPEC §3).
///
/// Rows keep the order of the file, oldest first. Only where that would sell coins before the
/// purchase of the same instant that covers them does the sale wait for it, and only where waiting
/// helps.
///
/// - Parameters:
///   - rows: New rows, sorted by date.
///   - ledger: What stands before new rows of the same instant.
/// - Returns: The rows that stand, and those whose sale no order can cover. Of a swap both sides
///   go.
func orderedForLedger(_ rows: consuming [PlannedRow], in ledger: ImportLedger) -> OrderedRows {
  var result = OrderedRows(rows: consume rows)
  let walks = CoinWalks(ledger)
  while true {
    let uncovered = result.arrange(walks)
    guard !uncovered.isEmpty else { return result }
    // A row that goes may have covered others.
    result.remove(uncovered)
  }
}

extension ImportPlanner {
  /// Of some coins those that sales of the ledger lack, whatever rows are refused.
  func coinsLackedByLedger(of coins: Set<String>) -> Set<String> {
    guard !coins.isEmpty else { return [] }
    let walks = CoinWalks(ledger, fillsGaps: policy.missingCoinsAreGifts)
    let byCoin = Dictionary(grouping: rowsInTime, by: \.transaction.coinId)
    return coins.filter { walks.walk(of: $0, past: byCoin[$0] ?? [], [:]).isLackedByLedger }
  }
}

/// So many coins that a sale takes and nothing brings.
struct MissingCoins {
  let row: PlannedRow
  let amount: Decimal
  /// Whether the ledger has the sale.
  var isOfLedger = false
}

/// Rows in the ledger's order, and what had to go.
struct OrderedRows {
  fileprivate(set) var rows: [PlannedRow]
  fileprivate(set) var gone = RowsToGo()

  fileprivate init(rows: [PlannedRow]) { self.rows = rows }

  /// Whether a sale is refused that something else may stand on, or a row of the ledger is gone.
  func hasLost(_ moved: [Transaction]) -> Bool {
    guard gone.uncovered.isEmpty else { return true }
    let ids = Set(rows.lazy.map(\.transaction.id))
    return !moved.allSatisfy { ids.contains($0.id) }
  }

  /// Puts each coin's rows of one instant into an order that covers its sales, and returns those
  /// that cannot be covered.
  fileprivate mutating func arrange(_ walks: CoinWalks) -> [Uncovered] {
    var uncovered: [Uncovered] = []
    let places = Dictionary(grouping: rows.indices) { rows[$0].transaction.coinId }
    for (coinId, indices) in places.sorted(by: { $0.key < $1.key }) {
      var walk = walks.walk(of: coinId)
      var start = 0
      while start < indices.count {
        let date = rows[indices[start]].transaction.date
        let end =
          indices[start...].firstIndex { rows[$0].transaction.date > date } ?? indices.count
        let group = indices[start..<end]
        // In place: each coin has places of its own, and rows are large.
        for (place, row) in zip(group, walk.order(group.map { rows[$0] })) { rows[place] = row }
        start = end
      }
      walk.finish()
      uncovered += walk.uncovered
    }
    return uncovered
  }

  fileprivate mutating func remove(_ uncovered: [Uncovered]) {
    gone.add(uncovered)
    rows.removeAll { gone.contains($0) }
  }
}

/// Rows that cannot stand, and what becomes of them.
///
/// Of a swap both sides go.
struct RowsToGo {
  /// Sales that nothing covers.
  private(set) var uncovered: [RefusedRow] = []
  /// Coins lost on the way that the ledger does not hold.
  private(set) var uncoveredLosses: [LeftOutRow] = []
  /// How many coins those losses were, by the reference of the sale that cannot be made of them.
  private(set) var lostReferences: [Reference: Decimal] = [:]
  /// Coins of the rows that went, by the rows.
  private(set) var incompleteCoins: [RowPlace: Set<String>] = [:]
  private var places: Set<RowPlace> = []
  private var losses: Set<Loss> = []

  /// Whether every row stands.
  var isEmpty: Bool { places.isEmpty && losses.isEmpty }

  /// A loss by its reference, or its id where it has none.
  private enum Loss: Hashable {
    case reference(Reference)
    case id(UUID)

    init(_ transaction: Transaction) {
      self = transaction.reference.map(Loss.reference) ?? .id(transaction.id)
    }
  }

  mutating func add(_ items: [Uncovered]) {
    for item in items {
      if let loss = item.loss {
        // It waits in the ledger until an import brings the coins.
        losses.insert(Loss(loss))
        if let reference = loss.reference { lostReferences[reference] = loss.amount }
        uncoveredLosses.append(
          LeftOutRow(
            source: item.source,
            reason: item.date > loss.date
              ? .lossSoldLater(loss.amount, loss.coinId, item.date)
              : .lossNotCovered(loss.amount, loss.coinId)))
        continue
      }
      incompleteCoins[item.source.rowPlace, default: []].insert(item.coinId)
      if places.insert(item.source.rowPlace).inserted {
        var refused = RefusedRow(source: item.source, reason: .breaksRule(item.error))
        refused.saleDate = item.date
        uncovered.append(refused)
      }
    }
  }

  /// Whether a row goes.
  func contains(_ row: PlannedRow) -> Bool {
    guard !isEmpty else { return false }
    return places.contains(row.source.rowPlace)
      || row.isLoss && losses.contains(Loss(row.transaction))
  }
}

/// A sale that cannot stand, and why.
struct Uncovered {
  let source: RowSource
  let coinId: String
  let error: PortfolioError
  /// When the sale was that lacks coins: this row's own, or one the ledger has later.
  let date: Date
  /// The row, where it stands for coins lost on the way; of others, which may be a million, this
  /// is all that is kept.
  private let lost: PlannedRow?

  init(_ row: PlannedRow, _ error: PortfolioError, on date: Date) {
    (source, coinId) = (row.source, row.transaction.coinId)
    (self.error, self.date) = (error, date)
    lost = row.isLoss ? row : nil
  }

  /// The sale for nothing that stands for coins lost on the way, where it is one.
  var loss: Transaction? { lost?.transaction }
}

/// The beginnings of the walks of all coins.
struct CoinWalks {
  private let overview: LedgerOverview
  private let histories: [String: [Transaction]]
  private let fillsGaps: Bool

  init(_ ledger: ImportLedger, fillsGaps: Bool = false) {
    overview = ledger.overview
    histories = Dictionary(grouping: ledger.transactions, by: \.coinId)
    self.fillsGaps = fillsGaps
  }

  /// - Parameters:
  ///   - gone: Transactions of the ledger that do not count.
  ///   - lacked: As for ``CoinWalk``.
  fileprivate func walk(
    of coinId: String, without gone: Set<UUID> = [], _ lacked: [UUID: Decimal]? = nil
  ) -> CoinWalk {
    var walk = CoinWalk(of: coinId, in: overview, fillsGaps: fillsGaps, lacked: lacked)
    let history = histories[coinId] ?? []
    walk.record(gone.isEmpty ? history : history.filter { !gone.contains($0.id) })
    return walk
  }

  /// A coin's walk to its end, past new rows sorted by date.
  func walk(
    of coinId: String, past rows: [PlannedRow], without gone: Set<UUID> = [],
    _ lacked: [UUID: Decimal]?
  ) -> CoinWalk {
    var walk = walk(of: coinId, without: gone, lacked)
    var start = 0
    while start < rows.count {
      let date = rows[start].transaction.date
      let end = rows[start...].firstIndex { $0.transaction.date > date } ?? rows.count
      _ = walk.order(Array(rows[start..<end]))
      start = end
    }
    walk.finish()
    return walk
  }
}
