/// Why bytes are not JSON that bitpal reads, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// More bytes than the reader allows.
    case tooLarge
    /// Lists and objects nested deeper than the reader allows.
    case tooDeep
    /// The text ends before the value does, or is empty.
    case unexpectedEnd
    /// A byte that is not allowed at its position.
    case unexpectedByte
    /// A number that is not in JSON's format, such as `01`, `.5`, `+1` or `NaN`.
    case invalidNumber
    /// A string that is not UTF-8, or contains a bare control character or half a surrogate pair.
    case invalidString
    /// A key that occurs twice in one object, so that its value is ambiguous.
    case duplicateKey(String)
    /// Something follows the value.
    case trailingContent
  }

  /// What is wrong.
  public let reason: Reason
  /// The line of the error, counted from 1.
  public let line: Int

  /// Creates an error.
  public init(reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}
