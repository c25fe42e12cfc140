import Exact
import FoundationEssentials

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
      return raise(from: ages.count - 1, bought)
    }
    if leaving == .oldest { arrivals.append(age) } else { ages.append(age) }
  }

  /// Takes coins out, parcel by parcel; more than all there is empties the book.
  ///
  /// - Parameters:
  ///   - lots: The transactions whose parcels leave first.
  ///   - bought: The parcels; those that leave the book are given back to it.
  ///   - report: Receives what each parcel gave; coins that no parcel has cost nothing.
  mutating func dispose(
    _ amount: Quantity, naming lots: [UUID] = [], of bought: inout BoughtParcels,
    _ report: (SoldPart) -> Void
  ) {
    var wanted = amount
    for lot in lots {
      turnArrivals()
      let found = ages.filter { bought[$0].id == lot }
      for age in found.sorted(by: { (bought.date(of: $0), $0) < (bought.date(of: $1), $1) }) {
        guard wanted > .zero, let index = ages.firstIndex(of: age) else { break }
        take(&wanted, at: index, of: &bought, report)
      }
    }
    while wanted > .zero {
      if ages.isEmpty { turnArrivals() }
      guard !ages.isEmpty else { return report(SoldPart(amount: wanted, cost: 0)) }
      take(&wanted, at: isHeap ? 0 : ages.count - 1, of: &bought, report)
    }
  }

  /// Puts the parcels that came since among those that leave, the newest first.
  private mutating func turnArrivals() {
    guard !arrivals.isEmpty else { return }
    ages = arrivals.reversed() + ages
    arrivals = []
  }

  /// Takes coins out of one parcel.
  private mutating func take(
    _ wanted: inout Quantity, at index: Int, of bought: inout BoughtParcels,
    _ report: (SoldPart) -> Void
  ) {
    let age = ages[index]
    var parcel = rests[age] ?? bought[age]
    guard parcel.amount <= wanted else {
      let cost = parcel.remove(wanted)
      rests[age] = parcel
      remainingCost -= cost
      report(SoldPart(age: parcel.age, amount: wanted, cost: cost))
      return wanted = 0
    }
    wanted -= parcel.amount
    remainingCost -= parcel.cost
    report(SoldPart(parcel))
    rests[age] = nil
    if isHeap {
      ages.swapAt(index, ages.count - 1)
      ages.removeLast()
      if index < ages.count {
        sink(from: index, bought)
        raise(from: index, bought)
      }
    } else {
      ages.remove(at: index)
    }
    bought.release(age)
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

  /// Moves a parcel of the heap up past all that leave after it.
  private mutating func raise(from start: Int, _ bought: BoughtParcels) {
    var node = start
    while node > 0, leaves(node, before: (node - 1) / 2, bought) {
      ages.swapAt(node, (node - 1) / 2)
      node = (node - 1) / 2
    }
  }

  /// Moves a parcel of the heap down below all that leave before it.
  private mutating func sink(from start: Int, _ bought: BoughtParcels) {
    var node = start
    while true {
      var first = node
      for child in [2 * node + 1, 2 * node + 2] where child < ages.count {
        if leaves(child, before: first, bought) { first = child }
      }
      guard first != node else { return }
      ages.swapAt(node, first)
      node = first
    }
  }

  /// Sales change neither the cost per coin nor the age.
  private func leaves(_ node: Int, before other: Int, _ bought: BoughtParcels) -> Bool {
    let (age, second) = (ages[node], ages[other])
    let (mine, theirs) = (bought.date(of: age), bought.date(of: second))
    switch leaving {
    case .oldest: return (mine, age) < (theirs, second)
    case .newest: return (mine, age) > (theirs, second)
    case .highestCost:
      let (cost, another) = (bought.unitCost(of: age), bought.unitCost(of: second))
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

  /// What one coin of a parcel, which a book has, cost when it came.
  func unitCost(of age: UInt32) -> Price {
    let parcel = self[age]
    return parcel.unitCost ?? Price(parcel.cost.quotient(by: parcel.amount))
  }

  /// When a parcel was acquired, in milliseconds; zero where parcels came in that order.
  func date(of age: UInt32) -> Int { dates.isEmpty ? 0 : dates[Int(age)] }

  /// Adds a parcel that so many books have.
  ///
  /// - Parameter acquired: When it was acquired, where not all come in that order.
  mutating func append(
    amount: Quantity, cost: Cost, unitCost: Price?, id: UUID?, books: Int, acquired: Int? = nil
  ) {
    if let acquired { dates.append(acquired) }
    if count % Self.chunkSize == 0 {
      if uses.last == 0 { chunks[chunks.count - 1] = [] }
      chunks.append([])
      uses.append(0)
    }
    chunks[chunks.count - 1].append(
      Parcel(amount: amount, cost: cost, unitCost: unitCost, id: id, age: count))
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
