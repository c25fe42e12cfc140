/// A header that does not expose its value: it has no description, no mirror and no coding.
public struct PrivateHeader: Equatable, Sendable {
  /// The header's name.
  public let name: String
  /// The value; only for the request.
  let value: String

  /// Makes a header.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  var line: String { "\(name): \(value)" }
}

extension PrivateHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the value.
  public var description: String { "\(name): (hidden)" }

  /// Never the value.
  public var debugDescription: String { description }

  /// A mirror without children, so that dumps and test reports cannot show the value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
