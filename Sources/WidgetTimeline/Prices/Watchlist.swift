public import Exact
public import FoundationEssentials
import Portfolio

/// Coins whose prices the user follows without holding them, in the user's order:
/// `watchlist.json`.
public struct Watchlist: Equatable, Sendable {
  /// A coin followed.
  public struct Entry: Equatable, Sendable {
    /// Coin id.
    public let coinId: String
    /// When it was added.
    public let added: Date

    /// Makes an entry.
    public init(coinId: String, added: Date) {
      self.coinId = coinId
      self.added = added
    }
  }

  /// The coins in the user's order, each once.
  public private(set) var entries: [Entry]

  /// Makes a list; of entries for one coin the first stays.
  public init(_ entries: [Entry] = []) {
    var seen: Set<String> = []
    self.entries = entries.filter { seen.insert($0.coinId).inserted }
  }

  /// The coins' ids in the user's order.
  public var coinIds: [String] { entries.map(\.coinId) }

  /// Adds a coin at the end.
  ///
  /// - Returns: Whether it was not on the list.
  public mutating func add(_ coinId: String, at now: Date) -> Bool {
    guard !coinIds.contains(coinId) else { return false }
    entries.append(Entry(coinId: coinId, added: now))
    return true
  }

  /// Removes a coin.
  ///
  /// - Returns: Whether it was on the list.
  public mutating func remove(_ coinId: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.coinId == coinId }
    return entries.count < count
  }

  /// Moves a coin to a place, counted from 0; places beyond the ends mean the ends.
  public mutating func move(_ coinId: String, to place: Int) {
    guard let index = coinIds.firstIndex(of: coinId) else { return }
    let entry = entries.remove(at: index)
    entries.insert(entry, at: min(max(0, place), entries.count))
  }
}

extension Watchlist {
  /// The file's content.
  public var json: JSONValue {
    .object([
      "coins": .array(
        entries.map {
          .object(["coinId": .string($0.coinId), "added": .instant($0.added)])
        })
    ])
  }

  /// Reads the file's content; `nil` when an entry cannot be read, so that none is lost by writing.
  public init?(json: JSONValue) {
    guard let rows = json["coins"]?.array else { return nil }
    let entries = rows.compactMap { row -> Entry? in
      guard let id = row["coinId"]?.string, !id.isEmpty, let added = row["added"]?.instant else {
        return nil
      }
      return Entry(coinId: id, added: added)
    }
    guard entries.count == rows.count else { return nil }
    self.init(entries)
  }
}
