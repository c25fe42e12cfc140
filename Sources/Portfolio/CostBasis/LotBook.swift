import Exact
import FoundationEssentials

/// A book of separate parcels; age, date or price decides which leaves next.
///
/// It stores parcel ages and the remainders of partly sold parcels; everything else is in the
/// ``BoughtParcels`` shared by all books.
struct LotBook: Sendable {
  enum Leaving: Sendable { case oldest, newest, highestCost }

  let leaving: Leaving
  /// Whether parcels can arrive out of date order, so that dates decide which leaves next.
  let isDated: Bool
  /// Ages, ordered so that the next parcel to leave is last, which makes removal cheap.
  ///
  /// A heap with the next parcel first if the highest cost leaves first or parcels are dated.
  private var ages: [UInt32] = []
  /// New parcels not reversed yet: the oldest leaves first, but buys are appended.
  private var arrivals: [UInt32] = []
  /// The remainders of partly sold parcels.
  private var rests: [UInt32: Parcel] = [:]
  private(set) var remainingCost: Cost = 0

  init(leaving: Leaving, isDated: Bool = false) {
    self.leaving = leaving
    self.isDated = isDated
  }

  /// Creates a book whose lots are loaded later, piece by piece.
  init(leaving: Leaving, remainingCost: Cost) {
    self.init(leaving: leaving)
    self.remainingCost = remainingCost
  }

  private var isHeap: Bool { isDated || leaving == .highestCost }

  /// Adds the parcel bought last.
  mutating func acquire(from bought: BoughtParcels) {
    let age = UInt32(truncatingIfNeeded: bought.count - 1)
    remainingCost += bought[age].cost
    guard !isHeap else {
      ages.append(age)
      return raise(from: ages.count - 1, bought)
    }
    if leaving == .oldest { arrivals.append(age) } else { ages.append(age) }
  }

  /// Removes coins parcel by parcel; removing more than the book holds empties it.
  ///
  /// - Parameters:
  ///   - lots: The transactions whose parcels leave first.
  ///   - bought: The parcels; those that leave the book are released.
  ///   - report: Receives the part from each parcel; coins without a parcel cost nothing.
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
        consume(&wanted, at: index, of: &bought, report)
      }
    }
    while wanted > .zero {
      if ages.isEmpty { turnArrivals() }
      guard !ages.isEmpty else { return report(SoldPart(amount: wanted, cost: 0)) }
      consume(&wanted, at: isHeap ? 0 : ages.count - 1, of: &bought, report)
    }
  }

  /// Moves new parcels to those ready to leave, newest first.
  private mutating func turnArrivals() {
    guard !arrivals.isEmpty else { return }
    ages = arrivals.reversed() + ages
    arrivals = []
  }

  /// Removes coins from one parcel.
  private mutating func consume(
    _ wanted: inout Quantity, at index: Int, of bought: inout BoughtParcels,
    _ report: (SoldPart) -> Void
  ) {
    let age = ages[index]
    bought.touch(age)
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

  /// The next parcel to leave.
  func next(of bought: BoughtParcels) -> Parcel? {
    let age = isHeap ? ages.first : ages.last ?? arrivals.first
    return age.map { rests[$0] ?? bought[$0] }
  }

  /// Adds the cost of coins that are gone to the next parcel to leave.
  mutating func addToNext(_ cost: Cost, _ bought: inout BoughtParcels) {
    guard var parcel = next(of: bought) else { return }
    bought.touch(UInt32(truncatingIfNeeded: parcel.age))
    parcel.cost += cost
    rests[UInt32(truncatingIfNeeded: parcel.age)] = parcel
    remainingCost += cost
  }

  /// Calls `body` with the held parcels, oldest first.
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

  /// Moves a parcel up the heap past all that leave after it.
  private mutating func raise(from start: Int, _ bought: BoughtParcels) {
    var node = start
    while node > 0, leaves(node, before: (node - 1) / 2, bought) {
      ages.swapAt(node, (node - 1) / 2)
      node = (node - 1) / 2
    }
  }

  /// Moves a parcel down the heap below all that leave before it.
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

// MARK: - In pieces

extension LotBook {
  /// Loads the held lots of pieces; ``remainingCost`` already includes them.
  mutating func load(_ pieces: [LotPiece], under method: Int, _ bought: BoughtParcels) {
    var found: [UInt32] = []
    for piece in pieces {
      let (book, first) = (piece.books[method], piece.number * LotPiece.capacity)
      for index in book.isHeld.indices where book.isHeld[index] {
        found.append(UInt32(truncatingIfNeeded: first + index))
      }
      for (index, rest) in book.rests { rests[UInt32(truncatingIfNeeded: first + index)] = rest }
    }
    switch leaving {
    case .oldest: ages = (ages + found).sorted(by: >)
    case .newest: ages = (ages + found).sorted()
    case .highestCost:
      for age in found {
        ages.append(age)
        raise(from: ages.count - 1, bought)
      }
    }
  }

  /// Pieces in disposal order.
  func inOrder(_ pieces: [LotPiece.Outline]) -> [LotPiece.Outline] {
    switch leaving {
    case .oldest: pieces
    case .newest: pieces.reversed()
    case .highestCost:
      pieces.sorted { ($0.highest ?? 0, $1.number) > ($1.highest ?? 0, $0.number) }
    }
  }

  /// Whether the loaded lots cover a disposal and the lot after it.
  ///
  /// - Parameters:
  ///   - amount: The coins to be disposed of.
  ///   - next: The first piece in disposal order that is not loaded.
  func holds(
    _ amount: Quantity, before next: LotPiece.Outline, _ bought: BoughtParcels
  ) -> Bool {
    let limit = UInt32(truncatingIfNeeded: next.number * LotPiece.capacity)
    var sum = Quantity.zero
    func add(_ age: UInt32) { sum += lot(age, of: bought).amount }
    func addInOrder(while leavesBefore: (UInt32) -> Bool) {
      for age in ages.reversed() {
        guard sum <= amount, leavesBefore(age) else { return }
        add(age)
      }
    }
    switch leaving {
    case .oldest: addInOrder { $0 < limit }
    case .newest: addInOrder { $0 > limit }
    case .highestCost:
      // No descendant in the heap leaves before its parent.
      var nodes = [0]
      while sum <= amount, let node = nodes.popLast() {
        guard node < ages.count, bought.unitCost(of: ages[node]) > next.highest ?? 0 else {
          continue
        }
        add(ages[node])
        nodes += [2 * node + 1, 2 * node + 2]
      }
    }
    return sum > amount
  }

  /// The remainder of a held lot.
  func lot(_ age: UInt32, of bought: BoughtParcels) -> Parcel { rests[age] ?? bought[age] }

  /// Calls `body` with the ages of the lots of some pieces, unordered, and the remainders of partly
  /// sold ones.
  ///
  /// - Parameter isWanted: Whether a piece is one of them, by its number.
  func forEachAge(inPieces isWanted: [Bool], _ body: (_ age: UInt32, _ rest: Parcel?) -> Void) {
    for ages in [ages, arrivals] {
      for age in ages where isWanted[Int(age) / LotPiece.capacity] { body(age, rests[age]) }
    }
  }

  /// The ages of all lots, unordered.
  var heldAges: [UInt32] { ages + arrivals }
}

/// The parcels of an open cycle as bought, shared by all books.
struct BoughtParcels: Sendable {
  static let chunkSize = 512

  /// Parcels by age in fixed-size chunks; a chunk is empty once no book holds its parcels.
  private var chunks: [ParcelChunk] = []
  /// The number of books that hold each chunk's parcels, summed over the parcels.
  private var uses: [Int] = []
  /// Acquisition times in milliseconds, by age; empty if parcels arrive in date order.
  private var dates: [Int] = []
  /// The number of parcels added so far.
  private(set) var count = 0
  /// The chunks that disposals changed; `nil` while not tracked.
  var touched: Set<Int>?
  /// Whether chunks without remaining parcels are kept.
  private var isKept = false

  /// No parcels.
  init() {}

  /// Creates parcels that are loaded later, piece by piece.
  ///
  /// - Parameter count: The age that the next lot gets.
  init(count: Int) {
    self.count = count
    isKept = true
    let chunkCount = (count + Self.chunkSize - 1) / Self.chunkSize
    chunks = Array(repeating: ParcelChunk(), count: chunkCount)
    uses = Array(repeating: 0, count: chunkCount)
  }

  /// Starts tracking which chunks disposals change, and keeps all chunks.
  mutating func noteTouched() {
    touched = []
    isKept = true
  }

  /// Loads the parcels of a piece.
  mutating func load(_ piece: LotPiece) { chunks[piece.number] = ParcelChunk(piece.lots) }

  /// The numbers of the chunks with parcels.
  var pieceNumbers: [Int] { chunks.indices.filter { !chunks[$0].isEmpty } }

  /// The parcels of a chunk.
  func lots(ofPiece number: Int) -> [Parcel] {
    chunks[number].parcels(from: number * Self.chunkSize)
  }

  /// Records that a disposal changes a parcel.
  mutating func touch(_ age: UInt32) { touched?.insert(Int(age) / Self.chunkSize) }

  /// The parcel of an age that a book holds.
  subscript(age: UInt32) -> Parcel {
    chunks[Int(age) / Self.chunkSize].parcel(Int(age) % Self.chunkSize, age: Int(age))
  }

  /// Cost per coin at acquisition of a parcel that a book holds.
  func unitCost(of age: UInt32) -> Price {
    chunks[Int(age) / Self.chunkSize].unitCost(Int(age) % Self.chunkSize)
  }

  /// When a parcel was acquired, in milliseconds; zero if parcels arrive in date order.
  func date(of age: UInt32) -> Int { dates.isEmpty ? 0 : dates[Int(age)] }

  /// Adds a parcel held by a number of books.
  ///
  /// - Parameter acquired: When it was acquired, if parcels can arrive out of date order.
  mutating func append(
    amount: Quantity, cost: Cost, unitCost: Price?, id: UUID?, books: Int, acquired: Int? = nil
  ) {
    if let acquired { dates.append(acquired) }
    if count % Self.chunkSize == 0 {
      if uses.last == 0, !isKept { chunks[chunks.count - 1] = ParcelChunk() }
      chunks.append(ParcelChunk())
      uses.append(0)
    }
    chunks[chunks.count - 1].append(
      Parcel(amount: amount, cost: cost, unitCost: unitCost, id: id, age: count))
    if (count + 1) % Self.chunkSize == 0 { chunks[chunks.count - 1].pack() }
    uses[uses.count - 1] += books
    count += 1
  }

  /// Records that a book no longer holds a parcel.
  mutating func release(_ age: UInt32) {
    guard !isKept else { return }
    let chunk = Int(age) / Self.chunkSize
    uses[chunk] -= 1
    if uses[chunk] == 0, chunk < chunks.count - 1 { chunks[chunk] = ParcelChunk() }
  }
}

/// Parcels of successive ages as bought, packed once the chunk is full because a long history has
/// very many.
private struct ParcelChunk: Sendable {
  private var loose: [Parcel] = []
  private var bytes: [UInt8] = []
  /// The offset of each packed parcel.
  private var starts: [UInt32] = []

  init(_ parcels: [Parcel] = []) { loose = parcels }

  var isEmpty: Bool { loose.isEmpty && starts.isEmpty }

  mutating func append(_ parcel: Parcel) { loose.append(parcel) }

  mutating func pack() {
    var packed: [UInt8] = []
    packed.reserveCapacity(loose.count * 48)
    for parcel in loose {
      starts.append(UInt32(truncatingIfNeeded: packed.count))
      packed.append((parcel.unitCost == nil ? 0 : 1) | (parcel.id == nil ? 0 : 2))
      // First, because ranking parcels reads nothing else.
      parcel.unitCost?.append(to: &packed)
      parcel.amount.append(to: &packed)
      parcel.cost.append(to: &packed)
      if let id = parcel.id { withUnsafeBytes(of: id.uuid) { packed.append(contentsOf: $0) } }
    }
    bytes = Array(packed)
    loose = []
  }

  /// The parcel at an index.
  ///
  /// - Parameter age: Its age, which is not stored.
  func parcel(_ index: Int, age: Int) -> Parcel {
    guard !starts.isEmpty else { return loose[index] }
    var at = Int(starts[index])
    let flags = bytes[at]
    at += 1
    let unitCost = flags & 1 == 0 ? nil : Price(bytes: bytes, at: &at)
    let amount = Quantity(bytes: bytes, at: &at) ?? 0
    let cost = Cost(bytes: bytes, at: &at) ?? 0
    let id =
      flags & 2 == 0
      ? nil
      : bytes.withUnsafeBytes {
        UUID(uuid: $0.loadUnaligned(fromByteOffset: at, as: uuid_t.self))
      }
    return Parcel(amount: amount, cost: cost, unitCost: unitCost, id: id, age: age)
  }

  /// Cost per coin at acquisition of the parcel at an index.
  func unitCost(_ index: Int) -> Price {
    if starts.isEmpty {
      if let cost = loose[index].unitCost { return cost }
    } else if bytes[Int(starts[index])] & 1 != 0 {
      var at = Int(starts[index]) + 1
      if let cost = Price(bytes: bytes, at: &at) { return cost }
    }
    let parcel = parcel(index, age: 0)
    return parcel.unitCost ?? parcel.cost.perCoin(of: parcel.amount)
  }

  /// All parcels.
  ///
  /// - Parameter first: The age of the first.
  func parcels(from first: Int) -> [Parcel] {
    starts.isEmpty ? loose : starts.indices.map { parcel($0, age: first + $0) }
  }
}

// MARK: - In checkpoints

extension LotBook {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(ages, arrivals, rests, remainingCost)
  }

  /// Reads what ``write(to:)`` wrote for a book with the same disposal order.
  init(
    leaving: Leaving, isDated: Bool, from bytes: inout CheckpointReader
  ) throws(CheckpointError) {
    self.init(leaving: leaving, isDated: isDated)
    ages = try bytes.read()
    arrivals = try bytes.read()
    rests = try bytes.read()
    remainingCost = try bytes.read()
  }

  /// Whether every age is below a count.
  func isWithin(_ count: Int) -> Bool {
    (ages + arrivals + rests.keys).allSatisfy { $0 < count }
  }
}

extension BoughtParcels: CheckpointValue {
  func write(to bytes: inout CheckpointWriter) {
    bytes.write(count, uses, dates, chunks.indices.map { lots(ofPiece: $0) })
  }

  init(from bytes: inout CheckpointReader) throws(CheckpointError) {
    count = try bytes.read()
    uses = try bytes.read()
    dates = try bytes.read()
    chunks = (try bytes.read() as [[Parcel]]).map { ParcelChunk($0) }
    guard chunks.count == (count + Self.chunkSize - 1) / Self.chunkSize,
      uses.count == chunks.count, dates.isEmpty || dates.count == count
    else { throw CheckpointError() }
  }
}
