import ImportText

/// Memoizes what the texts of a column mean: a long file has few different ones.
final class Memo<Value, Failure: Error> {
  /// More than any column has of pairs and kinds.
  private static var most: Int { 5_000 }

  private let meaning: (String) throws(Failure) -> Value
  private var known: [String: Value] = [:]

  /// - Parameter meaning: What a text means, nothing else regarded.
  init(_ meaning: @escaping (String) throws(Failure) -> Value) { self.meaning = meaning }

  /// What a text means.
  func value(of text: String) throws(Failure) -> Value {
    if let value = known[text] { return value }
    let value = try meaning(text)
    if known.count < Self.most { known[text] = value }
    return value
  }
}
