/// Writes the elements of a list as JSON text one at a time, so that a long list is never in memory
/// as a whole.
public struct JSONList {
  /// The nesting level of the elements.
  private let level: Int
  /// Whether no element was written yet.
  public private(set) var isEmpty = true

  /// Starts a list.
  ///
  /// - Parameter level: The nesting level of the list in the text.
  public init(level: Int) { self.level = level + 1 }

  /// The text of the next element, including the separator before it.
  public mutating func next(_ element: JSONValue) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "[" : ",") + Self.line(level) + element.text(pretty: true, level: level)
  }

  /// The end of the list.
  public var end: String { isEmpty ? "[]" : Self.line(level - 1) + "]" }

  private static func line(_ level: Int) -> String {
    "\n" + String(repeating: "  ", count: level)
  }
}
