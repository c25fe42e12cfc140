public import Exact
public import FoundationEssentials
import Portfolio

/// Coins whose prices the user follows without holding them, in the user's order:
/// `watchlist.json`.
public struct Watchlist: Equatable, Sendable {
  /// A followed coin.
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
  /// Entries of the file that cannot be read.
  public var unreadable: [UnreadableEntry]

  /// Makes a list; for each coin, only the first entry is kept.
  public init(_ entries: [Entry] = [], unreadable: [UnreadableEntry] = []) {
    var seen: Set<String> = []
    self.entries = entries.filter { seen.insert($0.coinId).inserted }
    self.unreadable = unreadable
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

  /// Moves a coin to an index, clamped to the ends.
  public mutating func move(_ coinId: String, to position: Int) {
    guard let index = coinIds.firstIndex(of: coinId) else { return }
    let entry = entries.remove(at: index)
    entries.insert(entry, at: min(max(0, position), entries.count))
  }
}

extension Watchlist {
  /// The file's content; unreadable entries are kept unchanged.
  public var json: JSONValue {
    let rows = entries.map { entry -> JSONValue in
      .object(["coinId": .string(entry.coinId), "added": .instant(entry.added)])
    }
    return .object(["coins": .array(rows + unreadable.map(\.json))])
  }

  /// Reads the file's content; an unreadable entry is added to ``unreadable`` without affecting the
  /// others.
  public init?(json: JSONValue) {
    guard let rows = json["coins"]?.array else { return nil }
    let (entries, unreadable) = rows.entries { row -> Entry? in
      guard let id = row["coinId"]?.string, !id.isEmpty, let added = row["added"]?.instant else {
        return nil
      }
      return Entry(coinId: id, added: added)
    }
    self.init(entries, unreadable: unreadable)
  }
}
