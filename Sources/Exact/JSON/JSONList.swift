/// The elements of a list in JSON text, one after the other: a long list is never in memory whole.
public struct JSONList {
  /// The level that the elements are at.
  private let level: Int
  /// Whether there was no element yet.
  public private(set) var isEmpty = true

  /// Starts a list.
  ///
  /// - Parameter level: The level that the list itself is at in the text.
  public init(level: Int) { self.level = level + 1 }

  /// The text of the next element, with what parts it from the one before.
  public mutating func next(_ element: JSONValue) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "[" : ",") + Self.line(level) + element.text(pretty: true, level: level)
  }

  /// What ends the list.
  public var end: String { isEmpty ? "[]" : Self.line(level - 1) + "]" }

  private static func line(_ level: Int) -> String {
    "\n" + String(repeating: "  ", count: level)
  }
}
