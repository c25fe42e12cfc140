import FoundationEssentials

/// Separate parcels, of which the next to leave is chosen by age or by price.
struct LotBook: CostBook {
  enum Leaving: Sendable { case oldest, newest, dearest }

  private struct Parcel {
    var amount: Decimal
    let pricePerCoin: Decimal
    let age: Int
  }

  private let leaving: Leaving
  /// Ordered so that the next parcel to leave is the last, which makes leaving cheap.
  private var parcels: [Parcel] = []
  /// Parcels that wait to be turned round: the oldest leaves first, but buys arrive at the other
  /// end.
  private var arrivals: [Parcel] = []
  private var bought = 0
  private(set) var remainingCost: Decimal = 0

  init(leaving: Leaving) { self.leaving = leaving }

  mutating func acquire(_ amount: Decimal, pricePerCoin: Decimal) {
    let parcel = Parcel(amount: amount, pricePerCoin: pricePerCoin, age: bought)
    bought += 1
    remainingCost += amount * pricePerCoin
    switch leaving {
    case .oldest: arrivals.append(parcel)
    case .newest: parcels.append(parcel)
    case .dearest: parcels.insert(parcel, at: placeByPrice(pricePerCoin))
    }
  }

  mutating func dispose(_ amount: Decimal) {
    var wanted = amount
    while wanted > 0 {
      if parcels.isEmpty {
        parcels = arrivals.reversed()
        arrivals = []
      }
      guard let parcel = parcels.last else { return }
      if parcel.amount <= wanted {
        wanted -= parcel.amount
        remainingCost -= parcel.amount * parcel.pricePerCoin
        parcels.removeLast()
      } else {
        remainingCost -= wanted * parcel.pricePerCoin
        parcels[parcels.count - 1].amount -= wanted
        wanted = 0
      }
    }
  }

  var lots: [Lot] {
    (parcels + arrivals).sorted { $0.age < $1.age }
      .map { Lot(amount: $0.amount, pricePerCoin: $0.pricePerCoin) }
  }

  /// Parcels rise in price; a new one goes in front of its equals, because of equals the oldest,
  /// which stands last, leaves first.
  private func placeByPrice(_ price: Decimal) -> Int {
    var low = 0
    var high = parcels.count
    while low < high {
      let middle = (low + high) / 2
      if parcels[middle].pricePerCoin < price { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
