import Exact
import FoundationEssentials

/// A sale and the coins that it used.
struct UsedSale {
  /// Coins of one lot or pool.
  struct Part {
    let amount: Quantity
    var cost: Cost
    var acquired: Date?
    var match: HMRCMatch?
    var isEstimated = false
    var isCostKnown = true
  }

  let transaction: Transaction
  /// The sale's place in the ledger.
  let place: Int
  var parts: [Part] = []

  /// A row for each part; the proceeds are shared out by amount, and the last has what is left.
  func rows(longTermDays: Int) -> [GainRow] {
    var coins = parts.reduce(Quantity.zero) { $0 + $1.amount }
    var proceeds = transaction.exactTotal
    let isEstimated = transaction.valuation?.isEstimated ?? false
    return parts.map { part in
      let share =
        part.amount == coins
        ? proceeds : (proceeds * part.amount).divided(by: coins, places: costPlaces)
      coins -= part.amount
      proceeds -= share
      return GainRow(
        saleID: transaction.id, coinId: transaction.coinId, acquired: part.acquired,
        sold: transaction.date, exactAmount: part.amount,
        exactProceeds: transaction.isTotalKnown ? share : nil,
        exactCost: part.isCostKnown ? part.cost : nil, match: part.match,
        isEstimated: isEstimated || part.isEstimated, longTermDays: longTermDays)
    }
  }
}

/// What is known of the acquisitions behind a lot or a pool.
struct Origin {
  var acquired: Date?
  var isEstimated = false
  var isCostKnown = true

  init() {}

  init(_ transaction: Transaction) {
    acquired = transaction.date
    isEstimated = transaction.valuation?.isEstimated ?? false
    isCostKnown = transaction.isTotalKnown
  }

  /// Mixes another acquisition in; a pool has no date of its own.
  mutating func mix(_ other: Origin) {
    isEstimated = isEstimated || other.isEstimated
    isCostKnown = isCostKnown && other.isCostKnown
  }
}
