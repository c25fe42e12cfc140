import Exact
public import FoundationEssentials
public import Portfolio

/// Daily candles in US dollars, one file per coin.
///
/// Each line is `day,open,high,low,close,volume`, oldest first; the volume is empty if the source
/// has none. Files are replaced atomically, and reading takes no lock.
public struct CandleStore: Sendable {
  /// The content of a coin's file.
  public struct Content: Equatable, Sendable {
    /// The readable candles, oldest first.
    public let candles: [DailyCandle]
    /// The damage of the file; `nil` if everything is readable.
    public let damage: FileDamage?
  }

  /// Enough for more than thirty years.
  private static let largestFile = 1 << 20

  private let container: AppGroupContainer

  /// The store for a container.
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
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public func content(of coinId: String) throws(ContainerError) -> Content {
    try Self.content(at: path(of: coinId))
  }

  /// The candles in a file.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public static func content(at path: String) throws(ContainerError) -> Content {
    guard let bytes = try AtomicFile.read(path, limit: largestFile) else {
      return Content(candles: [], damage: nil)
    }
    var candles: [DailyCandle] = []
    var damaged: [String] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A line cut off by a crash may lack digits.
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

  /// Adds candles to a coin's file, replacing those of the same days.
  ///
  /// - Parameters:
  ///   - candles: In any order.
  ///   - coinId: CoinGecko id.
  ///   - now: The current time, for the name of a damaged file that is kept.
  /// - Returns: The path of the damaged file that was kept, or `nil`.
  /// - Throws: ``ContainerError`` if the file cannot be read or written; nothing changes in that
  ///   case.
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
