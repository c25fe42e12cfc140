import Exact

/// A run of the lots of a coin's open cycle: as they were bought, kept once for all methods, and
/// what is left of them under each method that names lots.
public struct LotPiece: Sendable {
  /// How many lots a piece holds at most.
  public static let capacity = BoughtParcels.chunkSize
  /// How many pieces there can be.
  private static let highestCount = Int(UInt32.max) / capacity

  /// What is left of a piece's lots under one method.
  struct Book: Equatable {
    /// Which of the lots are held, wholly or in part.
    var isHeld: [Bool]
    /// What is left of those that a sale took a part of, by their index.
    var rests: [Int: Parcel] = [:]
  }

  /// Its index among the pieces of the cycle.
  public let number: Int
  /// The lots as they were bought, oldest first.
  private(set) var lots: [Parcel]
  /// Which of them nothing says the worth of.
  private(set) var isUnvalued: [Bool]
  /// In the order of ``CostBooks/lotMethods``.
  private(set) var books: [Book]

  init(number: Int, lots: [Parcel], isUnvalued: [Bool], books: [Book]) {
    self.number = number
    self.lots = lots
    self.isUnvalued = isUnvalued
    self.books = books
  }

  /// How many lots it has, those that are gone among them.
  public var count: Int { lots.count }

  /// What is held of one of its lots under a method.
  struct Held: Equatable {
    let amount: Quantity
    let cost: Cost
    let unitCost: Price
    let isUnvalued: Bool
  }

  /// The lots held under a method, oldest first.
  func held(under method: Int) -> some Sequence<Held> {
    let book = books[method]
    return lots.indices.lazy.filter { book.isHeld[$0] }.map { index in
      let lot = book.rests[index] ?? lots[index]
      return Held(
        amount: lot.amount, cost: lot.cost, unitCost: Self.unitCost(of: lots[index]),
        isUnvalued: isUnvalued[index])
    }
  }

  /// How many ages there were when it was the last piece.
  public var lotsUpToIt: Int { number * Self.capacity + count }

  /// Whether the same is left of the lots of another state of this piece.
  public func hasSameBooks(as other: LotPiece) -> Bool {
    count == other.count && books == other.books
  }

  /// Marks a lot as held under a method.
  mutating func hold(_ index: Int, _ rest: Parcel?, under method: Int) {
    books[method].isHeld[index] = true
    if let rest { books[method].rests[index] = rest }
  }

  /// What one coin of a lot cost when it was bought.
  private static func unitCost(of lot: Parcel) -> Price {
    lot.unitCost ?? Price(lot.cost.quotient(by: lot.amount))
  }

  /// The highest cost per coin of the lots that are held where the highest leaves first.
  private var highest: Price? {
    guard let book = books.last else { return nil }
    return lots.indices.lazy.filter { book.isHeld[$0] }.map { Self.unitCost(of: lots[$0]) }.max()
  }
}

// MARK: - Changing history

extension LotPiece {
  /// Takes out a lot that no sale has taken coins of.
  ///
  /// - Returns: `false` where one has, or the lot is another; nothing changes then.
  public mutating func remove(_ transaction: Transaction, at index: Int) -> Bool {
    guard lots.indices.contains(index), lots[index].amount == transaction.exactAmount,
      lots[index].cost == transaction.exactTotal, isUnvalued[index] == transaction.isUnvalued,
      books.allSatisfy({ $0.isHeld[index] && $0.rests[index] == nil })
    else { return false }
    lots.remove(at: index)
    isUnvalued.remove(at: index)
    for method in books.indices { books[method].shift(from: index, removing: true) }
    return true
  }

  /// Puts in the lot that a purchase brings.
  ///
  /// - Returns: `false` where there is no room; nothing changes then.
  public mutating func insert(_ transaction: Transaction, at index: Int) -> Bool {
    guard lots.count < Self.capacity, (0...lots.count).contains(index) else { return false }
    let (amount, total) = (transaction.exactAmount, transaction.exactTotal)
    lots.insert(
      Parcel(
        amount: amount, cost: total, unitCost: transaction.unitCost(amount, total), id: nil,
        age: 0), at: index)
    isUnvalued.insert(transaction.isUnvalued, at: index)
    for method in books.indices { books[method].shift(from: index, removing: false) }
    return true
  }

  /// Keeps the first lots alone.
  public mutating func truncate(to count: Int) {
    lots.removeLast(max(lots.count - count, 0))
    isUnvalued.removeLast(max(isUnvalued.count - count, 0))
    for method in books.indices {
      books[method].isHeld.removeLast(max(books[method].isHeld.count - count, 0))
      books[method].rests = books[method].rests.filter { $0.key < count }
    }
  }
}

extension LotPiece.Book {
  /// Makes room for a held lot, or closes the gap that one leaves.
  fileprivate mutating func shift(from index: Int, removing: Bool) {
    if removing { isHeld.remove(at: index) } else { isHeld.insert(true, at: index) }
    let step = removing ? -1 : 1
    rests = Dictionary(
      uniqueKeysWithValues: rests.map { ($0 < index ? $0 : $0 + step, $1) })
  }
}

// MARK: - In bytes

extension LotPiece {
  private static let version: UInt8 = 1
  /// The version where a worth is unknown: after each lot is whether its own is.
  private static let versionWithUnknown: UInt8 = 2

  /// The lots as they were bought.
  public var encodedLots: [UInt8] {
    let hasUnknown = isUnvalued.contains(true)
    var bytes = [hasUnknown ? Self.versionWithUnknown : Self.version]
    for (index, lot) in lots.enumerated() {
      lot.amount.append(to: &bytes)
      lot.cost.append(to: &bytes)
      Self.unitCost(of: lot).append(to: &bytes)
      if hasUnknown { bytes.append(isUnvalued[index] ? 1 : 0) }
    }
    return bytes
  }

  /// What is left of them: how many there are, the outline, the lots that are held under each method
  /// where it is some of them, and what is left of parts.
  public var encodedBooks: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(count: UInt(lots.count))
    let highest = highest
    var shapes: UInt8 = highest == nil ? 0 : Outline.hasHighest
    for (method, book) in books.enumerated() {
      let isSome = book.isHeld.contains(true)
      let isAll = !book.isHeld.contains(false)
      shapes |= (!isSome ? 0 : isAll ? Outline.all : Outline.some) << UInt8(method * 2)
    }
    bytes.append(shapes)
    highest?.append(to: &bytes)
    for (method, book) in books.enumerated()
    where shapes >> UInt8(method * 2) & 3 == Outline.some {
      for start in stride(from: 0, to: lots.count, by: 8) {
        bytes.append(
          (start..<min(start + 8, lots.count)).reduce(0) {
            $0 | (book.isHeld[$1] ? 1 << UInt8($1 - start) : 0)
          })
      }
    }
    for book in books {
      bytes.append(count: UInt(book.rests.count))
      for (index, rest) in book.rests.sorted(by: { $0.key < $1.key }) {
        bytes.append(count: UInt(index))
        rest.amount.append(to: &bytes)
        rest.cost.append(to: &bytes)
      }
    }
    return bytes
  }

  /// Reads what ``encodedLots`` and ``encodedBooks`` wrote; lots that came after the books were
  /// written are left out.
  ///
  /// - Returns: `nil` for anything else.
  public init?(number: Int, lots: [UInt8], books: [UInt8]) {
    guard let outline = Outline(number: number, books: books),
      let bought = Self.lots(lots, outline.count, number)
    else { return nil }
    var offset = outline.length
    var found: [Book] = []
    for method in CostBooks.lotMethods.indices {
      guard let isHeld = Self.held(outline, method, books, at: &offset) else { return nil }
      found.append(Book(isHeld: isHeld))
    }
    for method in found.indices {
      guard let rests = Self.rests(of: bought.lots, books, at: &offset),
        rests.keys.allSatisfy({ found[method].isHeld[$0] })
      else { return nil }
      found[method].rests = rests
    }
    guard offset == books.count else { return nil }
    self.init(number: number, lots: bought.lots, isUnvalued: bought.isUnvalued, books: found)
    guard highest == outline.highest else { return nil }
  }

  private static func lots(
    _ bytes: [UInt8], _ count: Int, _ number: Int
  ) -> (lots: [Parcel], isUnvalued: [Bool])? {
    let hasUnknown = bytes.first == versionWithUnknown
    guard hasUnknown || bytes.first == version else { return nil }
    var offset = 1
    var lots: [Parcel] = []
    var isUnvalued = Array(repeating: false, count: count)
    lots.reserveCapacity(count)
    for index in 0..<count {
      guard let amount = Quantity(bytes: bytes, at: &offset),
        let cost = Cost(bytes: bytes, at: &offset),
        let unitCost = Price(bytes: bytes, at: &offset)
      else { return nil }
      if hasUnknown {
        guard offset < bytes.count, bytes[offset] < 2 else { return nil }
        isUnvalued[index] = bytes[offset] == 1
        offset += 1
      }
      lots.append(
        Parcel(
          amount: amount, cost: cost, unitCost: unitCost, id: nil, age: number * capacity + index))
    }
    return (lots, isUnvalued)
  }

  private static func held(
    _ outline: Outline, _ method: Int, _ bytes: [UInt8], at offset: inout Int
  ) -> [Bool]? {
    switch outline.shape(method) {
    case 0: return Array(repeating: false, count: outline.count)
    case Outline.all: return Array(repeating: true, count: outline.count)
    case Outline.some:
      let end = offset + (outline.count + 7) / 8
      guard end <= bytes.count else { return nil }
      defer { offset = end }
      let held = (0..<outline.count).map { bytes[offset + $0 / 8] >> UInt8($0 % 8) & 1 == 1 }
      return held.contains(true) && held.contains(false) ? held : nil
    default: return nil
    }
  }

  private static func rests(
    of lots: [Parcel], _ bytes: [UInt8], at offset: inout Int
  ) -> [Int: Parcel]? {
    guard let count = bytes.count(at: &offset), count <= UInt(lots.count) else { return nil }
    var rests: [Int: Parcel] = [:]
    for _ in 0..<count {
      guard let index = bytes.count(at: &offset).flatMap({ Int(exactly: $0) }),
        lots.indices.contains(index), rests[index] == nil,
        let amount = Quantity(bytes: bytes, at: &offset),
        let cost = Cost(bytes: bytes, at: &offset)
      else { return nil }
      rests[index] = lots[index]
      rests[index]?.amount = amount
      rests[index]?.cost = cost
    }
    return rests
  }

  /// What says whether a piece is needed, without its lots.
  public struct Outline: Sendable {
    fileprivate static let hasHighest: UInt8 = 1 << 6
    fileprivate static let all: UInt8 = 1
    fileprivate static let some: UInt8 = 2

    /// The piece's index among the pieces of the cycle.
    public let number: Int
    /// How many lots it has, those that are gone among them.
    public let count: Int
    private let shapes: UInt8
    /// The highest cost per coin of the lots that are held where the highest leaves first.
    let highest: Price?
    /// How many bytes it takes.
    fileprivate let length: Int

    /// Reads the beginning of ``LotPiece/encodedBooks``.
    public init?(number: Int, books: [UInt8]) {
      var offset = 0
      guard number >= 0, number < LotPiece.highestCount,
        let count = books.count(at: &offset), count <= LotPiece.capacity, offset < books.count
      else { return nil }
      let shapes = books[offset]
      offset += 1
      guard shapes < Self.hasHighest << 1 else { return nil }
      var highest: Price?
      if shapes & Self.hasHighest != 0 {
        guard let price = Price(bytes: books, at: &offset) else { return nil }
        highest = price
      }
      (self.number, self.count, self.shapes) = (number, Int(count), shapes)
      (self.highest, length) = (highest, offset)
    }

    fileprivate func shape(_ method: Int) -> UInt8 { shapes >> UInt8(method * 2) & 3 }

    /// Whether any lot is held under a method, by its index in ``CostBooks/lotMethods``.
    func isHeld(_ method: Int) -> Bool { shape(method) != 0 }
  }
}
