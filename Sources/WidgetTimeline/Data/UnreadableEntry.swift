public import Exact

/// An unreadable entry of a list in a file, in its original form.
///
/// The other entries remain in use; this one is reported until the user removes it.
public struct UnreadableEntry: Equatable, Sendable {
  /// The key for the text of an entry that is not JSON.
  private static let key = "unreadable"

  /// Its number in the list, counted from 1.
  public let number: Int
  /// The original content.
  public let json: JSONValue

  /// Makes an entry from the original content.
  public init(number: Int, json: JSONValue) {
    self.number = number
    self.json = json
  }

  /// Text that is not JSON as an element of a list.
  public static func element(of text: String) -> JSONValue { .object([key: .string(text)]) }

  /// The entry's coin, if that much can be read.
  public var coinId: String? {
    let id = json["coinId"]?.string ?? json[Self.key]?.string.flatMap(Self.coinId)
    return id.flatMap { $0.isEmpty || $0.utf8.count > 80 ? nil : $0 }
  }

  private static func coinId(in text: String) -> String? {
    guard let key = text.firstRange(of: "\"coinId\"") else { return nil }
    let value = text[key.upperBound...].drop { ": \t\"".contains($0) }
    // An id at the end of the text may be cut off.
    guard let end = value.firstIndex(where: { "\",\n".contains($0) }) else { return nil }
    return String(value[..<end])
  }
}

extension [JSONValue] {
  /// The readable entries, and those that cannot be read.
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
