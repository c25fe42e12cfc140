/// Why something was refused, and how to proceed.
public struct ErrorMessage: Equatable, Sendable {
  /// What is wrong, in the user's words.
  public let reason: String
  /// How to proceed; `nil` if the reason says it all.
  public let help: String?

  /// Creates a message.
  public init(_ reason: String, help: String? = nil) {
    (self.reason, self.help) = (reason, help)
  }

  /// Both as one text, for use on a single line.
  public var sentence: String {
    guard let help else { return reason }
    return "\(".?!".contains(reason.last ?? ".") ? reason : reason + ".") \(help)"
  }

  /// The message prefixed with the file, setting or option that it is about.
  public func about(_ name: String) -> ErrorMessage {
    ErrorMessage("\(name): \(reason)", help: help)
  }
}
