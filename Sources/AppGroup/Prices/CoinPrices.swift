public import FoundationEssentials
public import Portfolio
public import WidgetTimeline

/// The stored prices of one coin, read in place.
public final class CoinPrices: Sendable {
  /// The mapped file if it is sound, otherwise the readable part of a damaged one in memory.
  private enum Storage: Sendable {
    case mapped(MappedFile, count: Int)
    case salvaged([StoredPrice])
  }

  private let storage: Storage
  /// The damage of the file; `nil` if everything is readable.
  public let damage: FileDamage?

  /// Opens and checks a coin's file.
  ///
  /// - Returns: `nil` if the file does not exist.
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public init?(_ path: String) throws(ContainerError) {
    guard let file = try MappedFile(path) else {
      guard try AtomicFile.read(path) != nil else { return nil }
      storage = .salvaged([])
      damage = Self.damage(path, ["the header"])
      return
    }
    let bytes = file.bytes
    guard bytes.starts(with: PriceRecordLayout.header) else {
      storage = .salvaged([])
      damage = Self.damage(path, ["the header"])
      return
    }
    let size = bytes.count - PriceRecordLayout.header.count
    let count = size / PriceRecordLayout.size
    var sound: [StoredPrice] = []
    var damaged: [String] = []
    var last = Int.min
    for index in 0..<count {
      guard let price = PriceRecordLayout.price(bytes, at: index), price.sortKey > last else {
        if damaged.isEmpty { sound = Self.prices(bytes, index) }
        damaged.append("record \(index + 1)")
        continue
      }
      last = price.sortKey
      if !damaged.isEmpty { sound.append(price) }
    }
    if !size.isMultiple(of: PriceRecordLayout.size) {
      if damaged.isEmpty { sound = Self.prices(bytes, count) }
      damaged.append("the end")
    }
    damage = damaged.isEmpty ? nil : Self.damage(path, damaged)
    storage = damaged.isEmpty ? .mapped(file, count: count) : .salvaged(sound)
  }

  private static func prices(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [StoredPrice] {
    (0..<count).compactMap { PriceRecordLayout.price(bytes, at: $0) }
  }

  private static func damage(_ path: String, _ parts: [String]) -> FileDamage {
    FileDamage(
      path, parts: parts,
      cure: "The other prices are used. `bitpal prices fetch` fetches what is missing.")
  }

  /// The number of stored records, including gaps.
  public var count: Int {
    switch storage {
    case .mapped(_, let count): count
    case .salvaged(let prices): prices.count
    }
  }

  /// The record at an index, in order of time.
  public subscript(index: Int) -> StoredPrice? {
    switch storage {
    case .mapped(let file, _):
      withExtendedLifetime(file) { PriceRecordLayout.price(file.bytes, at: index) }
    case .salvaged(let prices): prices[index]
    }
  }

  /// Every record, in order.
  public var all: [StoredPrice] { (0..<count).compactMap { self[$0] } }

  /// The record for a day: the last price recorded by a refresh on it, otherwise its close or gap
  /// (SPEC §3.16).
  public func day(_ day: UTCDay) -> StoredPrice? {
    let end = count(upTo: (day.number + 1) * StoredPrice.secondsOfDay - 1)
    guard end > 0, let last = self[end - 1], last.day == day else { return nil }
    guard !last.isRecorded, end > 1, let before = self[end - 2], before.isRecorded,
      before.day == day
    else { return last }
    return before
  }

  /// The last price after one instant and at or before another.
  public func lastPrice(after start: Date, upTo end: Date) -> PricePoint? {
    let first = start.millisecondsSince1970
    var index = count(upTo: end.millisecondsSince1970 / 1000)
    while index > 0, second(at: index - 1) * 1000 > first {
      if let point = self[index - 1]?.point { return point }
      index -= 1
    }
    return nil
  }

  /// The number of records up to and including a second.
  private func count(upTo second: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self.second(at: middle) <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func second(at index: Int) -> Int {
    switch storage {
    case .mapped(let file, _):
      withExtendedLifetime(file) { PriceRecordLayout.second(file.bytes, at: index) }
    case .salvaged(let prices): prices[index].second
    }
  }
}
