/// The outcome of some calls, as far as the budget needs it.
public struct CallOutcome: Equatable, Sendable {
  /// The number of calls made; zero has no effect.
  public var calls: Int
  /// Whether they returned any of the requested data.
  public var isSuccess: Bool
  /// Whether the server rate-limited them, which stops all processes even after a success.
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
