/// Something counted in one currency: transactions at the rate of their day, current values at the
/// newest rate.
public protocol CountedInCurrency {
  /// The ISO 4217 code.
  var currency: String { get }
  /// The newest rate from US dollars, used for current values; `nil` for US dollars and if no rate
  /// is known.
  var newestRate: ExchangeRate? { get }
  /// The day of the last known rate, however old; `nil` if there never was one.
  var lastRateDay: UTCDay? { get }
  /// Trading days without a rate, ascending; totals on these days are unknown.
  var daysWithoutRate: [UTCDay] { get }
}

extension CountedInCurrency {
  /// Whether current values can be counted.
  public var hasNewestRate: Bool { currency == usDollarCode || newestRate != nil }

  /// All notes a reader needs: the current rate, and what is unknown; empty for US dollars.
  public var currencyNotes: [String] { [rateNote].compactMap(\.self) + missingRateNotes }

  /// What is unknown without a rate, one sentence each; empty for US dollars.
  public var missingRateNotes: [String] {
    let present = hasNewestRate ? [] : [missingRateNote(of: currency, last: lastRateDay)]
    return present + missingDayNotes
  }

  /// What is unknown about the past without a rate, in one sentence; empty for US dollars.
  public var missingDayNotes: [String] {
    guard let first = daysWithoutRate.first else { return [] }
    let others = daysWithoutRate.count - 1
    let more = others == 0 ? "" : " and on \(others) more day\(others == 1 ? "" : "s")"
    return ["No rate of \(currency) on \(first.text)\(more): figures that need it are unknown."]
  }

  /// Explains that current values are unknown because the currency has no rate.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code.
  ///   - last: The day of its last rate, `nil` if there never was one.
  fileprivate func missingRateNote(of currency: String, last: UTCDay?) -> String {
    last.map { "No rate of \(currency) since \($0.text): present values are unknown." }
      ?? "No rate of \(currency) is known: figures that need one are unknown."
  }

  /// The rate used for current values, in words; `nil` for US dollars.
  public var rateNote: String? {
    newestRate.map { "\(currency) at the rate of \($0.day.text) (\($0.source))" }
  }
}
