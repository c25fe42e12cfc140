import FoundationEssentials
import Portfolio

/// Puts the rows of each instant into an order that covers their sales; what
/// ``orderedForLedger(_:in:)`` does once, for rows that come instant by instant.
///
/// Before each instant the ledger's transactions up to it have to be told.
struct InstantOrder {
  private let ledger: LedgerOverview
  private let fillsGaps: Bool
  private var walks: [String: CoinWalk] = [:]
  /// Whether every sale so far is covered.
  private(set) var isCovered = true

  /// - Parameter fillsGaps: As for ``CoinWalk``.
  init(_ ledger: LedgerOverview, fillsGaps: Bool = false) {
    (self.ledger, self.fillsGaps) = (ledger, fillsGaps)
  }

  /// The sales that nothing covers, coin by coin.
  var uncovered: [Uncovered] { walks.sorted { $0.key < $1.key }.flatMap(\.value.uncovered) }

  /// Whether gifts that imports before took for sales stand behind new rows of their coin.
  var passesGifts: Bool { walks.values.contains(where: \.passesGifts) }

  /// What was missing, where gaps are filled, coin by coin.
  var gaps: [MissingCoins] { walks.sorted { $0.key < $1.key }.flatMap(\.value.gaps) }

  /// Takes the next transactions of the ledger.
  mutating func record(_ transactions: [Transaction]) {
    for (coinId, ofCoin) in Dictionary(grouping: transactions, by: \.coinId) {
      walk(of: coinId) { $0.record(ofCoin) }
    }
  }

  /// Orders the rows of the next instant.
  mutating func ordered(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard rows.count > 1 else { return order(rows) }
    var ordered = rows
    for places in Dictionary(grouping: rows.indices, by: { rows[$0].transaction.coinId }).values {
      for (place, row) in zip(places, order(places.map { rows[$0] })) { ordered[place] = row }
    }
    return ordered
  }

  private mutating func order(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard let coinId = rows.first?.transaction.coinId else { return rows }
    var ordered = rows
    walk(of: coinId) { ordered = $0.order(rows) }
    return ordered
  }

  /// Goes through what the ledger has before an instant.
  mutating func pass(before date: Date) {
    for coinId in walks.keys { walk(of: coinId) { $0.pass(before: date) } }
  }

  /// Goes through what the ledger has behind the last rows.
  mutating func finish() {
    for coinId in walks.keys { walk(of: coinId) { $0.finish() } }
  }

  private mutating func walk(of coinId: String, _ body: (inout CoinWalk) -> Void) {
    func visit(_ walk: inout CoinWalk) -> Bool {
      body(&walk)
      return walk.uncovered.isEmpty
    }
    let walked = visit(
      &walks[coinId, default: CoinWalk(of: coinId, in: ledger, fillsGaps: fillsGaps)])
    if !walked { isCovered = false }
  }
}
