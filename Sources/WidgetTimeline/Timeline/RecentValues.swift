public import Exact
public import Portfolio

/// The portfolio's value on each of the last 30 days, as drawn by a widget.
///
/// Money paid in raises the value, so the line is not colored as gain or loss.
public struct RecentValues: Equatable, Sendable {
  /// The number of whole days before the present one.
  public static let dayCount = 30
  /// The most coins to follow back, by highest value: a widget has 15 ms for everything.
  public static let coinLimit = 25
  /// The most transactions to follow back.
  public static let transactionLimit = 500

  /// The value at the end of each day, oldest first, the last one at present; `nil` if nothing was
  /// held or a price is unknown.
  public let values: [ExactDecimal?]
  /// The number of present holdings that are counted.
  public let count: Int

  /// A coin held now.
  public struct Held: Sendable {
    /// CoinGecko id.
    public var coinId: String
    /// Coins held.
    public var amount: Quantity
    /// Their value; `nil` if unknown.
    public var value: ExactDecimal?

    /// Makes a held coin.
    public init(coinId: String, amount: Quantity, value: ExactDecimal?) {
      self.coinId = coinId
      self.amount = amount
      self.value = value
    }
  }

  /// Makes a line from its parts.
  public init(_ values: [ExactDecimal?], count: Int) {
    self.values = values
    self.count = count
  }

  /// Follows the present holdings back through the transactions of the last days.
  ///
  /// A coin counts if it has a price on most of the days on which it was held; otherwise its first
  /// price would look like a gain. A day without a price of a counted coin is a gap.
  ///
  /// - Parameters:
  ///   - held: The present holdings.
  ///   - traded: The transactions since the end of the first day, oldest first.
  ///   - today: The present day.
  ///   - prices: A coin's price at the end of a day.
  /// - Returns: `nil` if fewer than two days before today have a value.
  public init?(
    _ held: [Held], traded: [Transaction], today: UTCDay,
    prices: (String) -> (UTCDay) -> ExactDecimal?
  ) {
    let days = (today.number - Self.dayCount..<today.number).map(UTCDay.init(number:))
    let trades = Dictionary(grouping: traded, by: \.coinId)
    let sold = trades.keys.filter { id in !held.contains { $0.coinId == id } }.sorted()
    var worth = Worth(days.count)
    var count = 0
    for coin in held + sold.map({ Held(coinId: $0, amount: 0, value: 0) }) {
      let price = prices(coin.coinId)
      let amounts = Self.amounts(of: coin, on: days, trades[coin.coinId] ?? [])
      let values = zip(days, amounts).map { day, amount in
        amount > 0
          ? .some(price(day).map { (Price($0) * amount).number }) : Optional<ExactDecimal?>.none
      }
      let heldCount = values.count { $0 != nil }
      let knownCount = values.count { $0 != nil && $0 != .some(nil) }
      guard coin.value != nil, heldCount == 0 || knownCount * 2 > heldCount else { continue }
      worth.add(values, now: coin.value ?? 0)
      if coin.amount > 0 { count += 1 }
    }
    guard count > 0, worth.days.count(where: { $0.isKnown && $0.isHeld }) > 1 else { return nil }
    self.init(worth.days.map { $0.isKnown && $0.isHeld ? $0.sum : nil } + [worth.now], count: count)
  }

  /// The coins held at the ends of days, computed from those held now.
  private static func amounts(
    of coin: Held, on days: [UTCDay], _ trades: [Transaction]
  ) -> [Quantity] {
    var amount = coin.amount
    var later = trades[...]
    return days.reversed().map { day in
      while let trade = later.last, UTCDay(trade.date) > day {
        amount -= trade.type.isAcquisition ? trade.amount : -trade.amount
        later.removeLast()
      }
      return amount < closingTolerance ? 0 : amount
    }.reversed()
  }

  /// The sum of the coins' values.
  private struct Worth {
    var days: [(sum: ExactDecimal, isKnown: Bool, isHeld: Bool)]
    var now = ExactDecimal(0)

    init(_ count: Int) { days = Array(repeating: (0, true, false), count: count) }

    /// Adds a coin's values: `nil` for days when it was not held, an inner `nil` without a price.
    mutating func add(_ values: [ExactDecimal??], now value: ExactDecimal) {
      now += value
      for (index, value) in values.enumerated() {
        guard let value else { continue }
        days[index].isHeld = true
        if let value { days[index].sum += value } else { days[index].isKnown = false }
      }
    }
  }
}
