import Exact
public import FoundationEssentials
import Glibc
import Portfolio

/// The files in which version 1.0 stored past prices.
///
/// There is one per day of refreshes, with rows `time,coin_id,price`, and one of the prices that
/// imports fetched, with rows `date,coin_id,usd`.
public struct OlderPriceFiles {
  private let container: AppGroupContainer
  private let folder: String

  /// The files in a container.
  public init(_ container: AppGroupContainer) {
    self.container = container
    folder = parent(of: container.path(.priceDay))
  }

  /// Whether such files may exist.
  public var mayExist: Bool {
    access(folder, F_OK) == 0 || access(container.path(.fetchedPrices), F_OK) == 0
  }

  /// Moves their prices into the store, and then removes the files.
  ///
  /// A kill at any instant loses nothing: prices already in the store are not added again. A file
  /// with unreadable lines is kept under another name.
  ///
  /// - Parameter now: The current time.
  /// - Returns: A sentence for each file with unreadable lines.
  /// - Throws: ``ContainerError`` if a file cannot be read or written; no file is removed in that
  ///   case.
  public func migrate(at now: Date) throws -> [String] {
    try container.create()
    return try ContainerLock(container).withLock {
      let paths =
        (access(folder, F_OK) == 0 ? try container.files(.priceDay) : [])
        + [container.path(.fetchedPrices)]
      var prices: [String: [StoredPrice]] = [:]
      var damages: [(path: String, lines: [Int])] = []
      var read: [String] = []
      for path in paths {
        guard let bytes = try Self.bytes(path) else { continue }
        let lines = append(bytes, into: &prices)
        if !lines.isEmpty { damages.append((path, lines)) }
        read.append(path)
      }
      let store = PriceStore(container)
      var sentences: [String] = []
      for (coinId, prices) in prices {
        if let kept = try store.addLocked(prices, of: coinId, at: now) {
          sentences.append(AtomicFile.noteOfKept(kept))
        }
      }
      for damage in damages {
        let kept = try AtomicFile.setAside(damage.path, at: now)
        sentences.append(
          FileDamage(
            damage.path, parts: damage.lines.map { "line \($0)" },
            cure: "The other prices are used, and the file is kept as \(kept)."
          ).sentence)
      }
      for path in read { unlink(path) }
      // The folder stays if it contains files of the user.
      rmdir(folder)
      return sentences
    }
  }

  /// A file's bytes; `nil` for a folder or a pipe, which bitpal never made.
  private static func bytes(_ path: String) throws(ContainerError) -> [UInt8]? {
    do throws(ContainerError) { return try AtomicFile.read(path, limit: 256 << 20) } catch {
      guard case .refused(_, _, let code) = error, [EISDIR, EINVAL, ELOOP].contains(code) else {
        throw error
      }
      return nil
    }
  }

  /// Adds the prices on a file's lines to their coins.
  ///
  /// - Returns: The numbers of the unreadable lines.
  private func append(_ bytes: [UInt8], into prices: inout [String: [StoredPrice]]) -> [Int] {
    var unreadable: [Int] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      // A row cut off by a crash may lack digits.
      let isCut = index == lines.count - 1 && bytes.last != UInt8(ascii: "\n")
      if let row = OlderPriceRow(line), !isCut {
        prices[row.coinId, default: []].append(row.price)
      } else if !line.elementsEqual("date,coin_id,usd".utf8) {
        unreadable.append(index + 1)
      }
    }
    return unreadable
  }
}

/// A row of these files: a time or a day, a coin, a price.
private struct OlderPriceRow {
  let coinId: String
  let price: StoredPrice

  init?(_ line: some BidirectionalCollection<UInt8>) {
    let comma = UInt8(ascii: ",")
    guard let first = line.firstIndex(of: comma), let last = line.lastIndex(of: comma),
      first < last, let price = Self.price(line[last...].dropFirst())
    else { return nil }
    let time = String(decoding: line[..<first], as: UTF8.self)
    let field = String(decoding: line[first..<last].dropFirst(), as: UTF8.self)
    coinId = Self.unquoted(field)
    guard !coinId.isEmpty else { return nil }
    if let day = UTCDay(text: time) {
      self.price = StoredPrice(day: day, .price(price, .coinGecko))
    } else if let instant = Date(utcText: time) {
      self.price = StoredPrice(
        second: instant.millisecondsSince1970 / 1000, .price(price, .recorded(from: "")))
    } else {
      return nil
    }
  }

  private static func price(_ text: some Collection<UInt8>) -> ExactDecimal? {
    do {
      let price = try ExactDecimal(exact: String(decoding: text, as: UTF8.self))
      return LedgerRange.isPossiblePrice(price) ? price : nil
    } catch {
      return nil
    }
  }

  private static func unquoted(_ field: String) -> String {
    guard field.count >= 2, field.first == "\"", field.last == "\"" else { return field }
    return field.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
      .joined(separator: "\"")
  }
}
