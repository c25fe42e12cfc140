public import AppGroup
import FoundationEssentials
public import Portfolio

/// The stored days of one coin, looked up where they lie.
public final class CoinPrices: Sendable {
  /// Where the days are: in a sound file, or in memory as far as a damaged one could be read.
  private enum Days: Sendable {
    case mapped(MappedFile, count: Int)
    case salvaged([StoredDay])
  }

  private let days: Days
  /// What of the file cannot be read; `nil` where all can.
  public let damage: FileDamage?

  /// Opens and checks a coin's file.
  ///
  /// - Returns: `nil` where there is no file.
  /// - Throws: ``ContainerError`` with what the system refused.
  public init?(_ path: String) throws(ContainerError) {
    guard let file = try MappedFile(path) else {
      guard try AtomicFile.read(path) != nil else { return nil }
      days = .salvaged([])
      damage = Self.damage(path, ["the header"])
      return
    }
    let bytes = file.bytes
    guard bytes.starts(with: PriceRecordLayout.header) else {
      days = .salvaged([])
      damage = Self.damage(path, ["the header"])
      return
    }
    let size = bytes.count - PriceRecordLayout.header.count
    let count = size / PriceRecordLayout.size
    var sound: [StoredDay] = []
    var damaged: [String] = []
    var last = Int.min
    for index in 0..<count {
      guard let day = PriceRecordLayout.day(bytes, at: index), day.day.number > last else {
        if damaged.isEmpty { sound = Self.days(bytes, index) }
        damaged.append("record \(index + 1)")
        continue
      }
      last = day.day.number
      if !damaged.isEmpty { sound.append(day) }
    }
    if !size.isMultiple(of: PriceRecordLayout.size) {
      if damaged.isEmpty { sound = Self.days(bytes, count) }
      damaged.append("the end")
    }
    damage = damaged.isEmpty ? nil : Self.damage(path, damaged)
    days = damaged.isEmpty ? .mapped(file, count: count) : .salvaged(sound)
  }

  private static func days(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [StoredDay] {
    (0..<count).compactMap { PriceRecordLayout.day(bytes, at: $0) }
  }

  private static func damage(_ path: String, _ parts: [String]) -> FileDamage {
    FileDamage(
      path, parts: parts,
      cure: "The other prices count. `bitpal prices fetch` fetches what is missing.")
  }

  /// How many days are stored, gaps included.
  public var count: Int {
    switch days {
    case .mapped(_, let count): count
    case .salvaged(let days): days.count
    }
  }

  /// The day at an index from 0, in the order of days.
  public subscript(index: Int) -> StoredDay? {
    switch days {
    case .mapped(let file, _):
      withExtendedLifetime(file) { PriceRecordLayout.day(file.bytes, at: index) }
    case .salvaged(let days): days[index]
    }
  }

  /// Every day, in order.
  public var all: [StoredDay] { (0..<count).compactMap { self[$0] } }

  /// What is stored of that very day.
  public func day(_ day: UTCDay) -> StoredDay? {
    guard count > 0 else { return nil }
    // Where no day is missing, its index follows from its number.
    let guess = day.number - number(at: 0)
    if guess >= 0, guess < count, number(at: guess) == day.number { return self[guess] }
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if number(at: middle) < day.number { low = middle + 1 } else { high = middle }
    }
    return low < count && number(at: low) == day.number ? self[low] : nil
  }

  private func number(at index: Int) -> Int {
    switch days {
    case .mapped(let file, _):
      withExtendedLifetime(file) { PriceRecordLayout.dayNumber(file.bytes, at: index) }
    case .salvaged(let days): days[index].day.number
    }
  }
}
