public import Exact
public import FoundationEssentials

/// A parcel of coins bought at one price.
public struct Lot: Equatable, Sendable {
  /// Coins left in the parcel, unrounded.
  public let exactAmount: Quantity
  /// Their cost, unrounded.
  public let exactCost: Cost
  /// US dollars paid per coin.
  public let pricePerCoin: Price
  /// Whether a stablecoin or a daily price gave the value of a part of ``cost``.
  public internal(set) var isEstimated = false
  /// Whether ``cost`` is known: an open deposit has none, and a rate may be missing.
  public internal(set) var isCostKnown = true
  /// Whether ``cost`` is unknown because the coins' worth is.
  public internal(set) var isUnvalued = false
  /// When it was acquired; `nil` for pools and averages, and if no row records it.
  public internal(set) var acquired: Date?
  /// The transaction that acquired it, by which a sale can name it; `nil` under the same conditions
  /// as ``acquired``.
  public internal(set) var id: UUID?
  /// Where it is; `nil` with one book over all accounts.
  public internal(set) var location: LotLocation?

  /// Coins left in the parcel.
  public var amount: ExactDecimal { exactAmount.figure }
  /// Their cost in US dollars.
  public var cost: ExactDecimal { exactCost.figure }

  init(amount: Quantity, cost: Cost, pricePerCoin: Price) {
    exactAmount = amount
    exactCost = cost
    self.pricePerCoin = pricePerCoin
  }
}

/// A parcel as stored in a book, with the total cost from which sales take their shares.
struct Parcel: Equatable, Sendable {
  var amount: Quantity
  var cost: Cost
  /// Cost per coin when bought, to 38 digits, for ranking and display; `nil` if computed on demand
  /// (``BoughtParcels/unitCost(of:)``).
  let unitCost: Price?
  /// The transaction that acquired it; `nil` if unknown, as after loading it from storage.
  let id: UUID?
  /// Its index among the buys of the cycle.
  let age: Int

  /// Removes coins with their share of the cost, rounded once; the parcel keeps the rest.
  mutating func remove(_ sold: Quantity) -> Cost {
    let part = cost.prorated(sold, of: amount)
    amount -= sold
    cost -= part
    return part
  }
}

/// Coins that a sale took from one parcel or pool, and their cost.
struct SoldPart {
  /// The parcel's index among the buys of the cycle; `nil` for a pool.
  var age: Int?
  let amount: Quantity
  let cost: Cost
  /// Whether the coins are of unknown worth.
  var isUnvalued = false
}

extension SoldPart {
  /// A whole parcel.
  init(_ parcel: Parcel) {
    self.init(age: parcel.age, amount: parcel.amount, cost: parcel.cost)
  }
}

/// The holding period of a lot on a given day.
public struct LotAge: Equatable, Sendable {
  /// The day on which it was acquired.
  public let acquired: UTCDay
  /// Days since then.
  public let days: Int
  /// The first day on which its sale counts as long-term.
  public let longFrom: UTCDay
  /// Whether that day has been reached.
  public let isLong: Bool
}

extension Lot {
  /// How long it has been held; `nil` if it has no date.
  ///
  /// - Parameters:
  ///   - today: The day on which to measure its age.
  ///   - calendar: The time zone that days are counted in.
  ///   - period: The period a holding must exceed to be long-term.
  public func age(
    on today: UTCDay, _ calendar: LocalCalendar, _ period: HoldingPeriod = .year
  ) -> LotAge? {
    acquired.map(calendar.day).map { day in
      let longFrom = period.firstLongDay(acquired: day)
      return LotAge(
        acquired: day, days: today.number - day.number, longFrom: longFrom,
        isLong: today >= longFrom)
    }
  }

  /// Its value at a price per coin.
  public func value(at price: ExactDecimal?) -> Cost? { price.map { Price($0) * exactAmount } }

  /// Its value less its cost; `nil` if either is unknown.
  public func profit(at price: ExactDecimal?) -> Cost? {
    isCostKnown ? value(at: price).map { $0 - exactCost } : nil
  }
}

extension LotLocation {
  /// Its title in a list.
  public var title: String {
    switch self {
    case .account(let name): name ?? "(none)"
    case .onTheWay: "(on the way)"
    }
  }
}
