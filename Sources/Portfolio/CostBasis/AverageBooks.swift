import FoundationEssentials

/// Weighted average cost of what is held.
///
/// A run of sales leaves the average untouched, so the cost is kept as it stood after the last buy
/// and scaled by what is left; only a buy after a sale has to divide, once.
struct AverageBook: CostBook {
  private var held: Decimal = 0
  private var heldAfterLastBuy: Decimal = 0
  private var costAfterLastBuy: Decimal = 0

  mutating func acquire(_ amount: Decimal, pricePerCoin: Decimal) {
    costAfterLastBuy = remainingCost + amount * pricePerCoin
    held += amount
    heldAfterLastBuy = held
  }

  mutating func dispose(_ amount: Decimal) { held -= amount }

  var remainingCost: Decimal {
    guard held != heldAfterLastBuy, heldAfterLastBuy != 0 else { return costAfterLastBuy }
    return (costAfterLastBuy * held).divided(by: heldAfterLastBuy)
  }

  var lots: [Lot] {
    guard held > 0 else { return [] }
    return [Lot(amount: held, pricePerCoin: remainingCost.divided(by: held))]
  }
}

/// Average of every buy of the cycle, also of those made after a sale.
struct BuyAverageBook: CostBook {
  private var held: Decimal = 0
  private var bought: Decimal = 0
  private var paid: Decimal = 0

  mutating func acquire(_ amount: Decimal, pricePerCoin: Decimal) {
    held += amount
    bought += amount
    paid += amount * pricePerCoin
  }

  mutating func dispose(_ amount: Decimal) { held -= amount }

  var remainingCost: Decimal {
    guard held != bought, bought != 0 else { return paid }
    return (paid * held).divided(by: bought)
  }

  var lots: [Lot] {
    guard held > 0 else { return [] }
    return [Lot(amount: held, pricePerCoin: paid.divided(by: bought))]
  }
}
