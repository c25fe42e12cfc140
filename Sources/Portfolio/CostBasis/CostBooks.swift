import Exact
import FoundationEssentials

/// The cost of the coins held in one open cycle, kept by every method that is asked for.
///
/// `buy-average` follows from the cycle's sums and needs no book.
struct CostBooks: Sendable {
  private var average: Cost?
  private var books: [(method: CostBasis, book: LotBook)] = []
  private var bought = BoughtParcels()
  private var buys = 0
  /// The buys whose cost lacks an exchange rate, by their age.
  private var unknownBuys: Set<Int> = []
  /// The buys that nothing says the worth of, by their age.
  private var unvaluedBuys: Set<Int> = []
  /// The methods under which a sale took out coins of unknown cost.
  private var unknownSales: Set<CostBasis> = []
  /// Whether parcels leave by their dates, because they come in another order.
  private let isDated: Bool

  init(methods: Set<CostBasis>, isDated: Bool = false) {
    self.isDated = isDated
    average = methods.contains(.average) ? 0 : nil
    books = Self.lotMethods.filter { methods.contains($0.method) }
      .map { ($0.method, LotBook(leaving: $0.leaving, isDated: isDated)) }
  }

  static let lotMethods: [(method: CostBasis, leaving: LotBook.Leaving)] = [
    (.fifo, .oldest), (.lifo, .newest), (.hifo, .highestCost),
  ]

  /// Whether no method keeps anything here.
  var isEmpty: Bool { average == nil && books.isEmpty }

  mutating func acquire(
    _ amount: Quantity, for cost: Cost, unitCost: @autoclosure () -> Price, by id: UUID? = nil,
    isKnown: Bool = true, isUnvalued: Bool = false, on date: Date? = nil
  ) {
    if !isKnown { unknownBuys.insert(buys) }
    if isUnvalued { unvaluedBuys.insert(buys) }
    buys += 1
    if let old = average { average = old + cost }
    guard !books.isEmpty else { return }
    bought.append(
      amount: amount, cost: cost, unitCost: unitCost(), id: id, books: books.count,
      acquired: isDated ? date?.millisecondsSince1970 ?? 0 : nil)
    for index in books.indices { books[index].book.acquire(from: bought) }
  }

  /// Takes coins out of what was held.
  ///
  /// - Parameters:
  ///   - unvalued: Those of what was held that nothing says the worth of, on the average: a sale
  ///     takes its share of them.
  ///   - lots: The transactions whose lots leave first.
  ///   - report: Receives the parts of every method that keeps a book.
  mutating func dispose(
    _ amount: Quantity, of held: Quantity, unvalued: Quantity, naming lots: [UUID],
    _ report: (CostBasis, SoldPart) -> Void
  ) {
    if let whole = average {
      let part =
        amount >= held ? whole : whole.prorated(amount, of: held)
      average = whole - part
      let share = unvalued.share(amount, of: held)
      for part in SoldPart(amount: amount, cost: part).split(share) { report(.average, part) }
    }
    guard unknownBuys.isEmpty else { return disposeTracking(amount, naming: lots, report) }
    for index in books.indices {
      let (method, unvalued) = (books[index].method, unvaluedBuys)
      books[index].book.dispose(amount, naming: lots, of: &bought) {
        report(method, $0.marked(unvalued))
      }
    }
  }

  /// Takes in coins that came with the cost they had elsewhere, which each method sees its own way.
  ///
  /// - Parameters:
  ///   - date: When they came, for lots that nothing dates.
  ///   - lots: The lots under a method.
  mutating func arrive(on date: Date, _ lots: (CostBasis) -> [CarriedLot]) {
    if let old = average { average = lots(.average).reduce(old) { $0 + $1.cost } }
    for index in books.indices {
      for lot in lots(books[index].method) {
        if lot.isUnvalued {
          unvaluedBuys.insert(bought.count)
        } else if !lot.isCostKnown {
          unknownBuys.insert(bought.count)
        }
        // A transfer brings many lots, and most go on to the next account. Those ranked by it
        // need it at once, and so do those of positions that are stored and compared.
        let isLater = isDated && books[index].method != .hifo
        bought.append(
          amount: lot.amount, cost: lot.cost,
          unitCost: isLater ? nil : lot.cost.perCoin(of: lot.amount), id: lot.id, books: 1,
          acquired: isDated ? (lot.acquired ?? date).millisecondsSince1970 : nil)
        books[index].book.acquire(from: bought)
      }
    }
    buys = max(buys, bought.count)
    guard books.isEmpty else { return }
    let unknown = [.average, .buyAverage].contains {
      lots($0).contains { !$0.isCostKnown && !$0.isUnvalued }
    }
    if unknown { unknownBuys.insert(buys) }
    buys += 1
  }

  /// Takes coins out whose cost stays with what is left.
  ///
  /// - Parameter report: Receives the parts that are gone, of every method that keeps parcels.
  mutating func shrink(by amount: Quantity, _ report: (CostBasis, SoldPart) -> Void) {
    for index in books.indices {
      var cost = Cost.zero
      let (method, unvalued) = (books[index].method, unvaluedBuys)
      books[index].book.dispose(amount, of: &bought) {
        cost += $0.cost
        report(method, $0.marked(unvalued))
      }
      books[index].book.addToNext(cost, &bought)
    }
  }

  /// Takes coins out of the books and notes which methods gave coins of unknown cost.
  private mutating func disposeTracking(
    _ amount: Quantity, naming lots: [UUID], _ report: (CostBasis, SoldPart) -> Void
  ) {
    // Which lot has the highest cost is unknown where one of the costs is.
    unknownSales.formUnion([.average, .hifo])
    for index in books.indices {
      var isUnknown = false
      let (method, unvalued, unknown) = (books[index].method, unvaluedBuys, unknownBuys)
      books[index].book.dispose(amount, naming: lots, of: &bought) { part in
        if let age = part.age, unknown.contains(age) { isUnknown = true }
        report(method, part.marked(unvalued))
      }
      if isUnknown { unknownSales.insert(books[index].method) }
    }
  }

  /// Which costs of a cycle are unknown.
  func unknownSums(of cycle: Cycle) -> UnknownSums {
    var unknown = UnknownSums()
    guard !unknownBuys.isEmpty else { return unknown }
    unknown.sold = unknownSales
    if cycle.exact.sold > .zero { unknown.sold.insert(.buyAverage) }
    unknown.held = [.average, .buyAverage, .hifo]
    for (method, book) in books {
      book.forEach(of: bought) { if unknownBuys.contains($0.age) { unknown.held.insert(method) } }
    }
    return unknown
  }

  mutating func removeAll() {
    if average != nil { average = 0 }
    buys = 0
    unknownBuys = []
    unvaluedBuys = []
    unknownSales = []
    bought = BoughtParcels()
    for index in books.indices {
      books[index].book = LotBook(leaving: books[index].book.leaving, isDated: isDated)
    }
  }

  func remainingCost(_ method: CostBasis, of cycle: Cycle) -> Cost {
    switch method {
    case .average: average ?? 0
    case .buyAverage: cycle.remainingBuyAverageCost
    case .fifo, .lifo, .hifo: books.first { $0.method == method }?.book.remainingCost ?? 0
    case .hmrc: 0
    }
  }

  /// The parcel that leaves next under a method that keeps any.
  func nextLot(_ method: CostBasis) -> Parcel? {
    books.first { $0.method == method }?.book.next(of: bought)
  }

  /// Calls `body` with the parcels of a method that keeps any and their ages, oldest first.
  ///
  /// - Returns: Whether the method keeps any.
  func forEachLot(_ method: CostBasis, _ body: (_ lot: Lot, _ age: Int) -> Void) -> Bool {
    guard let book = books.first(where: { $0.method == method })?.book else { return false }
    book.forEach(of: bought) {
      let price = bought.unitCost(of: UInt32(truncatingIfNeeded: $0.age)).figure
      body(Lot(amount: $0.amount, cost: $0.cost, pricePerCoin: price), $0.age)
    }
    return true
  }
}

extension CostBooks {
  /// Books whose lots are loaded later, piece by piece.
  ///
  /// - Parameters:
  ///   - remaining: The cost of the lots held, by method.
  ///   - nextAge: The age that the next lot gets.
  init(remaining: (CostBasis) -> Cost, nextAge: Int) {
    isDated = false
    average = remaining(.average)
    books = Self.lotMethods.map {
      ($0.method, LotBook(leaving: $0.leaving, remainingCost: remaining($0.method)))
    }
    bought = BoughtParcels(count: nextAge)
    buys = nextAge
  }

  /// Loads pieces.
  mutating func load(_ pieces: [LotPiece]) {
    for piece in pieces {
      bought.load(piece)
      let first = piece.number * LotPiece.capacity
      for (index, isUnvalued) in piece.isUnvalued.enumerated() where isUnvalued {
        unvaluedBuys.insert(first + index)
      }
    }
    for method in books.indices { books[method].book.load(pieces, under: method, bought) }
  }

  /// The age that the next lot gets.
  var nextAge: Int { bought.count }

  /// Whether the costs of the lots add up to the books' totals, once all lots are loaded.
  var addsUp: Bool {
    books.allSatisfy { _, book in
      var cost = Cost.zero
      book.forEach(of: bought) { cost += $0.cost }
      return cost == book.remainingCost
    }
  }

  /// The pieces that each method holds lots of, in its disposal order.
  func inOrder(_ pieces: [LotPiece.Outline]) -> [[LotPiece.Outline]] {
    books.enumerated().map { method, book in
      book.book.inOrder(pieces.filter { $0.isHeld(method) })
    }
  }

  /// The numbers of pieces to load before a disposal; empty once the loaded ones suffice.
  ///
  /// - Parameters:
  ///   - amount: The coins to be disposed of.
  ///   - absent: The pieces that are not loaded, as ``inOrder(_:)`` gives them.
  func missing(_ amount: Quantity, among absent: [[LotPiece.Outline]]) -> [Int] {
    for (pieces, (_, book)) in zip(absent, books) {
      guard let next = pieces.first, !book.holds(amount, before: next, bought) else { continue }
      // Loading a quarter more each time keeps the number of checks low where many are needed.
      return pieces.prefix(max(bought.pieceNumbers.count / 4, 1)).map(\.number)
    }
    return []
  }

  /// The pieces of some numbers, or all that are loaded.
  func pieces(_ wanted: Set<Int>? = nil) -> [LotPiece] {
    let numbers = bought.pieceNumbers.filter { wanted?.contains($0) ?? true }
    let places = Dictionary(uniqueKeysWithValues: zip(numbers, numbers.indices))
    var found = numbers.map { number in
      let lots = bought.lots(ofPiece: number)
      let none = Array(repeating: false, count: lots.count)
      let first = number * LotPiece.capacity
      return LotPiece(
        number: number, lots: lots,
        isUnvalued: unvaluedBuys.isEmpty
          ? none : lots.indices.map { unvaluedBuys.contains(first + $0) },
        books: books.map { _ in LotPiece.Book(isHeld: none) })
    }
    for (method, (_, book)) in books.enumerated() {
      book.forEachAge { age, rest in
        let (number, index) = Int(age).quotientAndRemainder(dividingBy: LotPiece.capacity)
        guard let place = places[number] else { return }
        found[place].hold(index, rest, under: method)
      }
    }
    return found
  }

  /// Starts tracking which pieces disposals change.
  mutating func noteTouched() { bought.noteTouched() }

  /// Stops tracking, and returns the pieces that disposals changed.
  mutating func takeTouched() -> Set<Int> {
    defer { bought.touched = nil }
    return bought.touched ?? []
  }

  /// The ages of the lots held under each method, oldest first.
  var agesHeld: [[UInt32]] {
    books.map { _, book in
      var ages: [UInt32] = []
      book.forEachAge { age, _ in ages.append(age) }
      return ages.sorted()
    }
  }

  /// What a method holds of a lot.
  func held(_ age: UInt32, under method: Int) -> LotPiece.Held {
    let lot = books[method].book.lot(age, of: bought)
    return LotPiece.Held(
      amount: lot.amount, cost: lot.cost, unitCost: bought.unitCost(of: age),
      isUnvalued: unvaluedBuys.contains(Int(age)))
  }

  /// Whether the books of both hold the same lots.
  func holdsSameLots(as other: CostBooks) -> Bool {
    let (mine, theirs) = (agesHeld, other.agesHeld)
    return books.indices.allSatisfy { method in
      mine[method].lazy.map { held($0, under: method) }
        .elementsEqual(theirs[method].lazy.map { other.held($0, under: method) })
    }
  }
}

extension SoldPart {
  /// The part of a pool in two, where nothing says the worth of some of its coins: all of its cost
  /// is that of the others.
  func split(_ unvalued: Quantity) -> [SoldPart] {
    guard unvalued > .zero else { return [self] }
    guard unvalued < amount else { return [SoldPart(amount: amount, cost: cost, isUnvalued: true)] }
    return [
      SoldPart(amount: amount - unvalued, cost: cost),
      SoldPart(amount: unvalued, cost: 0, isUnvalued: true),
    ]
  }

  /// The same part, marked where it is of one of some parcels that nothing says the worth of.
  fileprivate func marked(_ unvalued: Set<Int>) -> SoldPart {
    guard !unvalued.isEmpty, let age else { return self }
    var part = self
    part.isUnvalued = unvalued.contains(age)
    return part
  }
}

extension ExactValue {
  /// The part that goes where `amount` of `whole` does, rounded once; all of it where that is all.
  func share(_ amount: Quantity, of whole: Quantity) -> Self {
    isZero || amount >= whole ? self : prorated(amount, of: whole)
  }
}

extension Cycle {
  /// Paid for the coins still held, at the average of all buys.
  var remainingBuyAverageCost: Cost {
    exact.paid(.buyAverage) - exact.buyAverageCost(of: exact.sold)
  }
}

extension Cycle.Sums {
  /// What so many of the coins cost at the average of all buys.
  func buyAverageCost(of coins: Quantity) -> Cost {
    let paid = paid(.buyAverage)
    guard coins < bought else { return paid }
    return paid.prorated(coins, of: bought)
  }
}

// MARK: - In checkpoints

extension CostBooks {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(average, bought, buys, unknownBuys, unvaluedBuys, unknownSales)
    for (_, book) in books { book.write(to: &bytes) }
  }

  /// Reads what ``write(to:)`` wrote of books of the same methods.
  init(
    methods: Set<CostBasis>, isDated: Bool, from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(methods: methods, isDated: isDated)
    average = try bytes.read()
    bought = try bytes.read()
    buys = try bytes.read()
    unknownBuys = try bytes.read()
    unvaluedBuys = try bytes.read()
    unknownSales = try bytes.read()
    for index in books.indices {
      let book = try LotBook(
        leaving: books[index].book.leaving, isDated: isDated, from: &bytes)
      guard book.isWithin(bought.count) else { throw CheckpointError() }
      books[index].book = book
    }
  }
}
