import Exact
import FoundationEssentials
import Portfolio

extension EuroRateRow {
  /// Formats rows as the ECB's own CSV, newest first, which ``RateFile`` reads.
  ///
  /// - Parameter rows: Rows in any order, no two of one day.
  /// - Returns: UTF-8 text, empty for no rows.
  public static func csv(_ rows: [EuroRateRow]) -> String {
    guard !rows.isEmpty else { return "" }
    let codes = Set(rows.flatMap(\.unitsPerEuro.keys)).sorted()
    var text = "Date,\(codes.joined(separator: ",")),\n"
    for row in rows.sorted(by: { $0.day > $1.day }) {
      let rates = codes.map { row.unitsPerEuro[$0]?.description ?? "N/A" }
      text += "\(row.day.text),\(rates.joined(separator: ",")),\n"
    }
    return text
  }
}
