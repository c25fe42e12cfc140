/// A plan's call limits.
public struct CallLimits: Equatable, Sendable {
  /// Calls in any 60 seconds, at least one.
  public let perMinute: Int
  /// Calls in a calendar month (UTC), or `nil` if the plan has no monthly limit.
  public let perMonth: Int?

  /// Makes limits; values below one become one.
  public init(perMinute: Int, perMonth: Int? = nil) {
    self.perMinute = max(1, perMinute)
    self.perMonth = perMonth.map { max(1, $0) }
  }
}
