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

  /// What the API lets through without a key, as measured over 16 days in 2026.
  public static let keyless = CallLimits(perMinute: 3)
  /// What is taken for a paid plan of which nothing more is known.
  public static let pro = CallLimits(perMinute: 30)
  /// What every edition of the API's documentation grants a demo key.
  public static let demo = CallLimits(perMinute: 30, perMonth: 10_000)
}
