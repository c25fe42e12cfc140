public import CallBudget

extension CallLimits {
  /// The limits without a key, as measured over 16 days in 2026.
  public static let keyless = CallLimits(perMinute: 3)
  /// The limits assumed for a paid plan whose limits are unknown.
  public static let pro = CallLimits(perMinute: 30)
  /// The limits of a demo key in every edition of the API's documentation.
  public static let demo = CallLimits(perMinute: 30, perMonth: 10_000)
}
