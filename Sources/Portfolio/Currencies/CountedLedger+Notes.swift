extension CountedLedger {
  /// What is unknown for want of a rate, a sentence each; none in US dollars.
  public var missingRateNotes: [String] {
    var notes: [String] = []
    if !hasNewestRate { notes.append("No present rate of \(currency) is known.") }
    if let first = daysWithoutRate.first {
      let others = daysWithoutRate.count - 1
      let more = others == 0 ? "" : " and on \(others) more day\(others == 1 ? "" : "s")"
      notes.append(
        "No rate of \(currency) on \(first.text)\(more): figures that need it are unknown.")
    }
    return notes
  }

  /// The rate by which the present counts, in words; `nil` in US dollars.
  public var rateNote: String? {
    newestRate.map { "\(currency) at the rate of \($0.day.text) (\($0.source))" }
  }
}
