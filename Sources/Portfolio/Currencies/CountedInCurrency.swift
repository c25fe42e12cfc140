/// Something counted in one currency: every transaction at its own day, the present at the newest
/// rate.
public protocol CountedInCurrency {
  /// The ISO 4217 code.
  var currency: String { get }
  /// The newest rate from US dollars, by which the present counts; `nil` for US dollars themselves
  /// and where none is known.
  var newestRate: ExchangeRate? { get }
  /// The day of the last rate there was, however old; `nil` where there never was one.
  var lastRateDay: UTCDay? { get }
  /// Days without a rate on which something was traded, ascending: what was traded on them has no
  /// known total.
  var daysWithoutRate: [UTCDay] { get }
}

extension CountedInCurrency {
  /// Whether the present can be counted.
  public var hasNewestRate: Bool { currency == usDollarCode || newestRate != nil }

  /// Every note a reader needs: the rate of the present, and what is unknown; none in US dollars.
  public var currencyNotes: [String] { [rateNote].compactMap(\.self) + missingRateNotes }

  /// What is unknown for want of a rate, a sentence each; none in US dollars.
  public var missingRateNotes: [String] {
    let present = hasNewestRate ? [] : [missingRateNote(of: currency, last: lastRateDay)]
    return present + missingDayNotes
  }

  /// What of the past is unknown for want of a rate, in a sentence; none in US dollars.
  public var missingDayNotes: [String] {
    guard let first = daysWithoutRate.first else { return [] }
    let others = daysWithoutRate.count - 1
    let more = others == 0 ? "" : " and on \(others) more day\(others == 1 ? "" : "s")"
    return ["No rate of \(currency) on \(first.text)\(more): figures that need it are unknown."]
  }

  /// Why no value of the present is known, where a currency has no rate.
  ///
  /// - Parameters:
  ///   - currency: An ISO 4217 code.
  ///   - last: The day of its last rate, `nil` where there never was one.
  fileprivate func missingRateNote(of currency: String, last: UTCDay?) -> String {
    last.map { "No rate of \(currency) since \($0.text): present values are unknown." }
      ?? "No rate of \(currency) is known: figures that need one are unknown."
  }

  /// The rate by which the present counts, in words; `nil` in US dollars.
  public var rateNote: String? {
    newestRate.map { "\(currency) at the rate of \($0.day.text) (\($0.source))" }
  }
}
