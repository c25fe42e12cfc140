/// Why something was refused, and the one way on where there is one.
public struct ErrorMessage: Equatable, Sendable {
  /// What is wrong, in the user's words.
  public let reason: String
  /// The one way on; `nil` where the reason says all.
  public let help: String?

  /// Makes a message.
  public init(_ reason: String, help: String? = nil) {
    (self.reason, self.help) = (reason, help)
  }

  /// Both as one text, for a place that has one line.
  public var sentence: String {
    guard let help else { return reason }
    return "\(".?!".contains(reason.last ?? ".") ? reason : reason + ".") \(help)"
  }

  /// The message about a file, a setting or an option, which it names first.
  public func about(_ name: String) -> ErrorMessage {
    ErrorMessage("\(name): \(reason)", help: help)
  }
}
