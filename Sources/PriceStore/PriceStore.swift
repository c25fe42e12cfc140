public import AppGroup
public import FoundationEssentials
import Portfolio

/// Past daily prices, one file for each coin; kept for ever.
///
/// A file is replaced whole, so that a kill at any instant leaves the old days or the new ones.
/// Reading takes no lock.
public struct PriceStore: Sendable {
  private let container: AppGroupContainer

  /// The store of a container.
  public init(_ container: AppGroupContainer) { self.container = container }

  /// The file of a coin.
  public func path(of coinId: String) -> String {
    container.path(.pastPrices, named: Self.fileName(of: coinId))
  }

  /// The stored days of a coin.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: `nil` for a coin without a file.
  /// - Throws: ``ContainerError`` with what the system refused.
  public func prices(of coinId: String) throws(ContainerError) -> CoinPrices? {
    try CoinPrices(path(of: coinId))
  }

  /// Adds days to a coin: a stored price stays, and a price takes the place of a gap.
  ///
  /// - Parameters:
  ///   - days: In any order; prices outside `LedgerRange`, or of more than 38 digits, are
  ///     left out.
  ///   - coinId: CoinGecko id.
  ///   - now: The present instant, in the name of a damaged file that is kept.
  /// - Returns: Where a damaged file was kept, `nil` where there was none.
  /// - Throws: ``ContainerError`` with what the system refused; nothing is changed then.
  @discardableResult
  public func add(
    _ days: some Sequence<StoredDay>, of coinId: String, at now: Date
  ) throws -> String? {
    try container.create()
    return try ContainerLock(container).withLock {
      let path = path(of: coinId)
      let known = try CoinPrices(path)
      var byDay: [UTCDay: StoredDay] = [:]
      let stored = known?.all ?? []
      for day in stored { byDay[day.day] = day }
      for day in days where day.isPossible {
        byDay[day.day] = byDay[day.day]?.merged(with: day) ?? day
      }
      let sorted = byDay.values.sorted { $0.day < $1.day }
      guard sorted != stored || known?.damage != nil else { return nil }
      let kept = known?.damage == nil ? nil : try AtomicFile.setAside(path, at: now)
      try AtomicFile.write(PriceRecordLayout.bytes(of: sorted), to: path)
      return kept
    }
  }

  /// An id as a file's name: letters a–z, digits, `-` and `_` as they are, other bytes as `%` and
  /// two digits, so that ids of different case have different files on every system.
  static func fileName(of coinId: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var name: [UInt8] = []
    for byte in coinId.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.append(byte)
      default: name += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension StoredDay {
  fileprivate var isPossible: Bool { price.map(LedgerRange.isPossiblePrice) ?? true }
}
