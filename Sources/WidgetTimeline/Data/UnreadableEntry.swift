public import Exact

/// An entry of a list in a file that cannot be read, as it was written.
///
/// The other entries of the list count; this one is named until the user takes it out.
public struct UnreadableEntry: Equatable, Sendable {
  /// The key of the text that stays of an entry that is not JSON.
  private static let key = "unreadable"

  /// Its number in the list, from 1.
  public let number: Int
  /// What was written there.
  public let json: JSONValue

  /// Makes one of what was written.
  public init(number: Int, json: JSONValue) {
    self.number = number
    self.json = json
  }

  /// Text that is not JSON as an element of a list.
  public static func element(of text: String) -> JSONValue { .object([key: .string(text)]) }

  /// The coin it was about, where that much can be read.
  public var coinId: String? {
    let id = json["coinId"]?.string ?? json[Self.key]?.string.flatMap(Self.coinId)
    return id.flatMap { $0.isEmpty || $0.utf8.count > 80 ? nil : $0 }
  }

  private static func coinId(in text: String) -> String? {
    guard let key = text.firstRange(of: "\"coinId\"") else { return nil }
    let value = text[key.upperBound...].drop { ": \t\"".contains($0) }
    // One that the text ends in may lack letters.
    guard let end = value.firstIndex(where: { "\",\n".contains($0) }) else { return nil }
    return String(value[..<end])
  }
}

extension [JSONValue] {
  /// The elements that are entries, and those that cannot be read.
  func entries<Entry>(_ read: (JSONValue) -> Entry?) -> ([Entry], unreadable: [UnreadableEntry]) {
    var entries: [Entry] = []
    var unreadable: [UnreadableEntry] = []
    for (index, json) in enumerated() {
      if let entry = read(json) {
        entries.append(entry)
      } else {
        unreadable.append(UnreadableEntry(number: index + 1, json: json))
      }
    }
    return (entries, unreadable)
  }
}
