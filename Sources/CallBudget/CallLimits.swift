/// How many calls a plan allows.
public struct CallLimits: Equatable, Sendable {
  /// Calls in any 60 seconds, one at least.
  public let perMinute: Int
  /// Calls in a calendar month (UTC), or `nil` when the plan does not count them.
  public let perMonth: Int?

  /// Makes limits; a limit below one call counts as one.
  public init(perMinute: Int, perMonth: Int? = nil) {
    self.perMinute = max(1, perMinute)
    self.perMonth = perMonth.map { max(1, $0) }
  }
}
