public import Exact
public import Portfolio

/// Reference rates in rows, one per working day: units of each currency for one euro.
protocol EuroRateRows: Sendable {
  var rowCount: Int { get }
  /// The codes that occur, without the euro.
  var codes: [String] { get }
  /// The day of a row; rows are in ascending order.
  func day(ofRow row: Int) -> UTCDay
  /// Units for one euro; `nil` if the row has no rate for the currency.
  func unitsPerEuro(_ code: String, row: Int) -> ExactDecimal?
}

extension EuroRateRows {
  /// The last row that is not after a day.
  func lastRow(notAfter day: UTCDay) -> Int? {
    let next = partitioningIndex(in: rowCount) { self.day(ofRow: $0) > day }
    return next > 0 ? next - 1 : nil
  }

  /// Units for one euro in a row, including the euro itself.
  func unitsPerEuroOrOne(_ code: String, row: Int) -> ExactDecimal? {
    code == "EUR" ? 1 : unitsPerEuro(code, row: row)
  }
}

/// One day's reference rates, as the ECB publishes them.
public struct EuroRateRow: Equatable, Sendable {
  /// The UTC day of the rates.
  public let day: UTCDay
  /// Units of each currency for one euro, by ISO 4217 code; a currency without a rate is absent.
  public let unitsPerEuro: [String: ExactDecimal]

  /// Makes a row.
  public init(day: UTCDay, unitsPerEuro: [String: ExactDecimal]) {
    self.day = day
    self.unitsPerEuro = unitsPerEuro
  }
}

/// Rows read from a file.
struct ReadEuroRates: EuroRateRows {
  private let days: [UTCDay]
  private let columns: [String: [ExactDecimal?]]

  /// - Parameter rows: Rows in any order; the last of several rows for one day counts.
  init(_ rows: [EuroRateRow]) {
    var newest: [UTCDay: EuroRateRow] = [:]
    for row in rows { newest[row.day] = row }
    let sorted = newest.values.sorted { $0.day < $1.day }
    days = sorted.map(\.day)
    var columns: [String: [ExactDecimal?]] = [:]
    for (index, row) in sorted.enumerated() {
      for (code, rate) in row.unitsPerEuro {
        columns[code, default: Array(repeating: nil, count: sorted.count)][index] = rate
      }
    }
    self.columns = columns
  }

  var rowCount: Int { days.count }
  var codes: [String] { columns.keys.sorted() }
  func day(ofRow row: Int) -> UTCDay { days[row] }
  func unitsPerEuro(_ code: String, row: Int) -> ExactDecimal? { columns[code]?[row] }
}
