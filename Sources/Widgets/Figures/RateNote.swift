public import Portfolio

/// The day of the exchange rate for current values, as shown next to figures: `rate 2026-04-28`.
///
/// - Parameter day: The day; `nil` for US dollars and unknown rates.
/// - Returns: `nil` without a day.
public func rateNote(_ day: UTCDay?) -> String? { day.map { "rate \($0.text)" } }
