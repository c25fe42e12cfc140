import Exact

/// Separate parcels; age, date or price decides which leaves next.
///
/// Of a parcel its age is kept here, and what is left of it where a sale took a part; everything
/// else is in the ``BoughtParcels`` that all books share.
struct LotBook: Sendable {
  enum Leaving: Sendable { case oldest, newest, highestCost }

  let leaving: Leaving
  /// Whether parcels come in another order than that of their dates, which then decide.
  let isDated: Bool
  /// Ages, ordered so that the next parcel to leave is the last, which makes leaving cheap; where
  /// the highest cost leaves first, or parcels are dated, a heap whose first leaves next.
  private var ages: [UInt32] = []
  /// Parcels not yet reversed: the oldest leaves first, but buys arrive at the other end.
  private var arrivals: [UInt32] = []
  /// What is left of partly sold parcels.
  private var rests: [UInt32: Parcel] = [:]
  private(set) var remainingCost: Cost = 0

  init(leaving: Leaving, isDated: Bool = false) {
    self.leaving = leaving
    self.isDated = isDated
  }

  private var isHeap: Bool { isDated || leaving == .highestCost }

  /// Takes the parcel that was bought last.
  mutating func acquire(from bought: BoughtParcels) {
    let age = UInt32(truncatingIfNeeded: bought.count - 1)
    remainingCost += bought[age].cost
    guard !isHeap else {
      ages.append(age)
      return raiseLast(bought)
    }
    if leaving == .oldest { arrivals.append(age) } else { ages.append(age) }
  }

  /// Takes coins out, parcel by parcel; more than all there is empties the book.
  ///
  /// - Parameters:
  ///   - bought: The parcels; those that leave the book are given back to it.
  ///   - report: Receives what each parcel gave; coins that no parcel has cost nothing.
  mutating func dispose(
    _ amount: Quantity, of bought: inout BoughtParcels, _ report: (SoldPart) -> Void
  ) {
    var wanted = amount
    while wanted > .zero {
      if ages.isEmpty {
        ages = arrivals.reversed()
        arrivals = []
      }
      guard !ages.isEmpty else { return report(SoldPart(amount: wanted, cost: 0)) }
      let next = isHeap ? 0 : ages.count - 1
      let age = ages[next]
      var parcel = rests[age] ?? bought[age]
      guard parcel.amount <= wanted else {
        let cost = parcel.remove(wanted)
        rests[age] = parcel
        remainingCost -= cost
        return report(SoldPart(age: parcel.age, amount: wanted, cost: cost))
      }
      wanted -= parcel.amount
      remainingCost -= parcel.cost
      report(SoldPart(parcel))
      rests[age] = nil
      ages.swapAt(next, ages.count - 1)
      ages.removeLast()
      if isHeap { sinkFirst(bought) }
      bought.release(age)
    }
  }

  /// The parcel that leaves next.
  func next(of bought: BoughtParcels) -> Parcel? {
    let age = isHeap ? ages.first : ages.last ?? arrivals.first
    return age.map { rests[$0] ?? bought[$0] }
  }

  /// Adds cost to the parcel that leaves next: what it was paid for is gone.
  mutating func addToNext(_ cost: Cost, _ bought: BoughtParcels) {
    guard var parcel = next(of: bought) else { return }
    parcel.cost += cost
    rests[UInt32(truncatingIfNeeded: parcel.age)] = parcel
    remainingCost += cost
  }

  /// Calls `body` with the parcels still held, oldest first.
  func forEach(of bought: BoughtParcels, _ body: (Parcel) -> Void) {
    func visit(_ age: UInt32) { body(rests[age] ?? bought[age]) }
    if isHeap {
      ages.sorted { (bought.date(of: $0), $0) < (bought.date(of: $1), $1) }.forEach(visit)
    } else if leaving == .oldest {
      ages.reversed().forEach(visit)
    } else {
      ages.forEach(visit)
    }
    arrivals.forEach(visit)
  }

  /// How many parcels are held.
  var count: Int { ages.count + arrivals.count }

  /// Moves the last parcel of the heap up past all that leave after it.
  private mutating func raiseLast(_ bought: BoughtParcels) {
    var place = ages.count - 1
    while place > 0, leaves(place, before: (place - 1) / 2, bought) {
      ages.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Moves the first parcel of the heap down below all that leave before it.
  private mutating func sinkFirst(_ bought: BoughtParcels) {
    var place = 0
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < ages.count {
        if leaves(child, before: first, bought) { first = child }
      }
      guard first != place else { return }
      ages.swapAt(place, first)
      place = first
    }
  }

  /// Sales change neither the cost per coin nor the age.
  private func leaves(_ place: Int, before other: Int, _ bought: BoughtParcels) -> Bool {
    let (age, second) = (ages[place], ages[other])
    let (mine, theirs) = (bought.date(of: age), bought.date(of: second))
    switch leaving {
    case .oldest: return (mine, age) < (theirs, second)
    case .newest: return (mine, age) > (theirs, second)
    case .highestCost:
      let (cost, another) = (bought[age].unitCost, bought[second].unitCost)
      return cost == another ? (mine, age) < (theirs, second) : cost > another
    }
  }
}

/// The parcels of an open cycle as they were bought, kept once for all books.
struct BoughtParcels: Sendable {
  private static let chunkSize = 1024

  /// Parcels by age, so many together; empty where no book has one of them any more.
  private var chunks: [[Parcel]] = []
  /// In how many books the parcels of each chunk are, counted together.
  private var uses: [Int] = []
  /// When they were acquired, in milliseconds, by age; none where that is their order anyway.
  private var dates: [Int] = []
  /// How many there were.
  private(set) var count = 0

  /// The parcel of an age, which a book has.
  subscript(age: UInt32) -> Parcel {
    chunks[Int(age) / Self.chunkSize][Int(age) % Self.chunkSize]
  }

  /// When a parcel was acquired, in milliseconds; zero where parcels came in that order.
  func date(of age: UInt32) -> Int { dates.isEmpty ? 0 : dates[Int(age)] }

  /// Adds a parcel that so many books have.
  ///
  /// - Parameter acquired: When it was acquired, where not all come in that order.
  mutating func append(
    amount: Quantity, cost: Cost, unitCost: Price, books: Int, acquired: Int? = nil
  ) {
    if let acquired { dates.append(acquired) }
    if count % Self.chunkSize == 0 {
      if uses.last == 0 { chunks[chunks.count - 1] = [] }
      chunks.append([])
      uses.append(0)
    }
    chunks[chunks.count - 1].append(
      Parcel(amount: amount, cost: cost, unitCost: unitCost, age: count))
    uses[uses.count - 1] += books
    count += 1
  }

  /// Takes note that a book has a parcel no more.
  mutating func release(_ age: UInt32) {
    let chunk = Int(age) / Self.chunkSize
    uses[chunk] -= 1
    if uses[chunk] == 0, chunk < chunks.count - 1 { chunks[chunk] = [] }
  }
}
