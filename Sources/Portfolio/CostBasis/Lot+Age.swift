public import Exact
public import FoundationEssentials

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
  public func value(at price: Decimal?) -> Cost? { price.map { Price($0) * exactAmount } }

  /// What it is worth less what it cost; `nil` where one of them is unknown.
  public func profit(at price: Decimal?) -> Cost? {
    isCostKnown ? value(at: price).map { $0 - exactCost } : nil
  }
}

extension LotPlace {
  /// What it is called in a list.
  public var title: String {
    switch self {
    case .account(let name): name ?? "(none)"
    case .onTheWay: "(on the way)"
    }
  }
}
