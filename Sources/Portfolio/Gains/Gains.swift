public import Exact
public import FoundationEssentials

/// The part of one lot, or of a pool, that a sale used (SPEC §3.15).
///
/// Money is in the currency the transactions are counted in.
public struct GainRow: Equatable, Sendable {
  /// Whether the coins were held for long.
  public enum Term: String, Sendable {
    /// At most the days that the holding period has.
    case short
    /// More than those days.
    case long
  }

  /// The sale.
  public let saleID: UUID
  /// The coin's id.
  public let coinId: String
  /// Where they were sold; `nil` where the sale names no account.
  public let account: String?
  /// When the coins were acquired; `nil` where they are a part of a pool or an average.
  public let acquired: Date?
  /// When they were sold.
  public let sold: Date
  /// Coins, every digit.
  public let exactAmount: Quantity
  /// Received for them less the fee, every digit; `nil` where a rate is missing.
  public let exactProceeds: Cost?
  /// Paid for them, every digit; `nil` where a rate is missing, or where the account that sold them
  /// has a book of its own and no row shows how they came into it.
  public let exactCost: Cost?
  /// Their share of the sale's fee, which ``exactProceeds`` are less; `nil` where a rate is missing.
  public let exactFee: Cost?
  /// Why they went: `sell`, `swap`, `spend`, `lost` or `fee`.
  public let kind: TransactionKind
  /// Which acquisitions the coins are from, under ``CostBasis/hmrc``; else `nil`.
  public let match: HMRCMatch?
  /// Whether nothing says what the coins had cost, or what they brought: sums leave the row out.
  public let isUnvalued: Bool
  /// Which of the figures are estimated.
  public let estimated: EstimatedFigures
  /// The day of ``acquired`` in the zone that days are counted in.
  public let acquiredDay: UTCDay?
  /// The day of ``sold`` in that zone.
  public let soldDay: UTCDay
  /// Short or long; `nil` without ``acquired``.
  public let term: Term?
  /// What they were worth as a gift, where that was less than the giver had paid.
  let gift: GiftBasis?

  /// Whether ``gain`` is estimated.
  public var isEstimated: Bool { estimated.isGainEstimated }
  /// Coins.
  public var amount: Decimal { exactAmount.decimal }
  /// Received for them less the fee.
  public var proceeds: Decimal? { exactProceeds?.decimal }
  /// Paid for them.
  public var cost: Decimal? { exactCost?.decimal }
  /// ``proceeds`` less ``cost``, every digit.
  public var exactGain: Cost? { exactProceeds.flatMap { got in exactCost.map { got - $0 } } }
  /// ``proceeds`` less ``cost``.
  public var gain: Decimal? { exactGain?.decimal }

  /// Days from the acquisition to the sale; negative where HMRC's 30 days match a later buy.
  public var daysHeld: Int? { acquiredDay.map { soldDay.number - $0.number } }
}

/// Which acquisitions a sale is matched with under ``CostBasis/hmrc``.
public enum HMRCMatch: String, Sendable {
  /// Those of the same day.
  case sameDay
  /// Those of the next 30 days, the earliest first.
  case thirtyDays
  /// The section 104 pool.
  case pool
}

/// Coins received as a reward: income at their value on receipt.
public struct IncomeRow: Equatable, Sendable {
  /// When they were received.
  public let date: Date
  /// The day of it in the zone that days are counted in.
  public let day: UTCDay
  /// The coin's id.
  public let coinId: String
  /// What the reward was for, where that is known.
  public let label: TransactionLabel?
  /// Coins, every digit.
  public let exactAmount: Quantity
  /// Their value on receipt, every digit; `nil` where a rate is missing.
  public let exactValue: Cost?
  /// Whether nothing says what they were worth: sums leave them out.
  public let isUnvalued: Bool
  /// Whether a stablecoin or a daily price gave the value.
  public let isEstimated: Bool

  /// Coins.
  public var amount: Decimal { exactAmount.decimal }
  /// Their value on receipt.
  public var value: Decimal? { exactValue?.decimal }
}

/// The gains of a range of days.
public struct Gains: Equatable, Sendable {
  /// Sums of rows, every digit; `nil` where a rate that they need is missing.
  public struct Totals: Equatable, Sendable {
    /// Received less fees.
    public let proceeds: Cost?
    /// Paid for what was sold.
    public let cost: Cost?
    /// Proceeds less cost.
    public let gain: Cost?
    /// Fees of the sales, already taken off the proceeds.
    public let fees: Cost?
    /// Rows that are left out because nothing says what the coins were worth.
    public let unvaluedCount: Int
    /// Received for those of them whose proceeds are known.
    public let unvaluedProceeds: Cost
  }

  /// The zone whose days count.
  public let calendar: LocalCalendar
  /// The rows by date of the sale, then in ledger order, then as the lots left.
  public let rows: GainRows
  /// Rewards by date.
  public let income: [IncomeRow]
  /// The sums.
  public let totals: Totals
  /// What the tax years before these days had lost; `nil` where that was not asked for.
  public private(set) var earlierLosses: Losses?

  /// The sums of what was held for short or for long; `nil` where no row has a term.
  public func totals(of term: GainRow.Term) -> Totals? {
    rows.contains { $0.term != nil } ? Totals(rows.lazy.filter { $0.term == term }) : nil
  }

  /// What all rewards were worth on receipt; `nil` where a rate is missing.
  public var incomeTotal: Decimal? { income.valued?.decimal }
}

extension Gains {
  /// The same with what earlier tax years had lost.
  func after(_ losses: Losses?) -> Gains {
    var gains = self
    gains.earlierLosses = losses
    return gains
  }

  /// Rewards without sales.
  ///
  /// - Parameters:
  ///   - income: Rewards by date.
  ///   - calendar: The zone whose days count.
  public init(income: [IncomeRow], _ calendar: LocalCalendar) {
    self.init(
      calendar: calendar, rows: GainRows(), income: income, totals: Totals(EmptyCollection()))
  }
}

extension Gains.Totals {
  init(_ rows: some Sequence<GainRow>) {
    var sums = GainSums()
    for row in rows { sums.add(row) }
    self.init(sums)
  }

  init(_ sums: GainSums) {
    (unvaluedCount, unvaluedProceeds) = (sums.unvaluedCount, sums.unvaluedProceeds)
    // Of nothing that is known there is no sum.
    let isKnown = sums.count > 0 || sums.unvaluedCount == 0
    proceeds = isKnown ? sums.proceeds : nil
    cost = isKnown ? sums.cost : nil
    gain = isKnown ? sums.gain : nil
    fees = isKnown ? sums.fees : nil
  }
}

/// The sums of rows, added one after the other.
struct GainSums {
  fileprivate var proceeds: Cost? = 0
  fileprivate var cost: Cost? = 0
  fileprivate var gain: Cost? = 0
  fileprivate var fees: Cost? = 0
  fileprivate var count = 0
  fileprivate var unvaluedCount = 0
  fileprivate var unvaluedProceeds: Cost = 0

  mutating func add(_ row: GainRow) {
    guard !row.isUnvalued else {
      unvaluedCount += 1
      unvaluedProceeds += row.exactProceeds ?? 0
      return
    }
    count += 1
    proceeds = proceeds.plus(row.exactProceeds)
    cost = cost.plus(row.exactCost)
    gain = gain.plus(row.exactGain)
    fees = fees.plus(row.exactFee)
  }
}
