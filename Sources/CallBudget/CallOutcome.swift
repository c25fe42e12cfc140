/// What came of some calls, as far as the budget needs to know it.
public struct CallOutcome: Equatable, Sendable {
  /// Calls that were made; nothing follows from none.
  public var calls: Int
  /// Whether they brought anything of what was asked for.
  public var isSuccess: Bool
  /// Whether the server asked for fewer calls, which stops everybody even after a success.
  public var isLimited: Bool
  /// The seconds the server asks to wait, or `nil`.
  public var retryAfter: Int?

  /// Makes an outcome.
  public init(calls: Int, isSuccess: Bool, isLimited: Bool = false, retryAfter: Int? = nil) {
    self.calls = calls
    self.isSuccess = isSuccess
    self.isLimited = isLimited
    self.retryAfter = retryAfter
  }
}
