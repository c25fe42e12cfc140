public import Exact

/// A contradiction in the evidence of a transaction.
public enum EvidenceFault: Equatable, Sendable {
  /// A rate or a price is from a day other than the transaction's.
  case otherDay(UTCDay)
  /// The rate differs from the recorded one of its day, which is given.
  case otherRate(ExactDecimal, UTCDay)
}

extension Evidence {
  /// Checks a transaction's evidence against the rates on record (SPEC §3.11, §3.13).
  ///
  /// A rate is from the transaction's UTC day or the last working day before it; a price is from
  /// that day.
  ///
  /// - Returns: `nil` if nothing contradicts.
  public func fault(of transaction: Transaction) -> EvidenceFault? {
    guard let valuation = transaction.valuation, let day = valuation.day else { return nil }
    let own = UTCDay(transaction.date)
    switch valuation.kind {
    case .dailyPrice: return day == own ? nil : .otherDay(day)
    case .rate:
      guard day <= own, own <= day.advanced(by: Self.longestHolidays) else {
        return .otherDay(day)
      }
      guard let currency = transaction.payment?.currency,
        let known = rate(of: currency, on: day), known.day == day,
        known.source == valuation.source, let rate = known.rate, rate != valuation.rate
      else { return nil }
      return .otherRate(rate, day)
    case .stated, .file, .stablecoin, .unknown: return nil
    }
  }

  /// Days without published rates can follow each other, and a table can end some time ago.
  private static let longestHolidays = 31
}
