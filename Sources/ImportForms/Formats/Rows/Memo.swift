import ImportText

/// Memoizes parsed cell texts; a long column has few distinct ones.
final class Memo<Value, Failure: Error> {
  /// Larger than the number of pairs or kinds in any column.
  private static var most: Int { 5_000 }

  private let meaning: (String) throws(Failure) -> Value
  private var known: [String: Value] = [:]

  /// - Parameter meaning: Parses a text; must depend on nothing else.
  init(_ meaning: @escaping (String) throws(Failure) -> Value) { self.meaning = meaning }

  /// The parsed value of a text.
  func value(of text: String) throws(Failure) -> Value {
    if let value = known[text] { return value }
    let value = try meaning(text)
    if known.count < Self.most { known[text] = value }
    return value
  }
}
