public import Exact
public import FoundationEssentials

/// A parcel of coins bought at one price.
public struct Lot: Equatable, Sendable {
  /// Coins left in the parcel, every digit.
  public let exactAmount: Quantity
  /// Paid for them, every digit.
  public let exactCost: Cost
  /// US dollars paid per coin.
  public let pricePerCoin: ExactDecimal
  /// Whether a stablecoin or a daily price valued a part of ``cost``.
  public internal(set) var isEstimated = false
  /// Whether ``cost`` is known: an open deposit has none, and a rate may be missing.
  public internal(set) var isCostKnown = true
  /// Whether it is unknown because nothing says what the coins were worth.
  public internal(set) var isUnvalued = false
  /// When it was acquired; `nil` for pools and averages, and where no row names it.
  public internal(set) var acquired: Date?
  /// The transaction that acquired it, by which a sale can name it; `nil` as for ``acquired``.
  public internal(set) var id: UUID?
  /// Where it is; `nil` where one book is kept over all accounts.
  public internal(set) var location: LotLocation?

  /// Coins left in the parcel.
  public var amount: ExactDecimal { exactAmount.figure }
  /// US dollars paid for them.
  public var cost: ExactDecimal { exactCost.figure }

  init(amount: Quantity, cost: Cost, pricePerCoin: ExactDecimal) {
    exactAmount = amount
    exactCost = cost
    self.pricePerCoin = pricePerCoin
  }
}

/// A parcel as a book keeps it: its cost as a whole, and sales take parts of it.
struct Parcel: Equatable, Sendable {
  var amount: Quantity
  var cost: Cost
  /// What one coin of it cost when bought, to 38 digits: it ranks the parcels and is shown; `nil`
  /// where it is worked out when it is asked for (``BoughtParcels/unitCost(of:)``).
  let unitCost: Price?
  /// The transaction that acquired it; `nil` where it is not known, as after it was stored.
  let id: UUID?
  /// Its position among the buys of the cycle.
  let age: Int

  /// Takes coins out with their part of the cost, rounded once; the rest keeps what is left.
  mutating func remove(_ sold: Quantity) -> Cost {
    let part = cost.prorated(sold, of: amount)
    amount -= sold
    cost -= part
    return part
  }
}

/// Coins that a sale took out of one parcel or pool, and what they had cost.
struct SoldPart {
  /// The parcel's position among the buys of the cycle; `nil` for a pool.
  var age: Int?
  let amount: Quantity
  let cost: Cost
  /// Whether nothing says what they cost.
  var isUnvalued = false
}

extension SoldPart {
  /// A whole parcel.
  init(_ parcel: Parcel) {
    self.init(age: parcel.age, amount: parcel.amount, cost: parcel.cost)
  }
}

/// How long a lot has been held on a day.
public struct LotAge: Equatable, Sendable {
  /// The day on which it was acquired.
  public let acquired: UTCDay
  /// Days since then.
  public let days: Int
  /// The first day on which a sale of it is of a long holding.
  public let longFrom: UTCDay
  /// Whether that day has come.
  public let isLong: Bool
}

extension Lot {
  /// How long it has been held; `nil` where it has no date.
  ///
  /// - Parameters:
  ///   - today: The day that its age ends on.
  ///   - calendar: The zone whose days count.
  ///   - period: What a holding must exceed to be long.
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

  /// What it is worth at a price per coin.
  public func value(at price: ExactDecimal?) -> Cost? { price.map { Price($0) * exactAmount } }

  /// What it is worth less what it cost; `nil` where one of them is unknown.
  public func profit(at price: ExactDecimal?) -> Cost? {
    isCostKnown ? value(at: price).map { $0 - exactCost } : nil
  }
}

extension LotLocation {
  /// What it is called in a list.
  public var title: String {
    switch self {
    case .account(let name): name ?? "(none)"
    case .onTheWay: "(on the way)"
    }
  }
}
