public import Exact
import FoundationEssentials

/// A sale, or a swap with cash on one side, for France's form 2086; `nil` if a price is missing.
public struct Cession: Equatable, Sendable {
  /// The coin's id.
  public let coinId: String
  /// Coins.
  public let amount: Quantity
  /// The day of the sale in the time zone that days are counted in, line 211.
  public let day: UTCDay
  /// The value of all coins held before it, line 212.
  public let value: Cost?
  /// Its proceeds, line 213; for a swap, without the cash.
  public let price: Cost?
  /// Its fees, line 214.
  public internal(set) var fees: Cost?
  /// The cash side of a swap, line 216; negative if paid.
  public let adjustment: Cost?
  /// The cost of all coins, line 220.
  public let acquired: Cost?
  /// The part of that cost used by earlier sales, line 221.
  public let used: Cost?
  /// Cash received in earlier swaps, line 222.
  public let adjusted: Cost?
  /// The swap's link, `nil` for a sale.
  let link: UUID?
  /// The estimated lines.
  public let estimated: Estimated

  /// Lines that include values from a stablecoin or a daily price.
  public struct Estimated: OptionSet, Sendable {
    /// The lines as bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Line 212.
    public static let value = Estimated(rawValue: 1)
    /// Line 213.
    public static let price = Estimated(rawValue: 2)
    /// Line 214.
    public static let fees = Estimated(rawValue: 4)
    /// Line 220.
    public static let acquired = Estimated(rawValue: 8)
    /// Line 221.
    public static let used = Estimated(rawValue: 16)
  }

  /// The price less the fees, line 215.
  public var priceLessFees: Cost? { sum([price, fees.map { -$0 }]) }
  /// The price with the adjustment, line 217.
  public var adjustedPrice: Cost? { sum([price, adjustment]) }
  /// The price with the adjustment less the fees, line 218.
  public var net: Cost? { sum([adjustedPrice, fees.map { -$0 }]) }
  /// The remaining cost, line 223.
  public var left: Cost? { sum([acquired, used.map { -$0 }, adjusted.map { -$0 }]) }
  /// Line 218 less the used part of the cost.
  public var gain: Cost? { net.flatMap { net in fraction.map { net - $0 } } }
  /// The used part of the cost: line 223 × 217 ÷ 212.
  public var fraction: Cost? {
    guard let price = adjustedPrice, let value, let left, value > .zero else { return nil }
    return left.prorated(price, of: value)
  }
}

/// France's rule: all coins are one portfolio, and a sale uses the share of its cost that the price
/// is of its value (CGI 150 VH bis III; BOI-RPPM-PVBMC-30-20).
public struct GlobalPortfolio: Sendable {
  private let calendar: LocalCalendar
  private let days: ClosedRange<UTCDay>?
  private let price: @Sendable (String, UTCDay) -> Price?
  /// The cached prices of the last day.
  private var prices: (day: UTCDay?, known: [String: Price?]) = (nil, [:])
  private var held: [String: Quantity] = [:]
  /// The date of the last transaction, the swaps whose coins have left at that instant, and the
  /// purchases of other swaps.
  private var instant = Date.distantPast
  private var given: Set<UUID> = []
  private var waiting: [Transaction] = []
  /// `nil` from the first unknown amount on.
  private var acquired: Cost? = 0
  private var used: Cost? = 0
  private var adjusted: Cost? = 0
  /// Which of the sums are estimated.
  private var estimated: Cession.Estimated = []
  /// The sales of the requested days, in ledger order.
  public private(set) var cessions: [Cession] = []
  /// The first coin with a missing price, and the day.
  public private(set) var missing: (coinId: String, day: UTCDay)?
  /// The first transaction whose worth is needed but unknown: later gains depend on it.
  public private(set) var unvalued: (coinId: String, day: UTCDay)?

  /// Starts a ledger.
  ///
  /// - Parameters:
  ///   - calendar: The time zone that days are counted in.
  ///   - days: The days whose sales to include, `nil` for all.
  ///   - price: Euros per coin on a UTC day; `nil` if unknown.
  public init(
    calendar: LocalCalendar, days: ClosedRange<UTCDay>? = nil,
    price: @escaping @Sendable (String, UTCDay) -> Price?
  ) {
    (self.calendar, self.days, self.price) = (calendar, days, price)
  }

  /// Applies the next transaction in ledger order, in euros.
  ///
  /// The coins that a swap gives leave before those that it brings arrive, even if the ledger
  /// lists its rows in reverse order.
  public mutating func apply(_ row: Transaction) {
    if row.date != instant { beginInstant(row.date) }
    guard row.kind == .swap, let link = row.link else { return count(row) }
    if row.type == .buy, !given.contains(link) { return waiting.append(row) }
    count(row)
    guard row.type == .sell else { return }
    given.insert(link)
    for purchase in waiting where purchase.link == link { count(purchase) }
    waiting.removeAll { $0.link == link }
  }

  private mutating func beginInstant(_ date: Date) {
    for purchase in waiting { count(purchase) }
    (instant, given, waiting) = (date, [], [])
  }

  private mutating func count(_ row: Transaction) {
    switch row.kind {
    case .buy:
      note(row, isKnown: row.isTotalKnown)
      acquired = acquired.plus(row.isTotalKnown ? row.exactWorthOnReceipt : nil)
      if row.valuation?.isEstimated ?? false { estimated.insert(.acquired) }
    case .sell, .spend:
      let cession = leave(row)
      if days?.contains(cession.day) ?? true { cessions.append(cession) }
    // Gifts are not taxed and take their share of the cost along.
    case .give: _ = leave(row)
    // A swap is taxed if there is cash on one side.
    case .swap where row.cash != nil: exchange(row)
    case .swap where row.type == .buy:
      guard let last = cessions.last, last.link == row.link, last.link != nil else { break }
      cessions[cessions.count - 1].fees = last.fees.plus(row.isTotalKnown ? row.exactFee : nil)
    default: break
    }
    let amount = row.type.isAcquisition ? row.amount : -row.amount
    held[row.coinId, default: 0] += amount
  }

  /// A swap with cash on one side: what was given for the coins received is added to the cost, and
  /// cash received is deducted from it from the next sale on.
  private mutating func exchange(_ row: Transaction) {
    let cession = leave(row)
    if days?.contains(cession.day) ?? true { cessions.append(cession) }
    let money = cession.adjustment
    acquired = sum([acquired, cession.adjustedPrice, money.map { $0 < 0 ? -$0 : 0 }])
    adjusted = sum([adjusted, money.map { $0 > 0 ? $0 : 0 }])
    if row.isEstimated { estimated.insert(.acquired) }
  }

  /// Creates the sale, whose part of the cost is used from now on.
  private mutating func leave(_ row: Transaction) -> Cession {
    let daily = row.isGivenWithoutWorth ? euros(for: row.coinId, on: UTCDay(row.date)) : nil
    let isKnown = row.isWorthKnown || daily != nil
    note(row, isKnown: isKnown)
    let whole = isKnown ? daily.map { row.amount * $0 } ?? row.exactTotal + row.exactFee : nil
    let money: Cost? = row.counted.map { $0.cash } ?? row.exactCash
    let (value, isEstimated) = value(at: row, whole)
    var marks = estimated
    if daily != nil || row.valuation?.isEstimated ?? false { marks.formUnion([.price, .value]) }
    if row.isFeeEstimated { marks.insert(.fees) }
    if isEstimated { marks.insert(.value) }
    let cession = Cession(
      coinId: row.coinId, amount: row.amount, day: calendar.day(of: row.date), value: value,
      price: sum([whole, money.map { -$0 }]), fees: isKnown ? row.exactFee : nil,
      adjustment: money, acquired: acquired, used: used, adjusted: adjusted, link: row.link,
      estimated: marks)
    used = sum([used, cession.fraction])
    if !marks.isSubset(of: .fees) { estimated.insert(.used) }
    return cession
  }

  private mutating func note(_ row: Transaction, isKnown: Bool) {
    guard !isKnown, !row.lacksRate else { return }
    unvalued = unvalued ?? (row.coinId, calendar.day(of: row.date))
  }

  /// The value of all coins before a sale, with the sold coin at the price of the sale.
  private mutating func value(at row: Transaction, _ price: Cost?) -> (
    sum: Cost?, isEstimated: Bool
  ) {
    let day = UTCDay(row.date)
    let coins = max(held[row.coinId] ?? 0, row.amount)
    let own = price.map { price in
      coins == row.amount
        ? price : price.prorated(coins, of: row.amount)
    }
    var whole = own
    var hasOthers = false
    var unknown: String?
    for (coinId, amount) in held where coinId != row.coinId && !RunningBalance.isDust(amount) {
      hasOthers = true
      guard let price = euros(for: coinId, on: day) else {
        unknown = min(unknown ?? coinId, coinId)
        continue
      }
      whole = whole.map { $0 + amount * price }
    }
    if let unknown {
      missing = missing ?? (unknown, day)
      whole = nil
    }
    return (whole, hasOthers)
  }

  private mutating func euros(for coinId: String, on day: UTCDay) -> Price? {
    if prices.day != day { prices = (day, [:]) }
    if let known = prices.known[coinId] { return known }
    let found = price(coinId, day)
    prices.known[coinId] = .some(found)
    return found
  }
}
