public import Portfolio

/// The day of the rate by which the present counts, as it stands beside figures everywhere:
/// `rate 2026-04-28`.
///
/// - Parameter day: The day; `nil` in US dollars, and where no rate is known.
/// - Returns: `nil` without a day.
public func rateNote(_ day: UTCDay?) -> String? { day.map { "rate \($0.text)" } }
