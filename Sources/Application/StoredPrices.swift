public import AppGroup
import Exact
public import MarketData
import Portfolio
import Synchronization

/// The daily prices of a file in the container, looked up in place.
///
/// The file is checked when the first price is requested. A damaged or misplaced line would break
/// the search for others too, so such a file is read line by line and its unreadable lines are
/// reported.
final class StoredPrices: DailyPrices {
  private let file: MappedFile
  private let path: String
  private let source: String
  private let warn: @Sendable (String) -> Void
  private let opened = Mutex<(any DailyPrices)?>(nil)

  /// - Returns: `nil` if the file is missing or empty.
  /// - Throws: ``ContainerError`` if it cannot be opened.
  init?(
    _ path: String, source: String, warn: @escaping @Sendable (String) -> Void
  ) throws(ContainerError) {
    guard let file = try MappedFile(path) else {
      if try AtomicFile.read(path) != nil { warn(FileDamage.emptyPrices(path).sentence) }
      return nil
    }
    self.file = file
    self.path = path
    self.source = source
    self.warn = warn
  }

  func price(of coinId: String, on day: UTCDay) -> DailyPrice? {
    prices.price(of: coinId, on: day)
  }

  func lookup(of coinId: String) -> (UTCDay) -> ExactDecimal? { prices.lookup(of: coinId) }

  private var prices: any DailyPrices {
    opened.withLock { opened in
      if let opened { return opened }
      let prices = open()
      opened = prices
      return prices
    }
  }

  private func open() -> any DailyPrices {
    let lines = SortedPriceLines(bytes: file.bytes, keptBy: file, source: source)
    guard lines.damagedLine != nil else { return lines }
    let prices = PriceFile(stored: file.bytes, source: source)
    if let damage = FileDamage(prices, at: path) { warn(damage.sentence) }
    return prices
  }
}

extension FileDamage {
  /// Describes the unreadable part of a stored price file; `nil` if all of it can be read.
  public init?(_ prices: PriceFile, at path: String) {
    guard prices.refusedCount > 0 else { return nil }
    self.init(
      path, parts: prices.refused.map { "line \($0.line)" }, count: prices.refusedCount,
      cure: "The other prices are used. Fix what cannot be read, or delete it.")
  }

  /// Describes the unreadable part of a stored price file; `nil` if all of it can be read, or
  /// without a file.
  ///
  /// - Throws: ``ContainerError`` with the operation that the system refused.
  public init?(ofPrices path: String) throws(ContainerError) {
    guard let file = try MappedFile(path) else {
      guard try AtomicFile.read(path) != nil else { return nil }
      self = .emptyPrices(path)
      return
    }
    self.init(PriceFile(stored: file.bytes, source: path), at: path)
  }

  /// Damage of an empty price file: even without prices it should have a header.
  static func emptyPrices(_ path: String) -> FileDamage {
    FileDamage(path, cure: "It is empty. Delete it, and import your prices again.")
  }
}
