import FoundationEssentials
import Portfolio

/// Puts the rows of each instant into an order that covers their sales; what
/// ``orderedForLedger(_:existing:)`` does once, for rows that come instant by instant.
struct InstantOrder {
  private let histories: [String: [Transaction]]
  private let fillsGaps: Bool
  private var walks: [String: CoinWalk] = [:]
  /// Whether every sale so far is covered.
  private(set) var isCovered = true

  /// - Parameter fillsGaps: As for ``CoinWalk``.
  init(existing: [Transaction], fillsGaps: Bool = false) {
    histories = Dictionary(grouping: existing, by: \.coinId)
    self.fillsGaps = fillsGaps
  }

  /// The sales that nothing covers, coin by coin.
  var uncovered: [Uncovered] { walks.sorted { $0.key < $1.key }.flatMap(\.value.uncovered) }

  /// What was missing, where gaps are filled, coin by coin.
  var gaps: [MissingCoins] { walks.sorted { $0.key < $1.key }.flatMap(\.value.gaps) }

  /// Orders the rows of the next instant.
  mutating func ordered(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard rows.count > 1 else { return rows.first.map { order([$0]) } ?? [] }
    var ordered = rows
    for places in Dictionary(grouping: rows.indices, by: { rows[$0].transaction.coinId }).values {
      for (place, row) in zip(places, order(places.map { rows[$0] })) { ordered[place] = row }
    }
    return ordered
  }

  private mutating func order(_ rows: [PlannedRow]) -> [PlannedRow] {
    guard let coinId = rows.first?.transaction.coinId else { return rows }
    if walks[coinId] == nil {
      walks[coinId] = CoinWalk(existing: histories[coinId] ?? [], fillsGaps: fillsGaps)
    }
    let ordered = walks[coinId]?.order(rows)
    noteCovered(coinId)
    return ordered ?? rows
  }

  /// Goes through what the ledger has behind the last rows.
  mutating func finish() {
    for coinId in walks.keys {
      walks[coinId]?.finish()
      noteCovered(coinId)
    }
  }

  private mutating func noteCovered(_ coinId: String) {
    if !(walks[coinId]?.uncovered.isEmpty ?? true) { isCovered = false }
  }
}
