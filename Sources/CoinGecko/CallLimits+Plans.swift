public import CallBudget

extension CallLimits {
  /// What the API lets through without a key, as measured over 16 days in 2026.
  public static let keyless = CallLimits(perMinute: 3)
  /// What is assumed for a paid plan whose limits are unknown.
  public static let pro = CallLimits(perMinute: 30)
  /// What every edition of the API's documentation grants a demo key.
  public static let demo = CallLimits(perMinute: 30, perMonth: 10_000)
}
