import Exact
import FoundationEssentials

/// A sale and the coins it used.
struct UsedSale {
  /// Coins of one lot or pool.
  struct Part {
    let amount: Quantity
    var cost: Cost
    var acquired: Date?
    var match: HMRCMatch?
    var isEstimated = false
    var isCostKnown = true
    /// Whether the cost is unknown because the coins' worth is.
    var isUnvalued = false
    var gift: GiftBasis?
  }

  // Only the fields that figures depend on, because a long history has very many sales.
  let id: UUID
  let coinId: String
  let account: String?
  let kind: TransactionKind
  let date: Date
  let amount: Quantity
  /// Proceeds less the fee; `nil` if a rate is missing or the worth is unknown.
  let proceeds: Cost?
  /// The fee; `nil` if a rate is missing.
  let fee: Cost?
  /// Whether its proceeds are of unknown worth.
  let isUnvalued: Bool
  /// The estimated figures of the sale itself.
  let estimated: EstimatedFigures
  /// The sale's order among the transactions of its date.
  let order: Int
  var parts: [Part] = []

  init(_ transaction: Transaction, order: Int) {
    id = transaction.id
    coinId = transaction.coinId
    account = transaction.account
    kind = transaction.kind
    date = transaction.date
    amount = transaction.amount
    proceeds = transaction.isTotalKnown ? transaction.exactTotal : nil
    fee = transaction.isTotalKnown ? transaction.exactFee : nil
    isUnvalued = transaction.isUnvalued
    estimated = transaction.estimatedFigures
    self.order = order
  }

  /// The number of coins it used.
  var soldAmount: Quantity { parts.reduce(0) { $0 + $1.amount } }

  /// What figures leave out because the worth is unknown.
  var unvalued: Unvalued {
    var taken = TakenCoins()
    for part in parts { taken.add(part.amount, part.cost, isUnvalued: part.isUnvalued) }
    var unvalued = Unvalued()
    unvalued.dispose(taken, for: proceeds ?? 0, isUnvalued: isUnvalued)
    return unvalued
  }

  /// A row for each part; proceeds and fee are split by amount, and the last row gets the
  /// remainder.
  ///
  /// - Parameters:
  ///   - holdingPeriod: The period a holding must exceed to be long-term.
  ///   - calendar: The time zone that days are counted in.
  func rows(_ holdingPeriod: HoldingPeriod, _ calendar: LocalCalendar) -> [GainRow] {
    let soldDay = calendar.day(of: date)
    var coins = parts.reduce(Quantity.zero) { $0 + $1.amount }
    var (rest, restOfFee) = (proceeds, fee)
    return parts.map { part in
      func taking(of rest: inout Cost?) -> Cost? {
        guard let whole = rest else { return nil }
        let share =
          part.amount == coins || whole.isZero
          ? whole : whole.prorated(part.amount, of: coins)
        rest = whole - share
        return share
      }
      let (share, feeShare) = (taking(of: &rest), taking(of: &restOfFee))
      coins -= part.amount
      let acquiredDay = part.acquired.map(calendar.day)
      return GainRow(
        saleID: id, coinId: coinId, account: account, acquired: part.acquired, sold: date,
        exactAmount: part.amount, exactProceeds: share,
        exactCost: part.isCostKnown ? part.cost : nil, exactFee: feeShare, kind: kind,
        match: part.match, isUnvalued: isUnvalued || part.isUnvalued,
        estimated: part.isEstimated ? estimated.union(.cost) : estimated,
        acquiredDay: acquiredDay, soldDay: soldDay,
        term: acquiredDay.map {
          holdingPeriod.isLong(acquired: $0, sold: soldDay) ? .long : .short
        }, gift: part.gift)
    }
  }
}

/// What is known about the acquisitions in a lot or a pool.
struct Origin {
  var acquired: Date?
  var id: UUID?
  var isEstimated = false
  /// Whether no rate that its cost needs is missing and its origin is known.
  var isCostKnown = true
  /// Whether the coins are of unknown worth.
  var isUnvalued = false
  var gift: GiftBasis?

  init() {}

  init(_ transaction: Transaction) {
    acquired = transaction.acquired ?? transaction.date
    id = transaction.id
    isEstimated = transaction.isEstimated
    isCostKnown = !transaction.lacksRate
    isUnvalued = transaction.isUnvalued
    gift = GiftBasis(transaction)
  }

  init(_ lot: CarriedLot) {
    acquired = lot.acquired
    id = lot.id
    isEstimated = lot.isEstimated
    isCostKnown = lot.isCostKnown || lot.isUnvalued
    isUnvalued = lot.isUnvalued
    gift = lot.gift
  }

  /// Merges another acquisition; a pool has no single date.
  mutating func mix(_ other: Origin) {
    isEstimated = isEstimated || other.isEstimated
    isCostKnown = isCostKnown && other.isCostKnown
  }
}
