import Exact
public import Portfolio

/// The European Central Bank's euro reference rates.
///
/// Source: ECB. One row per working day from 2009-01-02; a day without a row has the rates of the
/// last row before it. A cross rate is a fraction of two rates in one row and is not rounded.
public struct ECBRates: ExchangeRates {
  /// The built-in rates.
  public static let builtIn = ECBRates(layers: [RateLayout.builtIn])

  /// The source that rates name.
  public static let source = "ECB"

  /// Rows by precedence: if two layers have a row for one day, the earlier layer's counts.
  private let layers: [any EuroRateRows]

  private init(layers: [any EuroRateRows]) { self.layers = layers }

  /// Merges newer or corrected rows.
  ///
  /// - Parameter rows: Rows in any order; each replaces the whole row of its day.
  public func merging(_ rows: [EuroRateRow]) -> ECBRates {
    rows.isEmpty ? self : ECBRates(layers: [ReadEuroRates(rows)] + layers)
  }

  /// ISO 4217 codes of every currency that ever had a rate, the euro included, ascending.
  public var codes: [String] { Set(layers.flatMap(\.codes) + ["EUR"]).sorted() }

  /// The day of the newest row.
  public var newestDay: UTCDay? {
    layers.compactMap { $0.rowCount > 0 ? $0.day(ofRow: $0.rowCount - 1) : nil }.max()
  }

  /// The rate of the last row not after a day; `nil` if that row lacks either currency.
  public func rate(from: String, to: String, on day: UTCDay) -> ExchangeRate? {
    guard let (rows, row) = lastRow(notAfter: day),
      let given = rows.unitsPerEuroOrOne(from, row: row),
      let wanted = rows.unitsPerEuroOrOne(to, row: row)
    else { return nil }
    return ExchangeRate(
      numerator: from == to ? 1 : wanted, denominator: from == to ? 1 : given,
      day: rows.day(ofRow: row), source: Self.source)
  }

  /// The rate of the newest row; `nil` if that row lacks either currency.
  public func newestRate(from: String, to: String) -> ExchangeRate? {
    newestDay.flatMap { rate(from: from, to: to, on: $0) }
  }

  private func lastRow(notAfter day: UTCDay) -> (rows: any EuroRateRows, row: Int)? {
    var best: (rows: any EuroRateRows, row: Int, day: UTCDay)?
    for rows in layers {
      guard let row = rows.lastRow(notAfter: day) else { continue }
      let found = rows.day(ofRow: row)
      if best.map({ $0.day < found }) ?? true { best = (rows, row, found) }
    }
    return best.map { ($0.rows, $0.row) }
  }
}
