public import Portfolio

/// The day of the rate used for current values, as shown next to figures everywhere:
/// `rate 2026-04-28`.
///
/// - Parameter day: The day; `nil` in US dollars, and where no rate is known.
/// - Returns: `nil` without a day.
public func rateNote(_ day: UTCDay?) -> String? { day.map { "rate \($0.text)" } }
