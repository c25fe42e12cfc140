import FoundationEssentials
import Portfolio

extension Booking {
  /// What a side that the file writes as `0.00` may have been worth at most, in US dollars.
  ///
  /// Files round to a cent, some cut off; the price of a day is an average. What was worth more was
  /// not rounded away.
  static let mostRoundedAway = Decimal(sign: .plus, exponent: -2, significand: 5)

  /// A trade of which one side is so little that the file writes zero: the other side alone, at
  /// what other evidence says it was worth.
  ///
  /// - Throws: ``RefusalReason/roundedAway(_:_:)`` where nothing says it, and
  ///   ``RefusalReason/tradedForNothing(_:_:dollars:)`` where it was not so little.
  func trade(ofOneSide received: Leg, _ spent: Leg) throws(RefusalReason) -> Result {
    let isSale = received.amount == 0
    let (coin, other) = isSale ? (spent, received) : (received, spent)
    guard coin.amount > 0 else { throw .notATrade("nothing moved") }
    guard !coin.isCash else { throw .amountRoundedAway(other.name) }
    guard let worth = try worth(ofCoinsAlone: coin) else {
      throw .roundedAway(coin.name, other.name)
    }
    guard worth.dollars <= Self.mostRoundedAway else {
      throw .tradedForNothing(coin.name, other.name, dollars: worth.dollars)
    }
    let fees = try self.fees(coin: coin, against: nil, worth: worth)
    return try result(isSale ? .sell : .buy, coin, worth, fees, category: .trade)
  }

  /// What coins were worth that have no other side: by the file, by the coin's own price of the
  /// day, by the file's other rows, or by the price of the coin in which the file gives their worth.
  ///
  /// - Parameter kept: The coins a daily price values, where they are less.
  func worth(ofCoinsAlone leg: Leg, kept: Leg? = nil) throws(RefusalReason) -> Worth? {
    if let worth = try valuer.worthByFile(facts, payment: nil, on: day) { return worth }
    if let worth = try valuer.worthByNative(facts, on: day) { return worth }
    if let native = facts.native, native.amount > 0, native.asset != facts.received?.asset,
      native.asset != facts.spent?.asset,
      Stablecoin.ticker(of: native.asset, declared: valuer.policy.stablecoins) != nil
    {
      return try valuer.worth(ofCash: try legs.leg(native), on: day)
    }
    if let worth = try valuer.worth(ofCoin: kept ?? leg, on: day) { return worth }
    if let worth = try worthByOtherRows(kept ?? leg) { return worth }
    guard let native = facts.native, !native.asset.isFiat, native.amount > 0 else { return nil }
    let other = try legs.leg(native)
    if other.isCash { return try valuer.worth(ofCash: other, on: day) }
    guard let worth = try valuer.worth(ofCoin: other, on: day) else { return nil }
    return Worth(
      dollars: worth.dollars,
      payment: MoneyAmount(amount: other.amount, currency: other.currency),
      valuation: worth.valuation)
  }

  /// What so few coins were worth that the file writes 0.00, by another row of their day.
  private func worthByOtherRows(_ leg: Leg) throws(RefusalReason) -> Worth? {
    let sides = [facts.received, facts.spent].compactMap { $0 }
    guard !valuer.distrustsFile, let side = sides.first(where: { $0.asset.name == leg.name }),
      let price = valuer.file.prices.price(of: side.asset, on: day), price > 0
    else { return nil }
    let dollars = try exactProduct(leg.amount, price, column: "value in US dollars")
    guard dollars <= Self.mostRoundedAway else { return nil }
    let valuation = Valuation(
      kind: .dailyPrice, rate: price, source: "other rows of the file", day: day)
    return Worth(dollars: dollars, payment: nil, valuation: valuation)
  }
}
