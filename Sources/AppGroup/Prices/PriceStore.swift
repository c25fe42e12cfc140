public import Exact
public import FoundationEssentials
import Glibc
import Portfolio
public import WidgetTimeline

/// Past prices, one file for each coin: those that refreshes recorded, and daily closes that were
/// fetched.
///
/// A file is replaced whole, or one record is appended: a kill at any instant leaves the old prices
/// or the new ones. Reading takes no lock.
public struct PriceStore: Sendable {
  private let container: AppGroupContainer

  /// The store of a container.
  public init(_ container: AppGroupContainer) { self.container = container }

  /// The file of a coin.
  public func path(of coinId: String) -> String {
    container.path(.pastPrices, named: container.fileName(of: coinId))
  }

  /// The stored prices of a coin.
  ///
  /// - Parameter coinId: CoinGecko id.
  /// - Returns: `nil` for a coin without a file.
  /// - Throws: ``ContainerError`` with what the system refused.
  public func prices(of coinId: String) throws(ContainerError) -> CoinPrices? {
    try CoinPrices(path(of: coinId))
  }

  /// Adds prices to a coin: a stored price stays, and a price takes the place of a gap.
  ///
  /// - Parameters:
  ///   - prices: In any order; prices outside `LedgerRange`, or of more than 38 digits, are
  ///     left out.
  ///   - coinId: CoinGecko id.
  ///   - now: The present instant, in the name of a damaged file that is kept.
  /// - Returns: Where a damaged file was kept, `nil` where there was none.
  /// - Throws: ``ContainerError`` with what the system refused; nothing is changed then.
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
  /// Records after which a coin's file is thinned: as many as a day of refreshes of a timer leaves,
  /// or an hour and a half of the dashboard.
  private static let recordsBetweenThinnings = 96

  /// Adds what a refresh brought; the caller holds the container's lock.
  ///
  /// - Returns: Where damaged files were kept.
  /// - Throws: ``ContainerError`` naming the first file that could not be read or written; the
  ///   prices of the other coins are added all the same.
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
  /// Appending is not made durable, so that a refresh of a hundred coins is quick: a power cut may
  /// cost the last prices recorded, which no figure of the ledger depends on.
  ///
  /// - Returns: `false` where the file is to be written whole instead. Coins take turns with that,
  ///   by their ids, so that no refresh thins all of them.
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
    // A pipe would take records until it is full, and then for ever.
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
  /// The record at an index of a coin's file; `nil` for a damaged one.
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

/// Prices of many coins over a span of time. A file that cannot be read counts as missing: a line
/// with holes is shown with holes.
extension PriceStore {
  /// The prices of some coins over a span of time, thinned to what a line shows.
  ///
  /// - Parameters:
  ///   - ids: CoinGecko ids.
  ///   - start: The span's beginning.
  ///   - end: The span's end.
  ///   - count: Parts the span is cut into; the last price of each part is a sample.
  /// - Returns: For each coin that has any, at most `count` points with their own times, oldest
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

  /// The change of some prices over the 24 hours before an instant, in percent.
  ///
  /// - Parameters:
  ///   - prices: Present prices in US dollars, by CoinGecko id.
  ///   - now: The present instant.
  /// - Returns: The changes by id; a coin whose price of a day ago is not stored has none.
  public func dayChanges(of prices: [String: ExactDecimal], at now: Date) -> [String: ExactDecimal]
  {
    let slot = PriceSampling.dayAgo(of: now)
    let old = lastPrices(of: Set(prices.keys), after: slot.start, upTo: slot.end)
    return prices.reduce(into: [:]) { changes, coin in
      if let old = old[coin.key] {
        changes[coin.key] = priceChange(from: old.price, to: coin.value)
      }
    }
  }

  /// The last prices of some coins after one instant and up to another, by CoinGecko id.
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
