import FoundationEssentials

/// Separate parcels, of which the next to leave is chosen by age or by price.
struct LotBook: CostBook {
  enum Leaving: Sendable { case oldest, newest, dearest }

  private struct Parcel {
    var amount: Decimal
    let pricePerCoin: Decimal
    let age: Int

    /// Dearer first; of equals, the oldest.
    func leavesBefore(_ other: Parcel) -> Bool {
      pricePerCoin == other.pricePerCoin
        ? age < other.age : pricePerCoin > other.pricePerCoin
    }
  }

  private let leaving: Leaving
  /// Ordered so that the next parcel to leave is the last, which makes leaving cheap; where the
  /// dearest leaves, a heap whose first is the dearest.
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
    case .dearest:
      parcels.append(parcel)
      raiseLast()
    }
  }

  mutating func dispose(_ amount: Decimal) {
    var wanted = amount
    while wanted > 0 {
      if parcels.isEmpty {
        parcels = arrivals.reversed()
        arrivals = []
      }
      guard !parcels.isEmpty else { return }
      let next = leaving == .dearest ? 0 : parcels.count - 1
      let parcel = parcels[next]
      if parcel.amount <= wanted {
        wanted -= parcel.amount
        remainingCost -= parcel.amount * parcel.pricePerCoin
        parcels.swapAt(next, parcels.count - 1)
        parcels.removeLast()
        if leaving == .dearest { sinkFirst() }
      } else {
        remainingCost -= wanted * parcel.pricePerCoin
        parcels[next].amount -= wanted
        wanted = 0
      }
    }
  }

  var lots: [Lot] {
    (parcels + arrivals).sorted { $0.age < $1.age }
      .map { Lot(amount: $0.amount, pricePerCoin: $0.pricePerCoin) }
  }

  /// Moves the last parcel of the heap up past all that leave after it.
  private mutating func raiseLast() {
    var place = parcels.count - 1
    while place > 0, parcels[place].leavesBefore(parcels[(place - 1) / 2]) {
      parcels.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Moves the first parcel of the heap down below all that leave before it.
  private mutating func sinkFirst() {
    var place = 0
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < parcels.count {
        if parcels[child].leavesBefore(parcels[first]) { first = child }
      }
      guard first != place else { return }
      parcels.swapAt(place, first)
      place = first
    }
  }
}
