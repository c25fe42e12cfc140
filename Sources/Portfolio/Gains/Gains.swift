public import Exact
public import FoundationEssentials

/// The part of one lot, or of a pool, that a sale used (SPEC §3.15).
///
/// Money is in the currency the transactions are counted in.
public struct GainRow: Equatable, Sendable {
  /// Whether the coins were held long-term.
  public enum Term: String, Sendable {
    /// At most the holding period.
    case short
    /// Longer than the holding period.
    case long
  }

  /// The sale.
  public let saleID: UUID
  /// The coin's id.
  public let coinId: String
  /// Where they were sold; `nil` where the sale names no account.
  public let account: String?
  /// When the coins were acquired; `nil` for parts of a pool or an average.
  public let acquired: Date?
  /// When they were sold.
  public let sold: Date
  /// Coins, unrounded.
  public let exactAmount: Quantity
  /// Their proceeds less the fee, unrounded; `nil` if a rate is missing.
  public let exactProceeds: Cost?
  /// Their cost, unrounded; `nil` if a rate is missing, or if the account that sold them has its
  /// own book and no row shows how it received them.
  public let exactCost: Cost?
  /// Their share of the sale's fee, already deducted from ``exactProceeds``; `nil` if a rate is
  /// missing.
  public let exactFee: Cost?
  /// Why they left: `sell`, `swap`, `spend`, `lost` or `fee`.
  public let kind: TransactionKind
  /// Which acquisitions the coins are matched with under ``CostBasis/hmrc``; otherwise `nil`.
  public let match: HMRCMatch?
  /// Whether the coins' cost or proceeds are of unknown worth: sums leave the row out.
  public let isUnvalued: Bool
  /// Which of the figures are estimated.
  public let estimated: EstimatedFigures
  /// The day of ``acquired`` in the time zone that days are counted in.
  public let acquiredDay: UTCDay?
  /// The day of ``sold`` in that zone.
  public let soldDay: UTCDay
  /// Short or long; `nil` without ``acquired``.
  public let term: Term?
  /// Their worth as a gift, if that was less than the giver had paid.
  let gift: GiftBasis?

  /// Whether ``gain`` is estimated.
  public var isEstimated: Bool { estimated.isGainEstimated }
  /// Coins.
  public var amount: ExactDecimal { exactAmount.figure }
  /// Their proceeds less the fee.
  public var proceeds: ExactDecimal? { exactProceeds?.figure }
  /// Their cost.
  public var cost: ExactDecimal? { exactCost?.figure }
  /// ``proceeds`` less ``cost``, unrounded.
  public var exactGain: Cost? { exactProceeds.flatMap { got in exactCost.map { got - $0 } } }
  /// ``proceeds`` less ``cost``.
  public var gain: ExactDecimal? { exactGain?.figure }

  /// Days from the acquisition to the sale; negative if HMRC's 30 days match a later buy.
  public var daysHeld: Int? { acquiredDay.map { soldDay.number - $0.number } }
}

/// Which acquisitions a sale is matched with under ``CostBasis/hmrc``.
public enum HMRCMatch: String, Sendable {
  /// Acquisitions of the same day.
  case sameDay
  /// Acquisitions of the next 30 days, the earliest first.
  case thirtyDays
  /// The section 104 pool.
  case pool
}

/// Coins received as a reward: income at their value on receipt.
public struct IncomeRow: Equatable, Sendable {
  /// When they were received.
  public let date: Date
  /// Its day in the time zone that days are counted in.
  public let day: UTCDay
  /// The coin's id.
  public let coinId: String
  /// What the reward was for, if known.
  public let label: TransactionLabel?
  /// Coins, unrounded.
  public let exactAmount: Quantity
  /// Their value on receipt, unrounded; `nil` if a rate is missing.
  public let exactValue: Cost?
  /// Whether their worth is unknown: sums leave them out.
  public let isUnvalued: Bool
  /// Whether a stablecoin or a daily price gave the value.
  public let isEstimated: Bool

  /// Coins.
  public var amount: ExactDecimal { exactAmount.figure }
  /// Their value on receipt.
  public var value: ExactDecimal? { exactValue?.figure }
}

/// The gains of a range of days.
public struct Gains: Equatable, Sendable {
  /// Sums of rows, unrounded; `nil` if a rate that they need is missing.
  public struct Totals: Equatable, Sendable {
    /// Proceeds less fees.
    public let proceeds: Cost?
    /// Cost of the coins sold.
    public let cost: Cost?
    /// Proceeds less cost.
    public let gain: Cost?
    /// Fees of the sales, already deducted from the proceeds.
    public let fees: Cost?
    /// The number of rows left out because the coins' worth is unknown.
    public let unvaluedCount: Int
    /// Proceeds of those rows, as far as known.
    public let unvaluedProceeds: Cost
    /// Which figures of the rows are estimated.
    public let estimated: EstimatedFigures
    /// The number of rows with an estimate.
    public let estimatedCount: Int
  }

  /// The time zone that days are counted in.
  public let calendar: LocalCalendar
  /// The rows by date of the sale, then in ledger order, then in the order in which lots left.
  public let rows: GainRows
  /// Rewards by date.
  public let income: [IncomeRow]
  /// The sums.
  public let totals: Totals
  private let totalsOfTerms: [GainRow.Term: Totals]
  /// The losses of the tax years before these days; `nil` if not requested.
  public private(set) var earlierLosses: Losses?

  /// The sums of short-term or long-term holdings; `nil` if no row has a term.
  public func totals(of term: GainRow.Term) -> Totals? { totalsOfTerms[term] }

  /// The value of all rewards on receipt; `nil` if a rate is missing.
  public var incomeTotal: ExactDecimal? { income.valued?.figure }
}

extension Gains {
  /// The same gains with the losses of earlier tax years.
  func after(_ losses: Losses?) -> Gains {
    var gains = self
    gains.earlierLosses = losses
    return gains
  }

  /// Rewards without sales.
  ///
  /// - Parameters:
  ///   - income: Rewards by date.
  ///   - calendar: The time zone that days are counted in.
  public init(income: [IncomeRow], _ calendar: LocalCalendar) {
    self.init(calendar: calendar, rows: GainRows(), income: income, sums: GainSums())
  }

  init(calendar: LocalCalendar, rows: GainRows, income: [IncomeRow], sums: GainSums) {
    (self.calendar, self.rows, self.income) = (calendar, rows, income)
    totals = Totals(sums.all)
    let terms: [(GainRow.Term, GainSums.Part)] = [(.short, sums.short), (.long, sums.long)]
    totalsOfTerms =
      terms.allSatisfy { $0.1.isEmpty }
      ? [:] : Dictionary(uniqueKeysWithValues: terms.map { ($0, Totals($1)) })
  }
}

extension Gains.Totals {
  init(_ rows: some Sequence<GainRow>) { self.init(GainSums(rows).all) }

  fileprivate init(_ sums: GainSums.Part) {
    (unvaluedCount, unvaluedProceeds) = (sums.unvaluedCount, sums.unvaluedProceeds)
    (estimated, estimatedCount) = (sums.estimated, sums.estimatedCount)
    // Without any known row there is no sum.
    let isKnown = sums.count > 0 || sums.unvaluedCount == 0
    proceeds = isKnown ? sums.proceeds : nil
    cost = isKnown ? sums.cost : nil
    gain = isKnown ? sums.gain : nil
    fees = isKnown ? sums.fees : nil
  }
}

/// The sums of rows, in total and by term, added one at a time.
struct GainSums {
  fileprivate struct Part {
    var proceeds: Cost? = 0
    var cost: Cost? = 0
    var gain: Cost? = 0
    var fees: Cost? = 0
    var count = 0
    var unvaluedCount = 0
    var unvaluedProceeds: Cost = 0
    var estimated: EstimatedFigures = []
    var estimatedCount = 0

    var isEmpty: Bool { count == 0 && unvaluedCount == 0 }

    mutating func add(_ row: GainRow) {
      estimated.formUnion(row.estimated)
      if row.isEstimated { estimatedCount += 1 }
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

    static func += (left: inout Part, right: Part) {
      left.proceeds = left.proceeds.plus(right.proceeds)
      left.cost = left.cost.plus(right.cost)
      left.gain = left.gain.plus(right.gain)
      left.fees = left.fees.plus(right.fees)
      left.count += right.count
      left.unvaluedCount += right.unvaluedCount
      left.unvaluedProceeds += right.unvaluedProceeds
      left.estimated.formUnion(right.estimated)
      left.estimatedCount += right.estimatedCount
    }
  }

  fileprivate private(set) var short = Part()
  fileprivate private(set) var long = Part()
  private var undated = Part()

  fileprivate var all: Part {
    var all = undated
    all += short
    all += long
    return all
  }

  init() {}

  init(_ rows: some Sequence<GainRow>) { for row in rows { add(row) } }

  mutating func add(_ row: GainRow) {
    switch row.term {
    case .short: short.add(row)
    case .long: long.add(row)
    case nil: undated.add(row)
    }
  }
}
