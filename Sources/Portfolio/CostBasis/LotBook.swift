import Exact

/// Separate parcels, of which the next to leave is chosen by age or by price.
struct LotBook: Sendable {
  enum Leaving: Sendable { case oldest, newest, highestCost }

  let leaving: Leaving
  /// Ordered so that the next parcel to leave is the last, which makes leaving cheap; where the
  /// highest cost leaves first, a heap whose first has it.
  private var parcels: [Parcel] = []
  /// Parcels not yet reversed: the oldest leaves first, but buys arrive at the other end.
  private var arrivals: [Parcel] = []
  private var buys = 0
  private(set) var remainingCost: Cost = 0

  init(leaving: Leaving) { self.leaving = leaving }

  /// Restores a book from its parcels, oldest first.
  init(leaving: Leaving, parcels: [Parcel]) {
    self.leaving = leaving
    for parcel in parcels {
      insert(parcel)
      remainingCost += parcel.cost
    }
    buys = (parcels.last?.age ?? -1) + 1
  }

  mutating func acquire(_ amount: Quantity, for cost: Cost, unitCost: Price) {
    insert(Parcel(amount: amount, cost: cost, unitCost: unitCost, age: buys))
    buys += 1
    remainingCost += cost
  }

  private mutating func insert(_ parcel: Parcel) {
    switch leaving {
    case .oldest: arrivals.append(parcel)
    case .newest: parcels.append(parcel)
    case .highestCost:
      parcels.append(parcel)
      raiseLast()
    }
  }

  /// Takes coins out, parcel by parcel; more than all there is empties the book.
  ///
  /// - Parameter report: Receives what each parcel gave; coins that no parcel has cost nothing.
  mutating func dispose(_ amount: Quantity, _ report: (SoldPart) -> Void) {
    var wanted = amount
    while wanted > .zero {
      if parcels.isEmpty {
        parcels = arrivals.reversed()
        arrivals = []
      }
      guard !parcels.isEmpty else { return report(SoldPart(amount: wanted, cost: 0)) }
      let next = leaving == .highestCost ? 0 : parcels.count - 1
      if parcels[next].amount <= wanted {
        wanted -= parcels[next].amount
        remainingCost -= parcels[next].cost
        report(SoldPart(parcels[next]))
        parcels.swapAt(next, parcels.count - 1)
        parcels.removeLast()
        if leaving == .highestCost { sinkFirst() }
      } else {
        let cost = parcels[next].remove(wanted)
        remainingCost -= cost
        return report(SoldPart(age: parcels[next].age, amount: wanted, cost: cost))
      }
    }
  }

  /// The parcels still held, oldest first.
  var byAge: [Parcel] {
    leaving == .highestCost
      ? parcels.sorted { $0.age < $1.age }
      : (leaving == .oldest ? parcels.reversed() : parcels) + arrivals
  }

  var lots: [Lot] {
    byAge.map { Lot(amount: $0.amount, cost: $0.cost, pricePerCoin: $0.unitCost.decimal) }
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
