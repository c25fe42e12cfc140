import Exact

/// A run of the lots of a coin's open cycle: the lots as acquired, shared by all methods, and the
/// remainders under each method that tracks lots.
public struct LotPiece: Sendable {
  /// The most lots in a piece.
  public static let capacity = BoughtParcels.chunkSize
  /// The limit of piece numbers, so that every age fits 32 bits.
  private static let highestCount = Int(UInt32.max) / capacity

  /// The remainders of a piece's lots under one method.
  struct Book: Equatable {
    /// Whether each lot is held, wholly or in part.
    var isHeld: [Bool]
    /// The remainders of partly sold lots, by index.
    var rests: [Int: Parcel] = [:]
  }

  /// Its index among the pieces of the cycle.
  public let number: Int
  /// The lots as acquired, oldest first.
  private(set) var lots: [Parcel]
  /// Whether the worth of each lot is unknown.
  private(set) var isUnvalued: [Bool]
  /// The books in the order of ``CostBooks/lotMethods``.
  private(set) var books: [Book]

  init(number: Int, lots: [Parcel], isUnvalued: [Bool], books: [Book]) {
    self.number = number
    self.lots = lots
    self.isUnvalued = isUnvalued
    self.books = books
  }

  /// The number of lots, sold ones included.
  public var count: Int { lots.count }

  /// What a method holds of one lot.
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

  /// The age of the lot after its last one.
  var nextAge: Int { number * Self.capacity + count }

  /// Whether another state of this piece has the same remaining lots.
  public func hasSameBooks(as other: LotPiece) -> Bool {
    count == other.count && books == other.books
  }

  /// Marks a lot as held under a method.
  mutating func hold(_ index: Int, _ rest: Parcel?, under method: Int) {
    books[method].isHeld[index] = true
    if let rest { books[method].rests[index] = rest }
  }

  /// The cost per coin of a lot when it was acquired.
  private static func unitCost(of lot: Parcel) -> Price {
    lot.unitCost ?? lot.cost.perCoin(of: lot.amount)
  }

  /// The highest cost per coin of the lots held under `hifo`.
  private var highest: Price? {
    guard let book = books.last else { return nil }
    return lots.indices.lazy.filter { book.isHeld[$0] }.map { Self.unitCost(of: lots[$0]) }.max()
  }
}

// MARK: - Changing history

extension LotPiece {
  /// Removes the untouched lot of a purchase.
  ///
  /// - Returns: `false` without changes if a sale used the lot or it is a different one.
  public mutating func remove(_ transaction: Transaction, at index: Int) -> Bool {
    guard lots.indices.contains(index), lots[index].amount == transaction.amount,
      lots[index].cost == transaction.exactTotal, isUnvalued[index] == transaction.isUnvalued,
      books.allSatisfy({ $0.isHeld[index] && $0.rests[index] == nil })
    else { return false }
    lots.remove(at: index)
    isUnvalued.remove(at: index)
    for method in books.indices { books[method].shift(from: index, removing: true) }
    return true
  }

  /// Inserts the lot of a purchase.
  ///
  /// - Returns: `false` without changes if the piece is full.
  public mutating func insert(_ transaction: Transaction, at index: Int) -> Bool {
    guard lots.count < Self.capacity, (0...lots.count).contains(index) else { return false }
    let (amount, total) = (transaction.amount, transaction.exactTotal)
    lots.insert(
      Parcel(
        amount: amount, cost: total, unitCost: transaction.unitCost(amount, total), id: nil,
        age: 0), at: index)
    isUnvalued.insert(transaction.isUnvalued, at: index)
    for method in books.indices { books[method].shift(from: index, removing: false) }
    return true
  }

  /// Removes all but the first lots.
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
  /// Inserts a held lot or removes one.
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
  /// The version with unknown worths: a byte after each lot says whether its worth is unknown.
  private static let versionWithUnknown: UInt8 = 2

  /// The lots as acquired, as bytes.
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

  /// The books as bytes: the outline, a bitmap for each method that holds some but not all lots,
  /// and the remainders of partly sold lots.
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

  /// Reads what ``encodedLots`` and ``encodedBooks`` wrote, without lots beyond the books' count.
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

  /// The part of a piece that decides whether its lots are needed, readable without them.
  public struct Outline: Sendable {
    fileprivate static let hasHighest: UInt8 = 1 << 6
    fileprivate static let all: UInt8 = 1
    fileprivate static let some: UInt8 = 2

    /// The piece's index among the pieces of the cycle.
    public let number: Int
    /// The number of lots, sold ones included.
    public let count: Int
    private let shapes: UInt8
    /// The highest cost per coin of the lots held under `hifo`.
    let highest: Price?
    /// Its length in bytes.
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
