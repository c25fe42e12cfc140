import Exact
import FoundationEssentials

/// The worth per coin of a gift when given, if its giver had paid more.
final class GiftBasis: Equatable, Sendable {
  let price: Price
  let received: Date

  init(price: Price, received: Date) { (self.price, self.received) = (price, received) }

  /// - Returns: `nil` for other transactions, and for a gift worth at least its cost.
  convenience init?(_ transaction: Transaction) {
    guard let worth = transaction.exactGiftWorth, worth < transaction.exactTotal else {
      return nil
    }
    self.init(price: transaction.pricePerCoin, received: transaction.date)
  }

  /// The same worth for coins that replaced others.
  func scaled(from old: Quantity, to new: Quantity) -> GiftBasis {
    let worth = old * price
    return GiftBasis(price: worth.perCoin(of: new), received: received)
  }

  /// The worth of some of the coins.
  fileprivate func worth(of coins: Quantity) -> Cost { coins * price }

  static func == (left: GiftBasis, right: GiftBasis) -> Bool {
    left.price == right.price && left.received == right.received
  }
}

extension TaxRules {
  /// Gains with losses of gifts measured by tax rules: in the United States from a gift's worth
  /// when given, if its giver had paid more, with a holding period that begins then; a sale between
  /// the two values has neither gain nor loss (Publication 551; Publication 544, table 4-2).
  ///
  /// - Parameters:
  ///   - gains: The gains of counted rows.
  ///   - holdingPeriod: The period a holding must exceed to be long-term.
  public func measured(_ gains: Gains, _ holdingPeriod: HoldingPeriod = .year) -> Gains {
    guard country == .unitedStates, gains.rows.contains(where: { $0.gift != nil }) else {
      return gains
    }
    let rows = gains.rows.mapped { $0.measuredByGift(holdingPeriod, gains.calendar) }
    return Gains(
      calendar: gains.calendar, rows: rows, income: gains.income, sums: GainSums(rows)
    ).after(gains.earlierLosses)
  }
}

extension GainRow {
  fileprivate func measuredByGift(
    _ holdingPeriod: HoldingPeriod, _ calendar: LocalCalendar
  ) -> GainRow {
    guard let gift, let proceeds = exactProceeds, let cost = exactCost, proceeds < cost else {
      return self
    }
    let worth = gift.worth(of: exactAmount)
    guard proceeds < worth else {
      return with(cost: proceeds, acquired: acquired, acquiredDay: acquiredDay, term: term)
    }
    let day = calendar.day(of: gift.received)
    return with(
      cost: worth, acquired: gift.received, acquiredDay: day,
      term: holdingPeriod.isLong(acquired: day, sold: soldDay) ? .long : .short)
  }

  private func with(cost: Cost, acquired: Date?, acquiredDay: UTCDay?, term: Term?) -> GainRow {
    GainRow(
      saleID: saleID, coinId: coinId, account: account, acquired: acquired, sold: sold,
      exactAmount: exactAmount, exactProceeds: exactProceeds, exactCost: cost, exactFee: exactFee,
      kind: kind, match: match, isUnvalued: isUnvalued, estimated: estimated,
      acquiredDay: acquiredDay, soldDay: soldDay,
      term: term, gift: gift)
  }
}
