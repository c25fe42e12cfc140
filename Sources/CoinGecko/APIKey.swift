/// An API key that does not expose itself: it has no description, no mirror and no coding.
public struct APIKey: Equatable, Sendable {
  /// The key itself; only for the request header.
  let text: String

  /// Makes a key from the configuration or the environment, trimming white space.
  ///
  /// - Returns: `nil` for an empty text or one that is invalid in a header.
  public init?(_ text: some StringProtocol) {
    let scalars = String(text).unicodeScalars.drop(while: \.properties.isWhitespace)
    let end = scalars.lastIndex { !$0.properties.isWhitespace }
    guard let end, scalars[...end].allSatisfy({ ("!"..."~").contains($0) }) else { return nil }
    self.text = String(scalars[...end])
  }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the key.
  public var description: String { "(hidden key)" }

  /// Never the key.
  public var debugDescription: String { description }

  /// A mirror without children, so that dumps and test reports cannot show the key.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
