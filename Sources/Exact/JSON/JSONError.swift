/// Why bytes are not the JSON bitpal reads, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// More bytes than the reader was allowed.
    case tooLarge
    /// Lists and objects inside each other, deeper than the reader was allowed.
    case tooDeep
    /// The text ends before the value does; empty text too.
    case unexpectedEnd
    /// A byte that cannot stand there.
    case unexpectedByte
    /// A number in another form than JSON's, such as `01`, `.5`, `+1` or `NaN`.
    case invalidNumber
    /// A string that is not UTF-8, holds a bare control character, or half a surrogate pair.
    case invalidString
    /// A key that stands twice in one object: there is no saying which of the two figures is meant.
    case duplicateKey(String)
    /// Something follows the value.
    case trailingContent
  }

  /// What is wrong.
  public let reason: Reason
  /// The line it stands on, counted from 1.
  public let line: Int

  /// Makes an error.
  public init(reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}
