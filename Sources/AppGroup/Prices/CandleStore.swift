import Exact
public import FoundationEssentials
public import Portfolio

/// Daily candles in US dollars, one file for each coin: lines `day,open,high,low,close,volume`,
/// oldest first, the volume empty where the source has none.
///
/// A file is replaced whole: a kill at any instant leaves the old candles or the new ones. Reading
/// takes no lock.
public struct CandleStore: Sendable {
  /// What a coin's file holds.
  public struct Content: Equatable, Sendable {
    /// The candles that can be read, oldest first.
    public let candles: [DailyCandle]
    /// What of the file cannot be read; `nil` where all can.
    public let damage: FileDamage?
  }

  /// More than thirty years of lines.
  private static let largestFile = 1 << 20

  private let container: AppGroupContainer

  /// The store of a container.
  public init(_ container: AppGroupContainer) { self.container = container }

  /// The file of a coin.
  ///
  /// - Parameter coinId: CoinGecko id.
  public func path(of coinId: String) -> String {
    container.path(.candles, named: container.fileName(of: coinId))
  }

  /// The stored candles of a coin.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Throws: ``ContainerError`` with what the system refused.
  public func content(of coinId: String) throws(ContainerError) -> Content {
    try Self.content(at: path(of: coinId))
  }

  /// The candles in a file.
  ///
  /// - Throws: ``ContainerError`` with what the system refused.
  public static func content(at path: String) throws(ContainerError) -> Content {
    guard let bytes = try AtomicFile.read(path, limit: largestFile) else {
      return Content(candles: [], damage: nil)
    }
    var candles: [DailyCandle] = []
    var damaged: [String] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A line that a crash cut may lack digits.
    let end = lines.removeLast()
    for (index, line) in lines.enumerated() {
      guard let candle = candle(String(decoding: line, as: UTF8.self)),
        candles.last.map({ $0.day < candle.day }) ?? true
      else {
        damaged.append("line \(index + 1)")
        continue
      }
      candles.append(candle)
    }
    if !end.isEmpty { damaged.append("the end") }
    guard !damaged.isEmpty else { return Content(candles: candles, damage: nil) }
    return Content(
      candles: candles,
      damage: FileDamage(
        path, parts: damaged, cure: "The other candles are used. The next fetch rewrites it."))
  }

  /// Adds candles to a coin's; those of days that are stored take their place.
  ///
  /// - Parameters:
  ///   - candles: In any order.
  ///   - coinId: CoinGecko id.
  ///   - now: The present instant, in the name of a damaged file that is kept.
  /// - Returns: Where a damaged file was kept, `nil` where there was none.
  /// - Throws: ``ContainerError`` with what the system refused; nothing is changed then.
  public func add(_ candles: [DailyCandle], of coinId: String, at now: Date) throws -> String? {
    try container.create()
    return try ContainerLock(container).withLock { () throws(ContainerError) in
      let path = path(of: coinId)
      let known = try Self.content(at: path)
      let all = Dictionary(
        (known.candles + candles).map { ($0.day, $0) }, uniquingKeysWith: { $1 })
      let kept = known.damage == nil ? nil : try AtomicFile.setAside(path, at: now)
      let text = all.values.sorted { $0.day < $1.day }.map(Self.line).joined()
      try AtomicFile.write(Array(text.utf8), to: path, isDurable: container.isLasting)
      return kept
    }
  }

  private static func line(_ candle: DailyCandle) -> String {
    let prices = [candle.open, candle.high, candle.low, candle.close].map(\.description)
    return ([candle.day.text] + prices + [candle.volume?.description ?? ""])
      .joined(separator: ",") + "\n"
  }

  private static func candle(_ line: String) -> DailyCandle? {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 6, let day = UTCDay(text: fields[0]) else { return nil }
    do {
      let prices = try fields[1..<5].map { try ExactDecimal(exact: String($0)) }
      let volume = fields[5].isEmpty ? nil : try ExactDecimal(exact: String(fields[5]))
      return DailyCandle(
        day: day, open: prices[0], high: prices[1], low: prices[2], close: prices[3],
        volume: volume)
    } catch {
      return nil
    }
  }
}
