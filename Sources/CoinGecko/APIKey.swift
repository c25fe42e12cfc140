/// An API key that does not show itself: it has no description, no mirror and no coding.
public struct APIKey: Equatable, Sendable {
  /// The key itself, for the header it travels in and for nothing else.
  let text: String

  /// Takes a key from the configuration or the environment, without the white space around it.
  ///
  /// - Returns: `nil` for an empty text or one that no header could hold.
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
