import Exact
import FoundationEssentials

/// The cost of the coins held in one open cycle under every requested method.
///
/// `buy-average` follows from the cycle's sums and needs no book.
struct CostBooks: Sendable {
  private var average: Cost?
  private var books: [(method: CostBasis, book: LotBook)] = []
  private var bought = BoughtParcels()
  private var buys = 0
  /// The ages of buys whose cost lacks an exchange rate.
  private var unknownBuys: Set<Int> = []
  /// The ages of buys of unknown worth.
  private var unvaluedBuys: Set<Int> = []
  /// The methods under which a sale used coins of unknown cost.
  private var unknownSales: Set<CostBasis> = []
  /// Whether parcels leave by date, because they can arrive out of order.
  private let isDated: Bool

  init(methods: Set<CostBasis>, isDated: Bool = false) {
    self.isDated = isDated
    average = methods.contains(.average) ? 0 : nil
    books = Self.lotMethods.filter { methods.contains($0.method) }
      .map { ($0.method, LotBook(leaving: $0.leaving, isDated: isDated)) }
  }

  /// The pool of the average alone.
  init(average: Cost) {
    self.init(methods: [.average])
    self.average = average
  }

  static let lotMethods: [(method: CostBasis, leaving: LotBook.Leaving)] = [
    (.fifo, .oldest), (.lifo, .newest), (.hifo, .highestCost),
  ]

  /// Whether no method has a book.
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

  /// Removes held coins.
  ///
  /// - Parameters:
  ///   - unvalued: The held coins of unknown worth under the average; a sale uses its share of
  ///     them.
  ///   - lots: The transactions whose lots leave first.
  ///   - report: Receives the parts from every method that has a book.
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

  /// Adds coins that arrive with their existing cost, which differs by method.
  ///
  /// - Parameters:
  ///   - date: When they arrived, for lots without a date.
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
        // A transfer carries many lots, most of which move on to the next account, so their unit
        // cost is computed on demand. Books ranked by it need it now, as do stored positions, which
        // are compared.
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

  /// Removes coins whose cost stays with the remaining coins.
  ///
  /// - Parameter report: Receives the removed parts from every method that keeps parcels.
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

  /// Removes coins from the books and records which methods used coins of unknown cost.
  private mutating func disposeTracking(
    _ amount: Quantity, naming lots: [UUID], _ report: (CostBasis, SoldPart) -> Void
  ) {
    // If one cost is unknown, so is which lot has the highest cost.
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

  /// The unknown sums of a cycle.
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

  /// The next parcel to leave under a method that keeps parcels.
  func nextLot(_ method: CostBasis) -> Parcel? {
    books.first { $0.method == method }?.book.next(of: bought)
  }

  /// Calls `body` with the parcels and their ages, oldest first, if the method keeps parcels.
  ///
  /// - Returns: Whether the method keeps parcels.
  func forEachLot(_ method: CostBasis, _ body: (_ lot: Lot, _ age: Int) -> Void) -> Bool {
    guard let book = books.first(where: { $0.method == method })?.book else { return false }
    book.forEach(of: bought) {
      let price = bought.unitCost(of: UInt32(truncatingIfNeeded: $0.age))
      body(Lot(amount: $0.amount, cost: $0.cost, pricePerCoin: price), $0.age)
    }
    return true
  }
}

extension CostBooks {
  /// Creates books whose lots are loaded later, piece by piece.
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
      // Loading a quarter more each time limits the number of checks when many pieces are needed.
      return pieces.prefix(max(bought.pieceNumbers.count / 4, 1)).map(\.number)
    }
    return []
  }

  /// The pieces with the given numbers, or all loaded ones.
  func pieces(_ wanted: Set<Int>? = nil) -> [LotPiece] {
    let numbers = bought.pieceNumbers.filter { wanted?.contains($0) ?? true }
    let positions = Dictionary(uniqueKeysWithValues: zip(numbers, numbers.indices))
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
    var isWanted = Array(repeating: false, count: bought.count / LotPiece.capacity + 1)
    for number in numbers { isWanted[number] = true }
    for (method, (_, book)) in books.enumerated() {
      book.forEachAge(inPieces: isWanted) { age, rest in
        let (number, index) = Int(age).quotientAndRemainder(dividingBy: LotPiece.capacity)
        guard let position = positions[number] else { return }
        found[position].hold(index, rest, under: method)
      }
    }
    return found
  }

  /// Starts tracking which pieces disposals change.
  mutating func noteTouched() { bought.noteTouched() }

  /// Stops tracking, and returns the pieces that disposals changed.
  mutating func drainTouched() -> Set<Int> {
    defer { bought.touched = nil }
    return bought.touched ?? []
  }

  /// The ages of the lots held under each method, oldest first.
  var agesHeld: [[UInt32]] {
    books.map { _, book in book.heldAges.sorted() }
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
  /// Splits a part of a pool in two if some of its coins are of unknown worth; its whole cost
  /// belongs to the others.
  func split(_ unvalued: Quantity) -> [SoldPart] {
    guard unvalued > .zero else { return [self] }
    guard unvalued < amount else { return [SoldPart(amount: amount, cost: cost, isUnvalued: true)] }
    return [
      SoldPart(amount: amount - unvalued, cost: cost),
      SoldPart(amount: unvalued, cost: 0, isUnvalued: true),
    ]
  }

  /// Returns the part, marked as unvalued if its parcel is one of the given ages.
  fileprivate func marked(_ unvalued: Set<Int>) -> SoldPart {
    guard !unvalued.isEmpty, let age else { return self }
    var part = self
    part.isUnvalued = unvalued.contains(age)
    return part
  }
}

extension ExactValue {
  /// The share that belongs to `amount` of `whole`, rounded once; everything if they are equal.
  func share(_ amount: Quantity, of whole: Quantity) -> Self {
    isZero || amount >= whole ? self : prorated(amount, of: whole)
  }
}

extension Cycle {
  /// Cost of the coins still held, at the average of all buys.
  var remainingBuyAverageCost: Cost {
    exact.paid(.buyAverage) - exact.buyAverageCost(of: exact.sold)
  }
}

extension Cycle.Sums {
  /// Cost of `coins` at the average of all buys.
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

  /// Reads what ``write(to:)`` wrote for books of the same methods.
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
