import Exact
public import FoundationEssentials
import Glibc
import Portfolio
public import WidgetTimeline

/// Past prices, one file per coin: prices recorded by refreshes, and fetched daily closes.
///
/// A file is replaced atomically, or one record is appended, so that a kill at any instant leaves
/// the old prices or the new ones. Reading takes no lock.
public struct PriceStore: Sendable {
  private let container: AppGroupContainer

  /// The store for a container.
  public init(_ container: AppGroupContainer) { self.container = container }

  /// The file of a coin.
  public func path(of coinId: String) -> String {
    container.path(.pastPrices, named: container.fileName(of: coinId))
  }

  /// The stored prices of a coin.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: `nil` for a coin without a file.
  /// - Throws: ``ContainerError`` if the file cannot be read.
  public func prices(of coinId: String) throws(ContainerError) -> CoinPrices? {
    try CoinPrices(path(of: coinId))
  }

  /// Adds prices to a coin's file: stored prices stay, gaps are replaced.
  ///
  /// - Parameters:
  ///   - prices: In any order; prices outside `LedgerRange`, or with more than 38 digits, are
  ///     skipped.
  ///   - coinId: CoinGecko id.
  ///   - now: The current time, for the name of a damaged file that is kept.
  /// - Returns: The path of the damaged file that was kept, or `nil`.
  /// - Throws: ``ContainerError`` if the file cannot be read or written; nothing changes in that
  ///   case.
  @discardableResult
  public func add(
    _ prices: some Sequence<StoredPrice>, of coinId: String, at now: Date
  ) throws -> String? {
    try container.create()
    return try ContainerLock(container).withLock { try addLocked(prices, of: coinId, at: now) }
  }

  /// As ``add(_:of:at:)``, for a caller that holds the container's lock.
  func addLocked(
    _ prices: some Sequence<StoredPrice>, of coinId: String, at now: Date
  ) throws(ContainerError) -> String? {
    let path = path(of: coinId)
    let known = try CoinPrices(path)
    var bySortKey: [Int: StoredPrice] = [:]
    let stored = known?.all ?? []
    for price in stored { bySortKey[price.sortKey] = price }
    for price in prices where price.isPossible {
      bySortKey[price.sortKey] = bySortKey[price.sortKey]?.merged(with: price) ?? price
    }
    let sorted = bySortKey.values.sorted { $0.sortKey < $1.sortKey }
    guard sorted != stored || known?.damage != nil else { return nil }
    let kept = known?.damage == nil ? nil : try AtomicFile.setAside(path, at: now)
    let thinned = PriceThinning.kept(of: sorted, at: now)
    try AtomicFile.write(
      PriceRecordLayout.bytes(of: thinned), to: path, isDurable: container.isLasting)
    return kept
  }
}

extension PriceStore {
  /// How many records a coin's file gains before it is thinned: about a day of timed refreshes, or
  /// an hour and a half of the dashboard.
  private static let recordsBetweenThinnings = 96

  /// Adds the prices of a refresh; the caller must hold the container's lock.
  ///
  /// - Returns: The paths of damaged files that were kept.
  /// - Throws: ``ContainerError`` naming the first file that could not be read or written; the
  ///   prices of the other coins are still added.
  func record(_ records: [PriceRecord], at now: Date) throws(ContainerError) -> [String] {
    var kept: [String] = []
    var refusal: ContainerError?
    for (coinId, records) in Dictionary(grouping: records, by: \.coinId) {
      let prices = records.map { StoredPrice($0) }
      do throws(ContainerError) {
        if prices.count == 1, let price = prices.first, try append(price, of: coinId) { continue }
        if let path = try addLocked(prices, of: coinId, at: now) { kept.append(path) }
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return kept
  }

  /// Appends a price to a sound file that ends before it.
  ///
  /// Appending is not durable, so that a refresh of a hundred coins is quick: a power cut may lose
  /// the last recorded prices, on which no figure of the ledger depends.
  ///
  /// - Returns: `false` if the file must be rewritten instead. Coins take turns, by their ids, so
  ///   that no refresh thins all of them.
  private func append(
    _ price: StoredPrice, of coinId: String
  ) throws(ContainerError) -> Bool {
    let path = path(of: coinId)
    let file: Descriptor
    do throws(ContainerError) {
      file = try Descriptor(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK, for: .write)
    } catch .refused(_, _, code: ENOENT) {
      return false
    }
    let status = try file.status(of: path, for: .write)
    // Writing to a pipe would block once it is full.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused(.write, path: path, code: EINVAL)
    }
    let (count, rest) = (Int(status.st_size) - PriceRecordLayout.header.count)
      .quotientAndRemainder(dividingBy: PriceRecordLayout.size)
    let turn = coinId.utf8.reduce(count) { $0 + Int($1) }
    guard count > 0, rest == 0, !turn.isMultiple(of: Self.recordsBetweenThinnings),
      let last = try file.record(at: count - 1, path: path), last.sortKey < price.sortKey,
      price.isPossible, let bytes = PriceRecordLayout.record(of: price)
    else { return false }
    try file.write(bytes, path: path)
    return true
  }
}

extension Descriptor {
  /// The record at an index of a coin's file; `nil` if it is damaged.
  fileprivate borrowing func record(
    at index: Int, path: String
  ) throws(ContainerError) -> StoredPrice? {
    var bytes = [UInt8](repeating: 0, count: PriceRecordLayout.size)
    let start = PriceRecordLayout.header.count + index * PriceRecordLayout.size
    let count = retrying {
      bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, off_t(start)) }
    }
    guard count >= 0 else { throw .last(.read, path) }
    guard count == bytes.count else { return nil }
    return bytes.withUnsafeBytes { PriceRecordLayout.price($0) }
  }
}

/// Prices of many coins over a time range. Unreadable files count as missing, because a line chart
/// may have gaps.
extension PriceStore {
  /// The prices of some coins over a time range, thinned for a line chart.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids.
  ///   - start: The start of the range.
  ///   - end: The end of the range.
  ///   - count: The number of parts the range is divided into; the last price of each is a sample.
  /// - Returns: For each coin with prices, at most `count` points with their own times, oldest
  ///   first.
  public func samples(
    of ids: Set<String>, from start: Date, to end: Date, count: Int
  ) -> [String: [PricePoint]] {
    let slots = PriceSampling(from: start, to: end, count: count).slots
    return readable(ids).compactMapValues { prices in
      let points = slots.compactMap { prices.lastPrice(after: $0.start, upTo: $0.end) }
      return points.isEmpty ? nil : points
    }
  }

  /// The last prices of some coins after one instant and at or before another, by CoinGecko id.
  public func lastPrices(
    of ids: Set<String>, after start: Date, upTo end: Date
  ) -> [String: PricePoint] {
    readable(ids).compactMapValues { $0.lastPrice(after: start, upTo: end) }
  }

  private func readable(_ ids: Set<String>) -> [String: CoinPrices] {
    ids.reduce(into: [:]) { readable, id in
      do throws(ContainerError) { readable[id] = try prices(of: id) } catch {}
    }
  }
}
